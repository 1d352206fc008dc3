export { default, default as 'module.exports' } from '@resilience4cata/hosts/bun'
export type { Options } from '@resilience4cata/hosts/options'
