// `npm run size` as a page.
import { machineLine, type Machine } from '../results.ts'
import { table } from '../table.ts'
import type { Sizes } from './measure.ts'

export const report = (sizes: Sizes, versions: Readonly<Record<string, string>>, machine: Machine): string => `# Size

Bytes, minified by esbuild and compressed by gzip -9, of what is built. Written by \`npm run size\`; its bounds are asserted in \`test/size.test.ts\`.
${machineLine(machine)}

## What a site adds

\`one site\` is what a bundle gains by one protected method: the runtime of its layers and what stands at the site. \`each further site\` is the average of the next ten, each in a module of its own. The user's own code is in neither.

${table(['layers', 'one site', 'of it the runtime', 'each further site'], sizes.stacks.map(({ name, first, runtime, further }) => [name, first, runtime, further.toFixed(0)]))}

## Beside others

${table(['', 'policies', 'min', 'min+gzip'], [
  ...sizes.stacks.filter(({ name }) => name === 'retry' || name === 'full stack').map(({ name, first }) => ['**resilience4cata**, one site', name === 'retry' ? name : 'retry, breaker, timeout, bulkhead', '–', first]),
  ...sizes.peers.map(({ peer, what, min, gzip }) => [peer.split(', ').map((name) => `${name} ${versions[name]}`).join(', '), what, min, gzip]),
])}

## Policies

${table(['runtime of', 'min', 'min+gzip'], sizes.policies.map(({ name, min, gzip }) => [name, min, gzip]))}

## Capabilities

What a site pays for only when its options ask for it: an export of \`resilience4cata/generated\`, beside the policy that it belongs to.

${table(['capability', 'beside', 'min', 'min+gzip'], sizes.capabilities.map(({ name, beside = 'nothing', min, gzip }) => [name, beside, min, gzip]))}

## Doors

${table(['', 'min', 'min+gzip'], sizes.doors.map(({ name, min, gzip }) => [name, min, gzip]))}
`
