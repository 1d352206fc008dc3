import { realm } from '@resilience4cata/core/run/realm'
import { beforeEach, describe, expect, it } from 'vitest'
import { Registry, createRealm } from '../registry.ts'
import { bundles } from './bundle.ts'
import { abouts, forget, log, made, rooms } from './fake-rooms.fixture.ts'
import { marker } from './marker.ts'

const resilient = marker(rooms)
const bundle = bundles(rooms)
const registry = new Registry(realm)

beforeEach(forget)

describe('the function that comes back', () => {
  it('has the name, the length, the own properties and the metadata of the given one', () => {
    const metadata = new Map<object, Map<unknown, unknown>>()
    Object.assign(Reflect, {
      getOwnMetadataKeys: (target: object) => [...(metadata.get(target)?.keys() ?? [])],
      getOwnMetadata: (key: unknown, target: object) => metadata.get(target)?.get(key),
      defineMetadata: (key: unknown, value: unknown, target: object) => void metadata.set(target, new Map(metadata.get(target)).set(key, value)),
    })
    const tag = Symbol('tag')
    async function given(_a: number, _b: number, _c = 3) {}
    Object.assign(given, { role: 'admin', [tag]: 1 })
    ;(Reflect as any).defineMetadata('k', 'v', given)
    const f = resilient({ retry: true }, given)
    expect([f.name, f.length, (f as any).role, (f as any)[tag], (Reflect as any).getOwnMetadata('k', f)]).toEqual(['given', 2, 'admin', 1, 'v'])
    expect(() => new (f as any)()).toThrow(TypeError)
    for (const word of ['getOwnMetadataKeys', 'getOwnMetadata', 'defineMetadata']) delete (Reflect as any)[word]
  })

  it('hands on the receiver and the arguments as they are', async () => {
    const object = {}
    const f = resilient({ retry: true }, async function (this: unknown, ...args: unknown[]) { return [this, ...args] })
    const result = await f.call(object, object, undefined)
    expect(result).toEqual([object, object, undefined])
    expect(result[0]).toBe(object)
  })

  it('starts at once, and an async one never throws', async () => {
    const f = resilient({ retry: true }, async () => { log.push('body'); throw new Error('no') })
    const promise = f()
    expect(log).toEqual(['retry', 'body'])
    await expect(promise).rejects.toThrow('no')
  })

  it("rejects with the body's own failure, whatever it is, sync or async, thrown before a promise or not", async () => {
    for (const failure of [undefined, null, 0, 'text', new Error('e')]) {
      await expect(resilient({ bulkhead: true }, async () => { throw failure })()).rejects.toBe(failure)
      await expect(resilient({ bulkhead: true, mode: 'async' }, () => { throw failure })()).rejects.toBe(failure)
    }
  })

  it('told async, takes any value, and a thenable for a promise', async () => {
    let reads = 0
    const thenable = { get then() { reads++; return (done: (v: string) => void) => done('from thenable') } }
    expect(await (resilient({ retry: true, mode: 'async' }, () => 7)() as unknown)).toBe(7)
    expect(await (resilient({ retry: true, mode: 'async' }, () => thenable)() as unknown)).toBe('from thenable')
    expect(reads).toBe(1)
  })

  it('stays sync where it is told so', () => {
    let calls = 0
    const f = resilient({ retry: { maxAttempts: 3, delay: '0' }, mode: 'sync' }, (x: number) => { if (++calls < 3) throw new Error('again'); return x + calls })
    expect(f(1)).toBe(4)
  })

  it('is async or sync to another marker around it', async () => {
    const inner = resilient({ mode: 'async', bulkhead: true }, () => 1)
    expect(await (resilient({ retry: true }, inner)() as unknown)).toBe(1)
    expect(resilient({ retry: true }, resilient({ mode: 'sync', bulkhead: true }, () => 2))()).toBe(2)
  })
})

