export { default, default as 'module.exports', type JestOptions, type Transformer } from '@resilience4cata/hosts/jest'
