// `npm run build`: the two published packages, each from its src/ into its dist/. The private workspaces are bundled into them.
// publint and attw look at what npm would pack, and what they find ends the build.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { step, stop } from './progress.mjs'
import { root } from './run.mjs'
import { setUp } from './setup.mjs'

const ours = /^@resilience4cata\//
/** Bundled with the compiler: Node takes five times as long to import it where it is installed, as it looks through all of a CommonJS file for names first. */
const parser = '@babel/parser'
const stamp = join(root, 'node_modules/.r4c-built')

/** @type {Record<string, import('tsdown').InlineConfig>} */
export const PACKAGES = {
  // what an application ships: runs anywhere, so neither Node nor a DOM is assumed. A file for each of ours, as it is written: bundlers leave out whole files
  // that nobody asks for, but within one file keep every statement that looks as if it did something (rolldown would spell `/*#__PURE__*/ (() => …)()` anew). Constants stand where they are used, which minifiers do only within a function
  resilience4cata: { format: ['esm', 'cjs'], platform: 'neutral', target: 'es2022', unbundle: true, treeshake: false, minify: false, inputOptions: { optimization: { inlineConst: { mode: 'all' } } }, attw: { profile: 'node16', level: 'error' } },
  // what builds it: on Node, where an ESM package can be required since 20.19
  'unplugin-resilience4cata': { format: 'esm', platform: 'node', target: 'node20.19', copy: '../../ERRORS.md', attw: { profile: 'esm-only', level: 'error' } },
}

export async function build() {
  const { build: bundle } = await import('tsdown')
  for (const [name, config] of Object.entries(PACKAGES)) {
    const cwd = join(root, 'packages', name)
    await step(`building ${name}`, () => bundle({
      cwd,
      config: false,
      entry: 'src/*.ts',
      fixedExtension: true,
      tsconfig: join(root, 'tsconfig.json'),
      // one program for all, as types cross the workspaces
      dts: { eager: true },
      // by what results of an earlier build of the compiler are told from today's
      define: { R4C_BUILD: JSON.stringify(fingerprint()) },
      deps: { alwaysBundle: [ours, parser], onlyBundle: [ours, parser] },
      publint: { level: 'warning', strict: true },
      checks: { legacyCjs: false, pluginTimings: false },
      report: false,
      logLevel: 'warn',
      failOnWarn: true,
      ...config,
    }))
  }
}

/** Builds only when a source, a package.json or the lock has changed since the last time. */
export async function buildStale() {
  const now = fingerprint()
  const built = Object.keys(PACKAGES).every((name) => existsSync(join(root, 'packages', name, 'dist')))
  if (built && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  await build()
  writeFileSync(stamp, now)
}

function fingerprint() {
  const hash = createHash('sha256')
  const files = readdirSync(join(root, 'packages'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|json)$/.test(entry.name) && !/[\\/](dist|node_modules|fixtures)([\\/]|$)/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of [...files.sort(), join(root, 'package-lock.json'), join(root, 'ERRORS.md'), join(root, 'scripts/build.mjs')]) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await setUp()
  await build().catch(stop)
}
