// What a caller sees: asks for prices one after the other, and notes each answer.
import { PriceClient } from './prices.ts'

const ASKED = ['tea', 'milk', 'bread', 'sugar', 'sugar', 'salt']

export async function shop(address: string): Promise<{ sku: string; seen: string }[]> {
  const client = new PriceClient(address)
  const notes = []
  for (const sku of ASKED) {
    const seen = await client.price(sku).then((amount) => amount.toFixed(2), (failure: Error) => `${failure.name}: ${failure.message}`)
    notes.push({ sku, seen })
  }
  return notes
}
