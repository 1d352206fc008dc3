import { resilient, Retry } from 'resilience4cata'
import { hoistedUse, Here } from './placement-13-modules-in-a-circle.ts'
export const seen: string[] = []
const tryIt = (f: () => any) => { try { return f() } catch (e: any) { return e.name } }
seen.push(tryIt(() => hoistedUse()), tryIt(() => new Here()))
export const early = (async () => { try { return await new Here().m() } catch (e: any) { return 'early ' + e.name } })()
export const late = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => { return await new Here().m() })
export class Later { @Retry({ maxAttempts: 2, delay: '0' }) async go() { return (await import('./placement-13-modules-in-a-circle.ts')).top } }
