// For options whose values only the running program knows: they are checked when they are first used, by the table and in the words that the compiler has for literals.
import type { Table } from '@resilience4cata/core/attributes'
import { checkOptions } from '@resilience4cata/core/check'
import { ConfigurationError } from '@resilience4cata/core/configuration-error'
import { at, type Fault } from '@resilience4cata/core/diagnostic'
import type { Standing } from '@resilience4cata/core/layers'
import { checkWritten, type Instance } from '@resilience4cata/core/run/instance'

export const checked = (table: Table, check?: (options: Readonly<Record<string, unknown>>, standing: Standing) => Fault[]) => (instance: Instance<any>): void => {
  checkWritten(instance, (written) => {
    const { values, faults } = checkOptions(table, written)
    if (faults.length === 0 && check) faults.push(...check({ ...instance.defaults, ...values }, instance))
    if (faults.length > 0) throw new ConfigurationError(at(instance.id, faults))
    return values
  })
}
