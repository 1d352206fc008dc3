export { default, default as 'module.exports' } from '@resilience4cata/hosts/rollup'
export type { Options } from '@resilience4cata/hosts/options'
