import type { Instance } from '@resilience4cata/core/run/instance'
import { dispose } from './dispose.ts'

interface Options { readonly dispose?: (value: any) => void }
/** `options`: those that hold for a call that began under others; else the present ones. */
export type Release = (value: unknown, options?: Options) => void
interface Releasing extends Instance<any> { readonly settings: Options; release: Release }

/** Capability of an instance that releases values and has a `dispose` of its own. */
export const disposal = (instance: Releasing): void => { instance.release = (value, { dispose: by } = instance.settings) => dispose(value, by, instance) }
