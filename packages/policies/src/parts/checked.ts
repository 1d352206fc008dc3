// For options whose values only the running program knows: they are checked when they are first used, by the table and in the words that the compiler has for literals.
import { unsaid, type Table } from '@resilience4cata/core/attributes'
import { checkOptions, missingOptions, unknownConfig } from '@resilience4cata/core/check'
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { at, type Fault } from '@resilience4cata/core/diagnostic'
import type { Standing } from '@resilience4cata/core/layers'
import { checkWritten, type Instance } from '@resilience4cata/core/run/instance'
import { subjectOf } from '@resilience4cata/runtime/subject'

type Options = Readonly<Record<string, unknown>>

export const checked = (table: Table, check?: (options: Options, standing: Standing) => Fault[]) => (instance: Instance<any>): void => {
  const refuse = (faults: readonly Fault[]) => {
    if (faults.length > 0) throw new ConfigurationError(at(subjectOf(instance), faults))
  }
  const readValues = (written: object) => {
    const { values, faults } = checkOptions(table, written)
    if (values['enabled'] !== false) refuse(faults)
    // who is written off has nothing that could be wrong, as where the text shows it
    else for (const { option } of faults) values[option!] = instance.defaults[option!]
    return values
  }
  checkWritten(instance, readValues, (options: { readonly config?: string; readonly enabled?: boolean; locked?: boolean }) => {
    const { config, enabled } = options
    instance.unsaid = unsaid(table, options)
    // there is nothing else that could win
    delete options.locked
    if (enabled === false) return
    // nobody configures, so there is none of any name
    const unknown = config === undefined ? [] : [unknownConfig(config, [])]
    refuse([...unknown, ...missingOptions(table, options as Options), ...(check?.(options as Options, instance) ?? [])])
  })
}
