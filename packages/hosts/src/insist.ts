// Where there is no way to collect mistakes.
import type { CompileResult } from '@resilience4cata/compiler/index'

/** Mistakes are thrown, all of a file's at once; hints go where the host tells of warnings. */
export function insist({ diagnostics }: Pick<CompileResult, 'diagnostics'>, warn: (message: string) => void = console.warn): void {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  for (const { severity, message } of diagnostics) if (severity !== 'error') warn(message)
  if (errors.length > 0) throw new DiagnosticError(errors.map(({ message }) => message).join('\n\n'))
}

/** What hosts print of an error is its message; the stack would be ours, and nobody's business. */
export class DiagnosticError extends SyntaxError {
  override readonly name = 'resilience4cata'
  override readonly stack = `${this.name}: ${this.message}`
}
