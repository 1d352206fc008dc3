// Colours, only where a person looks: on a terminal, unless NO_COLOR or FORCE_COLOR, in this order, say otherwise.
export interface Paint { strong(text: string): string; faint(text: string): string; accent(text: string): string; bad(text: string): string }

const plain = (text: string): string => text
const ansi = (on: number, off: number) => (text: string): string => `\x1b[${on}m${text}\x1b[${off}m`

export const paintFor = (stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint =>
  isColoured(stream, env)
    ? { strong: ansi(1, 22), faint: ansi(2, 22), accent: ansi(36, 39), bad: ansi(31, 39) }
    : { strong: plain, faint: plain, accent: plain, bad: plain }

function isColoured({ isTTY }: { readonly isTTY?: boolean }, { NO_COLOR, FORCE_COLOR, TERM }: NodeJS.ProcessEnv): boolean {
  if (NO_COLOR) return false
  // as Node reads it: set and empty means yes
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return isTTY === true && TERM !== 'dumb'
}
