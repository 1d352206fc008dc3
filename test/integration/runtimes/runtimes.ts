// The runtimes, each from its registry, and how the program is run there. All answer with what the program says.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Miniflare } from 'miniflare'
import { chromium, type Browser } from 'playwright-core'
import type { Result } from './play.ts'

export interface Runtime {
  /** What its runs are compared with. */
  readonly like?: 'edge'
  /** Why it can't be had on this machine; nothing when it can. */
  missing?(): string | undefined
  version(): Promise<string>
  /** Runs `program.mjs` of the folder. Rejects if anything is printed to stderr, or a process doesn't end by itself. */
  run(folder: string): Promise<Result>
}

const modules = join(import.meta.dirname, '../node_modules')
const MAIN = `import { AsyncLocalStorage } from 'node:async_hooks'
import { result } from './program.mjs'
console.log(JSON.stringify(await result(new AsyncLocalStorage())))
`
// there each waiting call has a timer of its own (edge), so that calls that are due at one time answer one after another
const EDGE = `Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'Cloudflare-Workers' } })
await import('./main.mjs')
`
const WORKER = `import { AsyncLocalStorage } from 'node:async_hooks'
import { result } from './program.mjs'
export default { fetch: async () => Response.json(await result(new AsyncLocalStorage())) }
`

/** A program that is started with a script. Whoever waits for nothing any more has ended long before the limit. */
async function ended(command: string, args: readonly string[], cwd?: string): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(command, args, { cwd, timeout: 120_000, maxBuffer: 1 << 28, env: { ...process.env, NODE_OPTIONS: undefined, NO_COLOR: '1' } })
  if (stderr) throw new Error(stderr)
  return stdout
}

function script(command: string, args: readonly string[] = [], main = 'main.mjs'): Runtime {
  return {
    missing: () => (existsSync(command) ? undefined : `npm has no build of it for ${process.platform} ${process.arch}, or it isn't installed`),
    version: async () => (await ended(command, ['--version'])).split('\n')[0]!,
    run: async (folder) => JSON.parse(await ended(command, [...args, main], folder)) as Result,
  }
}

async function inBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: process.env['R4C_CHROMIUM']!, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

const browser: Runtime = {
  missing: () => (process.env['R4C_CHROMIUM'] ? undefined : 'no browser was found'),
  version: () => inBrowser(async (browser) => browser.version()),
  run: (folder) => inBrowser(async (browser) => {
    const page = await browser.newPage()
    const errors: unknown[] = []
    page.on('pageerror', (error) => errors.push(error))
    await page.route('http://program.test/**', (route) => {
      const isScript = route.request().url().endsWith('.mjs')
      return route.fulfill(isScript ? { path: join(folder, 'program.mjs'), contentType: 'text/javascript' } : { body: '<!doctype html>', contentType: 'text/html' })
    })
    await page.goto('http://program.test/')
    const result = await page.evaluate(`import('/program.mjs').then(({ result }) => result())`)
    if (errors.length > 0) throw new AggregateError(errors, errors.join('\n'))
    return result as Result
  }),
}

const workerd: Runtime = {
  like: 'edge',
  version: async () => (JSON.parse(readFileSync(join(modules, 'workerd/package.json'), 'utf8')) as { version: string }).version,
  async run(folder) {
    let said = ''
    const miniflare = new Miniflare({
      // its only module of Node's is for the worker's own use
      compatibilityDate: '2026-04-01', compatibilityFlags: ['nodejs_als', 'no_nodejs_compat_v2'],
      modules: [{ type: 'ESModule', path: 'worker.mjs', contents: WORKER }, { type: 'ESModule', path: 'program.mjs', contents: readFileSync(join(folder, 'program.mjs')) }],
      handleRuntimeStdio: (out, error) => { for (const stream of [out, error]) stream.on('data', (chunk) => { said += chunk }) },
    })
    try {
      const response = await miniflare.dispatchFetch('http://program.test/')
      const text = await response.text()
      if (!response.ok || said) throw new Error(`${response.status} ${text}\n${said}`)
      return JSON.parse(text) as Result
    } finally {
      await miniflare.dispose()
    }
  },
}

export const MAINS = { 'main.mjs': MAIN, 'edge.mjs': EDGE }

export const runtimes: Readonly<Record<string, Runtime>> = {
  'Node 20': script(join(modules, 'node-20/bin/node')),
  'Node 22': script(join(modules, 'node-22/bin/node')),
  'Node 24': script(join(modules, 'node-24/bin/node')),
  // no permission is given to it
  Deno: script(join(modules, '.bin/deno'), ['run', '--no-prompt', '--no-config', '--no-lock', '--no-remote']),
  Bun: script(join(modules, '.bin/bun')),
  Chromium: browser,
  workerd,
}

/** What the others are compared with: this Node, and this Node told that it is an edge runtime. */
export const references = { plain: script(process.execPath), edge: script(process.execPath, [], 'edge.mjs') }
