// Whether an engine does with a program what the model does.
import { interpreted } from './interpreted.ts'
import { modelled, nesting, PACES } from './model/site.ts'
import { play, type Played } from './play.ts'
import type { Program } from './program.ts'
import type { Build } from './site.ts'

/** The first line on which they differ, or what is left that mustn't be; `undefined`: there is no difference. */
export async function difference(program: Program, engine: Build = interpreted): Promise<string | undefined> {
  const actual = await play(program, engine).catch((error: Error) => error)
  if (actual instanceof Error) return actual.message
  let first: string | undefined
  for (const pace of PACES) {
    const { trace } = await play(program, modelled(pace))
    const found = differing(trace, actual.trace)
    if (!found) return ranTooMany(program, actual)
    first ??= found
    // with one thing after another there is one pace
    if (program.mode === 'sync') break
  }
  return first
}

function differing(expected: readonly string[], actual: readonly string[]): string | undefined {
  const at = expected.findIndex((line, i) => line !== actual[i])
  if (at < 0 && expected.length === actual.length) return undefined
  const line = at < 0 ? expected.length : at
  return [...expected.slice(Math.max(0, line - 8), line), `- ${expected[line]}`, `+ ${actual[line]}`].join('\n')
}

/** Inside of all that may answer before it, a bulkhead counts what runs; where it stays as it is, and is all that lets bodies run. */
function ranTooMany(program: Program, { stage }: Played): string | undefined {
  const { bulkhead } = program.policies
  if (program.second || program.steps.some((step) => step.does === 'configure' && step.layer === 'bulkhead')) return undefined
  return bulkhead && nesting(program).at(-1) === 'bulkhead' && stage.most > bulkhead.maxConcurrent! ? `${stage.most} bodies ran at once` : undefined
}
