import { realm } from '@resilience4cata/core/run/realm'

/** What a program that is built with `strict` says in each of its files: from now on whatever would be interpreted throws R4C-RT-022. */
export const strict = (): void => { realm().strict = true }
