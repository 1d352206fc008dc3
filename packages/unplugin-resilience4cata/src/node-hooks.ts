export { initialize, load } from '@resilience4cata/hosts/node-hooks'
