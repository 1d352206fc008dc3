import { dispose } from '../parts/dispose.ts'
import type { Timeout } from './runtime.ts'

/** Capability of a timeout with a `dispose` of its own. */
export const disposal = (timeout: Timeout): void => { timeout.release = (value) => dispose(value, timeout.settings.dispose, timeout) }
