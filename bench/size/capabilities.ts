// What `/generated` exports, and what each export weighs beside the policy that it belongs to. Nothing is listed here: what is added there is weighed here.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { weigh, type Weight } from './weigh.ts'

export interface Capability extends Weight {
  readonly name: string
  /** The policy beside which it is weighed; none: it stands alone. */
  readonly beside?: string
}

interface Export { readonly name: string; readonly room: string | undefined; readonly isPolicy: boolean }

/** Each policy's factory, what it alone weighs, and what each capability adds to it. */
export async function capabilities(root: string): Promise<{ readonly policies: readonly Capability[]; readonly added: readonly Capability[] }> {
  const exports = exportsOf(readFileSync(join(root, 'packages/policies/src/generated.ts'), 'utf8'))
  const weight = (...names: string[]) => weigh([`export { ${names.join(', ')} } from 'resilience4cata/generated'`], root)
  const policies: Capability[] = []
  for (const { name, isPolicy } of exports) if (isPolicy) policies.push({ name, ...(await weight(name)) })
  const added: Capability[] = []
  for (const { name, room, isPolicy } of exports) {
    if (isPolicy) continue
    const policy = exports.find((one) => one.isPolicy && one.room === room)
    if (!policy) { added.push({ name, ...(await weight(name)) }); continue }
    const both = await weight(policy.name, name), alone = policies.find((one) => one.name === policy.name)!
    added.push({ name, beside: policy.name, min: both.min - alone.min, gzip: both.gzip - alone.gzip })
  }
  return { policies, added }
}

/** `export { a, b } from './room/file.ts'` and `export const a = checked(roomOptions.TABLE)`. */
function exportsOf(text: string): Export[] {
  const passed = [...text.matchAll(/^export \{ (.*?) \} from '(.*?)'/gm)].flatMap(([, names, path]) =>
    names!.split(', ').map((name) => {
      const room = /^\.\/(?!parts\/)([\w-]+)\//.exec(path!)?.[1]
      return { name, room, isPolicy: room !== undefined && path!.endsWith('/runtime.ts') && name === camel(room) }
    }))
  const made = [...text.matchAll(/^export const (\w+) =(.*)$/gm)].map(([, name, value]) => {
    const options = /\b(\w+)Options\b/.exec(value!)?.[1]
    return { name: name!, room: options && passed.find((one) => one.isPolicy && one.name === options)?.room, isPolicy: false }
  })
  return [...passed, ...made]
}

const camel = (word: string) => word.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
