// The playground as visitors get it: built by Vite, in a real Chromium.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { build, preview, type PreviewServer } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const executablePath = process.env.R4C_CHROMIUM || '/usr/bin/chromium'
const args = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage']
if (process.getuid?.() === 0) args.push('--no-sandbox')

describe.skipIf(!existsSync(executablePath))('playground', () => {
  const configFile = join(import.meta.dirname, '../../playground/vite.config.ts')
  const outDir = mkdtempSync(join(tmpdir(), 'r4c-playground-'))
  let server: PreviewServer
  let browser: Browser
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    await build({ configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } })
    server = await preview({ configFile, logLevel: 'error', build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
    browser = await chromium.launch({ executablePath, args })
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    rmSync(outDir, { recursive: true, force: true })
  })
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
    complaints = []
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    await page.goto(server.resolvedUrls!.local[0]!)
    await page.waitForSelector('#output .cm-line')
  })
  afterEach(async () => {
    expect(complaints).toEqual([])
    await page.close()
  })

  const text = async (pane: 'source' | 'output') => (await page.locator(`#${pane} .cm-line`).allInnerTexts()).map((line) => line.replace('\n', '')).join('\n')
  const type = async (replaced: string, by: string) => {
    const at = (await text('source')).indexOf(replaced)
    const before = (await text('source')).slice(0, at).split('\n')
    await page.locator('#source .cm-line').nth(before.length - 1).click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Home')
    for (let column = 0; column < before.at(-1)!.length; column++) await page.keyboard.press('ArrowRight')
    for (let column = 0; column < replaced.length; column++) await page.keyboard.press('Delete')
    await page.keyboard.insertText(by)
  }
  const presets = () => page.locator('#preset optgroup option').evaluateAll((options) => options.map((option) => ({
    value: (option as HTMLOptionElement).value,
    name: option.textContent,
    group: (option.parentElement as HTMLOptGroupElement).label,
  })))

  test('shows what the example becomes, its plan and its size', async () => {
    expect(await text('source')).toContain('@Retry(')
    expect(await text('output')).toContain('for (;;)')
    expect(await text('output')).not.toContain('@Retry(')
    expect(await page.locator('#plan .ring').evaluateAll((rings) => rings.map((ring) => (ring as HTMLElement).dataset.layer))).toEqual(['fallback', 'retry'])
    expect(await page.locator('#plan .form').innerText()).toBe('inlined')
    expect(await page.locator('#output-size').innerText()).toMatch(/^\d+ B, \d+ B gzip$/)
  })

  test('compiles while you type, and says what is wrong in the margin and in the list', async () => {
    await type('maxAttempts: 3', 'maxAttempts: 0')
    await page.waitForSelector('#source .cm-lint-marker-error')
    await expect.poll(() => page.locator('#diagnostics li').allInnerTexts()).toEqual([expect.stringMatching(/^R4C-ATR-003[^]*maxAttempts must be a whole number at least 1, got 0/)])
    expect(await page.locator('#output').getAttribute('data-stale')).toBe('true')
    await page.locator('#diagnostics button').click()
    expect(await page.evaluate(() => document.activeElement?.closest('#source') !== null)).toBe(true)
    await type('maxAttempts: 0', 'maxAttempts: 7')
    await page.waitForSelector('#source .cm-lint-marker-error', { state: 'detached' })
    expect(await text('output')).toContain('maxAttempts: 7')
  })

  test('says why a text can’t be parsed, and goes on showing what was made of the last one', async () => {
    const [made, plan] = [await text('output'), await page.locator('#plan').innerText()]
    await type('lastKnown(sku', 'lastKnown((sku')
    await expect.poll(() => page.locator('#diagnostics li').allInnerTexts()).toEqual([expect.stringMatching(/^Syntax[^]*not TypeScript: [^]*18:\d+$/)])
    expect(await page.locator('#source .cm-lint-marker-error').count()).toBe(1)
    expect([await text('output'), await page.locator('#plan').innerText()]).toEqual([made, plan])
  })

  test('of another text nothing is shown as if it were of this one', async () => {
    await type('maxAttempts: 3', 'maxAttempts: 0')
    await expect.poll(() => page.locator('#output-size').textContent()).toBe('before the mistake')
    const wrong = (await presets()).find(({ name }) => name.startsWith('R4C-ATR-003'))!
    await page.selectOption('#preset', wrong.value)
    await page.waitForSelector('#source .cm-lint-marker-error')
    expect(await text('output')).toBe('')
    expect(await page.locator('#plan').innerText()).toBe('')
    expect(await page.locator('#output-size').textContent()).toBe('')
    await page.selectOption('#preset', '0')
    await expect.poll(() => page.locator('#output-size').textContent()).toMatch(/^\d+ B, \d+ B gzip$/)
    // sizes take a while to find out
    expect(await page.evaluate(async () => {
      const select = document.querySelector<HTMLSelectElement>('#preset')!
      for (const value of ['3', '0']) {
        select.value = value
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }
      await new Promise((resolve) => setTimeout(resolve, 300))
      return document.querySelector('#source-size')!.textContent
    })).toBe(`${new TextEncoder().encode(await text('source')).length} B, ${(await page.locator('#source-size').textContent())!.split(', ')[1]}`)
  })

  test('an example that was edited can be chosen anew', async () => {
    const before = await text('source')
    await type('maxAttempts: 3', 'maxAttempts: 9')
    await expect.poll(() => page.locator('#preset option:checked').textContent()).toBe('edited by you')
    await page.selectOption('#preset', '0')
    expect(await text('source')).toBe(before)
  })

  test('copies the output', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.click('#copy')
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('r4c$retry0.onFailure(')
  })

  test('lines keeps every line on its line', async () => {
    await page.getByText('lines', { exact: true }).click()
    const source = (await text('source')).split('\n')
    const output = (await text('output')).split('\n')
    expect(output).toHaveLength(source.length)
    expect(output.findIndex((line) => line.includes('response.ok'))).toBe(source.findIndex((line) => line.includes('response.ok')))
  })

  test('every preset is a fixture that does what its group says', async () => {
    const all = await presets()
    expect(new Set(all.map(({ group }) => group)).size).toBeGreaterThan(4)
    for (const { value, name, group } of all) {
      await page.selectOption('#preset', value)
      const [codes, errors] = [await page.locator('#diagnostics code').allInnerTexts(), await page.locator('#diagnostics [data-severity=error]').count()]
      if (group.startsWith('Mistakes')) expect(codes, name!).toContain(/^R4C-[A-Z]+-\d+/.exec(name!)![0])
      else expect(errors, `${group}: ${name}`).toBe(0)
    }
  })

  test('looking at a layer lights its decorator and the lines that it became', async () => {
    await page.locator('#plan .layer', { hasText: 'retry' }).focus()
    expect(await page.locator('#source .lit.strong').allInnerTexts()).toEqual([expect.stringContaining('@Retry(')])
    expect((await page.locator('#output .lit.strong').allInnerTexts()).join('\n')).toContain('.onFailure(')
  })

  const pick = async (name: string) => page.selectOption('#preset', (await presets()).find((preset) => preset.name === name)!.value)
  const status = () => page.locator('#simulation [role=status]').innerText()
  const run = async () => {
    await page.click('#simulation button[type=submit]')
    await page.getByRole('button', { name: 'Run a minute' }).waitFor()
    return status()
  }
  const titles = (row: string) => page.locator('#simulation .row', { has: page.getByText(row, { exact: true }) }).locator('title').allTextContents()

  test('simulates a minute: the output runs against another side that is down for a while', async () => {
    await pick('circuit breaker: plain')
    // 50 calls before it fails and 100 after it has come back, but for those of the last seconds in OPEN
    expect(await run()).toMatch(/^A minute of SearchClient\.search: 300, 140 answered, 160 failed, .*; 150 requests reached the other side\.$/)
    expect((await titles('Breaker')).map((title) => title.split(': ')[1])).toEqual(['CLOSED', 'OPEN', 'HALF_OPEN', 'CLOSED'])
    expect(await titles('circuitBreaker')).toHaveLength(150)
    const first = await status()
    expect(await run()).toBe(first)
  })

  test('simulates an example of each policy', async () => {
    const all = (await presets()).filter(({ group }) => group !== 'Sites' && !group.startsWith('Mistakes'))
    for (const { name, value } of all.filter(({ group }, index) => all.findIndex((other) => other.group === group) === index)) {
      await page.selectOption('#preset', value)
      expect(await run(), name!).toMatch(/^A minute of .+: 300, (?!0 answered)/)
    }
  })

  test('a schedule is painted by keyboard and mouse, and stands in the address', async () => {
    const schedule = page.getByRole('slider')
    const painted = () => page.locator('.strip i').evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset.fault).join(''))
    await page.selectOption('[name=schedule]', 'healthy')
    await schedule.focus()
    for (const key of ['ArrowRight', 'h', 'ArrowRight', 's']) await page.keyboard.press(key)
    expect(await schedule.getAttribute('aria-valuetext')).toBe('second 2: is slow')
    await page.getByText('is unsteady').click()
    const { x, y, width } = (await schedule.boundingBox())!
    await page.mouse.click(x + (width * 59.5) / 60, y + 5)
    const expected = `ahs${'a'.repeat(56)}u`
    expect(await painted()).toBe(expected)
    expect(await page.locator('[name=schedule]').inputValue()).toBe('')
    const kept = () => page.evaluate(async () => {
      const bytes = Uint8Array.from(atob(location.hash.slice('#1.'.length).replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
      return (await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).json()).simulation.faults as string
    })
    await expect.poll(kept).toBe(expected)
    await page.reload()
    await page.waitForSelector('#output .cm-line')
    expect(await painted()).toBe(expected)
  })

  test('a simulation says what is wrong with it, and ends when it is told to', async () => {
    await page.fill('[name=args]', "'item")
    expect(await run()).toMatch(/^SyntaxError: what calls are given can't be read: Unterminated string literal/)
    await page.fill('[name=args]', "'item'")
    await type('if (!response.ok)', 'for (;;) if (!response.ok)')
    await page.click('#simulation button[type=submit]')
    await page.getByRole('button', { name: 'Stop' }).click()
    expect(await status()).toBe('Stopped.')
  })

  test('the address holds the state', async () => {
    await type('maxAttempts: 3', 'maxAttempts: 9')
    await page.getByText('lines', { exact: true }).click()
    await expect.poll(() => page.evaluate(() => location.hash.length)).toBeGreaterThan(20)
    const [before, hash] = [await text('output'), await page.evaluate(() => location.hash)]
    await expect.poll(() => page.evaluate(() => location.hash)).toBe(hash)
    await page.reload()
    await page.waitForSelector('#output .cm-line')
    expect(await text('output')).toBe(before)
    expect(await page.locator('[name=layout]:checked').getAttribute('value')).toBe('lines')
  })

  test('the keyboard gets everywhere, and out of the editor', async () => {
    await page.locator('#source .cm-content').focus()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('#source'))).toBeNull()
    await page.locator('[name=layout]:checked').focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('[name=layout]:checked').getAttribute('value')).toBe('lines')
  })

  test('dark and light, wide and narrow', async () => {
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await paper()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await paper()).not.toBe(light)
    for (const width of [1440, 1000, 390, 360]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width)
      const cut = await page.locator('header *, #simulation form *').evaluateAll((all) => all.filter((element) => element.getBoundingClientRect().right > innerWidth).map((element) => element.outerHTML.slice(0, 80)))
      expect(cut, `at ${width}`).toEqual([])
    }
  })
})
