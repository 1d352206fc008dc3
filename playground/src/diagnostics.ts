import { setDiagnostics } from '@codemirror/lint'
import type { EditorView } from '@codemirror/view'
import type { CompileResult, Diagnostic } from '@resilience4cata/compiler/index'

type Told = Pick<Diagnostic, 'at' | 'code' | 'severity' | 'subject' | 'says' | 'note' | 'line' | 'column'>

/** All that is to be said of a text. Bundlers tell of what can't be parsed by themselves; here nobody else does. */
export function toldOf({ diagnostics }: CompileResult): readonly Told[] {
  return diagnostics.map((diagnostic) => {
    const { note: _, ...told } = diagnostic
    return told.code === 'R4C-HNT-014' ? { ...told, severity: 'error', subject: 'not TypeScript' } : diagnostic
  })
}

/** In the margin of the source. */
export function showInMargin(view: EditorView, diagnostics: readonly Told[]): void {
  const length = view.state.doc.length
  const shown = diagnostics.map(({ at, severity, code, says, note }) => ({
    from: Math.min(at.start, length),
    to: Math.min(at.end, length),
    severity: severity === 'hint' ? ('info' as const) : severity,
    message: `${code}: ${says}${note ? `\n${note}` : ''}`,
  }))
  view.dispatch(setDiagnostics(view.state, shown))
}

/** As a list under it; choosing one goes to its place. */
export function showAsList(list: HTMLElement, diagnostics: readonly Told[], goTo: (offset: number) => void): void {
  // as long as nothing else is said it stays: who has its focus keeps it, and nobody is read all of it again
  const told = JSON.stringify(diagnostics.map(({ at: { start }, code, subject, says, note, line, column }) => [start, code, subject, says, note, line, column]))
  if (list.dataset.told === told) return
  list.dataset.told = told
  list.replaceChildren(
    ...diagnostics.map(({ at, code, severity, subject, says, note, line, column }) => {
      const item = document.createElement('li')
      const button = document.createElement('button')
      button.type = 'button'
      button.dataset.severity = severity
      button.append(text('code', code), text('span', `${subject}: ${says}`), text('small', `${line}:${column + 1}`))
      if (note) button.append(text('p', note))
      button.addEventListener('click', () => goTo(at.start))
      item.append(button)
      return item
    }),
  )
}

function text(tag: string, content: string): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = content
  return element
}
