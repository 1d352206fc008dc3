// What `configure` is given: what says nothing, what is no configuration at all, and how that is said.
import { beforeEach, expect, it } from 'vitest'
import { codes, configurable } from './kit.fixture.ts'

let { registry, site } = configurable()
beforeEach(() => { ({ registry, site } = configurable()) })

const notes = (values: unknown) => {
  try {
    registry.configure(values as object)
  } catch (error) {
    return (error as { diagnostics: { where: string; says: string; note?: string }[] }).diagnostics.map(({ where, says, note }) => [where, says, note])
  }
  return []
}

it('a named configuration that says nothing is one, an id of which nothing is said takes no room', () => {
  registry.configure({ configs: { slow: {} }, instances: Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`i${i}`, {}])) })
  registry.configure({ instances: Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`i${i}`, { bulkhead: {} }])) })
  expect(site('p#f', { config: 'slow' }).ready().size).toBe(10)
})

it.each([null, undefined, [], 'text', 7, () => {}])('%o is none', (values) => {
  expect(codes(() => registry.configure(values as never))[0]).toMatch(/^R4C-ATR-012 configure: must be an object of options, got /)
  expect(codes(() => registry.configure({ instances: { x: values ?? [] } }))[0]).toMatch(/^R4C-ATR-012 instances.x: must be an object of options, got /)
})

it('a flat key that names no option is told the form of its section', () => {
  expect(notes({ 'defaults.size': '1', 'instances.size': '1', 'configs.bulkhead.size': '1' })).toEqual([
    ['defaults.size', '"defaults.size" names no option', 'Write defaults.<policy>.<option>.'],
    ['instances.size', '"instances.size" names no option', 'Write instances.<name>.<policy>.<option>.'],
    ['configs.bulkhead.size', '"configs.bulkhead.size" names no option', 'Write configs.<name>.<policy>.<option>.'],
  ])
})

it('a key that none may be is told by name, with the place', () => {
  const note = 'Take it out; an instance of that name needs another one.'
  expect(notes(JSON.parse('{ "__proto__": {}, "instances": { "a": { "constructor": {} } }, "instances.a.prototype.size": "1" }'))).toEqual([
    ['configure', '"__proto__" can\'t be a key of configuration', note],
    ['instances.a', '"constructor" can\'t be a key of configuration', note],
    ['instances.a.prototype.size', '"prototype" can\'t be a key of configuration', note],
  ])
})
