export interface Language { readonly typescript: boolean; readonly jsx: boolean; readonly sourceType: 'script' | 'unambiguous' }

/**
 * Decided by the file name's ending; a query or hash behind it is no part of the name. A host that has made something else of the file says so: `lang.js`.
 * What comes under the name of a component and is none is what its framework has made of it: JavaScript.
 */
export function languageOf(id: string): Language {
  const ending = (/[?&]lang\.([cm]?[jt]sx?)\b/i.exec(id) ?? /\.([cm]?[jt]sx?)(?=$|[?#])/i.exec(id))?.[1]?.toLowerCase() ?? (/\.(?:vue|svelte|astro)(?=$|[?#])/i.test(id) ? 'js' : 'ts')
  const typescript = ending.includes('t')
  // a plain .js file may hold JSX; in a .ts file `<T>x` is a cast
  return { typescript, jsx: ending.endsWith('x') || !typescript, sourceType: ending === 'cjs' ? 'script' : 'unambiguous' }
}
