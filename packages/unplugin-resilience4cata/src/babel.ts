export { default, default as 'module.exports' } from '@resilience4cata/hosts/babel'
export type { TextOptions as Options } from '@resilience4cata/hosts/options'
