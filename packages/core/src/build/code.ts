// Generated text, written so that it looks like what it emits. A hole takes text, another piece, or a list of pieces (one a line).

/** One or more statements, or an expression: lines without their final line break. The printer joins them with line breaks (`pretty`) or spaces (`lines`). */
export interface Code { readonly lines: readonly string[] }

export type Hole = string | number | Code | readonly Code[] | undefined | false

export function code(parts: TemplateStringsArray, ...holes: readonly Hole[]): Code {
  const text = parts.reduce((sum, part, i) => sum + spell(holes[i - 1]) + part)
  return { lines: text.split('\n').map((line) => line.trimEnd()).filter((line) => line.trim() !== '') }
}

export const raw = (text: string): Code => ({ lines: text.split('\n') })

/** Inline text of a piece that is an expression. */
export const expression = (piece: Code): string => piece.lines.map((line) => line.trim()).join(' ')

function spell(hole: Hole): string {
  if (hole === undefined || hole === false) return ''
  if (typeof hole === 'string' || typeof hole === 'number') return String(hole)
  return (Array.isArray(hole) ? hole : [hole as Code]).flatMap((piece: Code) => piece.lines).join('\n')
}
