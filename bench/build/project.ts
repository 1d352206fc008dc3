// A project as large as is asked for, of clients as applications have them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const FILES = 300
export const LINES = 490

/** In `marked` of the files, evenly spread, methods have policies. */
export function writeProject(root: string, marked: number): string {
  mkdirSync(join(root, 'src'), { recursive: true })
  // where the results of a build are kept
  mkdirSync(join(root, 'node_modules'))
  writeFileSync(join(root, 'package.json'), '{ "name": "acme", "type": "module" }')
  const names = Array.from({ length: FILES }, (_, index) => `client${index}`)
  names.forEach((name, index) => writeFileSync(join(root, `src/${name}.ts`), source(index, marked > 0 && index % (FILES / marked) === 0)))
  writeFileSync(join(root, 'src/main.ts'), names.map((name) => `export * as ${name} from './${name}.ts'`).join('\n'))
  return root
}

/** Types, three methods that call a service, and much that has nothing to do with it. */
function source(index: number, marked: boolean): string {
  const mark = (text: string): string[] => (marked ? [`  ${text}`] : [])
  const lines = [
    ...(marked ? [`import { CircuitBreaker, Fallback, Retry, Timeout } from 'resilience4cata'`, ''] : []),
    `export interface Item${index} { readonly id: string; readonly name?: string; readonly parts: readonly Item${index}[]; readonly price: number }`,
    '',
    `export class Client${index} {`,
    '  constructor(readonly base: string) {}',
    '',
    ...method(index, 'load', mark(`@Retry({ maxAttempts: 4, delay: '100ms' })`)),
    ...method(index, 'price', [...mark(`@Retry()`), ...mark(`@CircuitBreaker({ name: 'prices${index}' })`), ...mark(`@Fallback('missing')`)]),
    ...method(index, 'stock', [...mark(`@Timeout('2s')`), ...mark(`@Retry({ maxAttempts: 3, delay: '50ms' })`)]),
    `  missing(id: string, _options: RequestInit): Item${index} { return { id, parts: [], price: 0 } }`,
    '}',
  ]
  for (let at = 0; lines.length < LINES - 7; at++) lines.push('', ...total(index, at))
  while (lines.length < LINES) lines.push(`export const limit${lines.length}: number = ${lines.length}`)
  return `${lines.join('\n')}\n`
}

const method = (index: number, name: string, marks: readonly string[]): string[] => [
  ...marks,
  `  async ${name}(id: string, options: RequestInit): Promise<Item${index}> {`,
  `    const response = await fetch(\`\${this.base}/${name}/\${encodeURIComponent(id)}\`, options)`,
  '    if (!response.ok) throw new Error(`HTTP ${response.status}`)',
  `    return (await response.json()) as Item${index}`,
  '  }',
  '',
]

const total = (index: number, at: number): string[] => [
  `/** The price of all parts of an item, ${at} deep. */`,
  `export function total${at}(items: readonly Item${index}[], rate = ${at + 1}, seen = new Set<string>()): number {`,
  '  let sum = 0',
  '  for (const { id, parts, price, name = `no name ${id}` } of items) {',
  '    if (seen.has(id) || name.length === 0) continue',
  `    sum += seen.add(id).size % 2 === 0 ? price * rate : total${at === 0 ? 0 : at - 1}(parts, rate, seen) ?? 0`,
  '  }',
  '  return Math.round(sum * 100) / 100',
  '}',
]
