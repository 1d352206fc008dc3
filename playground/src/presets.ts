/// <reference types="vite/client" />
// The examples are the fixtures of the rooms and of the compiler: what the tests check is what a visitor sees.

export interface Preset { readonly group: string; readonly name: string; readonly code: string }

const client = import.meta.glob<string>('../examples/price-client/prices.ts', { query: '?raw', import: 'default', eager: true })
const rooms = import.meta.glob<string>(['../../packages/policies/src/*/fixtures/*/input.ts', '!../../packages/policies/src/*/fixtures/R4C-*/input.ts'], { query: '?raw', import: 'default', eager: true })
const sites = import.meta.glob<string>('../../test/fixtures/emit/*/input.ts', { query: '?raw', import: 'default', eager: true })
const mistakes = import.meta.glob<string>(['../../test/fixtures/R4C-*/input.ts', '../../packages/policies/src/*/fixtures/R4C-*/input.ts'], { query: '?raw', import: 'default', eager: true })
// a mistake that needs options of the plugin can't be shown here
const withOptions = Object.keys(import.meta.glob('../../test/fixtures/R4C-*/options.json'))

const words = (folder: string): string => folder.replaceAll('-', ' ')

/** The folders of a fixture's path, innermost first. */
const folders = (path: string): string[] => path.split('/').reverse().slice(1)

const ofRoom = ([path, code]: [string, string]): Preset => {
  const [name = '', , room = ''] = folders(path)
  return { group: words(room), name: `${words(room)}: ${words(name)}`, code }
}
const ofCompiler = ([path, code]: [string, string]): Preset => ({ group: 'Sites', name: words(folders(path)[0] ?? ''), code })
const ofMistake = ([path, code]: [string, string]): Preset => {
  const [name = '', , room = ''] = folders(path)
  return { group: 'Mistakes and hints', name: room === 'test' ? name : `${name}, ${words(room)}`, code }
}

export const presets: readonly Preset[] = [
  ...Object.values(client).map((code) => ({ group: 'A program', name: 'price client', code })),
  ...Object.entries(rooms).map(ofRoom),
  ...Object.entries(sites).map(ofCompiler),
  ...Object.entries(mistakes).filter(([path]) => !withOptions.includes(path.replace('input.ts', 'options.json'))).map(ofMistake),
]
