import { bundle } from 'resilience4cata'
import { twice } from './bundle-of-08-base.part'
export * from './bundle-of-08-base.part'
export { thrice as default } from './bundle-of-08-base.part'
export const steady = bundle([twice, { fallback: (e: Error) => `steady ${e.message}` }])
