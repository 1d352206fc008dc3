// A function that comes at run time: by reference, or as a method of somebody's object. Its frame is a method that stands in for it:
// `r4c$given('…', fetchPrice, (r4c$body) => ({ async call(...r4c$args) { … r4c$invoke(r4c$body, this, r4c$args) … } }), 'async')`.
import type { Plan, PlannedLayer } from '../plan.ts'
import type { Piece } from './edits.ts'
import { line, type Emission } from './emission.ts'
import { behind } from './exits.ts'
import { frameAround, quoted } from './frame.ts'
import { frameAfter, frameBefore, type Around } from './function.ts'
import type { Instances } from './instances.ts'
import { deeper, join, type Layout, type Line } from './lines.ts'
import type { Told } from './races.ts'
import type { Local, Subject } from './subject.ts'

export interface Given { readonly open: readonly Piece[]; readonly close: readonly Piece[]; readonly outside: ReadonlyMap<PlannedLayer, Told> }

/** What stands around the expression that gives the function. `self`: the receiver of its body, where it isn't that of the call. */
export function givenAround(plan: Plan, instances: Instances, layout: Layout, local: Local, emission: Emission, self = 'this'): Given {
  const { site, id } = plan
  const { any, names } = emission
  const body = local('body'), args = local('args')
  const { framed, outside } = frameAround(plan, atRunTime(self, body, args, layout), instances, emission, local)
  const { at } = framed.leaving
  const async = site.mode === 'async' && !framed.plain ? 'async ' : ''
  const parameters = `${any && self === 'this' ? 'this: any, ' : ''}...${args}${any && ': any[]'}`
  const call = `${names.use('invoke')}(${body}, ${self}, ${args}${framed.scope ? `, ${framed.scope}` : ''})`
  const lines: Line[] = [
    line(`${async}call(${parameters}) {`, at, 1), ...deeper([...frameBefore(framed), ...deeper(leave(call, framed), framed.shift + framed.woven.depth), ...frameAfter(framed)], 2), line('}', at, 1),
  ]
  const told = site.asked ? '' : `, ${quoted(site.mode)}`
  return {
    open: [{ text: `${names.use('given')}(${quoted(id)}, `, at }],
    close: [{ text: `, (${body}${any}) => ({`, at }, ...join(lines, layout, { lead: ' ' }), { text: `${layout.pretty ? `\n${layout.base}` : ' '}})${told})`, at }],
    outside,
  }
}

const atRunTime = (self: string, body: string, args: string, layout: Layout): Subject => ({
  // its length is what counts, and only running it shows that: nobody here may name a method
  async: true, maybe: true, arity: 0, declared: `...${args}.slice(0, ${body}.length)`, self, layout, runsOn: false,
  argumentsOf: () => args,
  keyArgumentsOf: () => args,
  asks: (signal) => `${signal}.apply(${self}, ${args})`,
})

function leave(call: string, { leaving }: Around): Line[] {
  const { at, result, any } = leaving
  const { more, lines } = behind(leaving)
  return [line(`${leaving.call ? result : `const ${result}${any}`} = ${call}${more}`, at), ...lines]
}
