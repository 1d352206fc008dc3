/** What a test runner calls around each test. */
export interface Hooks {
  /** Takes what is called before each test. */
  beforeEach(run: () => unknown): unknown
  /** Takes what is called after each test, and awaits it. */
  afterEach(run: () => unknown): unknown
}

/** The runner's hooks: those of Jest, Mocha and Vitest with `globals`, else Vitest's own, else those of `node:test`. No runner is imported. */
export function runnersHooks(): Hooks {
  const { __vitest_index__: vitest, process } = globalThis as { __vitest_index__?: unknown; process?: { getBuiltinModule?(id: string): unknown } }
  const found = [globalThis, vitest, process?.getBuiltinModule?.('node:test')].find(isHooks)
  if (!found) throw new Error('no test runner was found: call useManualClock({ hooks: { beforeEach, afterEach } }) with the hooks of yours')
  return found
}

// node:test is a function that has them
const isHooks = (runner: unknown): runner is Hooks =>
  runner != null && typeof (runner as Hooks).beforeEach === 'function' && typeof (runner as Hooks).afterEach === 'function'
