import { resilient } from 'resilience4cata'

const found = Promise.resolve({ cents: 700 })
const find = (_sku: string) => found

export const price = resilient({ retry: { delay: '100ms' } }, async (sku: string): Promise<number> => {
  const price = await find(sku)
  return price.cents / 100
})

export const call = () => price('a')
