/** A value as a line of a trace has it. Reads nothing that could notice. Ids of sites are the compiler's: without it they have others. */
export function show(value: unknown): string {
  if (value instanceof Error) return `${value.name}(${'code' in value && /^R4C/.test(String(value.code)) ? value.code : value.message})`
  if (typeof value === 'function') return `[${value.name}/${value.length}]`
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof Promise) return '[promise]'
  if (Array.isArray(value)) return `[${Array.from(value, (each, i) => (i in value ? show(each) : '')).join(', ')}]`
  const fields = Object.entries(Object.getOwnPropertyDescriptors(value)).filter(([key]) => key !== 'instanceId').map(([key, field]) => `${key}: ${'value' in field ? (typeof field.value === 'function' ? '[function]' : show(field.value)) : '[accessor]'}`)
  return `{ ${fields.join(', ')} }`
}
