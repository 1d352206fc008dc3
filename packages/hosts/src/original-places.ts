// Where a mistake stands in the user's file, when what is compiled was made of it by somebody else: a block of a component, or all of one.
import type { Diagnostic, SourceMap } from '@resilience4cata/compiler/index'
import { relocated } from '@resilience4cata/compiler/report/index'
import { originalPositions } from './original-positions.ts'
import { pathOf } from './compile-file.ts'
import { packageFinder } from './package-root.ts'

/** What Rollup and its kin know of a module so far; unplugin's own type doesn't show it. */
interface Host { getCombinedSourcemap?(): SourceMap }

export function atOrigin(host: object, diagnostics: readonly Diagnostic[], id: string, root = packageFinder()(pathOf(id)).root): readonly Diagnostic[] {
  const map = diagnostics.length === 0 ? undefined : (host as Host).getCombinedSourcemap?.()
  const source = map?.sources.length === 1 ? map.sourcesContent[0] : undefined
  if (!map || !source) return diagnostics
  const original = originalPositions(map, source)
  return diagnostics.map((diagnostic) => {
    const place = original(diagnostic)
    return place ? relocated(diagnostic, { line: place.line, column: place.column }, source, { id, root }) : diagnostic
  })
}
