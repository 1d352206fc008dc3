// node cold.mjs <module> <file of source> <parser options>     What a process pays that has just begun: for loading the module, for its first file, and for thirty. Prints milliseconds on the processor.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const FILES = 30
const [, , module, file, options] = process.argv
const text = readFileSync(file, 'utf8')
const start = process.cpuUsage()
const spent = () => {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
const { compile, parse } = await import(pathToFileURL(module).href)
const loaded = spent()
const once = (i) => (compile ? compile(text, { id: `/project/src/orders${i}.ts`, root: '/project', packageName: '@acme/orders' }).code : parse(text, JSON.parse(options)))
once(0)
const first = spent()
for (let i = 1; i < FILES; i++) once(i)
console.log(JSON.stringify({ loading: loaded, first: first - loaded, thirty: spent() - loaded }))
