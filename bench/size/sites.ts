// What sites add to a bundle: the same modules with and without their marks, so that the user's own code is no part of it.
import { join } from 'node:path'
import { compile } from '@resilience4cata/compiler/index'
import { importFor } from '../stacks.ts'
import { weigh } from './weigh.ts'

/** Places of one application, each with a name and a path of its own, as in life; equal ones would compress to nothing. */
const PLACES = ['prices', 'stock', 'orders', 'users', 'invoices', 'carts', 'reviews', 'search', 'labels', 'returns', 'parcels']

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1)

const written = (place: string, marks: readonly string[]) => `${importFor(marks)}
export class ${capital(place)} {
  constructor(private store: { find(sku: string): Promise<{ cents: number }> }) {}

  ${marks.join('\n  ').replaceAll('NAME', place)}
  async price(sku: string): Promise<number> {
    const found = await this.store.find(sku)
    return found.cents / 100
  }
  lastKnown(_sku: string, _failure: unknown) { return 0 }
}
`

export function compiled(place: string, marks: readonly string[], root: string): string {
  const { code, diagnostics } = compile(written(place, marks), { id: join(root, `src/${place}/index.ts`), root, packageName: 'shop', decorators: 'standard' })
  for (const { severity, message } of diagnostics) if (severity === 'error') throw new Error(message)
  return code
}

/** What generated code of these sites imports: the runtime that they need. */
export const runtimeOf = (codes: readonly string[]): string => {
  const names = codes.flatMap((code) => /import \{(.*?)\} from 'resilience4cata\/generated'/.exec(code)![1]!.split(',').map((one) => one.trim().split(' as ')[0]!))
  return `export { ${[...new Set(names)].join(', ')} } from 'resilience4cata/generated'`
}

export interface Added {
  /** The runtime alone, compressed. */
  readonly runtime: number
  /** What a bundle with one site, or one of each, gains. */
  readonly first: number
  /** What each site gains after that: the average of ten. */
  readonly further: number
}

/** Bytes that sites with these marks add, minified and compressed. Several lists of marks: a site of each. */
export async function added(marks: readonly (readonly string[])[], root: string): Promise<Added> {
  const gzip = async (modules: string[]) => (await weigh(modules, root)).gzip
  const all = (places: readonly string[]) => places.flatMap((place) => marks.map((each, n) => compiled(n === 0 ? place : `${place}${n}`, each, root)))
  const bare = (places: readonly string[]) => places.flatMap((place) => marks.map((_, n) => written(n === 0 ? place : `${place}${n}`, [])))
  const first = PLACES.slice(0, 1)
  const [one, eleven, plain, plainEleven] = await Promise.all([gzip(all(first)), gzip(all(PLACES)), gzip(bare(first)), gzip(bare(PLACES))])
  return { runtime: await gzip([runtimeOf(all(first))]), first: one - plain, further: (eleven - one - (plainEleven - plain)) / 10 / marks.length }
}
