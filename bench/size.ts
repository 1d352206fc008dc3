// `npm run size`: what each policy, capability, stack and further site weighs in a bundle, beside the peers.
import { parseArgs } from 'node:util'
import { machine, save, versions } from './results.ts'
import { chart } from './size/chart.ts'
import { measure } from './size/measure.ts'
import { report } from './size/report.ts'

const HELP = `npm run size               minified and compressed bytes of policies, capabilities, stacks, sites and peers;
                           printed, and written to bench/results/size.md, size.svg and size.json
npm run size -- --print    the same without writing`

export async function main(args: string[], root: string): Promise<void> {
  const { values } = parseArgs({ args, options: { help: { type: 'boolean' }, print: { type: 'boolean' } } })
  if (values.help) return console.log(HELP)
  const sizes = await measure(root, (what) => console.error(`  … ${what}`))
  const at = machine()
  const page = report(sizes, versions(root), at)
  console.log(page)
  if (!values.print) console.log(`written: ${save(root, 'size', { page, chart: chart(sizes), value: { machine: at, versions: versions(root), ...sizes } })}`)
}
