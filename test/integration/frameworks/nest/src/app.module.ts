import { Module } from '@nestjs/common'
import { PricesController } from './prices.controller'
import { Backend, PricesService } from './prices.service'

@Module({ controllers: [PricesController], providers: [PricesService, Backend] })
export class AppModule {}
