// The admission as text; wrap.ts is the same as a closure. Both only call runtime.ts.
import { code } from '@resilience4cata/core/build/code'
import type { Admitting, Template } from '@resilience4cata/core/build/template'
import { admission } from '../parts/waiting-text.ts'

export const template: Template = {
  factory: 'bulkhead',

  capabilities: (written, mode) => (mode === 'sync' ? ['sync'] : written.has('maxWait') ? ['bulkheadWaiting'] : []),

  weave(at) {
    const slot = at.local('slot')
    const release = code`${at.instance}.release(${slot})`
    return {
      kind: 'admits',
      begin: code`${at.instance}.ready()`,
      permit: { name: slot, none: '-1' },
      ...admission(at, slot, code`${at.instance}.rejection(${at.written.has('maxWait') && slot})`),
      succeed: release,
      fail: () => release,
      drop: release,
    } satisfies Admitting
  },
}
