// Svelte components in Vite: sites in the script of the module and in that of the instance; built, and served in development.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { here, serve, type } from '../../user.ts'
import { app, expectInlined, originOf, scriptsIn, visit } from '../app.ts'
import { backend } from '../backend.ts'

const vite = join(here, 'node_modules/vite/bin/vite.js')

describe.skipIf(!process.env['R4C_CHROMIUM'])('Svelte in Vite', () => {
  test.each(['built', 'in development'])('%s', async (way) => {
    const { url, calls } = await backend()
    const root = app('svelte', { VITE_BACKEND: url })
    if (way === 'built') {
      expect(await type(root, process.execPath, vite, 'build', '--sourcemap')).toEqual({ status: 0, output: expect.anything() })
      expectInlined(scriptsIn(join(root, 'dist')), ...['Offers.offer', 'Prices.price', 'stockOf'].map((site) => `acme-svelte:src/App.svelte#${site}`))
      for (const [text, line] of [['/hangs/', 9], ['/busy/', 30], ['/down/', 37]] as const) expect(originOf(text, join(root, 'dist'))).toBe(`App.svelte:${line}`)
    }
    const address = await serve(root, process.execPath, vite, ...(way === 'built' ? ['preview'] : []), '--host', '127.0.0.1', '--port', '0')
    await visit(address, async (page) => {
      await page.getByText('995 after 3').waitFor()
      await page.getByText('last known of tea').waitFor()
      await page.getByText('stock: unknown').waitFor()
    })
    expect(calls).toEqual({ '/busy/tea': 3, '/hangs/tea': 1, '/down/tea': 3 })
  })
})
