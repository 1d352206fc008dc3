// What the page shows, and its spelling behind the `#` of the address: JSON, deflated, in base 64 for addresses.

import type { Simulation } from './simulation/panel.ts'
import { isPace, isSchedule } from './simulation/schedule.ts'

export interface State {
  readonly code: string
  readonly layout: 'pretty' | 'lines'
  readonly decorators: 'standard' | 'legacy'
  /** An address from before there was one has none. */
  readonly simulation?: Simulation | undefined
}

const VERSION = '1.'

export async function toHash(state: State): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw'))
  return VERSION + btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** `undefined` for a hash that isn't ours, or that was cut off on its way through a chat window. */
export async function fromHash(hash: string): Promise<State | undefined> {
  if (!hash.startsWith(VERSION)) return undefined
  try {
    const bytes = Uint8Array.from(atob(hash.slice(VERSION.length).replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    const read: unknown = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))))
    return isState(read) ? read : undefined
  } catch {
    return undefined
  }
}

function isState(read: unknown): read is State {
  const { code, layout, decorators, simulation } = (read ?? {}) as Partial<State>
  return typeof code === 'string' && (layout === 'pretty' || layout === 'lines') && (decorators === 'standard' || decorators === 'legacy') && (simulation === undefined || isSimulation(simulation))
}

function isSimulation(read: unknown): boolean {
  const { target, args, faults, every } = (read ?? {}) as Partial<Simulation>
  return typeof target === 'string' && typeof args === 'string' && isSchedule(faults) && isPace(every)
}

/** How many bytes a text is on the wire. */
export const gzipped = async (text: string): Promise<number> => (await through(new TextEncoder().encode(text), new CompressionStream('gzip'))).length

const through = async (bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer())
