// A Next.js app by both of its bundlers: a page and a route of the server, and a component of the browser.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { here, serve, type } from '../../user.ts'
import { app, expectInlined, scriptsIn, visit } from '../app.ts'
import { backend } from '../backend.ts'

const next = join(here, 'node_modules/next/dist/bin/next')

describe.skipIf(!process.env['R4C_CHROMIUM'])('Next.js', () => {
  test.each(['turbopack', 'webpack'])('%s', async (bundler) => {
    const { url, calls } = await backend()
    const root = app('next', { BACKEND: url, NEXT_TELEMETRY_DISABLED: '1' })
    expect(await type(root, process.execPath, next, 'build', `--${bundler}`)).toEqual({ status: 0, output: expect.anything() })
    expectInlined(scriptsIn(join(root, '.next/server/app')) + (bundler === 'turbopack' ? scriptsIn(join(root, '.next/server/chunks')) : ''), 'acme-next:lib/prices.ts#Prices.price', 'acme-next:lib/prices.ts#Prices.offer')
    expectInlined(scriptsIn(join(root, '.next/static')), 'acme-next:app/stock.tsx#stockOf')
    const address = await serve(root, process.execPath, next, 'start', '--hostname', '127.0.0.1', '--port', '0')
    await visit(address, async (page) => {
      expect(await page.locator('#price').innerText()).toBe('995')
      await page.getByText('in stock: 995').waitFor()
    })
    expect(await (await fetch(`${address}/api/prices`)).json()).toEqual({ offer: 'last known of jam: HTTP 503' })
    expect(calls).toEqual({ '/busy/tea': 3, '/busy/stock': 3, '/down/jam': 3 })
  })
})
