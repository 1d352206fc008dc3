import type { Lines, Place } from './lines.ts'

const WIDTH = 160

/**
 * The line with its neighbours, and a caret below the place:
 *
 *     6 │ export class Inventory {
 *     7 │   @Retry({ maxAttempts: 0 })
 *       │                         ^
 *     8 │   async stock(sku: string) {
 */
export function frame(lines: Lines, { line, column }: Place): string {
  const from = windowAround(lines.text(line) ?? '', column)
  const gutter = String(line + 1).length
  const shown = [line - 1, line, line + 1].flatMap((n) => {
    const text = n < 1 ? undefined : lines.text(n)
    if (text === undefined || (n > line && text.trim() === '')) return []
    const row = `${String(n).padStart(gutter)} │ ${display(text.slice(from, from + WIDTH))}`.trimEnd()
    return n === line ? [row, `${' '.repeat(gutter)} │ ${' '.repeat(widthOf(text.slice(from, column)))}^`] : [row]
  })
  return shown.map((row) => `  ${row}`).join('\n')
}

/** A minified line is shown around the place only. */
const windowAround = (text: string, column: number) => (text.length <= WIDTH ? 0 : Math.max(0, Math.min(column - WIDTH / 2, text.length - WIDTH)))

// a tab's width is the terminal's affair, so the caret's line can't follow it
const display = (text: string) => text.replaceAll('\t', '  ')

/** How many columns a terminal needs: East Asian characters and emoji take two, combining marks none. */
function widthOf(text: string): number {
  let width = 0
  for (const character of display(text)) {
    if (/\p{Mn}|\u200d|\ufe0f/u.test(character)) continue
    width += /\p{Extended_Pictographic}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u.test(character) ? 2 : 1
  }
  return width
}
