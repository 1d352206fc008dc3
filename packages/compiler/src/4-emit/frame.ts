// From a plan to the frame of its function: every layer asks for its place, and the weaver puts what they say into one shape.
import type { Place } from '@resilience4cata/core/build/template'
import { parametersOf } from '../3-plan/body/parameters.ts'
import { writtenOf } from '../3-plan/layers.ts'
import type { Plan, PlannedLayer } from '../plan.ts'
import type { UserFunction } from '../site.ts'
import { argumentsOf } from '../3-plan/arguments.ts'
import { copiesOf, NO_COPIES, type Copies } from './copies.ts'
import { line, type Emission } from './emission.ts'
import type { Leaving } from './exits.ts'
import { mayReturnThenable, type Framed } from './function.ts'
import type { Instances } from './instances.ts'
import type { Line } from './lines.ts'
import { weave, type Placed } from './weave.ts'

export function frameOf(plan: Plan, fn: UserFunction, instances: Instances, emission: Emission): Framed {
  const { site } = plan
  const { names, any } = emission
  const at = site.layers[0]?.at.start ?? site.at.start
  const local = names.locals()
  const sync = site.mode === 'sync'
  const scope = instances.signal ? local('scope') : undefined
  const layout = emission.layoutAt(fn.body.start!)
  const copies = plan.form.kind === 'inlined' ? copiesOf(fn, emission, layout, local) : NO_COPIES
  const layers = plan.frames[0]!.layers.map((layer): Placed => ({
    layer: emission.rooms[layer.layer]!.template.weave(placeOf(layer, plan, fn, instances, emission, local, scope, copies)),
    at: layer.written.at.start,
  }))
  const woven = weave(layers, { sync, at, any, local, use: names.use })
  const maybe = mayReturnThenable(fn, plan.facts!, emission)
  const call = sync && maybe ? local('call') : ''
  const leaving: Leaving = { mode: site.mode, maybe, result: local('result'), call, succeed: woven.succeed, at, any, local, use: names.use }
  const wrap = wrapOf(plan, fn, leaving)
  const scopeLines = scope ? cancelled(scope, fn, instances.signal!, sync, copies, emission, at) : []
  return { plan, fn, opening: [...wrap.opening, ...scopeLines.map((each) => ({ ...each, depth: wrap.shift }))], closing: wrap.closing, shift: wrap.shift, woven, leaving, layout, copies }
}

/** A function that isn't `async` stays so: what awaits is an async arrow inside. A sync one's value is looked at behind all layers. */
function wrapOf({ site, id }: Plan, fn: UserFunction, { call, result, any, at, use }: Leaving): { opening: Line[]; closing: Line[]; shift: number } {
  if (call) return { opening: [line(`let ${result}${any}`, at), line(`${call}: {`, at)], closing: [line('}', at), line(`return ${use('settled')}(${result}, ${quoted(id)})`, at)], shift: 1 }
  if (site.mode === 'async' && !fn.async) return { opening: [line('return (async () => {', at)], closing: [line('})()', at)], shift: 1 }
  return { opening: [], closing: [], shift: 0 }
}

function placeOf(layer: PlannedLayer, { site }: Plan, fn: UserFunction, instances: Instances, emission: Emission, local: (word: string) => string, scope: string | undefined, copies: Copies): Place {
  return {
    instance: instances.of.get(layer)!,
    written: writtenOf(layer.options),
    mode: site.mode,
    scope,
    self: fn.type === 'ArrowFunctionExpression' ? 'undefined' : 'this',
    get args() { return argumentsOf(site, fn, layer, emission.tree.scopes, copies.outer).list },
    arity: parametersOf(fn, emission.tree.scopes).arity,
    member: (name) => memberOf(name, emission.any !== ''),
    local,
    use: emission.names.use,
  }
}

function memberOf(name: string, typescript: boolean): string {
  if (name.startsWith('#')) return `this.${name}`
  const self = typescript ? '(this as any)' : 'this'
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? `${self}.${name}` : `${self}[${quoted(name)}]`
}

/** The caller's signal is asked for once, and a call that is aborted already does nothing at all. */
function cancelled(scope: string, fn: UserFunction, signal: string, sync: boolean, copies: Copies, { names, tree, any }: Emission, at: number): Line[] {
  const { list } = parametersOf(fn, tree.scopes)
  const asked = fn.type === 'ArrowFunctionExpression' ? `${signal}(${list.map(copies.outerOf).join(', ')})` : `${signal}.apply(this, arguments${any && ' as any'})`
  const aborted = sync ? `throw ${scope}.reason` : `return ${names.use('rejected')}(${scope}.reason)`
  return [line(`const ${scope}${any} = ${names.use('callerScope')}(${asked})`, at), line(`if (${scope}?.aborted) ${aborted}`, at)]
}

export const quoted = (text: string): string => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

