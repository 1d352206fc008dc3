import { furnished } from '@resilience4cata/core/run/furnished'
import { describe, expect, it } from 'vitest'
import { createRegistry } from '../create-registry.ts'
import { fakeRoom, type Fake } from '../fake-room.fixture.ts'
import { into } from '../sharing/into.ts'
import { fromEnvironment } from './environment.ts'
import { parseProperties } from './properties.ts'

const parsed = (text: string) => ({ ...parseProperties(text) })

describe('parseProperties', () => {
  it('takes comments, blanks and all three separators', () => {
    expect(parsed('\uFEFF# c\r\n! c\r  \t\na=1\n b : 2 \n\tc   3\nd\ne = \nf==x\ng = h = i\n#x=1')).toEqual({ a: '1', b: '2', c: '3', d: '', e: '', f: '=x', g: 'h = i' })
  })

  it('has its first key right behind a byte order mark', () => expect(parsed('\uFEFFa=1')).toEqual({ a: '1' }))

  it('a line without a key says nothing', () => expect(parsed('= x\n:y\n\\\n\na=1')).toEqual({ a: '1' }))

  it('joins lines that go on', () => {
    expect(parsed('list = a, \\\n   b, \\\r\n\tc\nslashes = x\\\\\nnext=1\ncom\\\n  ment = # no\nlast = \\')).toEqual({ list: 'a, b, c', slashes: 'x\\', next: '1', comment: '# no', last: '' })
  })

  it('takes escapes, in keys too', () => {
    expect(parsed('instances.@acme/shop\\:src/a.ts#f.retry.delay = 1s\na\\ b\\=c = \\u00e9\\t\\n\\q\\u12\\u004A')).toEqual({
      'instances.@acme/shop:src/a.ts#f.retry.delay': '1s', 'a b=c': 'é\t\nqu12J',
    })
    expect(parsed('a\\:=1\nb = 1\\\\\\\n 2\nc = 3\\\\\\\\\nd=4')).toEqual({ 'a:': '1', b: '1\\2', c: '3\\\\', d: '4' })
  })

  it('lets the later line win, and a key of any name be only a key', () => {
    const values = parseProperties('a=1\na=2\n__proto__=x\nconstructor=y')
    expect(Object.entries(values)).toEqual([['a', '2'], ['__proto__', 'x'], ['constructor', 'y']])
  })

  it('is linear in what is long', () => {
    expect(parsed(`k = ${'\\\n '.repeat(20_000)}x`)).toEqual({ k: 'x' })
    expect(parsed(`${' '.repeat(50_000)}k${' '.repeat(50_000)}=${' '.repeat(50_000)}v`)).toEqual({ k: 'v' })
  })
})

describe('fromEnvironment', () => {
  it('takes what has the prefix, in camel case unless it has small letters', () => {
    const environment = { R4C_ENABLED: 'true', R4C_DEFAULTS__RETRY__MAX_ATTEMPTS: '5', R4C_INSTANCES__checkOut__CIRCUIT_BREAKER__WAIT_IN_OPEN: '1m', R4C_: 'x', PATH: '/bin', R4C_NONE: undefined }
    expect({ ...fromEnvironment(environment) }).toEqual({ enabled: 'true', 'defaults.retry.maxAttempts': '5', 'instances.checkOut.circuitBreaker.waitInOpen': '1m' })
    expect({ ...fromEnvironment({ MY_ENABLED: 'false', R4C_ENABLED: 'true' }, { prefix: 'MY_' }) }).toEqual({ enabled: 'false' })
  })
})

describe('configure', () => {
  const rooms = { bulkhead: fakeRoom('bulkhead') }

  it('takes both: words in any case, lists with commas', () => {
    const registry = createRegistry(rooms)
    const fake = rooms.bulkhead.create('shop:a.ts#Api.call', undefined, furnished(into(registry), ...Object.values(rooms.bulkhead.capabilities))) as Fake
    registry.configure(parseProperties('defaults.bulkhead.kind = Fancy\ninstances.Api.call.bulkhead.on = ECONNRESET, \\\n  AbortError\ndefaults.bulkhead.wait: 250'))
    registry.configure(fromEnvironment({ R4C_DEFAULTS__BULKHEAD__SIZE: '7', R4C_ENABLED: 'TRUE' }))
    expect(fake.ready()).toMatchObject({ kind: 'fancy', on: ['ECONNRESET', 'AbortError'], wait: 250, size: 7, enabled: true })
  })

  it('refuses keys that reach into prototypes', () => {
    const registry = createRegistry(rooms)
    for (const line of ['__proto__ = 1', 'instances.__proto__.bulkhead.size = 1', 'defaults.constructor.size = 1']) {
      expect(() => registry.configure(parseProperties(line))).toThrow('R4C-CFG-016')
    }
  })
})
