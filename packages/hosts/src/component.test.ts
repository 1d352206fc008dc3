import { SourceMap } from 'node:module'
import { describe, expect, it } from 'vitest'
import { fileCompiler } from './compile-file.ts'
import { compileComponent, isComponent, scriptsIn } from './component.ts'

const component = `
<!-- <script>not this one</script> -->
<script context="module" lang="ts">
import { resilient } from 'resilience4cata'
/* of the module */
export const stock = resilient({ retry: { delay: '0' } }, async (sku: string) => sku.length)
</script>
<script lang="ts" generics="T extends Record<string, '>'>">
import { Retry } from 'resilience4cata'
class Prices { @Retry() async price(): Promise<number> { return await fetchPrice() } }
</script>
<template><p>{{ '*/' }}</p></template>
<style>/* plain */ p { color: red }</style>
`

const compileFile = fileCompiler({ root: '/project', decorators: 'standard' })

describe('scriptsIn', () => {
  it('finds those with a text of their own, with their languages', () => {
    const texts = scriptsIn(`${component}<script src="./a.ts"></script><script></script><script setup>\nlet a\n</script>`).map(({ start, language }) => [language, component.slice(start, start + 8)])
    expect(texts).toEqual([['ts', '\nimport '], ['ts', '\nimport '], ['js', '']])
  })

  it('says nothing of a script that Astro hands on as a module of its own', () => {
    const page = "<p></p><script>\nimport { resilient } from 'resilience4cata'\nresilient({ retry: {} }, async (sku: string) => sku)\n</script>\n"
    expect(compileFile(page, '/project/src/page.astro')?.diagnostics ?? []).toEqual([])
    expect(compileFile(page, '/project/src/page.vue')!.diagnostics.map(({ code }) => code)).toEqual(['R4C-HNT-014'])
  })
  it('finds what Astro runs on the server', () => {
    const page = "---\nimport { resilient } from 'resilience4cata'\nconst stock = resilient({ retry: {} }, async () => 7)\nif (!Astro.url) return stock()\n---\n<p>{stock()}</p><script>let a</script>\n"
    expect(scriptsIn(page).map(({ start, end, language }) => [language, page.slice(start, end).length])).toEqual([['ts', 129], ['js', 5]])
    expect(compileFile(page, '/project/src/page.astro')!.code).toMatch(/^---\nimport \{ retry as [^]*for \(;;\)[^]*\n---\n<p>\{stock\(\)\}<\/p><script>let a<\/script>\n$/)
  })

  it('ends, whatever the text', () => {
    for (const text of ['<script', '<script>', '<!-- <script>', '<script lang="ts>\n</script>', '</script>', '']) expect(scriptsIn(text)).toEqual([])
  })
})

it('knows a whole file from a block of it', () => {
  expect([isComponent('/a/App.vue', component), isComponent('/a/App.svelte', '\n<p/>'), isComponent('/a/App.vue', "import a from 'b'"), isComponent('/a/App.tsx', '<p/>')]).toEqual([true, true, false, false])
})

describe('a component', () => {
  const { code, map, sites, diagnostics } = compileFile(component, '/project/src/App.vue')!

  it('has its scripts compiled where they stand, and nothing else changed', () => {
    expect(diagnostics).toEqual([])
    expect(sites.map(({ id }) => id)).toEqual(['src/App.vue#stock', 'src/App.vue#Prices.price'])
    const lines = code.split('\n')
    const before = component.split('\n')
    expect(lines).toHaveLength(before.length)
    for (const line of [1, 2, 3, 5, 7, 8, 11, 12, 13]) expect(lines[line - 1]).toBe(before[line - 1])
    expect(code).not.toMatch(/@Retry|resilient\(/)
    // two scripts may become one module
    const imported = [...code.matchAll(/as (r4c\$[\w$]+)/g)].map(([, name]) => name)
    expect(new Set(imported).size).toBe(imported.length)
  })

  it('maps to itself', () => {
    expect(map!.sourcesContent).toEqual([component])
    const trace = new SourceMap(map as never)
    const placeIn = (whole: string, text: string) => {
      const lines = whole.slice(0, whole.indexOf(text)).split('\n')
      return [lines.length - 1, lines.at(-1)!.length] as const
    }
    for (const text of ['fetchPrice()', 'sku.length', "'*/'", 'color']) {
      const { originalLine, originalColumn } = trace.findEntry(...placeIn(code, text)) as { originalLine: number; originalColumn: number }
      expect([originalLine, originalColumn], text).toEqual(placeIn(component, text))
    }
  })
})

it('tells of a mistake by its place in the file, and changes nothing', () => {
  const wrong = component.replace('@Retry()', '@Retry({ maxAttempts: 0 })')
  const { code, map, diagnostics } = compileFile(wrong, '/project/src/App.vue')!
  expect({ code, map }).toEqual({ code: wrong, map: null })
  expect(diagnostics.map(({ code: found, line, column }) => [found, line, column])).toEqual([['R4C-ATR-003', 10, wrong.split('\n')[9]!.indexOf('0 }')]])
  expect(diagnostics[0]!.message).toContain('src/App.vue:10:')
  expect(diagnostics[0]!.message).toContain("11 │ </script>")
})

it('tells of a mistake once, however often a host asks for a block of the file', () => {
  const wrong = component.replace('@Retry()', '@Retry({ maxAttempts: 0 })')
  const told = (query: string) => compileFile(wrong, `/project/src/App.vue${query}`)!.diagnostics.length
  expect(['', '?v=1', '?vue&type=script&lang=ts', '?vue&type=template&id=1'].map(told)).toEqual([1, 1, 0, 0])
  const block = "import { Retry } from 'resilience4cata'\nclass A { @Retry({ maxAttempts: 0 }) async m() {} }"
  expect(compileFile(block, '/project/src/App.vue?vue&type=script&lang.ts')!.diagnostics).toHaveLength(1)
})

it('says where its sites are, in every layout', () => {
  for (const layout of ['lines', 'pretty'] as const) {
    const { sites } = compileFile(component, '/project/src/App.vue', { layout })!
    expect(sites.map(({ line }) => line), layout).toEqual([6, 10])
  }
})

it('keeps inside of a macro what belongs to it: Vue takes it out of the setup function', () => {
  const { code } = compileFile(`<script setup lang="ts">
import { resilient } from 'resilience4cata'
withDefaults(defineProps<{ load?: () => Promise<number> }>(), { load: resilient({ retry: { delay: '0' } }, async () => 1) })
const { more = resilient.of({ a: async () => 1 }, { a: { timeout: '1s' } }) } = defineProps<{ more?: { a(): Promise<number> } }>()
addEventListener('load', resilient({ retry: {} }, async () => 1))
const inFront = resilient({ retry: {} }, async () => 1)
</script>`, '/project/src/App.vue')!
  expect(code.match(/(?:\(\) => \{|;) const r4c\$[a-z]+\d/g)).toEqual(['() => { const r4c$retry0', '() => { const r4c$timeout0', '() => { const r4c$retry1', '; const r4c$retry2'])
})

it('marks no call as pure: Svelte would print the marks where no call is', () => {
  const script = `import { bundle, createRegistry, resilient, Timeout } from 'resilience4cata'
const registry = createRegistry(), name = String(1), classifier = () => 'success' as const
export const remote = bundle({ retry: {} })
export const a = resilient({ registry, name, classifier, retry: { delay: '1s' }, circuitBreaker: {}, timeout: '1s', bulkhead: {} }, async () => 1)
export const b = resilient({ name: 'b', hedge: {}, adaptiveLimit: {}, rateLimiter: { permits: 1, period: '1s', maxWait: '1s' }, fallback: () => 2 }, async () => 1)
export class C { @Timeout('1s') async c() { return 1 } }
`
  const { code } = compileFile(`<script lang="ts">\n${script}</script>`, '/project/src/App.svelte')!
  const marked = compileFile(script, '/project/src/App.ts')!.code
  expect(marked.split('/*#__PURE__*/ ').length).toBeGreaterThan(12)
  expect(code).not.toContain('__PURE__')
  expect(code.replaceAll('App.svelte', 'App.ts')).toBe(`<script lang="ts">\n${marked.replaceAll('/*#__PURE__*/ ', '')}</script>`)
})

it('compiled twice is compiled once', () => {
  const once = compileFile(component, '/project/src/App.vue')!
  expect(compileFile(once.code, '/project/src/App.vue')!.code).toBe(once.code)
  expect(compileComponent('<template/>', () => { throw new Error('no script') }, { id: '/a.vue' }).code).toBe('<template/>')
})
