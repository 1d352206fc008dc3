import type { Node } from '@babel/types'
import type { BuildSide } from '@resilience4cata/core/build/template'
import type { Fault } from '@resilience4cata/core/diagnostic'
import type { LayerName } from '@resilience4cata/core/layers'
import type { Tree } from '../1-parse/parse.ts'
import type { Path } from '../1-parse/scopes.ts'
import type { Finding } from '../finding.ts'
import type { CompileOptions } from '../index.ts'
import type { Mode, Site, Span, Stand, Value } from '../site.ts'
import { decideMode, type AnyFunction } from './mode.ts'
import { Modules, type Module } from './modules.ts'
import { namePath } from './name-path.ts'
import { Ours } from './ours.ts'
import { Reader } from './reader.ts'
import type { Stack } from './stack.ts'

/** What policies on a class don't mean. */
export interface LeftAlone { readonly path: string; readonly by: string; readonly because: string; readonly at: Span }

export type Rooms = Readonly<Partial<Record<LayerName, BuildSide>>>

/** What all parts of find share: the tree, our names in it, and the findings. */
export class Finder {
  readonly findings: Finding[] = []
  readonly leftAlone: LeftAlone[] = []
  readonly modules: Modules
  readonly ours: Ours
  readonly module: Module
  readonly passive: readonly string[]

  constructor(readonly tree: Tree, readonly rooms: Rooms, options: CompileOptions) {
    this.modules = new Modules(options.modules ?? {}, options.through ?? [])
    this.ours = new Ours(tree, this.modules)
    this.module = { tree, ours: this.ours, stands: new Map(), modules: this.modules }
    this.passive = options.passive ?? []
  }

  complain(fault: Fault, at: Span, subject: string): void {
    // a bundle is read again at each of its uses
    if (this.findings.some((f) => f.fault.code === fault.code && f.at.start === at.start && f.at.end === at.end)) return
    this.findings.push({ fault, at, subject, severity: fault.code.startsWith('R4C-HNT') ? 'hint' : 'error' })
  }

  pathOf(path: Path): string { return namePath(path, this.tree.code, (callee) => this.ours.nameOf(callee) !== undefined) }

  textOf(node: Node): string { return this.reader('').text(node) }

  /** For what stands at a site; `label` is the subject where nothing says it better. */
  reader(sitePath: string, label?: string, stand?: Stand): Reader {
    return new Reader(this.module, (fault, at, of = label) => this.complain(fault, at, of ? `${of} on ${sitePath}` : sitePath), undefined, stand)
  }

  /** Sync or async. `undefined` when it is a mistake; `asked` and `interpreted` where only running it will show. */
  decide(fn: AnyFunction | undefined, written: Value | undefined, site: Path, at: Span, subject: string): { readonly mode: Mode; readonly asked?: true; readonly interpreted?: string } | undefined {
    const told = written?.kind === 'literal' ? (written.value as Mode) : undefined
    if (written?.kind === 'expression') return { mode: 'async', interpreted: 'its mode is computed' }
    if (!fn) return told ? { mode: told } : { mode: 'async', asked: true }
    const { mode, faults } = decideMode(fn, told, site, this.tree)
    for (const fault of faults) this.complain(fault, at, subject)
    return mode && { mode }
  }

  /** The parts of a stack that are parts of a site. */
  common({ layers, order, name, signal, classifier, registry }: Omit<Stack, 'mode'>): Pick<Site, 'layers' | 'order' | 'name' | 'signal' | 'classifier' | 'registry'> {
    return {
      layers: [...layers.values()],
      ...(order && { order }), ...(name && { name }), ...(signal && { signal }), ...(classifier && { classifier }), ...(registry && { registry }),
    }
  }
}
