import type { Instance } from '@resilience4cata/core/run/instance'

/** Who a message is about. An interpreted function without a name has no id. */
export const subjectOf = ({ policy, id }: Pick<Instance<any>, 'policy' | 'id'>): string => `${policy} ${id || 'without a name'}`
