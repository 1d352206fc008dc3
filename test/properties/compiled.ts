// The same program as the text of a module, compiled and evaluated.
import { compile } from '@resilience4cata/compiler/index'
import type { Form } from '@resilience4cata/compiler/plan'
import { evaluate } from '../engines/evaluate.ts'
import { keyOf, registryOf, siteOf, surroundings } from './interpreted.ts'
import type { LayerName } from '@resilience4cata/core/layers'
import { isKeyed, KEYED, sitesOf, writtenOff, type Program, type SiteOf } from './program.ts'
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
  const { backend, own, fallback, classifier, signal } = surroundings(program, stage)
  const { site, other } = await evaluate(code, { backend, own, handler: fallback?.handler, classifier, signalOf: signal, keyOf, registry })
  return siteOf(other ? [site, other] : [site], registry, program)
}

function textOf(program: Program): string {
  const [first, second] = sitesOf(program)
  return `import { attemptSignal, resilient } from 'resilience4cata'
import { backend, classifier, handler, keyOf, own, registry, signalOf } from 'scenario'

export const site = ${siteText(program, first!, 0)}
${second ? `export const other = ${siteText(program, second, 1)}\n` : ''}`
}

function siteText(program: Program, { name, policies, isShared }: SiteOf, site: number): string {
  const { order, classified, judgesFailures, cancellable, asks, mode, behaviours } = program
  const { fallback, ...layers } = policies
  const { ends: _, ...conditions } = fallback ?? { ends: 'returns' }
  const parts = [
    name && `name: '${name}'`,
    ...Object.entries(layers).map(([layer, options]) => `${layer}: ${layerText(program, layer, options, isShared(layer as LayerName))}`),
    ...Object.entries(writtenOff(program)).map(([layer, options]) => `${layer}: ${JSON.stringify(options)}`),
    fallback && `fallback: { ...${JSON.stringify(conditions)}, handler: (failure, context, ...args) => handler(failure, context, ...args) }`,
    order && `order: ${JSON.stringify(order)}`,
    classified && (judgesFailures ? 'classifier: { result: (value) => classifier.result(value), error: (failure) => classifier.error(failure) }' : 'classifier'),
    cancellable && 'signal: (id) => signalOf(id)',
    `mode: '${mode}'`,
    'registry',
  ]
  // what an async function throws at once, a function of promises throws too
  const async = mode === 'async' && behaviours.length % 2 === 0 ? 'async ' : ''
  const call = `backend(id, ${site}${asks ? ', attemptSignal()' : ''})`
  // an arrow doesn't know all that it was called with: with a handler that asks, it is interpreted
  const fn = fallback ? `${async}function (id) { return ${call} }` : `${async}(id) => ${call}`
  return `resilient({
  ${parts.filter(Boolean).join(',\n  ')},
}, ${fn})`
}

/** Where two sites share an instance its functions have to be the same: both mention them. */
function layerText(program: Program, layer: string, options: object, isShared: boolean): string {
  const more = [
    isShared && `name: 'both'`,
    isKeyed(program) && KEYED.some((each) => each === layer) && (isShared ? 'key: keyOf' : 'key: (id) => keyOf(id)'),
    program.judges?.some((judge) => judge === layer) && (isShared ? 'classifier: own' : 'classifier: { result: (value) => own.result(value), error: (failure) => own.error(failure) }'),
  ].filter(Boolean)
  const members = JSON.stringify(options).slice(1, -1)
  return `{ ${[...(members ? [members] : []), ...more].join(', ')} }`
}
