// A host that watches: what it is built to, and what it complains about, while the module is edited whose bundle the entry is compiled with.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'

/** Builds `src/shop.ts` to `out/shop.js` again and again; `ended` is told of each round, with the mistakes of it. */
export type Watch = (root: string, ended: (mistakes: readonly string[]) => void) => Promise<() => Promise<void>>

const policies = (attempts: number): string => `import { bundle } from 'resilience4cata'\nexport const remote = bundle({ retry: { maxAttempts: ${attempts}, delay: '100ms' } })\n`

const shop = `import { resilient } from 'resilience4cata'
import { remote } from './policies.ts'
export const order = resilient(remote, async (id: string) => {
  const response = await fetch('/orders/' + id)
  return await response.text()
})
`

/** A project, and the module of it that is edited. */
export interface Watched { readonly files: Readonly<Record<string, string>>; readonly edited: string }

export const DIRECT: Watched = { files: { 'src/policies.ts': policies(4), 'src/shop.ts': shop }, edited: 'src/policies.ts' }

/** A bundle that is made of one of a third module. */
export const NESTED: Watched = {
  files: {
    'src/lib/base.ts': policies(4),
    'src/policies.ts': `import { bundle } from 'resilience4cata'\nimport { remote as base } from './lib/base.ts'\nexport const remote = bundle([base])\n`,
    'src/shop.ts': shop,
  },
  edited: 'src/lib/base.ts',
}

/** An edit is seen, a mistake is told once a round, and gone when it is mended. */
export async function expectWatched(watch: Watch, root: string, edited: string): Promise<void> {
  let mistakes: readonly string[] = []
  const close = await watch(root, (found) => { mistakes = found })
  try {
    const isBuilt = await within(30_000, () => /for ?\(; ?; ?\)/.test(built(root)) && /maxAttempts: ?4/.test(built(root)))
    if (!isBuilt) throw new Error(`${mistakes.join('\n') || 'what is built first isn\'t compiled'}\n${built(root)}`)
    await edit(root, edited, 7, () => /maxAttempts: ?7/.test(built(root)))
    await edit(root, edited, 0, () => mistakes.length > 0)
    expect(mistakes.join('\n').match(/R4C-ATR-003 {2}/g)).toHaveLength(1)
    await edit(root, edited, 5, () => mistakes.length === 0 && /maxAttempts: ?5/.test(built(root)))
  } finally {
    await close()
  }
}

const built = (root: string): string => (existsSync(join(root, 'out/shop.js')) ? readFileSync(join(root, 'out/shop.js'), 'utf8') : '')

/** Hosts look at times of files, and some of them only after a while: what isn't noticed is written once more. */
async function edit(root: string, edited: string, attempts: number, isSeen: () => boolean): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    writeFileSync(join(root, edited), policies(attempts))
    if (await within(6000, isSeen)) return
  }
  throw new Error(`an edit to maxAttempts: ${attempts} isn't seen; what is built:\n${built(root)}`)
}

async function within(ms: number, is: () => boolean): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await wait(25)) if (is()) return true
  return false
}
