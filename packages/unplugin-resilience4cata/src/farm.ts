export { default, default as 'module.exports' } from '@resilience4cata/hosts/farm'
export type { Options } from '@resilience4cata/hosts/options'
