// A NestJS service, built by Nest's own command: legacy decorators with metadata, ours beside Nest's, and parameters that have some too. With webpack it is compiled;
// Nest's other builders take no plugin, so there the same is interpreted.
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { here, serve, type } from '../../user.ts'
import { app, expectInlined } from '../app.ts'
import { backend } from '../backend.ts'

test.each(['webpack', 'tsc'])('NestJS, %s', async (builder) => {
  const { url, calls } = await backend()
  const root = app('nest', { BACKEND: url })
  // Nest leaves out of its bundle what it finds here
  symlinkSync(join(here, 'node_modules'), join(root, 'node_modules'))
  if (builder === 'tsc') writeFileSync(join(root, 'nest-cli.json'), '{ "sourceRoot": "src" }')
  expect(await type(root, process.execPath, join(here, 'node_modules/@nestjs/cli/bin/nest.js'), 'build')).toEqual({ status: 0, output: expect.anything() })
  const main = join(root, 'dist/main.js')
  if (builder === 'webpack') {
    const code = readFileSync(main, 'utf8')
    expectInlined(code, ...['service.ts#PricesService.price', 'service.ts#PricesService.offer', 'controller.ts#PricesController.times'].map((site) => `acme-nest:src/prices.${site}`))
    expect(code).toContain('require("resilience4cata/generated")')
    expect(code).not.toContain('require("resilience4cata")')
  }

  const address = await serve(root, process.execPath, '--env-file=.env', main)
  const get = async (path: string) => {
    const response = await fetch(address + path)
    return [response.status, response.headers.get('x-shop'), await response.text()]
  }
  expect(await get('/prices/tea')).toEqual([200, null, '995'])
  expect(await get('/prices/jam/offer')).toEqual([200, null, 'last known of jam: HTTP 503'])
  expect(await get('/prices/tea/times/3?plus=4')).toEqual([203, 'acme', '{"sku":"tea","count":7,"type":"number"}'])
  expect((await get('/prices/tea/times/three'))[0]).toBe(400)
  expect(calls).toEqual({ '/busy/tea': 3, '/down/jam': 3 })
})
