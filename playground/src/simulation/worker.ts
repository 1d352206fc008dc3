// One worker, one run: it begins with nothing, and can be ended whatever the source does.
import { seeded } from '@resilience4cata/testing/seeded'
import type { Order, Reply } from './order.ts'
import { simulate } from './simulate.ts'

self.addEventListener('unhandledrejection', (event) => event.preventDefault())
self.addEventListener('message', ({ data }: MessageEvent<Order>) => {
  const reply = (answer: Reply): void => self.postMessage(answer)
  simulate(data, seeded()).then((ran) => reply({ ran }), (mistake) => reply({ mistake: mistake instanceof Error ? `${mistake.name}: ${mistake.message}` : String(mistake) }))
})
