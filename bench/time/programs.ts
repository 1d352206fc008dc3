// A row as a program: the module that is measured, for each engine. It exports `call`, `plain` (the same method without its marks), `sync`, and `refused` where all calls are.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { compile } from '@resilience4cata/compiler/index'
import { importFor } from '../stacks.ts'
import type { Row } from './row.ts'

export const ENGINES = ['compiled', 'floor', 'interpreted'] as const
export const PEERS = ['cockatiel', 'opossum', 'effect', 'mollitia'] as const
export type Engine = (typeof ENGINES)[number] | (typeof PEERS)[number]

const BODIES = {
  awaits: 'async price(sku: string): Promise<number> {\n    const found = await this.store.find(sku)\n    return found.cents / 100\n  }',
  field: 'async price(sku: string): Promise<number> {\n    const found = await this.store.find(sku)\n    return found.cents\n  }',
  // the function makes a variable that lives as long as it does, so running its text again is not proved to be calling it again
  called: 'async price(sku: string): Promise<number> {\n    var found = await this.store.find(sku)\n    return found.cents / 100 + arguments.length - 1\n  }',
  sync: 'price(sku: string): number {\n    return this.store.find(sku).cents / 100\n  }',
}

const method = (name: string, marks: readonly string[], body: Row['body']) => `
export class ${name} {
  constructor(private store: any) {}

  ${marks.join('\n  ')}
  ${BODIES[body ?? 'awaits']}
  lastKnown(_sku: string, _failure: unknown) { return 0 }
}
`

const source = (row: Row) => `${row.listens ? `import 'resilience4cata/configuration'\nimport { registry } from 'resilience4cata'\n` : ''}${importFor(row.marks)}${method('Prices', row.marks, row.body)}
${row.listens ? `registry.on('*', () => {})` : ''}
`

/** Where the site of this engine stands: a module with a class `Prices`. */
function site(row: Row, engine: Engine, root: string): string {
  if (engine === 'floor') return (row.floor!.edits ?? []).reduce(replaced, readFileSync(join(root, `bench/floor/sites/${row.floor!.site}.mjs`), 'utf8')).replace("'../runtime/", `'${join(root, 'bench/floor/runtime')}/`)
  const text = source(row)
  if (engine === 'interpreted' || row.marks.length === 0) return text
  const { code, diagnostics, sites } = compile(text, { id: join(root, 'src/prices.ts'), root, packageName: 'shop', decorators: 'standard' })
  for (const { severity, message } of diagnostics) if (severity === 'error') throw new Error(message)
  const [form] = sites.map(({ form }) => form)
  if (form!.kind !== (row.body === 'called' ? 'called' : 'inlined') && !text.includes('key:')) throw new Error(`${row.name} is ${form!.kind}: ${'because' in form! ? form.because : ''}`)
  return code
}

function replaced(text: string, [from, to]: readonly [string, string]): string {
  if (!text.includes(from)) throw new Error(`the floor has no ${from}`)
  return text.replace(from, to)
}

const entry = (row: Row, isPeer: boolean) => `
${row.als ? `import { AsyncLocalStorage } from 'node:async_hooks'\nnew AsyncLocalStorage().enterWith({ request: 1 })` : ''}
import * as stores from 'bench-stores'
import { arrive } from 'bench-arrive'
import { Plain } from './plain.ts'
const store = stores.${row.store ?? 'found'}${row.body === 'sync' ? 'Sync' : ''}
const bare = new Plain(stores.found${row.body === 'sync' ? 'Sync' : ''}())
export const plain = () => bare.price('a')
export const sync = ${row.body === 'sync'}
${isPeer
  ? `import { cases, refusals } from 'bench-peer'\n${row.refused ? `export const refused = refusals.${row.refused}\n` : ''}const prices = new Plain(store())\nexport const call = await cases[${JSON.stringify(row.peersOf ?? row.name)}](() => prices.price('a'))`
  : `import { Prices } from './site.ts'\n${row.refused ? `export const refused = (error) => error.name === '${row.refused}'\n` : ''}const prices = new Prices(store())\nexport const call = () => prices.price('a')`}
await arrive(call, plain, ${row.refused ? 'refused' : undefined})
`

/** Writes the program; answers where it is. A user's bundle is minified and so is this; peers run as they are installed. */
export async function program(row: Row, engine: Engine, root: string): Promise<string> {
  const isPeer = (PEERS as readonly string[]).includes(engine)
  const folder = join(root, 'bench/node_modules/.r4c-programs', `${row.name.replaceAll(/\W+/g, '-')}.${engine}`)
  mkdirSync(folder, { recursive: true })
  const files = { 'entry.ts': entry(row, isPeer), 'plain.ts': method('Plain', [], row.body), ...(isPeer ? {} : { 'site.ts': site(row, engine, root) }) }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const outfile = join(folder, 'program.mjs')
  await build({
    entryPoints: [join(folder, 'entry.ts')], outfile, bundle: true, minify: true, format: 'esm', target: 'es2022', platform: 'node', logLevel: 'silent', tsconfigRaw: {},
    alias: { 'bench-stores': join(root, 'bench/time/stores.mjs'), 'bench-arrive': join(root, 'bench/time/arrive.mjs'), 'bench-peer': join(root, `bench/peers/${engine}.mjs`) },
    ...(isPeer ? { external: ['cockatiel', 'opossum', 'p-retry', 'p-limit', 'effect', 'effect/*', 'mollitia'] } : {}),
  })
  return outfile
}
