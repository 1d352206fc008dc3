// Generated text, written so that it looks like what it emits. A hole takes text, another piece, or a list of pieces (one a line).

/** One or more statements, or an expression: lines without their final line break, indented by two spaces a step. The printer joins them with line breaks (`pretty`) or spaces (`lines`). */
export interface Code { readonly lines: readonly string[] }

export type Hole = string | number | Code | readonly Code[] | undefined | false

/** The margin of the template goes; a piece of several lines stands at the indentation of the line that it is put into; empty lines go. */
export function code(parts: TemplateStringsArray, ...holes: readonly Hole[]): Code {
  const between = textOf(parts)
  let text = between[0]!
  holes.forEach((hole, i) => { text += indented(spell(hole), text) + between[i + 1]! })
  const lines = text.includes('\n') ? text.split('\n') : [text]
  return { lines: lines.map((line) => line.trimEnd()).filter((line) => line !== '') }
}

/** By template, as it stands in the source: what is between its holes, without its margin. */
const known = new WeakMap<TemplateStringsArray, readonly string[]>()

function textOf(parts: TemplateStringsArray): readonly string[] {
  const before = known.get(parts)
  if (before) return before
  const margin = marginOf(parts)
  const text = parts.map((part) => part.split('\n').map((line, i) => (i === 0 ? line : line.slice(margin))).join('\n'))
  known.set(parts, text)
  return text
}

/** Further lines stand as deep as the one that the piece is put into. */
function indented(piece: string, before: string): string {
  if (!piece.includes('\n')) return piece
  const indent = /^ */.exec(before.slice(before.lastIndexOf('\n') + 1))![0]
  return piece.replaceAll('\n', `\n${indent}`)
}

export const raw = (text: string): Code => ({ lines: text.split('\n') })

/** Inline text of a piece that is an expression. */
export const expression = (piece: Code): string => piece.lines.map((line) => line.trim()).join(' ')

/** What stands where one statement does, where several can. */
export const unblocked = (piece: Code): Code =>
  piece.lines[0] === '{' && piece.lines.at(-1) === '}' ? { lines: piece.lines.slice(1, -1).map((line) => line.replace(/^ {2}/, '')) } : piece

function marginOf(parts: readonly string[]): number {
  const margins = parts.flatMap((part, i) => {
    const fresh = part.split('\n').slice(1)
    // a line of nothing but spaces counts where a hole follows
    return fresh.filter((line, n) => line.trim() !== '' || (n === fresh.length - 1 && i < parts.length - 1)).map((line) => /^ */.exec(line)![0].length)
  })
  return margins.length > 0 ? Math.min(...margins) : 0
}

function spell(hole: Hole): string {
  if (hole === undefined || hole === false) return ''
  if (typeof hole === 'string' || typeof hole === 'number') return String(hole)
  return (Array.isArray(hole) ? hole.flatMap((piece: Code) => piece.lines) : (hole as Code).lines).join('\n')
}

/** Arguments of a call behind the ones that it always has, up to the last that is there; one that is missing before it is `undefined`. */
export const further = (args: readonly (string | undefined)[]): string =>
  args.flatMap((arg, i) => (args.slice(i).some(Boolean) ? [`, ${arg || 'undefined'}`] : [])).join('')
