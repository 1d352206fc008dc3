import type { Identifier, Node } from '@babel/types'
import type { Fault } from '@resilience4cata/core/diagnostic'
import type { Evaluated, Expressed, Span, Stand, Value } from '../site.ts'
import { follow, type Followed, type Following } from './consts.ts'
import { literalOf } from './literals.ts'
import type { Module } from './modules.ts'
import { span, unwrap } from './syntax.ts'

/** Reports a mistake at its place; `label` is what it is about (`@Retry`), without one it is the site itself. */
export type Complain = (fault: Fault, at: Span, label?: string) => void

// names may lead to each other in a circle
const MOST_STEPS = 16

/** Reads nodes of one file. In another file's text (`place` is given) all places are the one in this file that led there. */
export class Reader {
  /** What has been read and is no literal. */
  readonly evaluated: Evaluated
  /** Options have been read whose keys the text doesn't show. */
  isOpen = false
  /** `stand`: where all that is read here is evaluated, for several sites. */
  constructor(readonly module: Module, readonly complain: Complain, readonly place?: Span, readonly stand?: Stand, readonly steps = MOST_STEPS) {
    this.evaluated = stand?.values ?? new Map()
  }

  at(node: Node): Span { return this.place ?? span(node) }

  text(node: Node): string {
    const text = this.module.tree.code.slice(node.start!, node.end!)
    return text.length > 40 ? `${text.slice(0, 39)}…` : text
  }

  nameOf(node: Node): string | undefined { return this.module.ours.nameOf(node) }

  literal(node: Node): { readonly value: unknown } | undefined { return literalOf(node, this.#isGlobal) }

  value(node: Expressed['node']): Value {
    const literal = node.type === 'ObjectMethod' ? undefined : this.literal(node)
    return literal ? { kind: 'literal', value: literal.value, at: this.at(node) } : this.expressed(node)
  }

  expressed(node: Expressed['node']): Expressed {
    const value: Expressed = { kind: 'expression', at: this.at(node), node, ...(this.stand && { stand: this.stand }) }
    this.evaluated.set(node, value)
    const inner = unwrap(node)
    if (this.stand?.holder.type === 'VariableDeclaration' && inner.type === 'CallExpression' && this.nameOf(inner.callee) === 'resilient') this.stand.fixed = 'a value among shared options is a site of its own'
    return value
  }

  follow(node: Node): Following { return this.steps > 0 ? follow(node, this.module) : undefined }

  /** The reader for a followed value, whose name stands at `use`. */
  into(followed: Followed, use: Node): Reader {
    const place = followed.elsewhere ? this.at(use) : this.place
    const stand = place || !followed.holder ? undefined : standOf(followed.holder, followed.module)
    return new Reader(followed.module, this.complain, place, stand, this.steps - 1)
  }

  #isGlobal = (name: Identifier): boolean => this.module.tree.scopes.resolve(name) === undefined
}

function standOf(holder: Stand['holder'], { stands }: Module): Stand {
  const stand = stands.get(holder) ?? { holder, values: new Map() }
  stands.set(holder, stand)
  return stand
}
