// syntax: markers in attributes, spreads and children of JSX, and JSX in their bodies: quotes, braces, text of several lines, generics of TSX
import { resilient, Retry, Timeout } from 'resilience4cata'
const h = (t: any, p: any, ...c: any[]): any => typeof t === 'function' ? t({ ...p, children: c }) : { t, p, c }
let fails = 1
const io = async <T,>(x: T) => { if (fails-- > 0) throw new Error('busy'); return x }
const List = <T extends object,>({ of, render, children }: { of: T[]; render: (x: T) => Promise<any>; children?: any }) => ({ of, render, children })
const view = (label: string) => (
  <List of={[{ a: 1 }]} data-x="it's" render={resilient({ retry: { maxAttempts: 2, delay: '0' } }, async <T,>(x: T) => <li key={label} title='"q"'>
    {await io(JSON.stringify(x))} isn't {/* a } comment */}
    &nbsp;{'}'} two {...['s', 'p']}
    {fails < 0 ? <b>yes</b> : <></>}
  </li>)}>
    don't {resilient({ retry: { maxAttempts: 2, delay: '0' } }, async () => <pre>{`a
      b`}</pre>)} {label}
  </List>
)
const Frag = ({ children }: any) => children
class Panel<P extends { id: string }> {
  constructor(readonly props: P) {}
  @Retry({ maxAttempts: 2, delay: '0' }) @Timeout('5s') async draw<K extends keyof P>(key: K) {
    const text = await io('drawn')
    return <div {...this.props} onClick={async () => { return text }} data-k={key as string}>
      {text}, "{key as any}"
      <Frag>a<i/>b</Frag>
      lines of
      text   inside
    </div>
  }
  handler = resilient({ retry: { maxAttempts: 2, delay: '0' } }, async (e: { x: number }) => <span>{e.x}{this.props.id}</span>)
}
export async function run(log: (l: string) => void) {
  const v = view('L'); fails = 1
  log(JSON.stringify([await v.render({ a: 1 }), v.children.map((c: any) => (typeof c === 'function' ? c.length : c)), await v.children[1]()]))
  fails = 1; const p = new Panel({ id: 'i' }), d = await p.draw('id')
  log(JSON.stringify([d, await d.p.onClick(), await p.handler({ x: 1 })]))
}
/* expect:
[{"t":"li","p":{"key":"L","title":"\"q\""},"c":["{\"a\":1}"," isn't "," ","}"," two ","s","p",{"t":"b","p":null,"c":["yes"]}]},["don't ",0," ","L"],{"t":"pre","p":null,"c":["a\n      b"]}]
[{"t":"div","p":{"id":"i","data-k":"id"},"c":["drawn",", \"","id","\"",["a",{"t":"i","p":null,"c":[]},"b"],"lines of text   inside"]},"drawn",{"t":"span","p":null,"c":[1,"i"]}]
*/
