/**
 * The file of a module: its id without a query or fragment. Folders may have a `#` in their names (`~/c#/shop`), so a fragment is only what follows a
 * script's ending; and Windows may spell a path `\\?\C:\shop.ts`.
 */
export const fileOf = (id: string): string => id.replace(/^\\\\\?\\/, '').replace(/\?[^]*$/, '').replace(/(\.(?:[cm]?[jt]sx?|vue|svelte|astro))#[^\\/]*$/i, '$1')
