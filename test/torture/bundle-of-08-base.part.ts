import { bundle } from 'resilience4cata'
export const twice = bundle({ retry: { maxAttempts: 2, delay: '0' } })
export const thrice = bundle({ retry: { maxAttempts: 3, delay: '0' } })
