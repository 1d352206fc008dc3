// What is published: every file that npm would pack, and the manifests as the registry and people's tools read them.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packages, parsed, specifiersIn } from './house/sources.ts'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly private?: boolean
  readonly description: string
  readonly exports: Record<string, string | Record<string, string | Record<string, string>>>
  readonly dependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
  readonly peerDependenciesMeta?: Record<string, { optional?: boolean }>
  readonly sideEffects?: boolean | string[]
  readonly engines: { readonly node: string }
  readonly bin?: Record<string, string>
  readonly scripts?: Record<string, string>
  readonly publishConfig?: { readonly access?: string; readonly provenance?: boolean }
}

const manifestOf = (name: string): Manifest => JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')) as Manifest

const packed = (name: string): { path: string; size: number }[] =>
  (JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: join(packages, name), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], shell: process.platform === 'win32' })) as [{ files: { path: string; size: number }[] }])[0].files

const runtime = manifestOf('resilience4cata')
const plugin = manifestOf('unplugin-resilience4cata')

test('the compiler brings what its mistakes mean', () => {
  expect(readFileSync(join(packages, 'unplugin-resilience4cata/dist/ERRORS.md'), 'utf8')).toBe(readFileSync(join(packages, '../ERRORS.md'), 'utf8'))
})

describe.each([['resilience4cata', runtime], ['unplugin-resilience4cata', plugin]] as const)('%s', (name, manifest) => {
  const files = packed(name)
  const paths = new Set(files.map(({ path }) => path))

  test('is what was built, its page, its errors, its licence and its manifest, and nothing else', () => {
    const strange = [...paths].filter((path) => !/^(dist\/ERRORS\.md|dist\/[\w./-]+\.(mjs|cjs|d\.mts|d\.cts)|bin\/r4c\.mjs|README\.md|LICENSE|LICENSE-babel-parser|package\.json)$/.test(path))
    expect(strange).toEqual([])
    for (const path of ['README.md', 'LICENSE', 'package.json']) expect(paths).toContain(path)
    expect(readFileSync(join(packages, name, 'LICENSE'), 'utf8')).toBe(readFileSync(join(packages, '../LICENSE'), 'utf8'))
    expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(1_500_000)
  })

  test('holds nothing of this machine, and no test', () => {
    const home = join(packages, '..')
    for (const path of paths) {
      expect(path).not.toMatch(/\.(test|fixture)\.|fixtures\/|scenario/)
      expect(readFileSync(join(packages, name, path), 'utf8').includes(home), path).toBe(false)
    }
  })

  test('every export is a file that is packed, with its types', () => {
    const targets = Object.values(manifest.exports).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry).flatMap((found) => (typeof found === 'string' ? [found] : Object.values(found)))))
    expect(targets.length).toBeGreaterThan(10)
    expect(targets.filter((target) => !paths.has(target.replace('./', '')))).toEqual([])
    for (const [subpath, entry] of Object.entries(manifest.exports)) {
      if (subpath === './package.json') continue
      const conditions = name === 'resilience4cata' ? Object.values(entry as object) : [entry]
      // a resolver takes the first condition that fits
      for (const condition of conditions) expect(Object.keys(condition as object), subpath).toEqual(['types', 'default'])
    }
  })

  test('every file that can be imported is exported', () => {
    const exported = JSON.stringify(manifest.exports) + JSON.stringify(manifest.bin ?? {})
    const entries = [...paths].filter((path) => /^dist\/[\w-]+\.mjs$/.test(path) && existsSync(join(packages, name, 'src', `${path.slice(5, -4)}.ts`)))
    const inner = ['dist/cli.mjs', 'dist/node-hooks.mjs']
    expect(entries.filter((path) => !exported.includes(`./${path}`) && !inner.includes(path))).toEqual([])
  })

  test('is ready to be published', () => {
    expect(manifest).toMatchObject({ license: 'Apache-2.0', publishConfig: { access: 'public', provenance: true } })
    expect(manifest.private).toBeUndefined()
    expect(manifest.description.length).toBeGreaterThan(20)
    // nothing runs on a user's machine when it is installed
    expect(Object.keys(manifest.scripts ?? {})).toEqual([])
  })
})

test('both have one version, and one floor for Node', () => {
  expect(plugin.version).toBe(runtime.version)
  expect(runtime.engines.node).toMatch(/20\.19/)
  expect(plugin.engines.node).toMatch(/20\.19/)
})

test('the runtime depends on nothing, and only its configuration has effects when it is loaded', () => {
  expect(runtime).not.toHaveProperty('dependencies')
  expect(runtime).not.toHaveProperty('peerDependencies')
  expect((runtime.sideEffects as string[]).filter((file) => !/configuration\.[cm]js$/.test(file))).toEqual([])
  for (const file of runtime.sideEffects as string[]) expect(existsSync(join(packages, 'resilience4cata', file)), file).toBe(true)
})

test('whose code is in the plugin is named with it, under its licence', () => {
  const parser = packed('unplugin-resilience4cata').find(({ path }) => path.endsWith('.mjs') && readFileSync(join(packages, 'unplugin-resilience4cata', path), 'utf8').includes('Internal @babel/parser error'))
  expect(parser?.path).toMatch(/^dist\/src-/)
  expect(readFileSync(join(packages, 'unplugin-resilience4cata/LICENSE-babel-parser'), 'utf8')).toBe(readFileSync(join(packages, '../node_modules/@babel/parser/LICENSE'), 'utf8'))
})

test('the plugin pins what it is built on; hosts are optional, and none is missing', () => {
  for (const version of Object.values(plugin.dependencies!)) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  const peers = Object.keys(plugin.peerDependencies!)
  expect(Object.entries(plugin.peerDependenciesMeta!).filter(([, { optional }]) => optional).map(([name]) => name)).toEqual(peers)
  const code = packed('unplugin-resilience4cata').map(({ path }) => path).filter((path) => path.endsWith('.mjs'))
  const imported = new Set(code.flatMap((path) => specifiersIn(parsed(readFileSync(join(packages, 'unplugin-resilience4cata', path), 'utf8'), path)).map(({ specifier }) => specifier)).filter((specifier) => !specifier.startsWith('.')))
  const known = [...Object.keys(plugin.dependencies!), ...peers]
  expect([...imported].filter((name) => !name.startsWith('node:') && !known.includes(name))).toEqual([])
  expect([...imported]).toEqual(expect.arrayContaining(['unplugin', '@swc/core', 'esbuild']))
})
