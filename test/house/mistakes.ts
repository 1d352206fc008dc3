// The fixtures of what the compiler refuses or hints at: in the room when it is about one policy, else beside the compiler's.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compile, type CompileOptions, type CompileResult } from '@resilience4cata/compiler/index'

const root = join(import.meta.dirname, '../..')
const ROOMS = 'packages/policies/src'

export interface Mistake {
  /** From the root. */
  readonly folder: string
  readonly path: string
  readonly code: string
  /** The room that it is in, if it is in one. */
  readonly room: string | undefined
}

const roomsFolders = readdirSync(join(root, ROOMS)).map((room) => ({ room, folder: `${ROOMS}/${room}/fixtures` }))

export const mistakes: readonly Mistake[] = [...roomsFolders, { room: undefined, folder: 'test/fixtures' }]
  .filter(({ folder }) => existsSync(join(root, folder)))
  .flatMap(({ room, folder }) => readdirSync(join(root, folder)).filter((name) => name.startsWith('R4C-')).map((name) => `${folder}/${name}`).map((path) => ({ folder: path, path: join(root, path), code: codeOf(path), room })))

/** A file of the fixture as text. */
export const textIn = ({ path }: Mistake, file: string): string => readFileSync(join(path, file), 'utf8')

/** What the plugin is given. */
export const optionsOf = ({ path }: Mistake, file: string): Partial<CompileOptions> =>
  existsSync(join(path, file)) ? (JSON.parse(readFileSync(join(path, file), 'utf8')) as object) : {}

export const compiled = (mistake: Mistake): CompileResult => compile(textIn(mistake, 'input.ts'), { id: 'input.ts', ...optionsOf(mistake, 'options.json') })

/** All that people see. */
export const saidOf = (mistake: Mistake): string => compiled(mistake).diagnostics.map(({ message }) => message).join('\n\n')

function codeOf(folder: string): string { return /^R4C-[A-Z]+-\d{3}/.exec(basename(folder))![0] }
