// Markdown tables, aligned by what a column holds.
export type Cell = string | number

export const table = (head: readonly string[], rows: readonly (readonly Cell[])[]): string => {
  const numeric = head.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number' || row[column] === '–' || /^[\d+-]/.test(String(row[column]))))
  const line = (cells: readonly Cell[]) => `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell)).join(' | ')} |`
  return [line(head), `| ${numeric.map((right) => (right ? '---:' : '---')).join(' | ')} |`, ...rows.map(line)].join('\n')
}
