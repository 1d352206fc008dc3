// Whether a combination leaves the same trace in every way of running it.
import type { Combination } from './combine.ts'
import { play, textOf, type Way } from './play.ts'

const STANDARD: readonly Way[] = [
  { title: 'interpreted', world: 'standard' },
  { title: 'compiled', world: 'standard', layout: 'lines' },
  { title: 'compiled, pretty', world: 'standard', layout: 'pretty' },
  { title: 'compiled, minified', world: 'standard', layout: 'lines', minify: true },
]
/** Only decorators know of it. */
const LEGACY: readonly Way[] = [{ title: 'interpreted, legacy', world: 'legacy' }, { title: 'compiled, legacy', world: 'legacy', layout: 'lines' }]

/** Modules of so many parts. */
const SIZE = 20

export function* modulesOf(all: Iterable<Combination>): Generator<Combination[]> {
  let module: Combination[] = [], waiting: Combination[] = []
  for (const each of all) {
    if (each.place.alone && module.some(({ place }) => place.alone)) waiting.push(each)
    else module.push(each)
    if (module.length === SIZE) {
      yield module
      module = waiting.splice(0, 1)
    }
  }
  if (module.length > 0) yield module
  for (const each of waiting) yield [each]
}

/** How the first ones differ; nothing: not at all. */
export async function differences(module: readonly Combination[], change?: (text: string) => string): Promise<string[]> {
  const decorated = module.filter(({ place }) => place.kind === 'method' && !place.world)
  return [...await among(module, STANDARD, change), ...(decorated.length > 0 ? await among(decorated, LEGACY, change) : [])]
}

async function among(module: readonly Combination[], [reference, ...others]: readonly Way[], change?: (text: string) => string): Promise<string[]> {
  const found: string[] = []
  const expected = await play(module, reference!).catch((error: Error) => error)
  if (expected instanceof Error) return await blamed(module, reference!, expected)
  for (const way of others) {
    const actual = await play(module, way, change).catch((error: Error) => error)
    if (actual instanceof Error) found.push(...await blamed(module, way, actual))
    else for (const each of module) found.push(...difference(each, way, expected.get(each.number)!, actual.get(each.number)!))
  }
  return found
}

/** Which of them it is that can't be compiled or evaluated. */
async function blamed(all: readonly Combination[], way: Way, error: Error): Promise<string[]> {
  if (all.length === 1) return [`${titleOf(all[0]!, way)}\n${error.message}\n${textOf(all)}`]
  const found: string[] = []
  for (const each of all) {
    const alone = await play([each], way).catch((reason: Error) => reason)
    if (alone instanceof Error) found.push(...await blamed([each], way, alone))
  }
  return found.length > 0 ? found : [`only together, ${way.title}: ${error.message}`]
}

// an anonymous function may get the name of its binding from the compiler, and any name from a minifier
const seen = (line: string, { minify }: Way) => line.replaceAll(minify || line.includes(' about ') ? /\[\S*?\/(?=\d)/g : RENAMED, '[/').replace(minify ? /(?<=TypeError\().*(?=\))/ : FOREIGN, '')
// who lowers private names has words of its own
const FOREIGN = /(?<=TypeError\().*\bprivate\b.*(?=\))/
// esbuild renames a parameter that some other scope has too, and the function that it names
const RENAMED = /\[[ab]\d*\/(?=\d)/g

function difference(each: Combination, way: Way, reference: readonly string[], played: readonly string[]): string[] {
  const [expected, actual] = [reference, played].map((lines) => lines.map((line) => seen(line, way))) as [string[], string[]]
  const at = expected.findIndex((line, i) => line !== actual[i])
  if (at < 0 && expected.length === actual.length) return []
  const line = at < 0 ? expected.length : at
  return [[titleOf(each, way), ...expected.slice(Math.max(0, line - 8), line), `- ${expected[line]}`, `+ ${actual[line]}`, each.text].join('\n')]
}

const titleOf = ({ number, place, parameters, pieces }: Combination, { title }: Way): string =>
  `#${number} ${title}: ${place.title}; parameters: ${parameters.title}; ${pieces.map((piece) => piece.title).join(', ')}`
