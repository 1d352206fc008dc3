// For `node --import ./register.mjs app.ts`, where the plugin needs options: a specifier can't carry them.
import { register as registerHooks } from 'node:module'
import process from 'node:process'
import type { NodeOptions } from './options.ts'

/** Compiles what this process imports from now on. Default of all options: as in the bundlers. They go to another thread, so each is plain data. */
export function register(options: NodeOptions = {}): void {
  registerHooks('./node-hooks.mjs', import.meta.url, { data: options })
  // the maps are there, and stacks are for people
  process.setSourceMapsEnabled(true)
}
