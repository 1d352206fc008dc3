import type { Scenario } from '@resilience4cata/testing/scenario'

const LAST_KNOWN = `
import { Fallback, Retry, resilient } from 'resilience4cata'
import { backend } from 'scenario'

export const marked = resilient({
  retry: { maxAttempts: 2, delay: '0' },
  fallback: (failure, { attempts }, id: string) => \`\${id}: \${failure.message}, \${attempts} attempts\`,
}, async (id: string) => backend(id))

export class Decorated {
  @Retry({ maxAttempts: 2, delay: '0' })
  @Fallback('lastKnown')
  async call(id: string) { return backend(id) }

  lastKnown(id: string, failure: Error, { attempts }: { attempts: number }) { return \`\${id}: \${failure.message}, \${attempts} attempts\` }
}

export class Handled {
  @Fallback(function (failure, { attempts }, id: string) { return \`\${id}: \${failure.message}, \${attempts} attempts\` })
  @Retry({ maxAttempts: 2, delay: '0' })
  async call(id: string) { return backend(id) }
}
`

const NARROW = `
import { Fallback, resilient } from 'resilience4cata'
import { backend } from 'scenario'

export class NotFound extends Error { override name = 'NotFound' }

export const marked = resilient({ fallback: { handler: () => 'nothing', applyOn: NotFound } }, async (id: string) => backend(id))

export class Decorated {
  @Fallback('nothing', { applyOn: NotFound })
  async call(id: string) { return backend(id) }

  nothing() { return 'nothing' }
}
`

const FAILING = `
import { Fallback, resilient } from 'resilience4cata'
import { backend } from 'scenario'

export const marked = resilient({ fallback: async () => { throw new Error('cache down') } }, async (id: string) => backend(id))

export class Decorated {
  @Fallback('cached')
  async call(id: string) { return backend(id) }

  async cached() { throw new Error('cache down') }
}
`

const SYNC = `
import { Fallback, Mode, resilient } from 'resilience4cata'
import { backend } from 'scenario'

export const marked = resilient({ fallback: (failure) => \`instead of \${failure.message}\`, mode: 'sync' }, (id: string): string => backend(id))

export class Decorated {
  @Mode('sync')
  @Fallback('instead')
  call(id: string): string { return backend(id) }

  instead(_id: string, failure: Error) { return \`instead of \${failure.message}\` }
}
`

export const scenarios: readonly Scenario[] = [
  {
    title: 'answers once, after the last attempt, and knows how many there were',
    source: LAST_KNOWN,
    outcomes: [{ throws: 'down' }],
    script: [{ call: ['sku-1'] }],
    expected: {
      trace: [
        '0 attempt sku-1',
        '0 retry.retrying attempt=1 delayMs=0 failure=down',
        '0 attempt sku-1',
        '0 retry.gaveUp attempts=2 reason=MAX_ATTEMPTS failure=down',
        '0 fallback.applied failure=down attempts=2',
        '0 returned sku-1: down, 2 attempts',
      ],
    },
  },
  {
    title: 'says nothing of a success',
    source: LAST_KNOWN,
    outcomes: [{ returns: 'v' }],
    script: [{ call: ['sku-1'] }],
    expected: { trace: ['0 attempt sku-1', '0 returned v'] },
  },
  {
    title: 'answers only what applyOn lists',
    source: NARROW,
    outcomes: [{ throws: 'sku-1', as: 'NotFound' }, { throws: 'down' }],
    script: [{ call: ['sku-1'] }, { call: ['sku-2'] }],
    expected: {
      trace: [
        '0 attempt sku-1',
        '0 fallback.applied failure=NotFound(sku-1) attempts=1',
        '0 returned nothing',
        '0 attempt sku-2',
        '0 threw down',
      ],
    },
  },
  {
    title: 'that fails itself, is the failure of the call',
    source: FAILING,
    outcomes: [{ throws: 'down' }],
    script: [{ call: ['sku-1'] }],
    expected: { trace: ['0 attempt sku-1', '0 fallback.failed failure=down fallbackFailure=cache down', '0 threw cache down'] },
  },
  {
    title: 'of a sync function, answers at once',
    source: SYNC,
    outcomes: [{ throws: 'down' }],
    script: [{ call: ['sku-1'] }],
    expected: { trace: ['0 attempt sku-1', '0 fallback.applied failure=down attempts=1', '0 returned instead of down'] },
  },
]
