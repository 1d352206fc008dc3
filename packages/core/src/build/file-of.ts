/**
 * The file of a module: its id without a query or fragment. Folders may have a `#` in their names (`~/c#/shop`), so a fragment is only what follows a
 * script's ending; and Windows may spell a path `\\?\C:\shop.ts`. Bundlers' plugins put a NUL in front of what they answer for, a name
 * or a file; it would be in the names of instances.
 */
export const fileOf = (id: string): string =>
  pathOf(id.replace(/^\0+/, '').replace(/^\\\\\?\\/, '').replace(/\?[^]*$/, '').replace(/(\.(?:[cm]?[jt]sx?|vue|svelte|astro))#[^\\/]*$/i, '$1'))

function pathOf(file: string): string {
  if (!file.startsWith('file:///')) return file
  const path = file.slice('file://'.length).replace(/^\/(?=[a-z]:)/i, '')
  try {
    return decodeURIComponent(path)
  } catch {
    // a path that somebody has only put `file://` in front of
    return path
  }
}
