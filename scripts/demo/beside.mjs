// Two texts beside each other where the terminal is wide enough, else one under the other.

/**
 * @param {{ title: string, text: string }} left keeps its lines
 * @param {{ title: string, text: string }} right has long lines broken
 * @param {number} width of the terminal
 */
export function beside(left, right, width) {
  const [one, two] = [left, right].map(({ text }) => text.trimEnd().split('\n'))
  const mine = widest(one)
  const rest = width - mine - 7
  if (rest < LEAST) return [[left.title, one], [right.title, two]].map(([title, lines]) => [title, rule(76), ...lines, ''].map((line) => `  ${line}`.trimEnd()).join('\n')).join('\n')
  const broken = two.flatMap((line) => wrap(line, rest))
  const rows = Array.from({ length: Math.max(one.length, broken.length) }, (_, row) => [one[row] ?? '', broken[row] ?? ''])
  return [[left.title, right.title], [rule(mine), rule(widest(broken))], ...rows].map(([a, b]) => `  ${a.padEnd(mine)}  │ ${b}`.trimEnd()).join('\n') + '\n'
}

// narrower than this and the output is unreadable beside the source
const LEAST = 64

/** Breaks a line behind a space, and goes on deeper. @param {string} line @param {number} width @returns {string[]} */
function wrap(line, width) {
  if (line.length <= width) return [line]
  const indent = line.search(/\S/)
  const at = line.lastIndexOf(' ', width)
  return at <= indent + 4 ? [line] : [line.slice(0, at), ...wrap(' '.repeat(indent + 4) + line.slice(at + 1), width)]
}

const widest = (/** @type {string[]} */ lines) => Math.max(...lines.map((line) => line.length))

const rule = (/** @type {number} */ length) => '─'.repeat(length)

/** @param {readonly (readonly string[])[]} rows the first is the head */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const line = (/** @type {readonly string[]} */ row) => `  ${row.map((cell, column) => cell.padEnd(widths[column])).join('   ')}`.trimEnd()
  return [line(rows[0]), line(widths.map((width) => '─'.repeat(width))), ...rows.slice(1).map(line)].join('\n') + '\n'
}
