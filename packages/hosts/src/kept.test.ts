import { describe, expect, it } from 'vitest'
import { keeping } from './kept.ts'
import type { Options } from './options.ts'

/** What becomes of a configuration's `cache`. */
function cacheAfter(host: 'webpack' | 'rspack', cache: unknown, options: Options = {}): unknown {
  const compiler = { options: { cache } }
  ;(keeping(options)[host] as (compiler: object) => void)(compiler)
  return compiler.options.cache
}
const versionAfter = (options: Options, version?: string) => (cacheAfter('webpack', { type: 'filesystem', ...(version && { version }) }, options) as { version: string }).version

describe.each(['webpack', 'rspack'] as const)('%s', (host) => {
  it.each([['none', undefined], ['null', null], ['true', true], ['false', false], ['in memory', { type: 'memory' }]])('is left its cache where that is %s', (_, cache) => {
    expect(cacheAfter(host, cache)).toEqual(cache)
  })

  it.each(['filesystem', 'persistent'])('has a version of ours in a cache of type %s, behind its own', (type) => {
    expect(cacheAfter(host, { type, version: '7' })).toEqual({ type, version: expect.stringMatching(/^7 resilience4cata /) })
    expect(cacheAfter(host, { type })).toEqual({ type, version: expect.stringMatching(/^ resilience4cata /) })
  })
})

it.each<[string, Options]>([['strict', { strict: true }], ['hints', { hints: { 'R4C-HNT-003': false } }], ['a pattern', { include: /a/ }], ['another pattern', { include: /b/ }]])('what was made with other options is made anew: %s', (_, options) => {
  expect(versionAfter(options)).toBe(versionAfter({ ...options }))
  expect(versionAfter(options)).not.toBe(versionAfter({ include: /c/ }))
  expect(versionAfter(options)).not.toBe(versionAfter({}))
})

it.each([['has to do with us', "import 'resilience4cata/generated'", true], ['has not', 'export {}', false]])('Rollup asks anew for a module that it has kept if that %s', (_, code, expected) => {
  const { shouldTransformCachedModule } = keeping({}).rollup as { shouldTransformCachedModule(module: { code: string }): boolean }
  expect(shouldTransformCachedModule({ code })).toBe(expected)
})
