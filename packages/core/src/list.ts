// A list of what failures are matched by. Apart, as it is all that is checked at run time of a site whose text shows the rest.
import { fault, show, type Fault } from './diagnostic.ts'

export function checkList(option: string, value: unknown): { readonly value: unknown } | Fault {
  // copied first: what is left out, `[, TypeError]`, is nothing that `every` would look at
  const list = Array.isArray(value) ? Object.freeze([...value]) : value
  return [list].flat().every(isMatcher) ? { value: list } : fault('R4C-ATR-012', `${option} must be an error class, a name, a predicate, or a list of these, got ${show(value)}`, undefined, option)
}

const isMatcher = (entry: unknown) => typeof entry === 'function' || (typeof entry === 'string' && entry !== '')
