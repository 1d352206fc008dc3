export { default, default as 'module.exports', type LoaderContext } from '@resilience4cata/hosts/loader'
export type { TextOptions as Options } from '@resilience4cata/hosts/options'
