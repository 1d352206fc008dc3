// `export const remote = bundle({ … })`: a bundle only reads what it is given, so that one whose sites are all compiled goes with whoever drops unused code.
import type { Ours } from '../2-find/index.ts'
import { callOf, outermost } from '../2-find/syntax.ts'
import type { Emission } from './emission.ts'

const HOLDS = new Set(['VariableDeclarator', 'ExportDefaultDeclaration'])

export function emitBundles(ours: Ours, emission: Emission): void {
  for (const { path, use } of ours.references) {
    const call = use === 'bundle' ? callOf(path) : undefined
    if (!call || emission.isGone(call.node) || !HOLDS.has(outermost(call).parent!.node.type)) continue
    const at = call.node.start!
    if (emission.pure && !IS_PURE.test(emission.source.slice(Math.max(0, at - LOOKS_BACK), at))) emission.edits.before(at, [{ text: emission.pure, at }])
  }
}

const IS_PURE = /[#@]__PURE__ {0,9}\*\/\s{0,9}$/
const LOOKS_BACK = 40
