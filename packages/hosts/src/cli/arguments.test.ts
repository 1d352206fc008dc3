import { expect, test } from 'vitest'
import { HELP, readArguments } from './arguments.ts'

test('a command, its patterns, its flags in any order', () =>
  expect(readArguments(['check', '--json', 'src', '--through', '@/policies', 'lib/**'])).toMatchObject({ command: 'check', patterns: ['src', 'lib/**'], json: true, through: ['@/policies'] }))

test('mistakes say what was typed and what there is', () => {
  expect(() => readArguments(['comple', 'a.ts'])).toThrow('r4c has no command "comple": it has compile, check, explain')
  expect(() => readArguments(['check', 'a.ts', '--decorators', 'old'])).toThrow(`--decorators is 'standard' or 'legacy', got "old"`)
  expect(() => readArguments(['check', '--jsn'])).toThrow('--jsn')
})

test('the help names every flag', () => {
  for (const flag of ['--json', '--lines', '--strict', '--through', '--passive', '--decorators', '--watch', '--help']) expect(HELP).toContain(flag)
})
