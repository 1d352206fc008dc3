// Combinations as one module, run by one engine: what each of them leaves as its trace.
import { transform, type TransformOptions } from 'esbuild'
import { compile, type CompileOptions } from '@resilience4cata/compiler/index'
import type { Realm } from '@resilience4cata/core/run/realm'
import * as face from '@resilience4cata/policies/index'
import * as generated from '@resilience4cata/policies/generated'
import { rooms } from '@resilience4cata/policies/rooms'
import { installKit } from '@resilience4cata/runtime/configuration/kit'
import { createRealm } from '@resilience4cata/runtime/registry'
import { ManualClock } from '@resilience4cata/testing/manual-clock'
import { seeded } from '@resilience4cata/testing/seeded'
import { Chance } from './chance.ts'
import type { Combination } from './combine.ts'
import { Stage } from './stage.ts'

export interface Way {
  readonly title: string
  readonly world: 'standard' | 'legacy'
  /** Not compiled without it. */
  readonly layout?: 'lines' | 'pretty'
  readonly minify?: true
}

interface Case { readonly call: (module: object, args: readonly unknown[]) => unknown; readonly args: () => unknown[]; readonly about: (module: object) => unknown }

const IMPORTS = `import { AdaptiveLimit, bundle, Bulkhead, CancelWith, CircuitBreaker, Fallback, Hedge, Mode, PolicyOrder, RateLimiter, resilient, Retry, Timeout } from 'resilience4cata'
import { aio, caller, io, isOurs, LIMIT, note, noted, rescue, resource, rows, same, thenable, traced, wants } from 'scenario'\n`

export const textOf = (all: readonly Combination[]): string => IMPORTS + all.map(({ text }) => text).join('')

const KEY = Symbol.for('resilience4cata.registry/1')

/** By number. */
export async function play(all: readonly Combination[], way: Way, change = (text: string) => text): Promise<ReadonlyMap<number, readonly string[]>> {
  const clock = new ManualClock()
  const stage = new Stage(clock)
  const globals = globalThis as { [KEY]?: Realm | undefined }
  const outer = globals[KEY]
  const realm = (globals[KEY] = createRealm({ clock, timers: clock, random: seeded() }))
  try {
    installKit(realm, rooms)
    realm.kit!.on('*', ({ type }) => stage.happens(type), {})
    const module = await evaluate(change(textOf(all)), way, stage.module)
    const traces = new Map<number, readonly string[]>()
    // what was left while the module was evaluated is in front of its first one
    const evaluated = stage.lines.splice(0)
    for (const { number } of all) traces.set(number, [...evaluated.splice(0), ...await trace(number, module, stage, clock)])
    return traces
  } finally {
    if (outer) globals[KEY] = outer
    else delete globals[KEY]
  }
}

export function compiled(text: string, { layout, world }: Way): string {
  if (!layout) return text
  const options: CompileOptions = { id: '/project/src/combinations.ts', root: '/project', packageName: '@acme/shop', layout, decorators: world }
  const { code, diagnostics } = compile(text, options)
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  return code
}

async function evaluate(text: string, way: Way, scenario: object): Promise<Readonly<Record<string, unknown>>> {
  const options: TransformOptions = { tsconfigRaw: { compilerOptions: { experimentalDecorators: way.world === 'legacy', useDefineForClassFields: true } } }
  const { code } = await transform(compiled(text, way), { loader: 'ts', format: 'cjs', target: 'es2022', sourcefile: 'combinations.ts', keepNames: true, minify: way.minify ?? false, ...options })
  const modules: Record<string, object> = { resilience4cata: face, 'resilience4cata/generated': generated, scenario }
  const module = { exports: {} }
  new Function('exports', 'require', 'module', `'use strict'; ${code}`)(module.exports, (specifier: string) => modules[specifier], module)
  return module.exports
}

/** Some calls one after another, of which some steps fail: none, the first, then by chance. */
async function trace(number: number, module: Readonly<Record<string, unknown>>, stage: Stage, clock: ManualClock): Promise<readonly string[]> {
  const chance = new Chance(number)
  const { call, args, about } = module[`case${number}`] as Case
  const from = stage.lines.length
  stage.note('about', about(module))
  for (const odds of [0, -1, 3, 2, 5]) {
    const fails = new Set(odds < 0 ? [0] : Array.from({ length: 16 }, (_, step) => step).filter(() => odds > 0 && chance.of(odds) === 0))
    stage.begin(fails, chance.of(6) === 0 ? chance.of(9) + 0.7 : undefined)
    await one(() => call(module, args()), stage, clock)
    await clock.advance(chance.pick([0, 200, 2000]))
  }
  return stage.lines.slice(from)
}

async function one(call: () => unknown, stage: Stage, clock: ManualClock): Promise<void> {
  let settled = true, isLate = false, hasBegun = false
  const end = (how: string) => (value: unknown) => {
    settled = true
    stage.note(how, value)
    if (how === 'returned' && typeof value === 'function' && !/^class/.test(Function.prototype.toString.call(value))) stage.note('it gives', value())
  }
  try {
    const answer = call()
    // what comes in later turns of the same call has no fixed place among those of the caller
    isLate = answer instanceof Promise
    hasBegun = stage.hasBegun
    settled = !isLate
    if (answer instanceof Promise) answer.then(end('returned'), end('threw'))
    else end('returned')(answer)
  } catch (error) {
    end('threw at once')(error)
  }
  for (let i = 0; i < 40 && !settled; i++) await clock.advance(61.3)
  if (!settled) stage.note('never settled')
  stage.note(isLate ? 'a promise' : 'a value', hasBegun)
  await stage.end()
  await clock.advance(400)
}
