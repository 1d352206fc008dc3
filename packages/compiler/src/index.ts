// text → parse → find → plan → emit. Pure and synchronous; runs in a browser; no state between calls.
import { policies } from '@resilience4cata/policies/build'
import { Unparsable } from './1-parse/hollow.ts'
import { concerns, isOverflow, isTooDeep, namesUs, parse, syntaxFaultIn, TOO_DEEP, type SyntaxFault, type Tree } from './1-parse/parse.ts'
import { unparsed } from './2-find/faults.ts'
import { find } from './2-find/index.ts'
import { plan } from './3-plan/index.ts'
import { reportAlone, reportSites } from './3-plan/site-report.ts'
import { emit } from './4-emit/index.ts'
import type { Rendered } from './4-emit/render.ts'
import { report } from './report/index.ts'
import { Lines } from './report/lines.ts'
import type { AloneReport, SiteReport } from './plan.ts'
import type { Span } from './site.ts'

export type { AloneReport, SiteReport, LayerReport } from './plan.ts'

/** What `compile` takes. Only `id` is needed. */
export interface CompileOptions {
  /** The file's path; may carry a query. Decides the language by its ending, and the ids of instances. */
  readonly id: string
  /** The folder of the nearest package.json with a name: ids are relative to it. */
  readonly root?: string
  /** What ids begin with: the `name` of that package.json. */
  readonly packageName?: string
  /** `lines` (default) never moves user code to another line; `pretty` is for people. */
  readonly layout?: 'lines' | 'pretty'
  /** Which decorators the file has: those of the language, or TypeScript's `experimentalDecorators`. Default of `compile`: `'standard'`; of a host: what the nearest tsconfig says. */
  readonly decorators?: 'standard' | 'legacy'
  /** Texts of the modules that an earlier result `wants`. */
  readonly modules?: Readonly<Record<string, string>>
  /** Specifiers of the project's own that hand out decorators or bundles. */
  readonly through?: readonly string[]
  /** Names of foreign decorators that only note metadata. */
  readonly passive?: readonly string[]
  /** A site that would be interpreted is an error (R4C-SIT-011). */
  readonly strict?: boolean
  /** `false` turns a hint off by its code. */
  readonly hints?: Readonly<Record<string, boolean>>
  /** `false`: no call is marked as pure, for a compiler behind this one that moves comments; bundlers warn of a mark in a wrong place. */
  readonly pure?: boolean
}

/** A mistake, a warning or a hint. */
export interface Diagnostic {
  /** `R4C-FAM-NNN`. */
  readonly code: string
  /** With an error the text is returned unchanged. */
  readonly severity: 'error' | 'warning' | 'hint'
  /** Decorator and site: `@Retry on PriceClient.price`. */
  readonly subject: string
  /** The fact, with the value got. */
  readonly says: string
  /** What to do. */
  readonly note?: string
  /** From where to where, in UTF-16 units of the text. */
  readonly at: Span
  /** From 1. */
  readonly line: number
  /** From 0. */
  readonly column: number
  /** All of it as a person sees it: code, subject, fact, file:line:col, frame, note. */
  readonly message: string
}

/** A source map, version 3. */
export interface SourceMap {
  /** Of this form. */
  readonly version: 3
  /** What it is a map of. */
  readonly file?: string
  /** The file that was compiled. */
  readonly sources: string[]
  /** Its text. */
  readonly sourcesContent: (string | null)[]
  /** Names that were other ones in the source. */
  readonly names: string[]
  /** Base64 VLQ. */
  readonly mappings: string
}

/** What came of a text. */
export interface CompileResult {
  /** The text itself when nothing was to do, or when there are errors. */
  readonly code: string
  /** `null` when the text is unchanged. Made when it is first asked for, by a getter: `{ ...result }` leaves it behind. */
  readonly map: SourceMap | null
  /** Every place that is marked, and how it is protected. */
  readonly sites: readonly SiteReport[]
  /** Methods that policies on their class don't mean: by whose, and why. */
  readonly leftAlone: readonly AloneReport[]
  /** All that is to be said, in source order. */
  readonly diagnostics: readonly Diagnostic[]
  /**
   * Specifiers whose exported bundles are needed: load them, pass `modules`, call again, as long as more are wanted, and watch them. `./policies > ./base` is what
   * the module `./policies` calls `./base`.
   */
  readonly wants: readonly string[]
}

/** Text in, text and source map out: policies become plain loops around the user's own code. Pure and synchronous; runs in a browser. */
export function compile(code: string, options: CompileOptions): CompileResult {
  const untouched: CompileResult = { code, map: null, sites: [], leftAlone: [], diagnostics: [], wants: [] }
  if (!concerns(code, options.through)) return untouched
  const leftAlone = (fault: SyntaxFault): CompileResult => ({ ...untouched, diagnostics: unread(fault, code, options) })
  try {
    const tree = parse(code, options.id)
    return tree ? compileTree(tree, options, untouched) : leftAlone(syntaxFaultIn(code, options.id))
  } catch (error) {
    if (error instanceof Unparsable) return leftAlone(syntaxFaultIn(code, options.id))
    if (isOverflow(error) && isTooDeep(code, options.id)) return leftAlone(TOO_DEEP)
    throw error
  }
}

/** A hint, as the bundler tells of what is a mistake; what it reads all the same is interpreted. */
function unread({ says, at }: SyntaxFault, code: string, options: CompileOptions): readonly Diagnostic[] {
  if (!namesUs(code, options.through)) return []
  return report([{ fault: unparsed(says), severity: 'hint', subject: 'this file', at: { start: at, end: Math.min(at + 1, code.length) } }], new Lines(code), options)
}

function compileTree(tree: Tree, options: CompileOptions, untouched: CompileResult): CompileResult {
  const { sites, ours, findings, leftAlone, wants } = find(tree, policies, options)
  const planned = plan(sites, tree, ours, policies, options)
  const diagnostics = report([...findings, ...planned.findings], tree.lines, options)
  const told = { sites: reportSites(planned.plans, tree, policies), leftAlone: reportAlone(leftAlone, tree), diagnostics, wants }
  const emitted = diagnostics.some(({ severity }) => severity === 'error') ? undefined : emit(planned.plans, tree, ours, policies, options)
  return emitted ? new Changed(emitted, told) : { ...untouched, ...told }
}

type Told = Omit<CompileResult, 'code' | 'map'>

class Changed implements CompileResult {
  readonly code: string
  readonly sites: CompileResult['sites']
  readonly leftAlone: CompileResult['leftAlone']
  readonly diagnostics: CompileResult['diagnostics']
  readonly wants: CompileResult['wants']
  readonly #emitted: Rendered
  constructor(emitted: Rendered, { sites, leftAlone, diagnostics, wants }: Told) {
    this.code = emitted.code
    this.sites = sites
    this.leftAlone = leftAlone
    this.diagnostics = diagnostics
    this.wants = wants
    this.#emitted = emitted
  }

  get map(): SourceMap { return this.#emitted.map }
}
