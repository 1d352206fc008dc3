// `node --import unplugin-resilience4cata/node` on each Node that there is, alone and with tsx.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FILES, MISTAKEN } from '../../hosts/matrix/program.ts'
import { judge } from '../../hosts/matrix/judge.ts'
import { ran } from '../../hosts/matrix/run.ts'
import { folder, here, type } from '../user.ts'

const installed = (version: string): string => join(here, `node_modules/node-${version}/bin/node`)
const ours = ['--import', 'unplugin-resilience4cata/node']
const tsx = ['--import', 'tsx']

const nodes = ['20', '22', '24'].map((version) => [version, installed(version)] as const).filter(([, path]) => existsSync(path))

test('there are several', () => expect(nodes.length).toBe(process.platform === 'linux' && process.arch === 'x64' ? 3 : nodes.length))

describe.each(nodes)('Node %s', (version, node) => {
  test.each([['alone', ours], ['in front of tsx', [...ours, ...tsx]]])('%s', async (name, flags) => {
    // what is compiled already is left alone
    await judge(name, { run: async (root) => ({ printed: await ran(root, node, ...flags, 'src/main.ts') }), stack: 'exact' }, folder)
  })

  // from Node 22 on its hooks are of a kind that runs before ours, whatever was named first
  test('behind tsx: compiled, or it is said that it came too late; the program does the same', async () => {
    const { status, output } = await type(folder(FILES), node, ...tsx, ...ours, 'src/main.ts')
    expect(status).toBe(0)
    expect(output).toContain('"ordered tea"')
    if (version === '20') expect(output).toMatch(/another loader has compiled \S+shop\.ts first/)
    else expect(output).toContain('r4c$fallback0.ready()')
    expect(output).not.toContain('R4C-HNT-012')
  })

  test('a mistake is told once', async () => {
    const { status, output } = await type(folder(MISTAKEN), node, ...ours, 'src/main.ts')
    expect(status).not.toBe(0)
    expect(output.match(/R4C-ATR-003 {2}/g)).toHaveLength(1)
  })
})
