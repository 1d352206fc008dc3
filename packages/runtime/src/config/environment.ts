/** What `fromEnvironment` takes. */
export interface FromEnvironmentOptions {
  /** What the variables' names begin with. Default `'R4C_'`. */
  readonly prefix?: string
}

/**
 * What environment variables say, for `registry.configure`. Two underscores stand between the parts of a key, one between the words of a part:
 * `R4C_INSTANCES__checkout__CIRCUIT_BREAKER__WAIT_IN_OPEN=1m` is `instances.checkout.circuitBreaker.waitInOpen`. A part with a small letter in it is taken as it
 * stands. Ids with other characters can't be said in a variable's name: use `parseProperties(process.env.MY_CONFIG)`.
 */
export function fromEnvironment(environment: Readonly<Record<string, string | undefined>>, { prefix = 'R4C_' }: FromEnvironmentOptions = {}): Record<string, string> {
  // no prototype: a key of any name is only a key
  const values: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith(prefix) || name === prefix || value === undefined) continue
    values[name.slice(prefix.length).split('__').map(inCamelCase).join('.')] = value
  }
  return values
}

function inCamelCase(part: string): string {
  if (part !== part.toUpperCase()) return part
  const [first = '', ...others] = part.toLowerCase().split('_')
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
