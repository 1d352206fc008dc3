// Makes one plain ESM program of all scenarios, by every engine, and of the built runtime: what runs in each runtime, with nothing of Node in it.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { compile } from '@resilience4cata/compiler/index'
import type { Scenario } from '@resilience4cata/testing/scenario'
import { scripts } from '../../engines/engines.ts'

const here = import.meta.dirname
const ROOMS = join(here, '../../../packages/policies/src')
const BUILT = join(here, '../node_modules/resilience4cata/dist')

/** By `room: title`. */
export async function allScenarios(): Promise<Record<string, Scenario>> {
  const all: Record<string, Scenario> = {}
  for (const room of readdirSync(ROOMS).filter((name) => existsSync(join(ROOMS, name, 'scenarios.ts')))) {
    const { scenarios } = (await import(join(ROOMS, room, 'scenarios.ts'))) as { scenarios: readonly Scenario[] }
    for (const scenario of scenarios) all[`${room}: ${scenario.title}`] = scenario
  }
  return all
}

export async function program(): Promise<string> {
  const played: string[] = []
  for (const [title, scenario] of Object.entries(await allScenarios())) {
    const engines: string[] = []
    for (const [engine, script] of Object.entries(scripts)) engines.push(`${JSON.stringify(engine)}: async (exports, require) => {\n${await script(scenario.source)}\n}`)
    played.push(`${JSON.stringify(title)}: { scenario: ${JSON.stringify(scenario)}, engines: {\n${engines.join(',\n')}\n} }`)
  }
  const contents = `import { play } from './play.ts'
import { checks as compiled } from 'compiled:./platform.ts'
import { checks as interpreted } from './platform.ts'
const scenarios = {\n${played.join(',\n')}\n}
export const result = (context) => play(scenarios, { compiled, interpreted }, context)
`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: here, sourcefile: 'program.js' },
    bundle: true, write: false, format: 'esm', target: 'es2022', platform: 'neutral', keepNames: true, logLevel: 'error',
    // as bundlers have it: nothing is said of what is interpreted
    define: { 'process.env.NODE_ENV': '"production"' }, plugins: [built, compiledToo],
  })
  return outputFiles[0]!.text
}

/** The runtime is the packed one, also where the runner of scenarios asks for its insides. */
const built: Plugin = {
  name: 'built',
  setup(host) {
    host.onResolve({ filter: /^resilience4cata(\/|$)/ }, ({ path }) => ({ path: join(BUILT, `${path.split('/')[1] ?? 'index'}.mjs`) }))
    host.onResolve({ filter: /^@resilience4cata\/(core|runtime|policies)\// }, ({ path }) => ({ path: join(BUILT, `${path.replace(/^@resilience4cata\/(\w+)\//, '$1/src/')}.mjs`) }))
  },
}

const compiledToo: Plugin = {
  name: 'compiled',
  setup(host) {
    host.onResolve({ filter: /^compiled:/ }, ({ path, resolveDir }) => ({ path: join(resolveDir, path.slice('compiled:'.length)), namespace: 'compiled' }))
    host.onLoad({ filter: /./, namespace: 'compiled' }, ({ path }) => {
      // not `strict`: that is said of a whole program, and this one is interpreted too
      const { code, sites, diagnostics } = compile(readFileSync(path, 'utf8'), { id: path, root: here, packageName: 'runtimes' })
      const wrong = [...diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message), ...sites.filter(({ form }) => form.kind === 'interpreted').map(({ id }) => `${id} is interpreted`)]
      return { contents: code, loader: 'ts', resolveDir: here, errors: wrong.map((text) => ({ text })) }
    })
  },
}
