// The playground as visitors get it: built by Vite, in a real Chromium.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { build, preview, type PreviewServer } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'

const executablePath = process.env.R4C_CHROMIUM || '/usr/bin/chromium'
const args = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage']
if (process.getuid?.() === 0) args.push('--no-sandbox')

export const noBrowser = !existsSync(executablePath)

/** A page of its own for each test of the `describe` that it is called in. What the browser complains of fails the test. */
export class Playground {
  page!: Page
  #address = ''

  constructor() {
    const configFile = join(import.meta.dirname, '../../playground/vite.config.ts')
    const outDir = mkdtempSync(join(tmpdir(), 'r4c-playground-'))
    let server: PreviewServer
    let browser: Browser
    let complaints: string[]
    beforeAll(async () => {
      await build({ configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } })
      server = await preview({ configFile, logLevel: 'error', build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
      this.#address = server.resolvedUrls!.local[0]!
      browser = await chromium.launch({ executablePath, args })
    }, 120_000)
    afterAll(async () => {
      await browser?.close()
      await server?.close()
      rmSync(outDir, { recursive: true, force: true })
    })
    beforeEach(async () => {
      this.page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
      complaints = []
      this.page.on('pageerror', (error) => complaints.push(String(error)))
      this.page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      await this.open()
    })
    afterEach(async () => {
      expect(complaints).toEqual([])
      await this.page.close()
    })
  }

  async open(hash = ''): Promise<void> {
    // another address of the same page would only change its hash
    await this.page.goto('about:blank')
    await this.page.goto(this.#address + hash)
    await this.page.waitForSelector('#output .cm-line')
  }

  async text(pane: 'source' | 'output'): Promise<string> {
    return (await this.page.locator(`#${pane} .cm-line`).allInnerTexts()).map((line) => line.replace('\n', '')).join('\n')
  }

  async type(replaced: string, by: string): Promise<void> {
    const { page } = this
    const source = await this.text('source')
    const before = source.slice(0, source.indexOf(replaced)).split('\n')
    await page.locator('#source .cm-line').nth(before.length - 1).click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Home')
    for (let column = 0; column < before.at(-1)!.length; column++) await page.keyboard.press('ArrowRight')
    for (let column = 0; column < replaced.length; column++) await page.keyboard.press('Delete')
    await page.keyboard.insertText(by)
  }

  presets(): Promise<{ value: string; name: string; group: string }[]> {
    return this.page.locator('#preset optgroup option').evaluateAll((options) => options.map((option) => ({
      value: (option as HTMLOptionElement).value,
      name: option.textContent,
      group: (option.parentElement as HTMLOptGroupElement).label,
    })))
  }

  async pick(name: string): Promise<void> {
    await this.page.selectOption('#preset', (await this.presets()).find((preset) => preset.name === name)!.value)
  }

  status(): Promise<string> { return this.page.locator('#simulation [role=status]').innerText() }

  /** A minute, and what is said of it. */
  async run(): Promise<string> {
    await this.page.click('#simulation button[type=submit]')
    await this.page.getByRole('button', { name: 'Run a minute' }).waitFor()
    return await this.status()
  }
}
