export { default, transform, transformFile, transformFileSync, transformSync } from '@resilience4cata/hosts/swc'
export type { TextOptions as Options } from '@resilience4cata/hosts/options'
