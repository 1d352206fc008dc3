// A React app in Vite: sites in a class of its own and in a file with JSX; built, and served in development.
import { describe, expect, test } from 'vitest'
import { join } from 'node:path'
import { here, serve, type } from '../../user.ts'
import { app, expectInlined, scriptsIn, visit } from '../app.ts'
import { backend } from '../backend.ts'

const vite = join(here, 'node_modules/vite/bin/vite.js')

describe.skipIf(!process.env['R4C_CHROMIUM'])('React in Vite', () => {
  test.each(['built', 'in development'])('%s', async (way) => {
    const { url, calls } = await backend()
    const root = app('react', { VITE_BACKEND: url })
    if (way === 'built') {
      expect(await type(root, process.execPath, vite, 'build')).toEqual({ status: 0, output: expect.anything() })
      expectInlined(scriptsIn(join(root, 'dist')), 'acme-react:src/prices.ts#Prices.price', 'acme-react:src/prices.ts#Prices.offer', 'acme-react:src/App.tsx#stock')
    }
    const address = await serve(root, process.execPath, vite, ...(way === 'built' ? ['preview'] : []), '--host', '127.0.0.1', '--port', '0')
    await visit(address, async (page) => {
      await page.getByText('995').waitFor()
      await page.getByText('last known: 900').waitFor()
      await page.getByText('unknown: HTTP 503').waitFor()
    })
    expect(calls).toEqual({ '/busy/tea': 3, '/hangs/tea': 1, '/down/tea': 3 })
  })
})
