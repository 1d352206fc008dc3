// The same program as the text of a module, compiled and evaluated.
import { compile } from '@resilience4cata/compiler/index'
import type { Form } from '@resilience4cata/compiler/plan'
import { evaluate } from '../engines/evaluate.ts'
import { keyOf, registryOf, siteOf, surroundings } from './interpreted.ts'
import { isKeyed, KEYED, writtenOff, type Program } from './program.ts'
import type { Build } from './site.ts'

interface Compiling {
  /** Of the text, before it is compiled. */
  readonly change?: (text: string) => string
  readonly onForm?: (form: Form) => void
}

export const compiled = ({ change = (text) => text, onForm }: Compiling = {}): Build => async (program, stage) => {
  const registry = registryOf(stage)
  const { code, diagnostics, sites } = compile(change(textOf(program)), { id: '/project/src/program.ts', root: '/project', packageName: '@acme/shop' })
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  onForm?.(sites[0]!.form)
  const { backend, fallback, classifier, signal } = surroundings(program, stage)
  const { site } = await evaluate(code, { backend, handler: fallback?.handler, classifier, signalOf: signal, keyOf, registry })
  return siteOf(site, registry, program)
}

const withKey = (options: object) => `{ ...${JSON.stringify(options)}, key: (id) => keyOf(id) }`

function textOf(program: Program): string {
  const { policies, order, classified, cancellable, asks, mode, behaviours } = program
  const keyed = isKeyed(program)
  const { fallback, ...layers } = policies
  const { ends: _, ...conditions } = fallback ?? { ends: 'returns' }
  const parts = [
    ...Object.entries(layers).map(([layer, options]) => `${layer}: ${keyed && KEYED.some((each) => each === layer) ? withKey(options) : JSON.stringify(options)}`),
    ...Object.entries(writtenOff(program)).map(([layer, options]) => `${layer}: ${JSON.stringify(options)}`),
    fallback && `fallback: { ...${JSON.stringify(conditions)}, handler: (failure, context, ...args) => handler(failure, context, ...args) }`,
    order && `order: ${JSON.stringify(order)}`,
    classified && 'classifier',
    cancellable && 'signal: (id) => signalOf(id)',
    `mode: '${mode}'`,
    'registry',
  ]
  // what an async function throws at once, a function of promises throws too
  const async = mode === 'async' && behaviours.length % 2 === 0 ? 'async ' : ''
  const call = `backend(id${asks ? ', attemptSignal()' : ''})`
  // an arrow doesn't know all that it was called with: with a handler that asks, it is interpreted
  const fn = fallback ? `${async}function (id) { return ${call} }` : `${async}(id) => ${call}`
  return `import { attemptSignal, resilient } from 'resilience4cata'
import { backend, classifier, handler, keyOf, registry, signalOf } from 'scenario'

export const site = resilient({
  ${parts.filter(Boolean).join(',\n  ')},
}, ${fn})
`
}
