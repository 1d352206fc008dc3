// `npm run docs`: the site, made of the Markdown files of the house by VitePress, which has a lock of its own.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { step, stop } from './progress.mjs'
import { root, run } from './run.mjs'
import { install, setUp } from './setup.mjs'

const HELP = `npm run docs                 build the site into docs/dist
npm run docs -- --serve      serve it while its pages change (port 5174, or the next that is free)
npm run docs -- --port N     serve on this port
npm run docs -- --help       this text
`
const folder = join(root, 'docs')
const args = read()
if (args.help) {
  process.stdout.write(HELP)
  process.exit(0)
}
await setUp()
await install(folder, 'installing VitePress')
if (args.serve) process.exitCode = (await vitepress(['dev', folder, '--port', String(args.port)])).status
else await step('building the site', build).then(() => console.log(`\n  ${join(folder, 'dist/index.html')}, to be served from there`), stop)

function read() {
  try {
    const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' }, serve: { type: 'boolean' }, port: { type: 'string' } } })
    const port = Number(values.port ?? 5174)
    if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error(`--port is a number from 0 to 65535, got ${JSON.stringify(values.port)}`)
    return { ...values, serve: values.serve || values.port !== undefined, port }
  } catch (error) {
    return stop(error)
  }
}

async function build() {
  const { status, output } = await vitepress(['build', folder], true)
  if (status !== 0) throw new Error(`vitepress ended with ${status}\n${output}`)
}

/** @param {readonly string[]} words @param {boolean} [quiet] */
function vitepress(words, quiet = false) {
  return run(process.execPath, [join(folder, 'node_modules/vitepress/bin/vitepress.js'), ...words], { quiet })
}
