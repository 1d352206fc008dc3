// Decorated methods, and the methods that a decorated class reaches, as sites.
import type { Class, ClassDeclaration, ClassMethod, ClassPrivateMethod, Decorator, Node } from '@babel/types'
import { decoratorNotCalled, generatorSite, notOnField, notOnParameter } from '@resilience4cata/core/site-faults'
import type { Path } from '../1-parse/scopes.ts'
import type { MethodSite } from '../site.ts'
import { type ClassStack, reachOf, readClass, type Reach } from './class-level.ts'
import { labelOf, readDecorators, spell, type Decorated } from './decorators.ts'
import { foreignBetween, noBody, reachesNothing } from './faults.ts'
import type { Finder } from './finder.ts'
import { collectMarks, type Marked } from './marks.ts'
import { isModuleLevel } from './once.ts'
import { EMPTY, over } from './stack.ts'
import { isClass, span } from './syntax.ts'

type Method = ClassMethod | ClassPrivateMethod
const isMethod = (node: Node): node is Method => node.type === 'ClassMethod' || node.type === 'ClassPrivateMethod'

export function findMethods(finder: Finder): MethodSite[] {
  const marked = new Map(collectMarks(finder.tree, finder.ours, finder.modules).map((entry) => [entry.path.node, entry]))
  const own = new Map<Node, Decorated>()
  for (const entry of marked.values()) {
    refuseUncalled(finder, entry)
    if (entry.marks.length === 0) continue
    if (isMethod(entry.path.node)) own.set(entry.path.node, readOwn(finder, entry.path, entry))
    else if (!isClass(entry.path.node)) refusePlace(finder, entry)
  }
  const sites: Candidate[] = [...marked.values()].flatMap((entry) => (own.has(entry.path.node) ? [{ path: entry.path, own: own.get(entry.path.node)!, label: labelOf(entry.marks) }] : []))
  for (const entry of marked.values()) {
    const by = isClass(entry.path.node) && entry.marks.length > 0 ? readClass(finder, entry) : undefined
    const { reached, alone } = by ? reachOf(by, own) : NOTHING
    for (const { path, because } of alone) finder.leftAlone.push({ path: finder.pathOf(path), by: by!.label, because, at: span((path.node as Method).key) })
    if (by?.ours[0] && reached.length === 0 && !(by.path.node as ClassDeclaration).declare) finder.complain(reachesNothing(), span(by.ours[0]), `${by.label} on ${finder.pathOf(by.path)}`)
    for (const path of reached) {
      const known = sites.find((site) => site.path.node === path.node)
      if (known) known.by = by
      else sites.push({ path, own: readOwn(finder, path), label: by!.label, by })
    }
  }
  return sites.flatMap((site) => methodSite(finder, site) ?? [])
}

const NOTHING: Reach = { reached: [], alone: [] }

interface Candidate { readonly path: Path; readonly own: Decorated; readonly label: string; by?: ClassStack | undefined }

const readOwn = (finder: Finder, path: Path, entry?: Marked): Decorated =>
  readDecorators(finder.reader(finder.pathOf(path)), (path.node as Method).decorators ?? [], entry?.marks ?? [], finder.passive)

function methodSite(finder: Finder, { path, own, label, by }: Candidate): MethodSite | undefined {
  const node = path.node as Method
  // only values that are decorators: nothing of this method is ours to compile
  if (own.ours.length === 0 && !by) return undefined
  const sitePath = finder.pathOf(path)
  const subject = `${label} on ${sitePath}`
  const what = notAMethod(node)
  if (what) return void finder.complain(generatorSite(what), span(node.key), subject)
  const { mode, ...stack } = over(own.stack, by?.stack ?? EMPTY)
  const decided = finder.decide(node, mode, path, span(node.key), subject)
  if (!decided) return undefined
  const interpreted = stack.interpreted ?? decided.interpreted ?? insideOf(finder, own, by, subject)
  return {
    kind: 'method', path: sitePath, mode: decided.mode, ...finder.common(stack),
    moduleLevel: isModuleLevel(path.parent!.parent!),
    at: { start: own.ours[0]?.start ?? node.start!, end: node.end! },
    ...(interpreted && { interpreted }),
    node, owner: path.parent!.parent!.node as Class,
    decorators: own.ours, foreign: own.foreign, own, evaluated: own.evaluated, ...(by && { ofClass: by }),
  }
}

/** Somebody else's decorator that is part of what ours protect: only running it shows what it makes of the method. */
function insideOf(finder: Finder, { below, active, ours }: Decorated, by: ClassStack | undefined, subject: string): string | undefined {
  const [outside] = by ? active.filter((d) => d !== below) : []
  if (outside && ours.length > 0) finder.complain(foreignBetween(spell(outside)), span(outside), subject)
  const inside = below ?? outside
  return inside && `${spell(inside)} may replace the method: ${outside ? '' : 'write it above, or '}name it in \`passive\` if it only notes metadata`
}

function notAMethod(node: Method) {
  if (node.kind === 'constructor') return 'a constructor'
  if (node.kind === 'get') return 'a getter'
  return node.kind === 'set' ? 'a setter' : undefined
}

/** Ours on what is no method. */
function refusePlace(finder: Finder, { path, marks }: Marked): undefined {
  const named = marks.filter((mark) => mark.kind !== 'value')
  for (const mark of named) {
    finder.complain(faultOf(path), span(mark.decorator), `${labelOf([mark])} on ${finder.pathOf(path)}`)
  }
}

function faultOf({ node, parent }: Path) {
  switch (node.type) {
    case 'ClassProperty': case 'ClassPrivateProperty': return notOnField('a field')
    case 'ClassAccessorProperty': return notOnField('an accessor')
    case 'TSDeclareMethod': {
      if (node.abstract) return noBody('an abstract method')
      return noBody((parent?.parent?.node as { declare?: boolean }).declare ? 'a `declare` member' : 'an overload')
    }
    default: return notOnParameter()
  }
}

function refuseUncalled(finder: Finder, { path, uncalled }: Marked): void {
  for (const { decorator, imported } of uncalled) finder.complain(decoratorNotCalled(imported), span(decorator as Decorator), `@${imported} on ${finder.pathOf(path)}`)
}
