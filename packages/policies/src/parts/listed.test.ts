import { expect, test } from 'vitest'
import { rooms } from '../rooms.ts'

test('lists, and nothing else, have names that end with On', () => {
  for (const { table } of Object.values(rooms)) {
    for (const [option, { kind }] of Object.entries(table)) expect([option, option.endsWith('On')]).toEqual([option, kind === 'list'])
  }
})
