// All that `npm run size` shows, as one value.
import { join } from 'node:path'
import type { StackName } from '../stacks.ts'
import { stacks } from '../stacks.ts'
import { capabilities, type Capability } from './capabilities.ts'
import { peers } from './peers.ts'
import { added, type Added } from './sites.ts'
import { weigh, type Weight } from './weigh.ts'

export interface Sizes {
  readonly policies: readonly Capability[]
  readonly capabilities: readonly Capability[]
  readonly stacks: readonly (Added & { readonly name: string })[]
  readonly doors: readonly (Weight & { readonly name: string })[]
  readonly peers: readonly (Weight & { readonly peer: string; readonly what: string })[]
}

/** Both sides of what excludes each other: a site with all that may stand together, and one with a hedge. */
export const ALL_EIGHT = [stacks.seven, stacks.hedge]

const DOORS = {
  'interpreted: one `resilient(…)` without the plugin': `import { resilient } from 'resilience4cata'; export const price = resilient({ retry: { delay: '100ms' } }, async () => 1)`,
  'interpreted: all of `resilience4cata`': `export * from 'resilience4cata'`,
  'a compiled retry with `resilience4cata/configuration`': `import 'resilience4cata/configuration'; export { retry } from 'resilience4cata/generated'`,
  '`resilience4cata/config`': `export * from 'resilience4cata/config'`,
  '`resilience4cata/http`': `export * from 'resilience4cata/http'`,
}

export async function measure(root: string, tell: (what: string) => void): Promise<Sizes> {
  tell('policies and capabilities')
  const parts = await capabilities(root)
  tell('stacks and sites')
  const each: (Added & { name: string })[] = []
  for (const name of Object.keys(stacks) as StackName[]) each.push({ name, ...(await added([stacks[name]], root)) })
  each.push({ name: 'all eight (seven, and a hedge)', ...(await added(ALL_EIGHT, root)) })
  tell('doors')
  const doors: (Weight & { name: string })[] = []
  for (const [name, program] of Object.entries(DOORS)) doors.push({ name, ...(await weigh([program], root)) })
  tell('peers')
  return { policies: parts.policies, capabilities: parts.added, stacks: each, doors, peers: await weighPeers(join(root, 'bench')) }
}

async function weighPeers(bench: string): Promise<Sizes['peers']> {
  const weighed = []
  // some need Node's own modules, which are no part of their bytes
  for (const { peer, what, imports } of peers) weighed.push({ peer, what, ...(await weigh([imports], bench, { platform: 'node', mainFields: ['module', 'main'] })) })
  return weighed
}
