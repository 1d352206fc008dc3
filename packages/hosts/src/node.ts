// `node --import unplugin-resilience4cata/node app.ts`
import { register } from './register.ts'

register()
