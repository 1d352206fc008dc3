// Vite's dev server with a real Chromium: what stays over an edit, what a mistake looks like, what is watched.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { originalPositions } from '@resilience4cata/hosts/original-positions'
import vitePlugin from '@resilience4cata/hosts/vite'
import { project } from '../hosts/project.ts'

const executablePath = process.env.R4C_CHROMIUM || '/usr/bin/chromium'
const args = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage']
if (process.getuid?.() === 0) args.push('--no-sandbox')

const shop = `import { resilient } from 'resilience4cata'
import { remote } from './policies.ts'

export const version = 'one'

export const price = resilient({
  circuitBreaker: { windowSize: 4, minimumCalls: 2 },
}, async (sku: string): Promise<number> => {
  throw new Error('closed: ' + sku)
})

export const order = resilient(remote, async (id: string): Promise<string> => 'ordered ' + id)
`
const policies = `import { bundle } from 'resilience4cata'
export const remote = bundle({ retry: { maxAttempts: 2, delay: '1ms' } })
`
const main = `import 'resilience4cata/configuration'
import { registry } from 'resilience4cata'
import * as shop from './shop.ts'
const page = { shop, registry, updates: 0, born: Math.random() }
;(globalThis as any).page = page
if (import.meta.hot) import.meta.hot.accept('./shop.ts', (next) => {
  page.shop = next as typeof shop
  page.updates++
})
`

describe.skipIf(!existsSync(executablePath))('Vite in development', () => {
  let browser: Browser
  let server: ViteDevServer
  let page: Page
  let root: string
  beforeAll(async () => { browser = await chromium.launch({ executablePath, args }) })
  afterAll(async () => { await browser?.close() })
  beforeEach(async () => {
    root = project({ 'index.html': '<!doctype html><script type="module" src="/src/main.ts"></script>', 'src/main.ts': main, 'src/shop.ts': shop, 'src/policies.ts': policies })
    server = await createServer({ root, configFile: false, logLevel: 'silent', plugins: [vitePlugin()], server: { port: 0, host: '127.0.0.1' }, optimizeDeps: { noDiscovery: true } })
    await server.listen()
    page = await browser.newPage()
    await page.goto(server.resolvedUrls!.local[0]!)
    await page.waitForFunction(() => 'page' in globalThis)
  })
  afterEach(async () => {
    await page?.close()
    await server?.close()
  })

  // the watcher leaves out what follows within 50 ms, which nobody's hands do
  const edit = async (name: string, text: string) => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    writeFileSync(join(root, name), text)
  }
  // names of the page; `page` in here is the object that main.ts has made
  const inPage = (code: string) => page.evaluate(`(async () => { const { shop, registry } = globalThis.page; ${code} })()`)
  const updated = (count: number) => page.waitForFunction((wanted) => (globalThis as unknown as { page: { updates: number } }).page.updates >= wanted, count)
  const breaker = () => inPage(`const found = registry.snapshot(); return JSON.stringify(found).match(/"state":"(\\w+)"/)?.[1]`)
  const broken = () => inPage(`for (let call = 0; call < 3; call++) await shop.price('tea').catch(() => {}); return globalThis.page.born`)

  test('an edit beside the policies leaves their state; the page isn’t loaded again', async () => {
    const born = await broken()
    expect(await breaker()).toBe('OPEN')
    await edit('src/shop.ts', shop.replace(`'one'`, `'two'`).replace('closed: ', 'still closed: '))
    await updated(1)
    expect(await inPage('return [shop.version, globalThis.page.born]')).toEqual(['two', born])
    expect(await breaker()).toBe('OPEN')
    expect(await inPage(`return await shop.price('tea').catch((error) => error.code ?? error.message)`)).not.toContain('closed')
  })

  test('an edit of the policies begins anew', async () => {
    await broken()
    expect(await breaker()).toBe('OPEN')
    await edit('src/shop.ts', shop.replace('windowSize: 4', 'windowSize: 10'))
    await updated(1)
    expect(await inPage(`return await shop.price('tea').catch((error) => error.message)`)).toBe('closed: tea')
    expect(await breaker()).toBe('CLOSED')
  })

  test('a bundle of another module is watched', async () => {
    expect(await inPage('return String(shop.order)')).toMatch(/for \(;;\)/)
    const asked = async () => /maxAttempts: (\d+)/.exec((await server.transformRequest('/src/shop.ts'))!.code)![1]
    expect(await asked()).toBe('2')
    await edit('src/policies.ts', policies.replace('2', '7'))
    await updated(1)
    expect(await asked()).toBe('7')
    await edit('src/policies.ts', policies.replace('retry: {', 'retry: { enabled: false,'))
    await updated(2)
    expect(await inPage('return String(shop.order)')).not.toMatch(/for \(;;\)/)
  })

  test('a mistake is shown over the page, once, with its lines and what to do; mended, it goes', async () => {
    await edit('src/shop.ts', shop.replace('windowSize: 4', 'windowSize: 0'))
    const overlay = page.locator('vite-error-overlay')
    await overlay.waitFor({ state: 'attached' })
    const said = await overlay.evaluate((element) => element.shadowRoot!.querySelector<HTMLElement>('.window')!.innerText)
    expect(said.match(/R4C-[A-Z]+-\d+(?= {2})/g), said).toEqual(['R4C-ATR-010'])
    expect(said).toContain('windowSize must be')
    expect(said).toMatch(/src\/shop\.ts:7:\d+/)
    expect(said).toContain('7 │   circuitBreaker: { windowSize: 0, minimumCalls: 2 },')
    expect(said).toContain('npx r4c explain R4C-ATR-010')
    await edit('src/shop.ts', shop.replace(`'one'`, `'mended'`))
    await overlay.waitFor({ state: 'detached' })
    // the page may be loading
    await expect.poll(() => inPage('return globalThis.page.shop.version').catch(() => undefined), { timeout: 20_000 }).toBe('mended')
  })

  test('a stack has a place that the map leads home', async () => {
    const stack = String(await inPage(`return await shop.price('tea').catch((error) => error.stack)`))
    const [line, column] = /src\/shop\.ts:(\d+):(\d+)/.exec(stack)!.slice(1).map(Number) as [number, number]
    const { map } = (await server.transformRequest('/src/shop.ts'))!
    expect(originalPositions(map as never, shop)({ line, column: column - 1 })).toMatchObject({ line: 9, column: 8 })
  })
})
