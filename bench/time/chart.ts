// The charts of `npm run bench`, from its figures.
import { svg, type Panel } from '../charts.ts'
import { PEERS, type Engine } from './programs.ts'
import { median, type Figure } from './run.ts'

const SHOWN = ['retry', 'circuit breaker', 'timeout', 'bulkhead', 'full stack']
const LABELS: Partial<Record<Engine, string>> = { compiled: 'resilience4cata', floor: 'by hand', interpreted: 'without the plugin' }
const ENGINES: readonly Engine[] = ['floor', 'compiled', 'interpreted', ...PEERS]

const panel = (figures: readonly Figure[], row: string): Panel => ({
  name: row === 'full stack' ? 'full stack: retry, circuit breaker, timeout, bulkhead' : row,
  bars: ENGINES.flatMap((engine) => {
    const figure = figures.find((one) => one.row === row && one.engine === engine)
    return figure && figure.ratios.length > 0 ? [{ label: LABELS[engine] ?? engine, value: median(figure.ratios), ours: engine === 'compiled' }] : []
  }),
})

export const chart = (figures: readonly Figure[]): string => svg({
  title: 'What one call costs',
  says: 'Times the same call without policies; logarithmic. Shorter is better.',
  spell: (ratio) => `${ratio < 20 ? ratio.toFixed(2) : Math.round(ratio).toLocaleString('en-US')}×`,
  least: 0.9,
  panels: SHOWN.map((row) => panel(figures, row)).filter(({ bars }) => bars.length > 0),
})
