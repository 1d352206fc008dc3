// The playground in a browser: source, plan and output.
import { describe, expect, test } from 'vitest'
import { noBrowser, Playground } from './playground.fixture.ts'

describe.skipIf(noBrowser)('playground', () => {
  const playground = new Playground()

  test('shows what the example becomes, its plan and its size', async () => {
    expect(await playground.text('source')).toContain('@Retry(')
    expect(await playground.text('output')).toContain('for (;;)')
    expect(await playground.text('output')).not.toContain('@Retry(')
    expect(await playground.page.locator('#plan .ring').evaluateAll((rings) => rings.map((ring) => (ring as HTMLElement).dataset.layer))).toEqual(['fallback', 'retry'])
    expect(await playground.page.locator('#plan .form').innerText()).toBe('inlined')
    expect(await playground.page.locator('#output-size').innerText()).toMatch(/^\d+ B, \d+ B gzip$/)
  })

  test('compiles while you type, and says what is wrong in the margin and in the list', async () => {
    await playground.type('maxAttempts: 3', 'maxAttempts: 0')
    await playground.page.waitForSelector('#source .cm-lint-marker-error')
    await expect.poll(() => playground.page.locator('#diagnostics li').allInnerTexts()).toEqual([expect.stringMatching(/^R4C-ATR-003[^]*maxAttempts must be a whole number at least 1, got 0/)])
    expect(await playground.page.locator('#output').getAttribute('data-stale')).toBe('true')
    await playground.page.locator('#diagnostics button').click()
    expect(await playground.page.evaluate(() => document.activeElement?.closest('#source') !== null)).toBe(true)
    await playground.type('maxAttempts: 0', 'maxAttempts: 7')
    await playground.page.waitForSelector('#source .cm-lint-marker-error', { state: 'detached' })
    expect(await playground.text('output')).toContain('maxAttempts: 7')
  })

  test('says why a text can’t be parsed, and goes on showing what was made of the last one', async () => {
    const [made, plan] = [await playground.text('output'), await playground.page.locator('#plan').innerText()]
    await playground.type('lastKnown(sku', 'lastKnown((sku')
    await expect.poll(() => playground.page.locator('#diagnostics li').allInnerTexts()).toEqual([expect.stringMatching(/^R4C-HNT-014[^]*not TypeScript: [^]*18:\d+$/)])
    expect(await playground.page.locator('#source .cm-lint-marker-error').count()).toBe(1)
    expect([await playground.text('output'), await playground.page.locator('#plan').innerText()]).toEqual([made, plan])
  })

  test('of another text nothing is shown as if it were of this one', async () => {
    await playground.type('maxAttempts: 3', 'maxAttempts: 0')
    await expect.poll(() => playground.page.locator('#output-size').textContent()).toBe('before the mistake')
    const wrong = (await playground.presets()).find(({ name }) => name.startsWith('R4C-ATR-003'))!
    await playground.page.selectOption('#preset', wrong.value)
    await playground.page.waitForSelector('#source .cm-lint-marker-error')
    expect(await playground.text('output')).toBe('')
    expect(await playground.page.locator('#plan').innerText()).toBe('')
    expect(await playground.page.locator('#output-size').textContent()).toBe('')
    await playground.page.selectOption('#preset', '0')
    await expect.poll(() => playground.page.locator('#output-size').textContent()).toMatch(/^\d+ B, \d+ B gzip$/)
    // sizes take a while to find out
    expect(await playground.page.evaluate(async () => {
      const select = document.querySelector<HTMLSelectElement>('#preset')!
      for (const value of ['3', '0']) {
        select.value = value
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }
      await new Promise((resolve) => setTimeout(resolve, 300))
      return document.querySelector('#source-size')!.textContent
    })).toBe(`${new TextEncoder().encode(await playground.text('source')).length} B, ${(await playground.page.locator('#source-size').textContent())!.split(', ')[1]}`)
  })

  test('an example that was edited can be chosen anew', async () => {
    const before = await playground.text('source')
    await playground.type('maxAttempts: 3', 'maxAttempts: 9')
    await expect.poll(() => playground.page.locator('#preset option:checked').textContent()).toBe('edited by you')
    await playground.page.selectOption('#preset', '0')
    expect(await playground.text('source')).toBe(before)
  })

  test('copies the output', async () => {
    await playground.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await playground.page.click('#copy')
    await playground.page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await playground.page.evaluate(() => navigator.clipboard.readText())).toContain('r4c$retry0.onFailure(')
  })

  test('lines keeps every line on its line', async () => {
    await playground.page.getByText('lines', { exact: true }).click()
    const source = (await playground.text('source')).split('\n')
    const output = (await playground.text('output')).split('\n')
    expect(output).toHaveLength(source.length)
    expect(output.findIndex((line) => line.includes('response.ok'))).toBe(source.findIndex((line) => line.includes('response.ok')))
  })

  test('every preset is a fixture that does what its group says', async () => {
    const all = await playground.presets()
    expect(new Set(all.map(({ group }) => group)).size).toBeGreaterThan(4)
    for (const { value, name, group } of all) {
      await playground.page.selectOption('#preset', value)
      const [codes, errors] = [await playground.page.locator('#diagnostics code').allInnerTexts(), await playground.page.locator('#diagnostics [data-severity=error]').count()]
      if (group.startsWith('Mistakes')) expect(codes, name!).toContain(/^R4C-[A-Z]+-\d+/.exec(name!)![0])
      else expect(errors, `${group}: ${name}`).toBe(0)
    }
  })

  test('looking at a layer lights its decorator and the lines that it became', async () => {
    await playground.page.locator('#plan .layer', { hasText: 'retry' }).focus()
    expect(await playground.page.locator('#source .lit.strong').allInnerTexts()).toEqual([expect.stringContaining('@Retry(')])
    expect((await playground.page.locator('#output .lit.strong').allInnerTexts()).join('\n')).toContain('.onFailure(')
  })

  test('the address holds the state', async () => {
    await playground.type('maxAttempts: 3', 'maxAttempts: 9')
    await playground.page.getByText('lines', { exact: true }).click()
    await expect.poll(() => playground.page.evaluate(() => location.hash.length)).toBeGreaterThan(20)
    const [before, hash] = [await playground.text('output'), await playground.page.evaluate(() => location.hash)]
    await expect.poll(() => playground.page.evaluate(() => location.hash)).toBe(hash)
    await playground.page.reload()
    await playground.page.waitForSelector('#output .cm-line')
    expect(await playground.text('output')).toBe(before)
    expect(await playground.page.locator('[name=layout]:checked').getAttribute('value')).toBe('lines')
  })

  test('the keyboard gets everywhere, and out of the editor', async () => {
    await playground.page.locator('#source .cm-content').focus()
    await playground.page.keyboard.press('Tab')
    expect(await playground.page.evaluate(() => document.activeElement?.closest('#source'))).toBeNull()
    await playground.page.locator('[name=layout]:checked').focus()
    await playground.page.keyboard.press('ArrowRight')
    expect(await playground.page.locator('[name=layout]:checked').getAttribute('value')).toBe('lines')
  })

  test('dark and light, wide and narrow', async () => {
    const paper = () => playground.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await playground.page.emulateMedia({ colorScheme: 'light' })
    const light = await paper()
    await playground.page.emulateMedia({ colorScheme: 'dark' })
    expect(await paper()).not.toBe(light)
    for (const width of [1440, 1000, 390, 360]) {
      await playground.page.setViewportSize({ width, height: 800 })
      expect(await playground.page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width)
      const cut = await playground.page.locator('header *, #simulation form *').evaluateAll((all) => all.filter((element) => element.getBoundingClientRect().right > innerWidth).map((element) => element.outerHTML.slice(0, 80)))
      expect(cut, `at ${width}`).toEqual([])
    }
  })

  test('a link that can’t be read says so, until there is one that can', async () => {
    const notice = () => playground.page.locator('#notice').innerText()
    expect(await notice()).toBe('')
    const hashNow = () => playground.page.evaluate(() => location.hash)
    const first = await hashNow()
    await playground.page.getByText('lines', { exact: true }).click()
    await expect.poll(hashNow).not.toBe(first)
    const hash = await hashNow()
    await playground.open(hash.slice(0, 40))
    expect(await notice()).toBe('The link can’t be read: was it cut off on its way?')
    expect(await playground.text('output')).toContain('for (;;)')
    await playground.page.evaluate((whole) => void (location.hash = whole), hash)
    await expect.poll(notice).toBe('')
  })

  test('a browser that doesn’t let the page copy is told of', async () => {
    await playground.page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError')) })
    for (const [button, way] of [['copy', 'select the output'], ['share', 'the address of this page is the link']]) {
      await playground.page.click(`#${button}`)
      await expect.poll(() => playground.page.locator('#notice').innerText()).toContain(way)
    }
  })

  test('who listens to the page hears what is wrong, once, and no sizes', async () => {
    expect(await playground.page.locator('h2 output, h2 [aria-live], h2 [role=status]').count()).toBe(0)
    await playground.type('maxAttempts: 3', 'maxAttempts: 0')
    const item = playground.page.locator('#diagnostics li')
    await item.waitFor()
    const told = await item.elementHandle()
    await playground.type('return amount', 'return +amount')
    await expect.poll(() => playground.page.locator('#source-size').innerText()).toMatch(/^\d+ B/)
    await playground.page.waitForTimeout(200)
    expect(await told!.evaluate((element) => element.isConnected)).toBe(true)
  })
})
