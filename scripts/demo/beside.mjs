// Two texts beside each other where the terminal is wide enough, else one under the other.

/**
 * @param {{ title: string, text: string }} left
 * @param {{ title: string, text: string }} right
 * @param {number} width of the terminal
 */
export function beside(left, right, width) {
  const columns = [left, right].map(({ title, text }) => ({ title, lines: text.trimEnd().split('\n') }))
  const [a, b] = columns.map(({ title, lines }) => Math.max(title.length, ...lines.map((line) => line.length)))
  if (a + b + 7 > width) return columns.map(({ title, lines }) => [`  ${title}`, rule(Math.min(width - 4, 76)), ...lines.map((line) => `  ${line}`), ''].join('\n')).join('\n')
  const rows = Array.from({ length: Math.max(...columns.map(({ lines }) => lines.length)) }, (_, row) => columns.map(({ lines }) => lines[row] ?? ''))
  return [columns.map(({ title }) => title), [rule(a, ''), rule(b, '')], ...rows].map(([one = '', two = '']) => `  ${one.padEnd(a)}  │ ${two}`.trimEnd()).join('\n') + '\n'
}

const rule = (/** @type {number} */ length, indent = '  ') => indent + '─'.repeat(length)

/** @param {readonly (readonly string[])[]} rows the first is the head */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const line = (/** @type {readonly string[]} */ row) => `  ${row.map((cell, column) => cell.padEnd(widths[column])).join('   ')}`.trimEnd()
  return [line(rows[0]), line(widths.map((width) => '─'.repeat(width))), ...rows.slice(1).map(line)].join('\n') + '\n'
}
