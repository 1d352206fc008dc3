// The page: what is typed goes through the compiler, which runs here, and comes out as plan, output and diagnostics.
import { EditorView } from '@codemirror/view'
import { compile, type CompileResult, type LayerReport } from '@resilience4cata/compiler/index'
import { showAsList, showInMargin, toldOf } from './diagnostics.ts'
import { lightUp, outputEditor, setText, sourceEditor } from './editors.ts'
import { originsOf } from './origins.ts'
import { showPlan } from './plan.ts'
import { presets } from './presets.ts'
import { FIRST, panel } from './simulation/panel.ts'
import { fromHash, gzipped, toHash, type State } from './state.ts'

const find = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E
const controls = find<HTMLFormElement>('controls')
const preset = find<HTMLSelectElement>('preset')
const source = sourceEditor(find('source'), () => later())
const output = outputEditor(find('output'))

const simulated = panel(find('simulation'), () => void remember(state()))

const choice = (name: string): string => new FormData(controls).get(name) as string
const state = (): State => ({
  code: source.state.doc.toString(),
  layout: choice('layout') as State['layout'],
  decorators: choice('decorators') as State['decorators'],
  simulation: simulated.simulation,
})

let result: CompileResult | undefined
let timer: ReturnType<typeof setTimeout> | undefined

// a pause in typing, short enough not to be felt
function later(): void {
  clearTimeout(timer)
  timer = setTimeout(refresh, 60)
}

function refresh(): void {
  clearTimeout(timer)
  const now = state()
  const compiled = (result = compile(now.code, { id: 'src/playground.ts', packageName: 'playground', layout: now.layout, decorators: now.decorators }))
  const told = toldOf(compiled)
  const failed = told.some(({ severity }) => severity === 'error')
  showInMargin(source, told)
  showAsList(find('diagnostics'), told, goTo)
  // while a mistake stands, the last good output stays to look at
  for (const pane of ['plan', 'output']) find(pane).dataset.stale = String(failed)
  find<HTMLButtonElement>('copy').disabled = failed
  // what has been edited is none of the examples, so that it can be chosen anew
  preset.value = String(presets.findIndex(({ code }) => code === now.code))
  if (!failed) {
    setText(output, compiled.code)
    showPlan(find('plan'), compiled.sites, { onLayer: look, onSite: ({ at }) => goTo(at.start) })
    look(undefined)
  }
  simulated.offer(failed ? undefined : { ...compiled, decorators: now.decorators })
  void remember(now)
  void showSizes(now.code, compiled, failed)
}

function look(layer: LayerReport | undefined): void {
  if (!result) return
  const text = state().code
  lightUp(output, originsOf(result, text, layer))
  lightUp(source, layer ? new Map([[source.state.doc.lineAt(Math.min(layer.at.start, text.length)).number, { layer: layer.layer, strong: true }]]) : new Map())
}

function goTo(offset: number): void {
  source.dispatch({ selection: { anchor: Math.min(offset, source.state.doc.length) }, effects: EditorView.scrollIntoView(offset, { y: 'center' }) })
  source.focus()
}

let remembered = 0

async function remember(now: State): Promise<void> {
  const mine = ++remembered
  const hash = await toHash(now)
  // a later one may be ready before
  if (mine === remembered) history.replaceState(null, '', `#${hash}`)
}

async function showSizes(before: string, compiled: CompileResult, failed: boolean): Promise<void> {
  const spell = async (text: string): Promise<string> => `${new TextEncoder().encode(text).length} B, ${await gzipped(text)} B gzip`
  const sizes = await Promise.all([before, compiled.code].map(spell))
  if (compiled !== result) return
  find('source-size').textContent = sizes[0]!
  find('output-size').textContent = !failed ? sizes[1]! : output.state.doc.length > 0 ? 'before the mistake' : ''
}

function show({ code, layout, decorators, simulation = FIRST }: State): void {
  simulated.show(simulation)
  for (const [name, value] of Object.entries({ layout, decorators })) controls.querySelector<HTMLInputElement>(`[name=${name}][value=${value}]`)!.checked = true
  setText(source, code)
  // what was made of another text says nothing of this one
  setText(output, '')
  find('plan').replaceChildren()
  refresh()
}

function fillPresets(): void {
  for (const group of new Set(presets.map(({ group }) => group))) {
    const options = document.createElement('optgroup')
    options.label = group
    presets.forEach((known, index) => known.group === group && options.append(new Option(known.name, String(index))))
    preset.append(options)
  }
  preset.append(Object.assign(new Option('edited by you', '-1'), { hidden: true }))
}

const notice = (says: string): void => void (find('notice').textContent = says)

/** A button that says for a while that it has done it; `otherwise`: what is said where the browser doesn't let it. */
function copies(id: string, text: () => string | Promise<string>, otherwise: string): void {
  const button = find(id)
  const says = button.textContent
  button.addEventListener('click', async () => {
    const copied = await text()
    try {
      await navigator.clipboard.writeText(copied)
    } catch {
      // it isn't allowed to, or the page came by plain http
      return notice(otherwise)
    }
    button.textContent = 'Copied'
    setTimeout(() => (button.textContent = says), 1500)
  })
}

fillPresets()
preset.addEventListener('change', () => show({ ...state(), code: presets[Number(preset.value)]!.code }))
controls.addEventListener('change', (event) => event.target !== preset && refresh())
controls.addEventListener('submit', (event) => event.preventDefault())
copies('copy', () => output.state.doc.toString(), 'The browser doesn’t let this page copy: select the output and copy it yourself.')
copies('share', async () => {
  await remember(state())
  return location.href
}, 'The browser doesn’t let this page copy: the address of this page is the link.')
/** What the address holds; one that was cut off on its way says so. */
async function there(): Promise<State | undefined> {
  const hash = location.hash.slice(1)
  const found = await fromHash(hash)
  notice(hash && !found ? 'The link can’t be read: was it cut off on its way?' : '')
  return found
}

window.addEventListener('hashchange', async () => {
  const found = await there()
  if (found) show(found)
})

show((await there()) ?? { code: presets[0]?.code ?? '', layout: 'pretty', decorators: 'standard' })
