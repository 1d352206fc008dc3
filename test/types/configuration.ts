// What may be configured. Only the type checker runs this file: a line below `@ts-expect-error` must be wrong, every other must be right.
import { registry, type Configuration } from '@resilience4cata/policies/index'
import { fromEnvironment, parseProperties } from '@resilience4cata/runtime/config/index'

registry.configure({ enabled: false })
registry.configure({ defaults: { retry: { maxAttempts: 5, jitter: 'none' }, timeout: { duration: '2s' } }, profile: 'edge' })
registry.configure({ configs: { patient: { retry: { delay: '5s', backoff: 'fixed' } } } }, { replace: true })
registry.configure({ instances: { 'shop:src/prices.ts#Prices.price': { circuitBreaker: { enabled: false, recordOn: [TypeError, 'E_DOWN'] } } } })
registry.configure({ 'instances.checkout.circuitBreaker.waitInOpen': '1m', 'defaults.retry.enabled': 'false' })
// taken back: an option, a policy, an instance, all of them
registry.configure({ instances: { checkout: { retry: { delay: null }, timeout: null }, prices: null }, configs: null })
registry.configure(parseProperties('defaults.retry.maxAttempts = 4'))
registry.configure(fromEnvironment({}))
const kept: Configuration = { defaults: { fallback: { applyOn: 'exception' } } }
registry.configure(kept)

registry.configure({ ...parseProperties(''), ...fromEnvironment({}), 'defaults.retry.delay': '1s' })
registry.configure(JSON.parse('{}'))

// @ts-expect-error no such section
registry.configure({ 'default.retry.delay': '1s' })
// @ts-expect-error no such option
registry.configure({ instances: { checkout: { retry: { maxAttemps: 4 } } } })
// @ts-expect-error no such policy
registry.configure({ defaults: { retyr: { maxAttempts: 4 } } })
// @ts-expect-error no such section
registry.configure({ instance: {} })
// @ts-expect-error durations have a unit
registry.configure({ defaults: { timeout: { duration: '2 secs' } } })
// @ts-expect-error a name is what configuration goes by
registry.configure({ defaults: { retry: { name: 'checkout' } } })
// @ts-expect-error a handler is written at its site
registry.configure({ defaults: { fallback: { handler: () => 0 } } })
