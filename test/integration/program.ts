// What the users write: a class whose method is busy at first, and one that never works. The program prints what it saw.
import { inspect } from 'node:util'

const shop = `import { Fallback, Retry } from 'resilience4cata'

export class Shop {
  #busy = 2
  readonly asked: string[] = []

  @Retry({ maxAttempts: 3, delay: '1ms' })
  async price(sku: string): Promise<number> {
    this.asked.push(sku)
    if (this.#busy-- > 0) throw new Error('busy')
    return sku.length
  }

  @Retry({ maxAttempts: 2, delay: '1ms' })
  @Fallback('closed')
  async open(): Promise<string> {
    throw new TypeError('no keys')
  }

  closed(failure: unknown): string {
    return failure instanceof Error ? String(failure.stack) : 'odd'
  }
}
`

// minifiers leave out the `new` of built-in errors, and point behind it
const THROWN = { line: 17, columns: '(11|15)' }

// legacy decorators of the user's own stand beside ours
const legacyShop = `${shop.replace('  @Retry({ maxAttempts: 2', '  @noted\n  @Retry({ maxAttempts: 2').replace("import { Fallback, Retry } from 'resilience4cata'\n", `import { Fallback, Retry } from 'resilience4cata'
const noted = (target: object, key: string, found: PropertyDescriptor): void => void Object.assign(found.value as object, { noted: [key, typeof target] })
`)}`

const main = `import { Shop } from './shop'

const shop = new Shop()
const seen: unknown[] = [await shop.price('tea'), shop.asked, await shop.open(), Object.entries(shop.open)]
console.log(JSON.stringify(seen))
;(globalThis as { seen?: unknown }).seen = seen
`

const tsconfig = (experimentalDecorators: boolean): string => JSON.stringify({
  compilerOptions: {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2022', 'DOM'],
    types: [],
    strict: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noImplicitReturns: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    sourceMap: true,
    ...(experimentalDecorators && { experimentalDecorators }),
  },
  include: ['src'],
})

export const program = (decorators: 'standard' | 'legacy'): Record<string, string> => ({
  'package.json': '{ "name": "acme-shop", "private": true, "type": "module" }',
  'tsconfig.json': tsconfig(decorators === 'legacy'),
  'src/shop.ts': decorators === 'legacy' ? legacyShop : shop,
  'src/main.ts': main,
})

/** What is wrong with what the program saw, or nothing. */
export function wrongWith(output: string, decorators: 'standard' | 'legacy'): string | undefined {
  const line = output.split('\n').find((found) => found.startsWith('['))
  if (!line) return `printed no result:\n${output}`
  const [price, asked, stack, noted] = JSON.parse(line) as [number, string[], string, unknown[]]
  const place = new RegExp(`shop\\.ts:${THROWN.line + (decorators === 'legacy' ? 2 : 0)}:${THROWN.columns}\\b`)
  const right = price === 3 && asked.length === 3 && stack.startsWith('TypeError: no keys') && place.test(stack) && noted.length === (decorators === 'legacy' ? 1 : 0)
  return right ? undefined : `saw (place ${place} wanted)\n${inspect([price, asked, stack, noted])}`
}
