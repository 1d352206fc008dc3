// The heavy hosts beside each other. The light ones: test/hosts/matrix.test.ts.
import { afterAll, test } from 'vitest'
import { judge, printTable, type Row } from '../../hosts/matrix/judge.ts'
import { folder } from '../user.ts'
import { HEAVY } from './heavy.ts'

const rows: Row[] = []
afterAll(() => printTable(rows))

test.each(Object.entries(HEAVY))('%s', async (name, host) => void rows.push(await judge(name, host, folder)))
