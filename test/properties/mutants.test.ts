// Whether the simulation sees anything: each mutant of the rooms, in a bundle of its own, must make a difference.
import { build } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { mutants, type Mutant } from './mutants.ts'
import type { simulate } from './simulate.ts'

const ROOMS = fileURLToPath(new URL('../../packages/policies/src/', import.meta.url))
const PROGRAMS = 12_000
const SEED = 7
// what esbuild keeps of the changed file
const MARK = '/*! mutant */'

const seen: string[] = []
afterAll(() => { console.log(`Mutants, and after how many programs they were noticed:\n${seen.join('\n')}`) })

it('there are enough, and each is its own', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(70)
  expect(new Set(mutants.map(({ file, to, from }) => `${file} ${from} ${to}`)).size).toBe(mutants.length)
})

it('the rooms as they are make none', async () => {
  const { simulate } = await simulation()
  expect(await simulate({ programs: 300, seed: SEED })).toBeUndefined()
})

it.each(mutants.map((mutant) => [`${mutant.file}: ${mutant.why}`, mutant] as const))('%s', async (name, mutant) => {
  const { simulate } = await simulation(mutant)
  let tried = 0
  const found = await simulate({ programs: PROGRAMS, seed: SEED, first: true, onProgram: (done) => { tried = done } }).catch((error: Error) => error.message)
  seen.push(`${String(tried).padStart(5)}  ${name}`)
  expect(found, `${PROGRAMS} programs, and nobody noticed: ${mutant.from} → ${mutant.to}`).toBeDefined()
}, 600_000)

/** The simulation and all that it runs, in one text, with one line changed. */
async function simulation(mutant?: Mutant): Promise<{ readonly simulate: typeof simulate }> {
  // what the last one has left is nobody's
  Reflect.deleteProperty(globalThis, Symbol.for('resilience4cata.registry/1'))
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('simulate.ts', import.meta.url))], bundle: true, write: false, platform: 'node', format: 'cjs', target: 'node20',
    external: ['fast-check'], logLevel: 'silent', ...(mutant && { plugins: [changing(mutant)] }),
  })
  if (mutant && !outputFiles[0]!.text.includes(MARK)) throw new Error(`${mutant.file} is in no program`)
  const module = { exports: {} as { readonly simulate: typeof simulate } }
  new Function('module', 'exports', 'require', outputFiles[0]!.text)(module, module.exports, createRequire(import.meta.url))
  return module.exports
}

const changing = ({ file, from, to }: Mutant): import('esbuild').Plugin => ({
  name: 'mutant',
  setup({ onLoad }) {
    onLoad({ filter: /policies[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      if (path.replaceAll('\\', '/') !== `${ROOMS}${file}`.replaceAll('\\', '/')) return undefined
      const text = await readFile(path, 'utf8')
      if (text.split(from).length !== 2) throw new Error(`${file} has not exactly one "${from}"`)
      return { contents: `${MARK}\n${text.replace(from, () => to)}`, loader: 'ts' }
    })
  },
})
