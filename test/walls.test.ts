// Who may import whom (packages/README.md). A wall that only stands in a README is no wall.
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const packages = join(import.meta.dirname, '../packages')
const NAMED = /(?:\bfrom|\bimport\(?)\s*['"]([^'"]+)['"]/g

interface Import { readonly file: string; readonly to: string }

const sources = readdirSync(packages, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /^[\w-]+\/src\/.*\.ts$/.test(file) && !/(\.test\.ts$|\/fixtures\/)/.test(file))

/** Each import with its target as a path below `packages/`, or the bare specifier of somebody else's package. */
const imports: Import[] = sources.flatMap((file) =>
  [...readFileSync(join(packages, file), 'utf8').matchAll(NAMED)].map(([, specifier]) => ({ file, to: target(file, specifier!) })),
)

function target(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return relative(packages, join(packages, file, '..', specifier)).replaceAll('\\', '/')
  const ours = /^@resilience4cata\/([\w-]+)\/(.*)$/.exec(specifier)
  return ours ? `${ours[1]}/src/${ours[2]}.ts` : specifier
}

const from = (pattern: RegExp) => imports.filter(({ file }) => pattern.test(file))
const offenders = (found: Import[], allowed: RegExp) => found.filter(({ to }) => !allowed.test(to)).map(({ file, to }) => `${file} → ${to}`)

test('the walls look at something', () => {
  expect(sources.length).toBeGreaterThan(40)
  expect(imports.length).toBeGreaterThan(80)
})

describe('walls', () => {
  test('core imports nothing but itself', () => {
    expect(offenders(from(/^core\//), /^core\//)).toEqual([])
  })
  test('core/run does not know the build side, core/build not the run side', () => {
    expect(from(/^core\/src\/run\//).filter(({ to }) => to.includes('/build/'))).toEqual([])
    expect(from(/^core\/src\/build\//).filter(({ to }) => to.includes('/run/'))).toEqual([])
  })
  test('runtime imports core only, and never the build side', () => {
    expect(offenders(from(/^runtime\//), /^(core\/src\/(?!build\/)|runtime\/)/)).toEqual([])
  })
  test('a room imports core, runtime, parts and itself; no other room', () => {
    const rooms = from(/^policies\/src\/[\w-]+\/[\w-]+\.ts$/)
    const strangers = rooms.filter(({ file, to }) => {
      const own = /^policies\/src\/([\w-]+)\//.exec(file)![1]!
      return !new RegExp(`^(core/|runtime/|policies/src/(parts|${own})/)`).test(to) && !/scenarios\.ts$/.test(file)
    })
    expect(strangers.map(({ file, to }) => `${file} → ${to}`)).toEqual([])
  })
  test('what runs never imports what builds', () => {
    const running = from(/^(runtime|testing)\/|^policies\/src\/[\w-]+\/(runtime|wrap|events|index|errors|handle)\.ts$|^policies\/src\/(index|rooms|generated|configuration|policies)\.ts$/)
    expect(running.filter(({ to }) => /\/build\/|\/template\.ts$|policies\/src\/build\.ts$|^compiler\//.test(to)).map(({ file, to }) => `${file} → ${to}`)).toEqual([])
  })
  test('the compiler runs in a page: no node:, and only its own two libraries', () => {
    expect(offenders(from(/^compiler\//), /^(core\/|compiler\/|policies\/src\/build\.ts$|@babel\/(parser|types)$|magic-string$)/)).toEqual([])
  })
  test('hosts see the compiler by its front door only', () => {
    expect(offenders(from(/^hosts\//).filter(({ to }) => to.startsWith('compiler/') || to.startsWith('policies/') || to.startsWith('runtime/')), /^compiler\/src\/(index|plan|report\/[\w-]+)\.ts$/)).toEqual([])
  })
  test('published faces hold no logic', () => {
    for (const file of sources.filter((f) => /^(unplugin-)?resilience4cata\/src\//.test(f))) {
      const code = readFileSync(join(packages, file), 'utf8').replace(/\/\/.*|\/\*[^]*?\*\//g, '')
      expect(code.replace(/^(import|export)[^]*?from '[^']+'\n?|^(import|export \*) (from )?'[^']+'\n?|^export default \w+\n?|^export \{[^}]*\}\n?/gm, '').trim(), file).toBe('')
    }
  })
  test('machinery names no policy', () => {
    const names = /['"`.](retry|hedge|circuitBreaker|rateLimiter|adaptiveLimit|bulkhead)\b['"`(]/
    const machinery = sources.filter((file) => /^(runtime|compiler)\//.test(file))
    const naming = machinery.filter((file) => names.test(readFileSync(join(packages, file), 'utf8').replace(/\/\/.*|\/\*[^]*?\*\//g, '')))
    expect(naming).toEqual([])
  })
})

describe('the house rules', () => {
  const lines = (file: string) => readFileSync(join(packages, file), 'utf8').split('\n').length - 1
  test('no file is longer than 250 lines, the median at most 60', () => {
    expect(sources.filter((file) => lines(file) > 250)).toEqual([])
    const sorted = sources.map(lines).sort((a, b) => a - b)
    expect(sorted[sorted.length >> 1]).toBeLessThanOrEqual(60)
  })
  test('no file has a name that says nothing', () => {
    expect(sources.filter((file) => /\/(utils?|helpers?|common|shared|misc|types|constants)\.ts$/.test(file))).toEqual([])
  })
})
