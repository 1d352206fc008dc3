import { resilient } from 'resilience4cata'

let tries = 0
export const near = resilient({ mode: 'sync', retry: { maxAttempts: 1, delay: '0' } }, (x: number) => { if (++tries < 6) throw new Error('near'); return `near ${x + 1}` })
const site = resilient({ timeout: '5s', bulkhead: { maxConcurrent: 5 } }, async (x: number) => { if (++tries < 3) throw new Error('far'); return `far ${x + 1}` })
export async function plain(x: number) { if (x > 1) return `plain ${x - 1}` }
export default site
