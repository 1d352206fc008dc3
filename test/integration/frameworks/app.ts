// An application of this folder, copied to where it may be built; what is in what was built; its page in a browser.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { here } from '../user.ts'

/** A copy of the folder, next to where everything is installed, with `environment` as its `.env`. Nothing is left of it afterwards. */
export function app(name: string, environment: Readonly<Record<string, string>>): string {
  const users = join(here, '.users')
  mkdirSync(users, { recursive: true })
  const root = mkdtempSync(join(users, `${name}-`))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  cpSync(join(import.meta.dirname, name), root, { recursive: true, filter: (file) => !file.endsWith('.test.ts') })
  writeFileSync(join(root, '.env'), Object.entries(environment).map(([key, value]) => `${key}=${value}\n`).join(''))
  return root
}

/** All scripts below a folder, as one text. */
export function scriptsIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.[cm]?js$/.test(file))
  expect(files).not.toEqual([])
  return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
}

/** Where a text of the built scripts comes from, by their maps: `App.vue:31`. */
export function originOf(text: string, folder: string): string {
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((found) => /\.[cm]?js$/.test(found)).find((found) => readFileSync(join(folder, found), 'utf8').includes(text))!
  const code = readFileSync(join(folder, file), 'utf8')
  const before = code.split(text)[0]!.split('\n')
  const named = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(code)![1]!
  const map = new SourceMap(JSON.parse(readFileSync(join(folder, dirname(file), decodeURIComponent(named)), 'utf8')) as SourceMapPayload)
  const entry = map.findEntry(before.length - 1, before.at(-1)!.length) as { originalSource: string; originalLine: number }
  return `${entry.originalSource.split('/').at(-1)!.replace(/\?.*/, '')}:${entry.originalLine + 1}`
}

/** Each site is there under its id, in a loop of its own, and nothing is there that could interpret it. */
export function expectInlined(code: string, ...sites: readonly string[]): void {
  for (const site of sites) expect(code).toContain(site)
  expect(code).toMatch(/for\s*\(\s*;\s*;\s*\)/)
  expect(code).not.toContain(INTERPRETER)
}

/** What only the interpreter says (`inlined.test.ts`). */
export const INTERPRETER = 'names a method, but there is no class here'

/** A page as a visitor has it. No error may be left in its console. */
export async function visit(url: string, look: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ executablePath: process.env['R4C_CHROMIUM']!, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  // a server in development builds a page when it is first asked for it
  page.setDefaultTimeout(200_000)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(url)
  await look(page)
  expect(errors).toEqual([])
}
