// The two editors: one to write in, one to read.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, RangeSetBuilder, StateEffect, StateField, type Extension } from '@codemirror/state'
import { Decoration, drawSelection, EditorView, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers, type DecorationSet } from '@codemirror/view'
import { theme } from './theme.ts'

const both = (label: string): Extension[] => [
  lineNumbers(),
  highlightSpecialChars(),
  drawSelection(),
  bracketMatching(),
  javascript({ typescript: true, jsx: true }),
  lit,
  EditorView.contentAttributes.of({ 'aria-label': label }),
  theme,
]

export function sourceEditor(parent: HTMLElement, onChange: () => void): EditorView {
  return new EditorView({
    parent,
    extensions: [
      ...both('Source'),
      history(),
      indentOnInput(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      lintGutter(),
      // Tab moves the focus on, as everywhere on the page: nobody is trapped in the editor
      keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap]),
      EditorView.updateListener.of((update) => update.docChanged && onChange()),
    ],
  })
}

export function outputEditor(parent: HTMLElement): EditorView {
  return new EditorView({ parent, extensions: [...both('Output'), EditorState.readOnly.of(true), keymap.of([...defaultKeymap, ...searchKeymap])] })
}

export function setText(view: EditorView, text: string): void {
  if (view.state.doc.toString() !== text) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
}

/** Lines (from 1) that are lit, and in which layer's colour. */
export type Lit = ReadonlyMap<number, { readonly layer: string; readonly strong: boolean }>

const light = StateEffect.define<Lit>()

const lit = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, transaction) {
    for (const effect of transaction.effects) if (effect.is(light)) return decorate(transaction.state, effect.value)
    return lines.map(transaction.changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

function decorate(state: EditorState, lines: Lit): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const line of [...lines.keys()].sort((a, b) => a - b)) {
    const { layer, strong } = lines.get(line)!
    if (line > state.doc.lines) continue
    const at = state.doc.line(line).from
    builder.add(at, at, Decoration.line({ class: strong ? 'lit strong' : 'lit', attributes: { 'data-layer': layer } }))
  }
  return builder.finish()
}

export const lightUp = (view: EditorView, lines: Lit): void => view.dispatch({ effects: light.of(lines) })
