// A Cloudflare worker, by Vite and Cloudflare's plugin: built and previewed, and served in development. Wrangler's own bundler takes no plugin: there it is interpreted.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { expect, onTestFinished, test } from 'vitest'
import { here, serve, type } from '../../user.ts'
import { app, expectInlined, scriptsIn } from '../app.ts'
import { backend, type Backend } from '../backend.ts'

const vite = join(here, 'node_modules/vite/bin/vite.js')

async function expectAnswers(get: (path: string) => Promise<string>, { calls }: Backend): Promise<void> {
  expect(await get('/price/tea')).toBe('995')
  expect(await get('/offer/tea')).toBe('last known of tea')
  expect(await get('/stock/tea')).toBe('unknown')
  const turns = Array.from({ length: 20 }, (_, n) => `turn ${n}`)
  expect(await Promise.all(turns.map((turn) => get(`/${turn.replace(' ', '/')}`)))).toEqual(turns)
  expect(calls).toEqual({ '/busy/tea': 3, '/hangs/tea': 1, '/down/tea': 3 })
}

test.each(['built', 'in development'])('Cloudflare worker, %s', async (way) => {
  const shop = await backend()
  const root = app('worker', { BACKEND: shop.url })
  if (way === 'built') {
    expect(await type(root, process.execPath, vite, 'build')).toEqual({ status: 0, output: expect.anything() })
    expectInlined(scriptsIn(join(root, 'dist')), 'acme-worker:src/index.ts#Prices.price', 'acme-worker:src/index.ts#Prices.offer', 'acme-worker:src/index.ts#stock')
  }
  const address = await serve(root, process.execPath, vite, ...(way === 'built' ? ['preview'] : []), '--host', '127.0.0.1', '--port', '0')
  await expectAnswers(async (path) => await (await fetch(address + path)).text(), shop)
})

test('Cloudflare worker, by wrangler alone', async () => {
  const shop = await backend()
  const root = app('worker', { WRANGLER_SEND_METRICS: 'false' })
  expect(await type(root, process.execPath, join(here, 'node_modules/wrangler/bin/wrangler.js'), 'deploy', '--dry-run', '--outdir', 'out')).toEqual({ status: 0, output: expect.anything() })
  const contents = readFileSync(join(root, 'out/index.js'), 'utf8')
  expect(() => expectInlined(contents)).toThrow()
  const miniflare = new Miniflare({ compatibilityDate: '2026-04-01', modules: [{ type: 'ESModule', path: 'index.mjs', contents }], bindings: { BACKEND: shop.url } })
  onTestFinished(() => miniflare.dispose())
  await expectAnswers(async (path) => await (await miniflare.dispatchFetch(`http://worker.test${path}`)).text(), shop)
})
