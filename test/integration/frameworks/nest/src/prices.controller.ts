import { Controller, Get, Header, HttpCode, Param, ParseIntPipe, Query } from '@nestjs/common'
import { Bulkhead, Retry } from 'resilience4cata'
import { PricesService } from './prices.service'

@Controller('prices')
export class PricesController {
  #failures = 2

  constructor(private readonly prices: PricesService) {}

  @Get(':sku')
  async price(@Param('sku') sku: string): Promise<string> { return await this.prices.price(sku) }

  @Get(':sku/offer')
  async offer(@Param('sku') sku: string): Promise<string> { return await this.prices.offer(sku) }

  /** Ours between Nest's own: the route, its header and what its parameters are made of stay as they are. */
  @Get(':sku/times/:count')
  @Header('x-shop', 'acme')
  @Retry({ maxAttempts: 3, delay: '5ms' })
  @Bulkhead({ maxConcurrent: 10 })
  @HttpCode(203)
  async times(@Param('sku') sku: string, @Param('count', ParseIntPipe) count: number, @Query('plus') plus = '0'): Promise<object> {
    if (this.#failures-- > 0) throw new Error('busy')
    return { sku, count: count + Number(plus), type: typeof count }
  }
}
