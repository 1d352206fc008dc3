// Source maps beside our own: handed on as a comment where a host takes text only, and composed where somebody has transformed the text before us.
import remapping from '@jridgewell/remapping'
import type { SourceMap } from '@resilience4cata/compiler/index'

const COMMENT = /\n?\/\/# sourceMappingURL=data:application\/json;(?:charset=utf-8;)?base64,([A-Za-z0-9+/=]+)[ \t\r\n]*$/

/** The text with its map as a comment at the end. */
export const withMap = (code: string, map: SourceMap): string => `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`

export interface Mapped { readonly code: string; readonly earlier: SourceMap | undefined }

/** Takes the comment off a text that has one: what the text was made of is said by its map, and a second comment would hide ours. */
export function takeMap(code: string): Mapped {
  // the expression looks at the end only, and the end of a module without a comment is short work
  const at = code.lastIndexOf('//# sourceMappingURL=data:')
  const found = at < 0 ? null : COMMENT.exec(code.slice(Math.max(0, at - 1)))
  const earlier = found ? parsed(Buffer.from(found[1]!, 'base64').toString()) : undefined
  return earlier ? { code: code.slice(0, Math.max(0, at - 1) + found!.index), earlier } : { code, earlier: undefined }
}

/** Leads through `map` to what `earlier` leads to. */
export function composed(map: SourceMap, earlier: SourceMap | undefined): SourceMap {
  if (!earlier) return map
  const { file, names, mappings, sources, sourcesContent } = remapping([map as never, earlier as never], () => null)
  return { version: 3, ...(file != null && { file }), names, mappings: mappings as string, sources: sources.map((source) => source ?? ''), sourcesContent: sourcesContent ?? [] }
}

/** A map as hosts hand it on: an object, or JSON. */
export function parsed(map: string | object | null | undefined): SourceMap | undefined {
  if (map === null || map === undefined || typeof map === 'object') return (map as SourceMap) ?? undefined
  try {
    return JSON.parse(map) as SourceMap
  } catch {
    return undefined
  }
}
