export { default, default as 'module.exports' } from '@resilience4cata/hosts/vite'
export type { Options } from '@resilience4cata/hosts/options'
