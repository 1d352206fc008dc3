// A site without a label is always its own, so what it is called doesn't tell its mistakes from those of others. They say whose they are, by that nothing, only
// inside of it: whoever is around it and has no label either takes them for anybody's.
import type { Fault } from '@resilience4cata/core/diagnostic'
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import type { Body } from '@resilience4cata/core/run/room'
import type { Run } from './nest.ts'

const NOTHING = ''
const HOMES = /*#__PURE__*/ new WeakMap<object, Run>()

export function keepMistakes(run: Run): Run {
  const leaving = (failure: unknown): never => {
    if (failure instanceof ConfigurationError && failure.diagnostics.some(({ where }) => where === NOTHING)) {
      HOMES.set(failure, run)
      say(failure.diagnostics, undefined)
    }
    throw failure
  }
  // of a call of itself
  const comingBack = (failure: unknown): never => {
    if (failure instanceof ConfigurationError && HOMES.get(failure) === run) say(failure.diagnostics, NOTHING)
    throw failure
  }
  return (body, ...call) => guarded(() => run(inside(body, comingBack), ...call), leaving)
}

const inside = (body: Body, failed: (failure: unknown) => never): Body => function (this: unknown, ...args) { return guarded(() => body.apply(this, args), failed) }

function guarded(what: () => unknown, failed: (failure: unknown) => never): unknown {
  try {
    const answer = what()
    return answer instanceof Promise ? answer.catch(failed) : answer
  } catch (failure) {
    return failed(failure)
  }
}

const say = (faults: readonly Fault[], where: string | undefined): void => { for (const fault of faults) Reflect.set(fault, 'where', where) }
