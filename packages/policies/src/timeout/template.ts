// The race as text; wrap.ts is the same as a closure. Both only call runtime.ts.
import type { Template } from '@resilience4cata/core/build/template'

export const template: Template = {
  factory: 'timeout',
  capabilities: () => [],
  refuses: () => 'a timeout is interpreted',
  weave() { throw new Error('a timeout is interpreted') },
}
