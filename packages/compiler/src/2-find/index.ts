// Tree → Site[]: every place in a file that is marked as resilient, with all that the text says about it.
import type { Tree } from '../1-parse/parse.ts'
import type { Finding } from '../finding.ts'
import type { CompileOptions } from '../index.ts'
import type { Site } from '../site.ts'
import { Finder, type LeftAlone, type Rooms } from './finder.ts'
import { giveHints } from './hints.ts'
import { findMarkers } from './markers.ts'
import { findMethods } from './methods.ts'
import type { Ours } from './ours.ts'

export type { OurImport, OurReference, Ours, Use } from './ours.ts'

export interface Found {
  /** In source order. */
  readonly sites: readonly Site[]
  readonly ours: Ours
  readonly findings: readonly Finding[]
  readonly leftAlone: readonly LeftAlone[]
  /** Specifiers of modules whose texts decide something here. */
  readonly wants: readonly string[]
}

export function find(tree: Tree, rooms: Rooms, options: CompileOptions): Found {
  const finder = new Finder(tree, rooms, options)
  const sites = [...findMethods(finder), ...findMarkers(finder)].sort((a, b) => a.at.start - b.at.start)
  giveHints(finder, sites, options.id, options.through ?? [])
  return { sites, ours: finder.ours, findings: finder.findings, leftAlone: finder.leftAlone, wants: [...finder.modules.wants] }
}
