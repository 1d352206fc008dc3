// placement: markers in hooks of components: dependency arrays, state of a render closed over, options of a render, an instance for each
import { resilient, attemptSignal } from 'resilience4cata'
let cells: { v: any; deps?: any[] }[] = [], at = 0, effects: (() => any)[] = []
const changed = (a?: any[], b?: any[]) => !a || !b || a.length !== b.length || a.some((x, i) => !Object.is(x, b[i]))
function useState<T>(init: T): [T, (v: T | ((o: T) => T)) => void] { const c = (cells[at++] ??= { v: init }); return [c.v, (v) => { c.v = typeof v === 'function' ? (v as any)(c.v) : v }] }
function useMemo<T>(make: () => T, deps: any[]): T { const c = (cells[at++] ??= { v: undefined }); if (changed(c.deps, deps)) { c.v = make(); c.deps = deps } return c.v }
const useCallback = <F,>(f: F, deps: any[]): F => useMemo(() => f, deps)
function useEffect(run: () => void | (() => void), deps?: any[]) { const c = (cells[at++] ??= { v: undefined }); if (changed(c.deps, deps)) { c.deps = deps; effects.push(() => { c.v?.(); c.v = run() }) } }
function render<P>(C: (p: P) => any, p: P) { at = 0; const out = C(p); const todo = effects; effects = []; for (const e of todo) e(); return out }
let fails = 1; const api = async (path: string) => { if (fails-- > 0) throw new Error('busy'); return path }
const seen: any[] = []; function Price({ sku, retries = 2 }: { sku: string; retries?: number }) {
  const [n, setN] = useState(0), [text, setText] = useState('')
  const load = useCallback(resilient({ retry: { maxAttempts: retries, delay: '0' } }, async (q: string) => {
    const got = await api(`${sku}/${n}/${q}`); setN((n) => n + 1); return got
  }), [sku, n, retries])
  const stale = useMemo(() => resilient({ retry: { maxAttempts: 2, delay: '0' }, timeout: '5s' }, async () => { const s = attemptSignal(); return `${sku}${n}${s.aborted}` }), [])
  useEffect(() => {
    let gone = false
    const run = resilient({ retry: { maxAttempts: 3, delay: '0' }, fallback: () => 'none' }, async () => { const t = await load('e'); if (gone) throw new Error('gone'); return t })
    void run().then((t) => { if (!gone) setText(t) }); return () => { gone = true }
  }, [load])
  seen.push(load); return { text, n, load, stale, onClick: resilient({ retry: { maxAttempts: 2, delay: '0' } }, async (e: any) => { setText(e.type); return [sku, n, text].join() }), ...{ k: sku } }
}
const usePair = (a: string) => [resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => a), useCallback(resilient({ bulkhead: { maxConcurrent: 1, name: 'pair' } }, async function (this: any) { return this?.x ?? a }), [a])] as const
export async function run(log: (line: string) => void) {
  const tick = () => new Promise((r) => setTimeout(r, 5)); let out = render(Price, { sku: 'tea' }); await tick(); log(`${out.text} ${out.n}`)
  out = render(Price, { sku: 'tea' }); await tick(); log(`${out.text} ${out.n} ${seen[0] === seen[1]}`)
  out = render(Price, { sku: 'tea', retries: 1 }); await tick(); fails = 1
  log(`${out.text} ${out.n} ${await out.load('x').catch((e: Error) => e.message)}`)
  log(await out.stale() + await out.onClick({ type: 'click' }))
  out = render(Price, { sku: 'mug' }); log(await out.stale() + out.text)
  at = 0; cells = []; const [p1, c1] = usePair('a'); at = 0; const [p2, c2] = usePair('a')
  log([p1 === p2, c1 === c2, await p1(), await c1.call({ x: 'this' }), p1.length].join())
}
/* expect:
 0
tea/0/e 1 false
tea/1/e 2 busy
tea0falsetea,2,tea/1/e
tea0falseclick
false,true,a,this,0
*/
