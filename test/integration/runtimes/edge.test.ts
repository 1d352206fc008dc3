// EN-02: requests of one isolate share instances, and none may touch what belongs to another: no timer, no promise, no controller.
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { Miniflare } from 'miniflare'
import { beforeAll, describe, expect, test } from 'vitest'
import plugin from 'unplugin-resilience4cata/esbuild'

const entry = join(import.meta.dirname, 'worker.ts')

async function bundled(plugins: readonly Plugin[]): Promise<string> {
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, format: 'esm', target: 'es2022', platform: 'neutral', plugins: [...plugins], define: { 'process.env.NODE_ENV': '"production"' } })
  return outputFiles[0]!.text
}

/** The answers to requests that all come at once, to an isolate that has served nothing yet; and what workerd had to say of it. */
async function served(script: string, paths: readonly string[]): Promise<{ answers: readonly string[]; said: string }> {
  let said = ''
  const miniflare = new Miniflare({
    compatibilityDate: '2026-04-01', modules: [{ type: 'ESModule', path: 'worker.mjs', contents: script }],
    handleRuntimeStdio: (out, error) => { for (const stream of [out, error]) stream.on('data', (chunk) => { said += chunk }) },
  })
  const answer = async (path: string) => {
    const response = await miniflare.dispatchFetch(`http://worker.test/${path}`)
    return response.ok ? await response.text() : `${response.status} ${(await response.text()).split('\n')[0]}`
  }
  const late = new Promise<string>((settle) => { setTimeout(settle, 30_000, 'no answer') })
  const answers = await Promise.all(paths.map((path) => Promise.race([answer(path), late])))
  await miniflare.dispose()
  return { answers, said }
}

const numbered = (count: number, path: string) => Array.from({ length: count }, (_, n) => `${path}/${n}`)

describe.each(['compiled', 'interpreted'])('EN-02 · %s', (way) => {
  let script: string
  beforeAll(async () => { script = await bundled(way === 'compiled' ? [plugin({ strict: true, hints: { 'R4C-HNT-003': false } })] : []) })

  test('is what it is called', () => expect(script.includes('worker.ts#Backend.all')).toBe(way === 'compiled'))

  test.each([50, 20])('%i requests at once, through retry, limiter, timeout and bulkhead', async (count) => {
    const { answers, said } = await served(script, numbered(count, 'all'))
    expect({ answers, said }).toEqual({ answers: answers.map((_, n) => `all/${n} ${n % 3 === 0 ? 2 : 1}`), said: '' })
  })

  test.each(['limited', 'queued', 'adaptive'])('a line of others: %s', async (path) => {
    const { answers, said } = await served(script, numbered(50, path))
    expect({ answers, said }).toEqual({ answers: answers.map((_, n) => `${path}/${3 * n + 1} 1`), said: '' })
  })

  test.each(['timed', 'hedged'])('deadlines of others: %s', async (path) => {
    const { answers, said } = await served(script, numbered(20, path))
    expect({ answers, said }).toEqual({ answers: answers.map((_, n) => `${path}/${n} 2`), said: '' })
  })
})
