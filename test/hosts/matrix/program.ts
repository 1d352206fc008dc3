// What every host is given: a small program that says what happened, what its functions read like, and where its errors came from.
const shop = `import { Bulkhead, CircuitBreaker, Fallback, Retry, Timeout } from 'resilience4cata'
import { attempts } from './attempts.ts'

export class Shop {
  readonly asked: string[] = []

  @Retry({ maxAttempts: 3, delay: '1ms' })
  @Fallback('closed')
  async open(key: string): Promise<string> {
    this.asked.push('open ' + key)
    throw new TypeError('in the body')
  }
  closed(key: string, failure: unknown): string {
    this.asked.push('closed ' + key)
    return String((failure as Error).stack)
  }

  @Retry({
    maxAttempts: attempts(),
    delay: '1ms',
  })
  @Fallback('unpaid')
  async pay(amount: number): Promise<string> {
    this.asked.push('pay ' + amount)
    throw new Error('no money')
  }
  unpaid(_amount: number, failure: unknown): string {
    throw new RangeError('in the fallback, after ' + (failure as Error).message)
  }

  @CircuitBreaker({ name: 'prices' })
  @Timeout('5s')
  @Bulkhead({ maxConcurrent: 2 })
  async price(article: string): Promise<number> {
    await Promise.resolve()
    this.asked.push('price ' + article)
    return article.length
  }
}

export class Unused {
  @Retry({ maxAttempts: 7 })
  async never(): Promise<string> { return 'nobody asks for this' }
}
`

const attempts = `export const places: string[] = []
export function attempts(): number {
  places.push(String(new Error('an option').stack))
  return 2
}
export function none(): number {
  throw new SyntaxError('in an option')
}
`

const policies = `import { bundle } from 'resilience4cata'
export const remote = bundle({ retry: { maxAttempts: 4, delay: '1ms' } })
`

const orders = `import { resilient } from 'resilience4cata'
import { none } from './attempts.ts'
import { remote } from './policies.ts'

let busy = 3
export const order = resilient(remote, async (article: string): Promise<string> => {
  if (busy-- > 0) throw new Error('busy')
  return 'ordered ' + article
})

export function impatient() {
  const dozen = 12
  return resilient({
    retry: { maxAttempts: none() },
  }, async () => dozen)
}

export const unused = resilient({ rateLimiter: { permits: 3, period: '1s' } }, async () => 'nobody asks for this either')
`

const program = `import { places } from './attempts.ts'
import { impatient, order } from './orders.ts'
import { Shop } from './shop.ts'

const stackOf = (error: unknown): string => String((error as Error).stack)

export async function program(): Promise<string> {
  const shop = new Shop()
  const body = await shop.open('gold')
  const fallback = await shop.pay(3).catch(stackOf)
  const trace: unknown[] = [await shop.price('tea'), await order('tea'), shop.asked]
  let option = ''
  try {
    impatient()
  } catch (error) {
    option = stackOf(error)
  }
  const functions = [shop.open, shop.pay, shop.price, order, impatient].map(String)
  return JSON.stringify({ trace, functions, stacks: { body, fallback, option, decorator: places[0] } })
}
`

const main = `import { program } from './program.ts'

void program().then(console.log)
`

export const FILES = {
  'package.json': '{ "name": "acme", "private": true, "type": "module" }',
  'tsconfig.json': '{ "compilerOptions": { "target": "ES2022", "module": "ESNext", "moduleResolution": "bundler", "allowImportingTsExtensions": true, "noEmit": true, "strict": true } }',
  'src/attempts.ts': attempts,
  'src/main.ts': main,
  'src/orders.ts': orders,
  'src/policies.ts': policies,
  'src/program.ts': program,
  'src/shop.ts': shop,
} satisfies Record<string, string>

export const TRACE = [3, 'ordered tea', ['open gold', 'open gold', 'open gold', 'closed gold', 'pay 3', 'pay 3', 'price tea']]

export const MISTAKEN = { ...FILES, 'src/shop.ts': shop.replace('maxAttempts: 3', 'maxAttempts: 0') }

/** Texts of what nobody uses, and of what only it uses. */
export const UNUSED = /nobody asks|maxAttempts: ?7|Unused|[rR]ateLimiter\d*\(/

export interface Place { readonly file: string; readonly line: number; readonly column: number }

/** A place where an import is called. */
export interface Call extends Place { readonly called: string }

const at = (file: keyof typeof FILES, text: string): Place => {
  const before = FILES[file].slice(0, FILES[file].indexOf(text)).split('\n')
  return { file: file.replace('src/', ''), line: before.length, column: before.at(-1)!.length + 1 }
}

/** The frames that a stack of the program must have, innermost first. */
export const PLACES: Record<string, (Place | Call)[]> = {
  body: [at('src/shop.ts', `new TypeError('in the body')`)],
  fallback: [at('src/shop.ts', `new RangeError('in the fallback`)],
  option: [at('src/attempts.ts', `new SyntaxError('in an option')`), { ...at('src/orders.ts', 'none() }'), called: 'none' }],
  decorator: [at('src/attempts.ts', `new Error('an option')`), { ...at('src/shop.ts', 'attempts(),'), called: 'attempts' }],
}

export const MISTAKE = at('src/shop.ts', '3, delay')
