// The door of `resilience4cata/config`: configuration from text.
export { fromEnvironment, type FromEnvironmentOptions } from './environment.ts'
export { parseProperties } from './properties.ts'
