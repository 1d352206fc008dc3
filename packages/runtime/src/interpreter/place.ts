import type { LayerName } from '@resilience4cata/core/layers'
import { orderLayers } from '@resilience4cata/core/order'
import type { RunSide } from '@resilience4cata/core/run/room'
import type { Marks } from './marks.ts'
import type { Mode } from './mode.ts'

/** The rooms of the program: handed in by the door, so that nothing here names a policy. */
export type Rooms = Readonly<Partial<Record<LayerName, RunSide>>>

/** Which side of which class a method stands on. */
export interface Owner {
  /** The prototype, or the class for a static method; unknown while no call had a receiver of the class. */
  readonly home: object | undefined
  readonly isStatic: boolean
  readonly key: string | symbol
}

/** Where the layers of a site are to stand. */
export interface Place {
  readonly rooms: Rooms
  /** The id of the site: from the compiler; interpreted, the label `Class.method` or the function's name. */
  readonly id: string
  /** None where there is no class. */
  readonly owner?: Owner | undefined
  /** Evaluated once per evaluation of its module; otherwise the registry holds the instances weakly. */
  readonly moduleLevel?: boolean
  /** The compiler has left it to the interpreter. */
  readonly compiled?: boolean
  /** What the compiler read from the text. A written one goes before it. */
  readonly mode?: Mode | undefined
}

/** The layers that are written and not taken out. */
export const layersOf = (marks: Marks): LayerName[] => [...marks.layers].flatMap(([layer, written]) => (written ? [layer] : []))

/** The layers of a site, outermost first. */
export const ordered = (marks: Marks, rooms: Rooms): LayerName[] =>
  orderLayers(layersOf(marks), marks.site.order, (layer) => rooms[layer]?.traits)
