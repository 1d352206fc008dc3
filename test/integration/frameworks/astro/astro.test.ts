// An Astro page: a component with sites in its frontmatter, which are called while the page is built, and in a script of the browser.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { here, serve, type } from '../../user.ts'
import { app, visit } from '../app.ts'
import { backend } from '../backend.ts'

const astro = join(here, 'node_modules/astro/astro.js')

describe.skipIf(!process.env['R4C_CHROMIUM'])('Astro', () => {
  test.each(['built', 'in development'])('%s', async (way) => {
    const { url, calls } = await backend()
    const root = app('astro', { PUBLIC_BACKEND: url, ASTRO_TELEMETRY_DISABLED: '1' })
    if (way === 'built') {
      const { status, output } = await type(root, process.execPath, astro, 'build')
      // nothing is left that would be interpreted
      expect({ status, output }).toEqual({ status: 0, output: expect.not.stringContaining('R4C-') })
      const page = readFileSync(join(root, 'dist/index.html'), 'utf8')
      expect(page).toContain('acme-astro:src/components/Price.astro#offerOf')
      expect(page).toMatch(/for\s*\(\s*;\s*;\s*\)/)
      expect(calls).toEqual({ '/busy/tea': 3, '/down/tea': 3 })
    }
    const address = await serve(root, process.execPath, astro, ...(way === 'built' ? ['preview'] : ['dev']), '--host', '127.0.0.1', '--port', String(4600 + (process.pid % 1000)))
    await visit(address, async (page) => {
      expect(await page.locator('.price').innerText()).toBe('995')
      expect(await page.locator('.stock').innerText()).toBe('stock: unknown')
      await page.getByText('offer: 995').waitFor()
    })
    if (way === 'built') return expect(calls).toEqual({ '/busy/tea': 3, '/down/tea': 3, '/busy/offer': 3 })
    // Vite loads the page anew when it has found a package, so more may be asked
    for (const path of ['/busy/tea', '/down/tea', '/busy/offer']) expect(calls[path], path).toBeGreaterThanOrEqual(3)
    expect(await (await fetch(`${address}/src/components/Price.astro?astro&type=script&index=0&lang.ts`)).text()).toContain('acme-astro:src/components/Price.astro#offerOf')
  })
})
