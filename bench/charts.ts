// Charts of what was measured, as SVG: panels of bars on one logarithmic scale, since what is compared lies up to a thousandfold apart.
export interface Bar { readonly label: string; readonly value: number; readonly ours?: boolean }
export interface Panel { readonly name: string; readonly bars: readonly Bar[] }
export interface Chart { readonly title: string; readonly says: string; readonly spell: (value: number) => string; readonly panels: readonly Panel[]; readonly least: number }

const WIDTH = 760, LEFT = 190, RIGHT = 80, ROW = 20, HEAD = 34, TOP = 56

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** `least`: where the scale begins. */
export function svg({ title, says, spell, panels, least }: Chart): string {
  const most = Math.max(...panels.flatMap(({ bars }) => bars.map(({ value }) => value)))
  const length = (value: number) => Math.max(2, (Math.log(value / least) / Math.log(most / least)) * (WIDTH - LEFT - RIGHT))
  let y = TOP
  const parts = panels.flatMap(({ name, bars }) => {
    const head = `<text class="name" x="0" y="${y + 18}">${escape(name)}</text>`
    y += HEAD - ROW / 2
    const rows = bars.map(({ label, value, ours }) => {
      y += ROW
      const to = length(value)
      return `<text class="label" x="${LEFT - 8}" y="${y + 4}">${escape(label)}</text><rect class="${ours ? 'ours' : 'other'}" x="${LEFT}" y="${y - 8}" width="${to.toFixed(1)}" height="14" rx="2"/><text class="value" x="${(LEFT + to + 6).toFixed(1)}" y="${y + 4}">${spell(value)}</text>`
    })
    y += ROW / 2
    return [head, ...rows]
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 16}" width="${WIDTH}" role="img" aria-label="${escape(title)}">
<style>text{font:13px system-ui,sans-serif;fill:#57606a}.title{font-size:16px;font-weight:600}.name{font-weight:600}.label{text-anchor:end}.ours{fill:#0a7d55}.other{fill:#9aa4ae}
@media (prefers-color-scheme:dark){text{fill:#b1bac4}.ours{fill:#2ea878}.other{fill:#6e7781}}</style>
<text class="title" x="0" y="18">${escape(title)}</text><text x="0" y="38">${escape(says)}</text>
${parts.join('\n')}
</svg>
`
}
