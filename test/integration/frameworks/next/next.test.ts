// A Next.js app by both of its bundlers, built and in development: a page and a route of the server, and a component of the browser.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { here, serve, type } from '../../user.ts'
import { app, expectInlined, originOf, scriptsIn, visit } from '../app.ts'
import { backend } from '../backend.ts'

const next = join(here, 'node_modules/next/dist/bin/next')

async function expectWorking(address: string): Promise<void> {
  await visit(address, async (page) => {
    expect(await page.locator('#price').innerText()).toBe('995')
    await page.getByText('in stock: 995').waitFor()
  })
  expect(await (await fetch(`${address}/api/prices`)).json()).toEqual({ offer: 'last known of jam: HTTP 503' })
}

describe.skipIf(!process.env['R4C_CHROMIUM'])('Next.js', () => {
  test.each(['turbopack', 'webpack'])('%s', async (bundler) => {
    const { url, calls } = await backend()
    const root = app('next', { BACKEND: url, NEXT_TELEMETRY_DISABLED: '1' })
    expect(await type(root, process.execPath, next, 'build', `--${bundler}`)).toEqual({ status: 0, output: expect.anything() })
    expectInlined(scriptsIn(join(root, '.next/server/app')) + (bundler === 'turbopack' ? scriptsIn(join(root, '.next/server/chunks')) : ''), 'acme-next:lib/prices.ts#Prices.price', 'acme-next:lib/prices.ts#Prices.offer')
    expectInlined(scriptsIn(join(root, '.next/static')), 'acme-next:app/stock.tsx#stockOf')
    // in both, though Turbopack knows nothing of our map: no line of the user's moves
    expect(originOf('`HTTP ${', join(root, '.next/static'))).toBe('stock.tsx:7')
    await expectWorking(await serve(root, process.execPath, next, 'start', '--hostname', '127.0.0.1', '--port', '0'))
    expect(calls).toEqual({ '/busy/tea': 3, '/busy/stock': 3, '/down/jam': 3 })
  })

  test.each(['turbopack', 'webpack'])('%s, in development', async (bundler) => {
    const { url, calls } = await backend()
    const root = app('next', { BACKEND: url, NEXT_TELEMETRY_DISABLED: '1' })
    await expectWorking(await serve(root, process.execPath, next, 'dev', `--${bundler}`, '--hostname', '127.0.0.1', '--port', '0'))
    // React renders twice in development, so more may be asked by the browser
    expect(calls).toMatchObject({ '/busy/tea': 3, '/down/jam': 3 })
    // all of the package is there in development; where a site is written is known to compiled code only
    const code = scriptsIn(join(root, '.next'))
    for (const site of ['lib/prices.ts#Prices.price', 'lib/prices.ts#Prices.offer', 'app/stock.tsx#stockOf']) expect(code.includes(`acme-next:${site}`), site).toBe(true)
  })
})
