// Our own imports: what nobody uses any more goes, and in its place comes what generated code uses.
import type { ImportDeclaration } from '@babel/types'
import type { Ours, OurImport } from '../2-find/index.ts'
import { nameOfExport } from '../2-find/ours.ts'
import type { Emission } from './emission.ts'

const GENERATED = 'resilience4cata/generated'

const LINE = 120

/** That nothing in this program may be interpreted (R4C-RT-022). */
const STRICT = 'strict'

export function emitImports(ours: Ours, strict: boolean, emission: Emission): void {
  const unused = ours.imports.filter((entry) => isGone(entry, ours, emission))
  const declarations = [...new Set(ours.imports.map(({ declaration }) => declaration))]
  const emptied = declarations.filter((declaration) => unused.filter((entry) => entry.declaration === declaration).length === declaration.specifiers.length)
  // policies may come from another module, and nothing from the package itself
  const home = emptied[0] ?? declarations.find(({ importKind }) => importKind !== 'type') ?? declarations[0] ?? emission.tree.program.body.find(({ type }) => type === 'ImportDeclaration')
  const text = importOf(strict && !isSaid(emission), emission)
  for (const declaration of declarations) {
    const gone = unused.filter((entry) => entry.declaration === declaration)
    if (emptied.includes(declaration)) replaceWhole(declaration, declaration === home ? text : '', emission)
    else if (gone.length > 0) dropSpecifiers(declaration, gone, emission)
  }
  if (text && home && home !== emptied[0]) emission.edits.before(home.start!, [{ text: text + (emission.pretty ? '\n' : text.endsWith(';') ? ' ' : '; '), at: home.start! }])
}

/** A layer may have asked for a name and not come to use it: the scope of an attempt that nothing listens to. */
function importOf(strict: boolean, { names, edits, pretty }: Emission): string {
  const call = strict ? `${names.use(STRICT)}()` : ''
  const specifiers = [...names.imports].filter(([, local]) => edits.mention(local) || call.includes(local)).sort(([a], [b]) => (a < b ? -1 : 1)).map(([exported, local]) => `${exported} as ${local}`)
  const text = specifiers.length > 0 ? `import ${list(specifiers, pretty)} from '${GENERATED}'` : ''
  // what follows may begin with a bracket
  return call ? `${text}${pretty ? '\n' : '; '}${call};` : text
}

/** `{ a, b }`; for people, in lines that an eye can follow. */
function list(specifiers: readonly string[], pretty: boolean): string {
  const inOne = `{ ${specifiers.join(', ')} }`
  if (!pretty || inOne.length <= LINE) return inOne
  const lines = ['']
  for (const specifier of specifiers) {
    if (lines.at(-1)!.length + specifier.length > LINE) lines.push('')
    lines.push(`${lines.pop()} ${specifier},`)
  }
  return `{\n${lines.map((line) => ` ${line}\n`).join('')}}`
}

/** The output of an earlier round: the program has been told already. */
const isSaid = ({ tree }: Emission): boolean =>
  tree.program.body.some((node) => node.type === 'ImportDeclaration' && node.source.value === GENERATED && node.specifiers.some((specifier) => specifier.type === 'ImportSpecifier' && nameOfExport(specifier.imported) === STRICT))

/** An import that had uses, and all of them are gone with their sites. A type or a name that was never used is the user's affair. */
function isGone(entry: OurImport, { references }: Ours, emission: Emission): boolean {
  const uses = references.filter(({ from }) => from === entry)
  return uses.length > 0 && uses.every(({ path }) => emission.isGone(path.node))
}

function replaceWhole(declaration: ImportDeclaration, text: string, emission: Emission): void {
  const { source, pretty, edits } = emission
  const { start, end } = { start: declaration.start!, end: declaration.end! }
  if (text) return edits.replace(start, end, [{ text: text + (source[end - 1] === ';' && !text.endsWith(';') ? ';' : ''), at: start }, ...emission.breaks(start, end)])
  const rest = pretty ? (/^[ \t]*\r?\n/.exec(source.slice(end))?.[0].length ?? 0) : 0
  edits.replace(start, end + rest, emission.breaks(start, end))
}

/** `import { Retry, type Clock } from …` → `import { type Clock } from …`. */
function dropSpecifiers(declaration: ImportDeclaration, gone: readonly OurImport[], emission: Emission): void {
  const { edits, find, source } = emission
  const named = declaration.specifiers.filter(({ type }) => type === 'ImportSpecifier')
  const isKept = (specifier: (typeof named)[number]) => !gone.some((entry) => entry.specifier === specifier)
  const last = named.filter(isKept).at(-1)
  for (const [i, specifier] of named.entries()) {
    if (isKept(specifier) || (last && specifier.start! > last.end!)) continue
    const end = named[i + 1]?.start ?? find('}', specifier.end!)
    edits.replace(specifier.start!, end, emission.breaks(specifier.start!, end))
  }
  // behind the last one that stays, with its comma
  if (!last || last === named.at(-1)) return
  const until = source.slice(0, find('}', named.at(-1)!.end!)).trimEnd().length
  edits.replace(last.end!, until, emission.breaks(last.end!, until))
}
