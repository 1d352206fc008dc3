// The hosts beside each other. The heavy ones: test/integration/hosts/matrix.test.ts.
import { afterAll, beforeEach, test, vi } from 'vitest'
import { judge, printTable, type Row } from './matrix/judge.ts'
import { LIGHT } from './matrix/light.ts'
import { project } from './project.ts'

// some hosts print hints as they go
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))

const rows: Row[] = []
afterAll(() => printTable(rows))

test.each(Object.entries(LIGHT))('%s', async (name, host) => void rows.push(await judge(name, host, project)))
