import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { checkList } from '@resilience4cata/core/list'
import { at } from '@resilience4cata/core/diagnostic'
import { checkWritten, type Instance } from '@resilience4cata/core/run/instance'
import { subjectOf } from '@resilience4cata/runtime/subject'

/** Capability of a layer of which the text shows all but what its lists hold: they have names that come from elsewhere. `checked` knows the whole table, and is seven times as long. */
export const listed = (instance: Instance<any>): void => checkWritten(instance, (written) => {
  const values: Record<string, unknown> = { ...written }
  for (const option of Object.keys(values)) {
    if (!option.endsWith('On') || values[option] === undefined) continue
    const result = checkList(option, values[option])
    if ('code' in result) throw new ConfigurationError(at(subjectOf(instance), [result]))
    values[option] = result.value
  }
  return values
})
