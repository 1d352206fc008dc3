// A file as people write services, as long as is asked for.

/** `sparse`: in every so-many-th class a method is marked. */
export function serviceFile(lines: number, sparse: number): string {
  let text = "import { Retry, Timeout } from 'resilience4cata'\n"
  for (let i = 0, count = 1; count < lines; i++) {
    const next = service(i, i % sparse === 0)
    text += next
    count += next.split('\n').length - 1
  }
  return text
}

export const MARKS = { retry: "  @Retry({ maxAttempts: 3, delay: '100ms' })\n", timeout: "  @Timeout('2s')\n" }

const service = (i: number, marked: boolean) => `
/** A client of the order service, number ${i}. */
export interface Order${i} { readonly id: string; readonly total: number; lines: readonly Line${i}[] }
type Line${i} = { sku: string; count: number; price?: number }

export class OrderClient${i} {
  readonly #cache = new Map<string, Order${i}>()
  private readonly base: string

  constructor(base: string, private readonly fetcher: typeof fetch = fetch) {
    this.base = base.endsWith('/') ? base.slice(0, -1) : base
  }

${marked ? MARKS.retry + MARKS.timeout : ''}  async order(id: string, { fresh = false }: { fresh?: boolean } = {}): Promise<Order${i}> {
    const known = this.#cache.get(id)
    if (known && !fresh) return known
    const response = await this.fetcher(\`\${this.base}/orders/\${encodeURIComponent(id)}\`, { headers: { accept: 'application/json' } })
    if (!response.ok) throw new Error(\`HTTP \${response.status} for \${id}\`)
    const order = (await response.json()) as Order${i}
    this.#cache.set(id, order)
    return order
  }

  total(order: Order${i}): number {
    let sum = 0
    for (const { count, price = 0 } of order.lines) {
      if (count <= 0) continue
      sum += count * price
    }
    return Math.round(sum * 100) / 100
  }

  summary(orders: readonly Order${i}[]): Record<string, { count: number; total: number }> {
    return orders.reduce<Record<string, { count: number; total: number }>>((all, order) => {
      const key = order.id.split('-')[0] ?? 'none'
      const entry = (all[key] ??= { count: 0, total: 0 })
      entry.count += order.lines.length
      entry.total += this.total(order)
      return all
    }, {})
  }
}
`
