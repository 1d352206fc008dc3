/// <reference types="vite/client" />
// The examples are the rooms' own fixtures: what the tests check is what a visitor sees.

export interface Preset { readonly group: string; readonly name: string; readonly code: string }

const texts = import.meta.glob<string>('../../packages/policies/src/*/fixtures/*/input.ts', { query: '?raw', import: 'default', eager: true })
const client = import.meta.glob<string>('../examples/price-client/prices.ts', { query: '?raw', import: 'default', eager: true })

const titleOf = (folder: string): string => folder.replaceAll('-', ' ')

const fixtures = Object.entries(texts).map(([path, code]): Preset => {
  const [, room = '', fixture = ''] = /src\/([^/]+)\/fixtures\/([^/]+)\//.exec(path) ?? []
  return fixture.startsWith('R4C-') ? { group: 'Mistakes', name: fixture, code } : { group: titleOf(room), name: titleOf(fixture), code }
})

// mistakes are for those who have seen how it should be
const place = ({ group }: Preset): number => (group === 'Mistakes' ? 1 : 0)

export const presets: readonly Preset[] = [
  ...Object.values(client).map((code) => ({ group: 'A program', name: 'price client', code })),
  ...fixtures.sort((a, b) => place(a) - place(b) || a.group.localeCompare(b.group) || a.name.localeCompare(b.name)),
]
