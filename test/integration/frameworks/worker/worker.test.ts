// A Cloudflare worker, by Vite and Cloudflare's plugin: built and previewed, and served in development, each time in workerd.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { here, serve, type } from '../../user.ts'
import { app, expectInlined, scriptsIn } from '../app.ts'
import { backend } from '../backend.ts'

const vite = join(here, 'node_modules/vite/bin/vite.js')

test.each(['built', 'in development'])('Cloudflare worker, %s', async (way) => {
  const { url, calls } = await backend()
  const root = app('worker', { BACKEND: url })
  if (way === 'built') {
    expect(await type(root, process.execPath, vite, 'build')).toEqual({ status: 0, output: expect.anything() })
    expectInlined(scriptsIn(join(root, 'dist')), 'acme-worker:src/index.ts#Prices.price', 'acme-worker:src/index.ts#Prices.offer', 'acme-worker:src/index.ts#stock')
  }
  const address = await serve(root, process.execPath, vite, ...(way === 'built' ? ['preview'] : []), '--host', '127.0.0.1', '--port', '0')
  const get = async (path: string) => await (await fetch(address + path)).text()
  expect(await get('/price/tea')).toBe('995')
  expect(await get('/offer/tea')).toBe('last known of tea')
  expect(await get('/stock/tea')).toBe('unknown')
  const turns = Array.from({ length: 20 }, (_, n) => `turn ${n}`)
  expect(await Promise.all(turns.map((turn) => get(`/${turn.replace(' ', '/')}`)))).toEqual(turns)
  expect(calls).toEqual({ '/busy/tea': 3, '/hangs/tea': 1, '/down/tea': 3 })
})
