// Finding[] → Diagnostic[]: mistakes in words for people. Code, subject and fact; the place with its lines; what to do.
import { sourcePath } from '../3-plan/ids.ts'
import type { Finding } from '../finding.ts'
import type { CompileOptions, Diagnostic } from '../index.ts'
import { frame } from './frame.ts'
import { Lines, type Place } from './lines.ts'

/** In source order; without the hints that are turned off. */
export function report(findings: readonly Finding[], lines: Lines, options: CompileOptions): Diagnostic[] {
  const heard = findings.filter(({ fault, severity }) => severity !== 'hint' || options.hints?.[fault.code] !== false)
  const file = sourcePath(options)
  return [...heard].sort((a, b) => a.at.start - b.at.start).map((finding) => diagnostic(finding, lines, file))
}

function diagnostic({ fault: { code, says, note }, severity, subject, at }: Finding, lines: Lines, file: string): Diagnostic {
  const said = { code, severity, subject, says, ...(note !== undefined && { note }), at }
  const place = lines.at(at.start)
  return { ...said, ...place, message: messageAt(place, said, lines, file) }
}

function messageAt(place: Place, { code, subject, says, note }: Pick<Diagnostic, 'code' | 'subject' | 'says' | 'note'>, lines: Lines, file: string): string {
  const parts = [
    `${code}  ${subject}: ${says}`,
    `  ${file}:${place.line}:${place.column + 1}\n${frame(lines, place)}`,
    [...(note === undefined ? [] : [note]), `npx r4c explain ${code}`].map((line) => `  ${line}`).join('\n'),
  ]
  return parts.join('\n\n')
}

/** The same, told of the text that somebody has made the compiled text of. */
export const relocated = (diagnostic: Diagnostic, place: Place, source: string, options: Pick<CompileOptions, 'id' | 'root'>): Diagnostic =>
  ({ ...diagnostic, ...place, message: messageAt(place, diagnostic, new Lines(source), sourcePath(options)) })
