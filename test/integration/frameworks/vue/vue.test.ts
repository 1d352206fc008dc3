// Vue's single-file components in Vite: sites in both kinds of script, a decorator in each; built, and served in development.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { here, serve, type } from '../../user.ts'
import { app, expectInlined, originOf, scriptsIn, visit } from '../app.ts'
import { backend } from '../backend.ts'

const vite = join(here, 'node_modules/vite/bin/vite.js')

describe.skipIf(!process.env['R4C_CHROMIUM'])('Vue in Vite', () => {
  test.each(['built', 'in development'])('%s', async (way) => {
    const { url, calls } = await backend()
    const root = app('vue', { VITE_BACKEND: url })
    if (way === 'built') {
      expect(await type(root, process.execPath, vite, 'build', '--sourcemap')).toEqual({ status: 0, output: expect.anything() })
      expectInlined(scriptsIn(join(root, 'dist')), ...['Offers.offer', 'more', 'Prices.price', 'stockOf'].map((site) => `acme-vue:src/App.vue#${site}`))
      for (const [text, line] of [['/hangs/', 9], ['/down/', 41]] as const) expect(originOf(text, join(root, 'dist'))).toBe(`App.vue:${line}`)
    }
    const address = await serve(root, process.execPath, vite, ...(way === 'built' ? ['preview'] : []), '--host', '127.0.0.1', '--port', '0')
    await visit(address, async (page) => {
      await page.getByText('995').waitFor()
      await page.getByText('last known of tea').waitFor()
      await page.getByText('stock: unknown').waitFor()
      await page.getByText('cakes: 995').waitFor()
      if (way === 'built') return
      // an edit of the markup: the component stays, with what it knows
      const file = join(root, 'src/App.vue')
      writeFileSync(file, readFileSync(file, 'utf8').replace('stock: {{', 'in stock: {{'))
      await page.getByText('in stock: unknown').waitFor()
    })
    expect(calls).toEqual({ '/busy/tea': 3, '/busy/cake': 3, '/hangs/tea': 1, '/down/tea': 3 })
  })
})
