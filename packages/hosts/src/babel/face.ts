// As much of Babel as the plugin touches: the same in 7 and 8, and no types package is asked of anybody.

export interface Position { line: number; column: number; index?: number }

/** A node or a comment. */
export interface Placed {
  start?: number | null
  end?: number | null
  loc?: { start: Position; end: Position } | null
}

export interface Program extends Placed { body: unknown[]; directives: unknown[]; interpreter?: unknown }

export interface Tree { readonly program: Program; readonly comments?: readonly Placed[] | null }

export interface Babel {
  assertVersion(range: string): void
  parseSync(code: string, options: object): Tree
  readonly types: { traverseFast(tree: Tree, enter: (node: Placed) => void): void }
}

export interface Config {
  readonly filename?: string | null
  readonly parserOpts?: object
  readonly plugins?: readonly { readonly key?: string; readonly options?: { readonly legacy?: boolean; readonly version?: string } }[]
}

export interface File { readonly code: string; readonly opts: Config }

export interface ProgramPath { readonly node: Program; readonly scope: { crawl(): void } }

export interface Plugin {
  readonly name: string
  manipulateOptions(config: Config, parser: { readonly plugins: unknown[] }): void
  readonly visitor: { Program(path: ProgramPath, state: { readonly file: File }): void }
}
