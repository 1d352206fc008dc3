import { useEffect, useState } from 'react'
import { resilient } from 'resilience4cata'
import { Prices } from './prices'

const prices = new Prices()

const stock = resilient({ retry: { maxAttempts: 3, delay: '5ms' }, fallback: (failure: unknown) => `unknown: ${(failure as Error).message}` }, async (sku: string) => {
  const response = await fetch(`${import.meta.env.VITE_BACKEND}/down/${sku}`)
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return await response.text()
})

function Row({ name, ask }: { name: string; ask: (sku: string) => Promise<string> }) {
  const [answer, setAnswer] = useState('…')
  useEffect(() => { void ask('tea').then(setAnswer) }, [ask])
  return <p id={name}>{answer}</p>
}

const price = (sku: string) => prices.price(sku)
const offer = (sku: string) => prices.offer(sku)

export const App = () => <main><Row name="price" ask={price} /><Row name="offer" ask={offer} /><Row name="stock" ask={stock} /></main>
