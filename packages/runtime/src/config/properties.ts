// Text in the form of Java's .properties files, read in one pass, character by character.

/**
 * What a properties text says, for `registry.configure`: `instances.checkout.retry.delay = 1s`. Takes comments (`#`, `!`), `=`, `:` or a blank between key and
 * value, lines that go on after a backslash, and escapes (`\t`, `\n`, `\r`, `\f`, `\uXXXX`, any other character for itself). Blanks at the end of a value are dropped. A later line beats an earlier one.
 */
export function parseProperties(text: string): Record<string, string> {
  // no prototype: a key of any name is only a key
  const values: Record<string, string> = Object.create(null)
  for (const line of logicalLines(text.startsWith('\uFEFF') ? text.slice(1) : text)) {
    const end = endOfKey(line)
    const key = unescape(line.slice(0, end))
    if (key !== '') values[key] = unescape(line.slice(startOfValue(line, end))).trimEnd()
  }
  return values
}

const BLANK = ' \t\f'

/** Without comments, empty lines and leading blanks; a line that ends in an odd number of backslashes goes on in the next. */
function logicalLines(text: string): string[] {
  const lines: string[] = []
  let parts: string[] = []
  for (const natural of text.split(/\r\n|\r|\n/)) {
    const line = withoutIndent(natural)
    if (parts.length === 0 && (line === '' || line[0] === '#' || line[0] === '!')) continue
    const goesOn = backslashesBefore(line, line.length) % 2 === 1
    parts.push(goesOn ? line.slice(0, -1) : line)
    if (goesOn) continue
    lines.push(parts.join(''))
    parts = []
  }
  return parts.length > 0 ? [...lines, parts.join('')] : lines
}

function withoutIndent(line: string): string {
  let start = 0
  while (start < line.length && BLANK.includes(line[start]!)) start++
  return line.slice(start)
}

function backslashesBefore(line: string, end: number): number {
  let count = 0
  while (line[end - 1 - count] === '\\') count++
  return count
}

function endOfKey(line: string): number {
  let end = 0
  while (end < line.length && !`=:${BLANK}`.includes(line[end]!)) end += line[end] === '\\' ? 2 : 1
  return Math.min(end, line.length)
}

/** Blanks, at most one `=` or `:`, blanks. */
function startOfValue(line: string, end: number): number {
  let start = end
  const skip = () => { while (start < line.length && BLANK.includes(line[start]!)) start++ }
  skip()
  if (line[start] === '=' || line[start] === ':') start++
  skip()
  return start
}

const ESCAPED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' }

function unescape(text: string): string {
  const out: string[] = []
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== '\\') {
      out.push(text[i]!)
      continue
    }
    const next = text[++i] ?? ''
    const code = next === 'u' ? text.slice(i + 1, i + 5) : ''
    if (/^[\da-f]{4}$/i.test(code)) {
      out.push(String.fromCharCode(parseInt(code, 16)))
      i += 4
    } else {
      out.push(ESCAPED[next] ?? next)
    }
  }
  return out.join('')
}
