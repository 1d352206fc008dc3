import { expectTypeOf, it } from 'vitest'
import type { EventHead, EventOf, Listenable, RegistryEvents } from './event-types.ts'
import { Registry } from './registry.ts'

interface Events extends RegistryEvents {
  'retry.retrying': { readonly attempt: number }
  'retry.gaveUp': { readonly attempts: number; readonly reason: string }
  'bulkhead.rejected': { readonly reason: 'FULL' }
}

it('a listener gets the fields of what it asked for', () => {
  expectTypeOf<EventOf<Events, 'retry.gaveUp'>>().toExtend<EventHead<'retry.gaveUp'> & { readonly reason: string }>()
  expectTypeOf<EventOf<Events, 'retry.*'>['type']>().toEqualTypeOf<'retry.retrying' | 'retry.gaveUp'>()
  expectTypeOf<EventOf<Events, '*'>['type']>().toEqualTypeOf<keyof Events>()
  expectTypeOf<Extract<EventOf<Events, '*'>, { type: 'retry.retrying' }>['attempt']>().toEqualTypeOf<number>()
})

it('may ask only for what there is', () => {
  expectTypeOf<Listenable<Events>>().toEqualTypeOf<'*' | keyof Events | 'retry.*' | 'bulkhead.*' | 'registry.*'>()
})

it('a door may say so of its registry, which is a registry still', () => {
  class Typed extends Registry {
    override on<const Type extends Listenable<Events>>(type: Type, listener: (event: EventOf<Events, Type>) => unknown): () => void { return super.on(type, listener as never) }
  }
  const plain = (registry: Typed): Registry => registry
  expectTypeOf(plain).returns.toEqualTypeOf<Registry>()
  // @ts-expect-error nobody publishes it
  const wrong = (registry: Typed) => registry.on('retry.gaveup', () => {})
  expectTypeOf(wrong).toBeFunction()
})
