// What a module says without the compiler, once all that it exports has been called.
import { ConfigurationError } from '@resilience4cata/policies/index'
import { evaluate } from '../engines/evaluate.ts'

interface Said { readonly code: string; readonly says: string; readonly note: string | undefined }

export async function saidWhenCalled(text: string): Promise<Said[]> {
  const said: Said[] = []
  const hear = (error: unknown) => {
    if (error instanceof ConfigurationError) said.push(...error.diagnostics.map(({ code, says, note }) => ({ code, says, note })))
  }
  const module = await evaluate(text, {}).catch(hear)
  for (const call of Object.values(module ?? {}).flatMap(callsOf)) await Promise.resolve().then(call).catch(hear)
  return said
}

const isClass = (value: unknown): value is new () => object => typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value))

function callsOf(exported: unknown): (() => unknown)[] {
  if (!isClass(exported)) return typeof exported === 'function' ? [exported as () => unknown] : []
  const methods = Object.getOwnPropertyNames(exported.prototype).filter((name) => name !== 'constructor')
  return methods.map((name) => () => (new exported() as Record<string, () => unknown>)[name]!())
}
