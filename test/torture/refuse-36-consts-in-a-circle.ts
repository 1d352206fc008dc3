// refuse: consts that lead to each other in a circle, as policies, as a layer, spread and as a handler
// expect-error: R4C-SIT-007 the layers can't be read
import { resilient, Fallback } from 'resilience4cata'

const p: any = p
const a: any = b, b: any = a
const c = { ...d }, d = { ...c } as any
class S { @Fallback(a) async f() {} }
export const f = [resilient(p, async () => 1), resilient({ retry: a, fallback: b }, async () => 1), resilient({ ...c }, async () => 1), resilient([a, p], p), S]
