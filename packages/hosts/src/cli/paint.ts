// Colours, only where a person looks: on a terminal, and not where NO_COLOR asks for none.
export interface Paint { strong(text: string): string; faint(text: string): string; accent(text: string): string; bad(text: string): string }

const plain = (text: string): string => text
const ansi = (on: number, off: number) => (text: string): string => `\x1b[${on}m${text}\x1b[${off}m`

export const paintFor = (stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint =>
  stream.isTTY && !env.NO_COLOR
    ? { strong: ansi(1, 22), faint: ansi(2, 22), accent: ansi(36, 39), bad: ansi(31, 39) }
    : { strong: plain, faint: plain, accent: plain, bad: plain }
