// What a written return type says about the value: a promise or not. Aliases of the same file are followed; there is no type checker here.
import type { Node, TSType, TSTypeParameterDeclaration } from '@babel/types'
import type { Tree } from '../1-parse/parse.ts'
import type { Path } from '../1-parse/scopes.ts'
import type { AnyFunction } from './mode.ts'

export type Returned =
  | { readonly kind: 'promise' | 'value' | 'observable' }
  /** Delivers more after the function has returned. */
  | { readonly kind: 'stream'; readonly name: string }
  /** Either, as far as the text goes. */
  | { readonly kind: 'unclear' }

const PROMISES: ReadonlySet<string> = new Set(['Promise', 'PromiseLike'])
const STREAMS: ReadonlySet<string> = new Set(['AsyncIterable', 'AsyncIterator', 'AsyncIterableIterator', 'AsyncGenerator', 'ReadableStream'])
/** Types that are computed from others. */
const COMPUTED: ReadonlySet<string> = new Set(['ReturnType', 'Awaited', 'Extract', 'Exclude', 'NonNullable', 'InstanceType'])

/** `site` is where the function stands: type parameters around it are no answer either. */
export function returnTypeOf(fn: AnyFunction, site: Path, tree: Tree): Returned | undefined {
  const written = fn.returnType
  if (written?.type !== 'TSTypeAnnotation') return undefined
  const parameters = new Set(typeParameters(fn))
  for (let path: Path | undefined = site; path; path = path.parent) typeParameters(path.node).forEach((name) => parameters.add(name))
  return judge(written.typeAnnotation, parameters, tree, 0)
}

function typeParameters(node: Node): string[] {
  const list = 'typeParameters' in node ? node.typeParameters : undefined
  return list?.type === 'TSTypeParameterDeclaration' ? (list as TSTypeParameterDeclaration).params.map(({ name }) => name) : []
}

function judge(type: TSType, parameters: ReadonlySet<string>, tree: Tree, depth: number): Returned {
  switch (type.type) {
    case 'TSAnyKeyword': case 'TSUnknownKeyword': case 'TSObjectKeyword': case 'TSConditionalType': case 'TSIndexedAccessType': case 'TSTypeQuery': case 'TSInferType': case 'TSImportType':
      return { kind: 'unclear' }
    case 'TSParenthesizedType': return judge(type.typeAnnotation, parameters, tree, depth)
    case 'TSUnionType': return together(type.types.map((t) => judge(t, parameters, tree, depth)))
    case 'TSIntersectionType': {
      const parts = type.types.map((t) => judge(t, parameters, tree, depth))
      return parts.find((part) => part.kind === 'promise') ?? together(parts)
    }
    case 'TSTypeReference': return judgeName(type, parameters, tree, depth)
    default: return { kind: 'value' }
  }
}

/** `Promise<A> | Promise<B>` is a promise; `A | Promise<A>` is no answer. */
function together(parts: readonly Returned[]): Returned {
  const [first] = parts
  return first && parts.every((part) => part.kind === first.kind) ? first : { kind: 'unclear' }
}

function judgeName(type: Extract<Node, { type: 'TSTypeReference' }>, parameters: ReadonlySet<string>, tree: Tree, depth: number): Returned {
  const name = type.typeName.type === 'Identifier' ? type.typeName.name : type.typeName.right.name
  if (PROMISES.has(name)) return { kind: 'promise' }
  if (STREAMS.has(name)) return { kind: 'stream', name }
  if (name === 'Observable') return { kind: 'observable' }
  if (parameters.has(name) || COMPUTED.has(name)) return { kind: 'unclear' }
  const alias = depth < 8 ? aliasOf(name, tree) : undefined
  return alias ? judge(alias, parameters, tree, depth + 1) : { kind: 'value' }
}

function aliasOf(name: string, { program }: Tree): TSType | undefined {
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type === 'TSTypeAliasDeclaration' && declaration.id.name === name) return declaration.typeAnnotation
  }
  return undefined
}
