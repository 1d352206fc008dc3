// Every policy has a room, and every room is furnished the same. readme.test.ts looks at what the pages say, options.test.ts at what the tables refuse.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Attribute } from '@resilience4cata/core/attributes'
import { COMMON } from '@resilience4cata/core/attributes'
import { LAYERS } from '@resilience4cata/core/layers'
import { policies } from '@resilience4cata/policies/build'
import * as configurable from '@resilience4cata/policies/rooms'
import * as face from '@resilience4cata/policies/index'
import * as generated from '@resilience4cata/policies/generated'
import type { Scenario } from '@resilience4cata/testing/scenario'
import { describe, expect, it } from 'vitest'
import { mistakes } from './house/mistakes.ts'
import { nodesIn, sources } from './house/sources.ts'

const root = join(import.meta.dirname, '..')
const ROOMS = 'packages/policies/src'
const FILES = ['README.md', 'events.ts', 'index.ts', 'options.ts', 'runtime.ts', 'runtime.test.ts', 'scenarios.ts', 'template.ts', 'wrap.ts']
const HEADINGS = [
  'Minimal example', 'How it behaves', 'Attributes', 'Sharing and instance ids', 'With other policies', 'Async and sync', 'The same with a pipeline',
  'Events and snapshot', 'Testing it with ManualClock', 'Fine print', 'What it costs',
]

const kebab = (layer: string) => layer.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const text = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')

it('there is a room for every policy, and no other', () => {
  const folders = readdirSync(join(root, ROOMS), { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== 'parts').map(({ name }) => name)
  expect(folders.sort()).toEqual(LAYERS.map(kebab).sort())
  expect(Object.keys(policies).sort()).toEqual([...LAYERS].sort())
  expect(Object.keys(configurable.rooms).sort()).toEqual([...LAYERS].sort())
})

describe.each(LAYERS.map((layer) => [kebab(layer), layer] as const))('%s', (folder, layer) => {
  const { traits, table, template } = policies[layer]!
  const room = configurable.rooms[layer]!
  const page = () => text(ROOMS, folder, 'README.md')
  const own = mistakes.filter((mistake) => mistake.room === folder)
  const known = new Set(mistakes.filter((mistake) => mistake.room === folder || mistake.room === undefined).map(({ code }) => code))

  it('has the files of the house', () => {
    expect(FILES.filter((file) => !existsSync(join(root, ROOMS, folder, file)))).toEqual([])
  })
  it('has a page with the headings of all, and says when to use it and when not', () => {
    const headings = [...page().matchAll(/^## (.*)$/gm)].map(([, heading]) => heading!)
    expect(headings.filter((heading) => HEADINGS.includes(heading))).toEqual(HEADINGS)
    expect(page()).toMatch(/^\*\*Use it\*\* /m)
    expect(page()).toMatch(/^\*\*Don't use it\*\* /m)
  })
  it('names on its page every code that it raises by itself', () => {
    const named = page().replaceAll(/(R4C-[A-Z]+-)(\d{3}(?:, -\d{3})+)/g, (_, family: string, numbers: string) => numbers.split(', -').map((number) => family + number).join(' '))
    expect(codesIn(folder).filter((code) => !named.includes(code))).toEqual([])
  })
  it('is one thing for the compiler and for running programs', () => {
    expect(traits.layer).toBe(layer)
    expect(room.traits).toBe(traits)
    expect(room.table).toBe(table)
    expect(template.factory).toBe(layer)
  })
  it('takes what every policy takes', () => {
    if (!traits.pinned) expect(table).toMatchObject(COMMON)
  })
  it('hands out capabilities that generated code can name', () => {
    // what has text at the site is there or isn't: nobody can hand it out later
    const wanted = Object.values(table as Record<string, Attribute>).flatMap(({ capability, text: isText }) => (capability !== undefined && !isText ? capability : []))
    expect(wanted.filter((capability) => !Object.hasOwn(room.capabilities, capability))).toEqual([])
  })
  it('stands in every door', () => {
    const name = layer[0]!.toUpperCase() + layer.slice(1)
    expect(face).toHaveProperty(name)
    expect(generated).toHaveProperty(layer)
    expect(generated).toHaveProperty(`${layer}Checked`)
    expect(text(ROOMS, 'policies.ts')).toMatch(new RegExp(`readonly ${layer}\\?:`))
    expect(text('README.md')).toMatch(new RegExp(`^\\| \\[[^\\]]+\\]\\(${ROOMS}/${folder}/README\\.md\\) \\| \`@${name}\` \\| [^|]+ \\|$`, 'm'))
  })
  it('shows what is generated, and what is refused', () => {
    const shown = readdirSync(join(root, ROOMS, folder, 'fixtures')).filter((name) => !name.startsWith('R4C-'))
    expect(shown.length).toBeGreaterThan(0)
    for (const name of shown) expect(existsSync(join(root, ROOMS, folder, 'fixtures', name, 'output.ts')), name).toBe(true)
    expect(own.length).toBeGreaterThan(0)
  })
  it('has a fixture for every code that it raises by itself', () => {
    expect(codesIn(folder).filter((code) => !known.has(code))).toEqual([])
  })
  it('has a fixture for every code of its table', () => {
    const everywhere = new Set(mistakes.map(({ code }) => code))
    expect(Object.values(table as Record<string, Attribute>).map(({ code }) => code).filter((code) => !everywhere.has(code))).toEqual([])
  })
  it('has scenarios, each under a title of its own', async () => {
    const { scenarios } = (await import(new URL(`../${ROOMS}/${folder}/scenarios.ts`, import.meta.url).href)) as { scenarios: readonly Scenario[] }
    expect(scenarios.length).toBeGreaterThanOrEqual(3)
    expect(new Set(scenarios.map(({ title }) => title)).size).toBe(scenarios.length)
  })
  it('names its events on its page', () => {
    expect(room.events.names.filter((name) => !page().includes(`\`${layer}.${name}\``))).toEqual([])
  })
})

/** Codes in the texts of a room's files. */
function codesIn(folder: string): string[] {
  const files = sources.filter(({ file }) => file.startsWith(`policies/src/${folder}/`) && !file.endsWith('/scenarios.ts'))
  const codes = files.flatMap(({ tree }) => [...nodesIn(tree)].flatMap((node) => (node.type === 'StringLiteral' && /^R4C-[A-Z]+-\d{3}$/.test(node.value) ? [node.value] : [])))
  return [...new Set(codes)].sort()
}
