import type { Hints } from '@resilience4cata/core/build/template'
import { fault } from '@resilience4cata/core/diagnostic'

export const hints: Hints = (_written, { mode, inside }) =>
  mode === 'async' && inside.some(({ layer }) => layer === 'timeout')
    ? [fault('R4C-HNT-002', 'it stands outside of the timeout: at the deadline its slot is free, though the method may still run', 'Inside, as in the default order, a slot is held until the method has ended.')]
    : []
