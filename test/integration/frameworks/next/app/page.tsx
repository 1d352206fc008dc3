import { Prices } from '../lib/prices'
import { Stock } from './stock'

export const dynamic = 'force-dynamic'

const prices = new Prices()

export default async function Page() {
  return <main><p id="price">{await prices.price('tea')}</p><Stock backend={process.env.BACKEND!} /></main>
}
