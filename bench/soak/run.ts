// Starts the load in a process of its own and says what grew.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { compile } from '@resilience4cata/compiler/index'
import type { Left } from './load.ts'

export interface Soak { readonly rounds: number; readonly seconds: number; readonly perSecond: number; readonly seed: number }
export type { Left }

/** The load as a program, with its services compiled. */
async function program(root: string): Promise<string> {
  const folder = join(root, 'bench/node_modules/.r4c-programs/soak')
  mkdirSync(folder, { recursive: true })
  for (const name of ['far', 'load', 'services']) {
    const text = readFileSync(join(root, `bench/soak/${name}.ts`), 'utf8')
    const { code, diagnostics } = compile(text, { id: join(root, `bench/soak/${name}.ts`), root, packageName: 'soak', decorators: 'standard' })
    for (const { severity, message } of diagnostics) if (severity === 'error') throw new Error(message)
    writeFileSync(join(folder, `${name}.ts`), code)
  }
  const outfile = join(folder, 'load.mjs')
  await build({ entryPoints: [join(folder, 'load.ts')], outfile, bundle: true, format: 'esm', platform: 'node', target: 'node20', logLevel: 'error', tsconfigRaw: {} })
  return outfile
}

/** What is left after each round. `told` hears of each as it ends. */
export async function soak(wanted: Soak, root: string, told: (left: Left) => void = () => {}): Promise<Left[]> {
  const child = spawn(process.execPath, ['--expose-gc', '--no-warnings', await program(root), JSON.stringify(wanted)], { stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += chunk))
  const lefts: Left[] = []
  const ended = new Promise<number | null>((done) => child.on('close', done))
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue // what the product itself tells people
    lefts.push(JSON.parse(line))
    told(lefts.at(-1)!)
  }
  const status = await ended
  if (status !== 0) throw new Error(`the load ended with ${status}\n${errors}`)
  return lefts
}

/** A heap breathes: code that is optimised late, tables that have grown once. Pools and windows hold on to the last few that were in them. */
const BREATH = 512 * 1024
const FEW = 16

/** What must not be there at rest, or has grown since the rounds in which the engine warmed up: the first half. */
export function grown(lefts: readonly Left[]): string[] {
  const last = lefts.at(-1)!, warm = lefts.slice(0, Math.ceil(lefts.length / 2))
  const most = (key: keyof Left) => Math.max(...warm.map((left) => left[key]))
  return [
    ...(['pending', 'timers', 'listeners'] as const).filter((key) => last[key] !== 0).map((key) => `${last[key]} ${key} at rest`),
    ...(['promises', 'signals'] as const).filter((key) => last[key] > most(key) + FEW).map((key) => `${key} grew from ${most(key)} to ${last[key]}`),
    ...(last.heap > most('heap') + BREATH ? [`the heap grew from ${most('heap')} to ${last.heap} bytes`] : []),
  ]
}
