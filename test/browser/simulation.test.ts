// The playground's simulation in a browser.
import { describe, expect, test } from 'vitest'
import { noBrowser, Playground } from './playground.fixture.ts'

describe.skipIf(noBrowser)('simulation', () => {
  const playground = new Playground()

  const titles = (row: string) => playground.page.locator('#simulation .row', { has: playground.page.getByText(row, { exact: true }) }).locator('title').allTextContents()

  test('simulates a minute: the output runs against another side that is down for a while', async () => {
    await playground.pick('circuit breaker: plain')
    // 50 calls before it fails and 100 after it has come back, but for those of the last seconds in OPEN
    expect(await playground.run()).toMatch(/^A minute of SearchClient\.search: 300, 140 answered, 160 failed, .*; 150 requests reached the other side\.$/)
    expect((await titles('Breaker')).map((title) => title.split(': ')[1])).toEqual(['CLOSED', 'OPEN', 'HALF_OPEN', 'CLOSED'])
    expect(await titles('circuitBreaker')).toHaveLength(150)
    const first = await playground.status()
    expect(await playground.run()).toBe(first)
  })

  test('simulates an example of each policy', async () => {
    const all = (await playground.presets()).filter(({ group }) => group !== 'Sites' && !group.startsWith('Mistakes'))
    for (const { name, value } of all.filter(({ group }, index) => all.findIndex((other) => other.group === group) === index)) {
      await playground.page.selectOption('#preset', value)
      expect(await playground.run(), name!).toMatch(/^A minute of .+: 300, (?!0 answered)/)
    }
  })

  test('a schedule is painted by keyboard and mouse, and stands in the address', async () => {
    const schedule = playground.page.getByRole('slider')
    const painted = () => playground.page.locator('.strip i').evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset.fault).join(''))
    await playground.page.selectOption('[name=schedule]', 'healthy')
    await schedule.focus()
    for (const key of ['ArrowRight', 'h', 'ArrowRight', 's']) await playground.page.keyboard.press(key)
    expect(await schedule.getAttribute('aria-valuetext')).toBe('second 2: is slow')
    await playground.page.getByText('is unsteady').click()
    const { x, y, width } = (await schedule.boundingBox())!
    await playground.page.mouse.click(x + (width * 59.5) / 60, y + 5)
    const expected = `ahs${'a'.repeat(56)}u`
    expect(await painted()).toBe(expected)
    expect(await playground.page.locator('[name=schedule]').inputValue()).toBe('')
    const kept = () => playground.page.evaluate(async () => {
      const bytes = Uint8Array.from(atob(location.hash.slice('#1.'.length).replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
      return (await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).json()).simulation.faults as string
    })
    await expect.poll(kept).toBe(expected)
    await playground.page.reload()
    await playground.page.waitForSelector('#output .cm-line')
    expect(await painted()).toBe(expected)
  })

  test('a simulation says what is wrong with it, and ends when it is told to', async () => {
    await playground.page.fill('[name=args]', "'item")
    expect(await playground.run()).toMatch(/^SyntaxError: what calls are given can't be read: Unterminated string literal/)
    await playground.page.fill('[name=args]', "'item'")
    await playground.type('if (!response.ok)', 'for (;;) if (!response.ok)')
    await playground.page.click('#simulation button[type=submit]')
    await playground.page.getByRole('button', { name: 'Stop' }).click()
    expect(await playground.status()).toBe('Stopped.')
  })

  test('of another text no run is shown, nor goes on', async () => {
    await playground.pick('circuit breaker: plain')
    await playground.run()
    await playground.pick('retry: plain')
    expect(await playground.status()).toBe('')
    expect(await playground.page.locator('#simulation [data-part=timeline] .row').count()).toBe(0)
    expect(await playground.page.locator('#simulation details').isVisible()).toBe(false)
    await playground.type('return ', 'for (;;); return ')
    await expect.poll(() => playground.text('output')).toContain('for (;;); ')
    await playground.page.click('#simulation button[type=submit]')
    await playground.page.getByRole('button', { name: 'Stop' }).waitFor()
    await playground.pick('circuit breaker: plain')
    await playground.page.getByRole('button', { name: 'Run a minute' }).waitFor()
    expect(await playground.run()).toMatch(/^A minute of SearchClient\.search: 300, 140 answered/)
  })

  test('functions by reference, and decorators of others, run too', async () => {
    await playground.pick('given by reference')
    expect(await playground.run()).toMatch(/^A minute of load: 300, \d{3} answered/)
    await playground.pick('interpreted by a decorator')
    await playground.page.selectOption('[name=target]', 'Logged.price')
    expect(await playground.run()).toMatch(/^A minute of Logged\.price: 300, /)
  })

  test('where nothing is answered, it says what the first call got', async () => {
    await playground.pick('timeout: sync')
    expect(await playground.run()).toMatch(/^A minute of Reports\.render: 300, 0 answered, 300 failed, .* The first was call 1: TypeError: rows\.map is not a function$/)
  })

  test('more requests than can be drawn are counted', async () => {
    await playground.pick('retry: plain')
    await playground.type('return ', 'for (let i = 0; i < 99; i++) void fetch(String(i)); return ')
    await expect.poll(() => playground.text('output')).toContain('i < 99')
    expect(await playground.run()).toMatch(/; \d{5} requests reached the other side\.$/)
    expect(await playground.page.locator('#simulation .row', { has: playground.page.getByText('Requests', { exact: true }) }).locator('small').innerText()).toContain('the first 5000 are drawn')
    expect(await titles('Requests')).toHaveLength(5000)
  })

  test('the schedule is moved over as every slider', async () => {
    const schedule = playground.page.getByRole('slider')
    await schedule.focus()
    const at: (string | null)[] = []
    for (const key of ['ArrowUp', 'PageUp', 'ArrowDown', 'PageDown', 'End', 'Home']) {
      await playground.page.keyboard.press(key)
      at.push(await schedule.getAttribute('aria-valuenow'))
    }
    expect(at).toEqual(['1', '11', '10', '0', '59', '0'])
  })

  test('a fault is told by more than its colour', async () => {
    const marks = await playground.page.locator('[data-part=brushes] span').evaluateAll((spans) => spans.map((span) => getComputedStyle(span, '::before').backgroundImage))
    expect(new Set(marks).size).toBe(5)
  })
})
