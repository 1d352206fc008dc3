// The chart of `npm run size`, from its figures.
import { svg } from '../charts.ts'
import type { Sizes } from './measure.ts'

const FULL = 'retry, breaker, timeout, bulkhead'

export const chart = ({ stacks, peers }: Sizes): string => svg({
  title: 'What a bundle gains',
  says: 'Bytes for one protected function, minified and compressed; logarithmic. Shorter is better.',
  spell: (bytes) => bytes.toLocaleString('en-US'),
  least: 400,
  panels: [['retry', 'retry'], ['full stack', FULL]].map(([stack, what]) => ({
    name: what!,
    bars: [{ label: 'resilience4cata', value: stacks.find(({ name }) => name === stack)!.first, ours: true }, ...peers.filter((peer) => peer.what === what).map(({ peer, gzip }) => ({ label: peer, value: gzip }))],
  })),
})
