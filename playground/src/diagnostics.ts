import { setDiagnostics } from '@codemirror/lint'
import type { EditorView } from '@codemirror/view'
import type { Diagnostic } from '@resilience4cata/compiler/index'

/** In the margin of the source. */
export function showInMargin(view: EditorView, diagnostics: readonly Diagnostic[]): void {
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
export function showAsList(list: HTMLElement, diagnostics: readonly Diagnostic[], goTo: (offset: number) => void): void {
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
