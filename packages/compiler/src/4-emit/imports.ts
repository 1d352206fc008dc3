// Our own imports: what nobody uses any more goes, and in its place comes what generated code uses.
import type { ImportDeclaration } from '@babel/types'
import type { Ours, OurImport } from '../2-find/index.ts'
import type { Emission } from './emission.ts'

const GENERATED = 'resilience4cata/generated'

export function emitImports(ours: Ours, emission: Emission): void {
  const unused = ours.imports.filter((entry) => isGone(entry, ours, emission))
  const declarations = [...new Set(ours.imports.map(({ declaration }) => declaration))]
  const emptied = declarations.filter((declaration) => unused.filter((entry) => entry.declaration === declaration).length === declaration.specifiers.length)
  const home = emptied[0] ?? declarations.find(({ importKind }) => importKind !== 'type') ?? declarations[0]
  const text = importOf(emission)
  for (const declaration of declarations) {
    const gone = unused.filter((entry) => entry.declaration === declaration)
    const added = declaration === home ? text : ''
    if (emptied.includes(declaration)) replaceWhole(declaration, added, emission)
    else {
      if (gone.length > 0) dropSpecifiers(declaration, gone, emission)
      if (added) emission.edits.before(declaration.start!, [{ text: added + (emission.pretty ? '\n' : '; '), at: declaration.start! }])
    }
  }
}

/** A layer may have asked for a name and not come to use it: the scope of an attempt that nothing listens to. */
function importOf({ names, edits }: Emission): string {
  const generated = edits.generated()
  const specifiers = [...names.imports].filter(([, local]) => generated.includes(local)).sort(([a], [b]) => (a < b ? -1 : 1)).map(([exported, local]) => `${exported} as ${local}`)
  return specifiers.length > 0 ? `import { ${specifiers.join(', ')} } from '${GENERATED}'` : ''
}

/** An import that had uses, and all of them are gone with their sites. A type or a name that was never used is the user's affair. */
function isGone(entry: OurImport, { references }: Ours, { gone }: Emission): boolean {
  const uses = references.filter(({ from }) => from === entry)
  return uses.length > 0 && uses.every(({ path: { node } }) => gone.some(({ start, end }) => start <= node.start! && node.end! <= end))
}

function replaceWhole(declaration: ImportDeclaration, text: string, emission: Emission): void {
  const { source, pretty, edits } = emission
  const { start, end } = { start: declaration.start!, end: declaration.end! }
  if (text) return edits.replace(start, end, [{ text: text + (source[end - 1] === ';' ? ';' : ''), at: start }, ...emission.breaks(start, end)])
  const rest = pretty ? (/^[ \t]*\r?\n/.exec(source.slice(end))?.[0].length ?? 0) : 0
  edits.replace(start, end + rest, emission.breaks(start, end))
}

/** `import { Retry, type Clock } from …` → `import { type Clock } from …`. */
function dropSpecifiers(declaration: ImportDeclaration, gone: readonly OurImport[], emission: Emission): void {
  const named = declaration.specifiers.filter(({ type }) => type === 'ImportSpecifier')
  for (const { specifier } of gone) {
    const next = named[named.indexOf(specifier as (typeof named)[number]) + 1]
    const end = next?.start ?? emission.find('}', specifier.end!)
    emission.edits.replace(specifier.start!, end, emission.breaks(specifier.start!, end))
  }
}
