import type { Fault } from './diagnostic.ts'
import { brand, ResilienceError } from './rejection.ts'

/** A mistake of the programmer or of the configuration, found at run time. It is thrown outside all layers: nothing retries, records or answers it. */
export const ConfigurationError = /*#__PURE__*/ brand(class ConfigurationError extends ResilienceError {
  /** The first mistake's, `R4C-FAM-NNN`: `r4c explain`, the command of unplugin-resilience4cata, says more of it. */
  declare readonly code: string
  /** All mistakes that were found. */
  declare readonly diagnostics: readonly Fault[]

  constructor(diagnostics: readonly Fault[]) {
    super(diagnostics.map(sentence).join('\n'))
    this.diagnostics = diagnostics
    this.code = diagnostics[0]!.code
  }
}, 'ConfigurationError', 'R4C-CFG')
export type ConfigurationError = InstanceType<typeof ConfigurationError>

const sentence = ({ code, where, says, note }: Fault) => `${code} ${where ? `${where}: ` : ''}${says}${note ? `. ${note}` : ''}`
