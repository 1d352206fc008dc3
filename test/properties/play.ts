// Plays a program's steps on a site, and writes down all that can be seen.
import { facts, show } from './outcomes.ts'
import type { Program, Step } from './program.ts'
import type { Build, Site } from './site.ts'
import { odd, Stage, type Line } from './stage.ts'

// longer than anything that a program waits for
const LONG = 20_000

export interface Played { readonly trace: readonly string[]; readonly stage: Stage }

export async function play(program: Program, build: Build): Promise<Played> {
  const stage = new Stage(program)
  const site = await build(program, stage)
  stage.act = (op) => program.policies.circuitBreaker && site.breaker(op)
  for (const step of program.steps) {
    // which begins by doing all that is still to be done
    await stage.timers.advance(step.after)
    await take(step, program, site, stage)
  }
  await stage.timers.advance(LONG)
  look(site, stage)
  await site.quiesce?.()
  return { trace: canonical(stage.lines), stage }
}

async function take(step: Step, program: Program, site: Site, stage: Stage): Promise<void> {
  if (step.does === 'call') {
    // of calls with deadlines each comes at a moment of its own: those of one moment would go on in one turn
    const deadlines = program.mode === 'async' && (program.policies.hedge ?? program.policies.timeout)
    for (let i = 0; i < step.times; i++) {
      if (i > 0 || deadlines) await stage.timers.advance(deadlines ? 1 + odd(stage.callers.length, 63) : 0)
      begin(stage.caller(), site, stage)
    }
  } else if (step.does === 'look') look(site, stage)
  else if (step.does === 'breaker') program.policies.circuitBreaker && site.breaker(step.op)
  else if (step.does === 'configure') step.layer in program.policies && site.configure(step.layer, step.options)
  else if (step.does === 'clock') {
    // a clock that is set back goes on from where it was last seen
    site.readClock()
    stage.turn(step.what, step.by)
    site.readClock()
  }
  else if (step.does === 'abort') stage.callers.length > 0 && stage.leave(step.call % stage.callers.length)
  else {
    const id = stage.caller()
    stage.leave(id)
    begin(id, site, stage)
  }
}

function begin(id: number, site: Site, stage: Stage): void {
  stage.note(id, 'called')
  const returned = (value: unknown) => stage.note(id, `returned ${show(value)}`)
  const threw = (failure: unknown) => stage.note(id, `threw ${show(failure)}`)
  try {
    const answer = site.call(id)
    if (answer instanceof Promise) answer.then(returned, threw)
    else returned(answer)
  } catch (failure) {
    threw(failure)
  }
}

function look(site: Site, stage: Stage): void {
  for (const [lane, row] of Object.entries(site.look())) stage.note(lane, `state ${facts(row, Object.keys(row).sort())}`)
}

/** By instant, then by lane; what one call does stays in order, what a policy tells of several calls at one instant has none. */
function canonical(lines: readonly Line[]): string[] {
  const isCall = ({ lane }: Line) => lane <= '9999'
  const order = [...lines].sort((a, b) => a.at - b.at || compare(a.lane, b.lane) || (isCall(a) ? 0 : compare(a.text, b.text)))
  return order.map(({ at, lane, text }) => `${at} [${lane}] ${text}`)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
