// What ERRORS.md says of a code: `r4c explain R4C-ATR-001`.
import { UsageError } from './arguments.ts'

/** Of a mistake or hint, or of an outcome of a call. */
const CODE = /^R4C[-_][A-Z\d_-]+$/i

export const isCode = (word: string): boolean => CODE.test(word)

/** Its section; of an outcome, its row in words. */
export function sectionOf(code: string, page: string): string {
  const wanted = code.toUpperCase()
  const sections = page.split(/^## /m).slice(1)
  const section = sections.find((text) => text.startsWith(`${wanted}\n`))
  if (section) return section
  const row = page.split('\n').find((line) => line.startsWith(`| \`${wanted}\` `))
  if (row) return `${row.split('|').slice(1, -1).map((cell) => cell.trim().replaceAll('`', '')).join(' · ')}\n`
  const family = sections.map((text) => text.slice(0, text.indexOf('\n'))).filter((known) => known.startsWith(wanted.slice(0, 8)))
  throw new UsageError(`no mistake has the code ${wanted}${family.length > 0 ? `: there are ${family.join(', ')}` : ''}`)
}
