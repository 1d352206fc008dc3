// Single-file components: their scripts are compiled where they stand, before the framework's own compiler sees them. It knows nothing of decorators.
import type { CompileOptions, CompileResult, Diagnostic } from '@resilience4cata/compiler/index'
import { relocated } from '@resilience4cata/compiler/report/index'
import { composed } from './maps.ts'

export interface Script { readonly start: number; readonly end: number; /** `ts`, `tsx`, `js` or `jsx`. */ readonly language: string }

/** The whole file, not a block that its framework has cut out of it: such a block begins with no tag and no hyphens. */
export const isComponent = (file: string, code: string): boolean => /\.(?:vue|svelte|astro)$/.test(file) && /^\s*(?:<|---)/.test(code)

/**
 * One script after another, the last one first, so that none has moved when it is its turn. What stands around it becomes comments of the same length: so places
 * and maps are those of the file, and nothing is called by a name that the file has elsewhere.
 */
export function compileComponent(code: string, compileScript: (text: string, language: string) => CompileResult, file: Pick<CompileOptions, 'id' | 'root'>): CompileResult {
  let whole: CompileResult = { code, map: null, sites: [], leftAlone: [], diagnostics: [], wants: [] }
  // Astro hands scripts of the browser on as modules of their own, as TypeScript without a word of it: what can't be read here is compiled there
  const isSaid = ({ code }: Diagnostic, language: string) => code !== 'R4C-HNT-014' || language !== 'js' || !file.id.endsWith('.astro')
  for (const { start, end, language } of scriptsIn(code).reverse()) {
    const text = whole.code
    const [before, after] = [comment(text.slice(0, start)), comment(text.slice(end))]
    const { code: compiled, map, sites, leftAlone, diagnostics, wants } = compileScript(before + text.slice(start, end) + after, language)
    whole = {
      code: text.slice(0, start) + compiled.slice(start, compiled.length - after.length) + text.slice(end),
      map: map ? composed({ ...map, sourcesContent: [text] }, whole.map ?? undefined) : whole.map,
      sites: [...sites, ...whole.sites],
      leftAlone: [...leftAlone, ...whole.leftAlone],
      // frames show the lines around as they are
      diagnostics: [...diagnostics.filter((diagnostic) => isSaid(diagnostic, language)).map((diagnostic) => relocated(diagnostic, diagnostic, code, file)), ...whole.diagnostics],
      wants: [...new Set([...wants, ...whole.wants])],
    }
  }
  // nothing of a file is changed that has a mistake somewhere
  return whole.diagnostics.some(({ severity }) => severity === 'error') ? { ...whole, code, map: null } : whole
}

/** Line by line, as no line may be lost. */
const comment = (text: string): string =>
  text.replace(/[^\r\n\u2028\u2029]+/g, (line) => (line.length < 4 ? ' '.repeat(line.length) : `/*${line.slice(2, -2).replaceAll('*/', '*|')}*/`))

/** Scripts with a text of their own, in order. */
export function scriptsIn(code: string): Script[] {
  const found = frontmatterOf(code)
  for (let at = next(code, found[0]?.end ?? 0); at >= 0; at = next(code, at)) {
    if (code.startsWith('<!--', at)) {
      at = code.indexOf('-->', at) + 3
      if (at < 3) break
      continue
    }
    const start = endOfTag(code, at)
    const end = code.indexOf('</script', start)
    if (end < 0) break
    const tag = code.slice(at, start)
    if (!/\ssrc\s*=/.test(tag) && isRun(tag) && code.slice(start, end).trim() !== '') found.push({ start, end, language: /\slang\s*=\s*["']?(\w+)/.exec(tag)?.[1] ?? 'js' })
    at = end
  }
  return found
}

/** Data and templates stand in scripts, too. */
const isRun = (tag: string): boolean => /^(?:module|.*script|.*[jt]sx?|)$/i.test(/\stype\s*=\s*["']?([^"'\s>]*)/.exec(tag)?.[1] ?? '')

/** Astro's script of the server: at the top, between two lines of hyphens. */
function frontmatterOf(code: string): Script[] {
  const start = code.trimStart().startsWith('---') ? code.indexOf('---') + 3 : -1
  const end = start < 0 ? -1 : code.indexOf('\n---', start)
  return end < 0 ? [] : [{ start, end, language: 'ts' }]
}

/** Where the next script or comment begins. */
function next(code: string, from: number): number {
  const script = code.indexOf('<script', from)
  const comment = code.indexOf('<!--', from)
  return comment >= 0 && comment < script ? comment : script
}

/** Behind its `>`: one within quotes is none. */
function endOfTag(code: string, from: number): number {
  let quote = ''
  for (let at = from; at < code.length; at++) {
    const character = code[at]!
    if (quote) quote = character === quote ? '' : quote
    else if (character === '>') return at + 1
    else if (character === '"' || character === "'") quote = character
  }
  return code.length
}