describe('the layers', () => {
  it('nest in the default order, or as the order says', async () => {
    const policies = { bulkhead: true, timeout: '1s', retry: {}, fallback: () => 1 }
    await resilient(policies, async () => {})()
    expect(log).toEqual(['retry', 'timeout', 'bulkhead'])
    forget()
    await resilient({ ...policies, order: ['timeout', 'retry'] }, async () => {})()
    expect(log).toEqual(['timeout', 'retry', 'bulkhead'])
  })

  it('know their site: its id, the parameters, whether the layer inside counts attempts', () => {
    resilient({ timeout: '1s', retry: true, fallback: () => 1 }, async function given(_a: number, _b: number) {})
    // innermost first: timeout, retry, fallback
    expect(abouts.map(({ innerOffers }) => innerOffers)).toEqual([false, false, true])
    expect(abouts[0]).toEqual({ site: 'given', arity: 2, innerOffers: false, mode: 'async', inner: [] })
    expect(abouts[2]!.inner!.map(({ policy }) => policy)).toEqual(['retry', 'timeout'])
  })

  it('are made once, with options that were read once', async () => {
    const retry = { maxAttempts: 3 }
    const policies = { retry }
    let calls = 0
    const f = resilient(policies, async () => { calls++; throw new Error('no') })
    retry.maxAttempts = 7
    policies.retry = { maxAttempts: 9 }
    for (let i = 0; i < 2; i++) await f().catch(() => {})
    expect([calls, made.length]).toEqual([6, 1])
  })

  it('take true for no options, and what stands alone for the option that it is', () => {
    resilient({ retry: true, timeout: '2s', fallback: () => 1 }, async () => {})
    resilient({ timeout: 2000 }, async () => {})
    expect(made.map(({ policy, written }) => [policy, written])).toEqual([
      ['fallback', { handler: expect.any(Function) }], ['retry', {}], ['timeout', { duration: '2s' }], ['timeout', { duration: 2000 }],
    ])
  })

  it.each([false, null, undefined, { enabled: false }, { enabled: 'False' }])('are taken out by %s, also those of a bundle', async (off) => {
    await resilient([bundle({ retry: true, bulkhead: true }), { retry: off }], async () => {})()
    expect(log).toEqual(['bulkhead'])
    expect(made.map(({ policy }) => policy)).toEqual(['bulkhead'])
  })

  it('pass straight through while configuration has switched them off', async () => {
    const f = resilient({ retry: true, bulkhead: { name: 'switched' } }, async () => {})
    registry.configure({ instances: { switched: { bulkhead: { enabled: false } } } })
    await f()
    registry.configure({ instances: { switched: { bulkhead: { enabled: true } } } })
    await f()
    registry.configure({ instances: { switched: null } })
    expect(log).toEqual(['retry', 'retry', 'bulkhead'])
  })

  it('but for what makes attempts, which is asked anew behind each of them', async () => {
    const f = resilient({ retry: { name: 'asked' } }, async () => {})
    registry.configure({ instances: { asked: { retry: { enabled: false } } } })
    await f()
    registry.configure({ instances: { asked: null } })
    expect(log).toEqual(['retry'])
  })

  it('without any, are the function itself', async () => {
    const value = {}
    expect(await resilient({ retry: false }, async () => value)()).toBe(value)
  })

  it('are named by their own name, else by the site', () => {
    resilient({ name: 'site', retry: true, bulkhead: { name: 'own' }, fallback: () => 1 }, async () => {})
    expect(made.map(({ id }) => id)).toEqual(['site', 'site', 'own'])
  })

  it.each([{}, { realm: {} }, [], 5])('live in no registry that is none, %o', async (registry) => {
    await expect(resilient({ retry: true, registry }, async () => {})()).rejects.toThrow('R4C-ATR-012')
  })

  it('live in the given registry', () => {
    const mine = createRealm()
    resilient({ retry: { name: 'there' }, registry: new Registry(() => mine) }, async () => {})
    expect(made[0]!.realm).toBe(mine)
    expect(mine.named!.has('retry there')).toBe(true)
  })

  it('are shared by a name, evaluation after evaluation, and nothing grows', async () => {
    const make = () => resilient({ retry: { name: 'again and again' } }, async function same() {})
    await make()()
    const { length } = made[0]!.capabilities!
    for (let i = 0; i < 50; i++) await make()()
    expect(made[0]!.capabilities).toHaveLength(length)
  })
})

describe('a bundle', () => {
  it('is weaker than what is written beside it, and the later of two is the stronger', async () => {
    const one = bundle({ retry: { maxAttempts: 1 }, bulkhead: { name: 'one' } })
    const two = bundle({ retry: { maxAttempts: 2 } })
    resilient([one, two], async () => {})
    resilient([{ retry: { maxAttempts: 9 } }, one], async () => {})
    resilient(bundle([one, { retry: { maxAttempts: 4 } }]), async () => {})
    expect(made.filter(({ policy }) => policy === 'retry').map(({ written }) => (written as any).maxAttempts)).toEqual([2, 9, 4])
    expect(made.filter(({ policy }) => policy === 'bulkhead')).toHaveLength(3)
  })

  it('is read once, and makes instances at each site', () => {
    const policies = { retry: { maxAttempts: 3 } as { maxAttempts: number } }
    const remote = bundle(policies)
    policies.retry.maxAttempts = 8
    resilient(remote, async () => {})
    resilient(remote, async () => {})
    expect(made.map(({ written }) => written)).toEqual([{ maxAttempts: 3 }, { maxAttempts: 3 }])
  })
})
