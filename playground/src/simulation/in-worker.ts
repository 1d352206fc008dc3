import type { Order, Reply } from './order.ts'

const PATIENCE = 15_000

export interface Running { stop(): void }

/** A worker for one run. It is told of once: with what came of it, unless it is stopped before. */
export function inWorker(order: Order, onEnd: (reply: Reply) => void): Running {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const impatient = setTimeout(() => end({ mistake: 'It has not come to an end within 15 seconds: is there a loop without a wait?' }), PATIENCE)
  const stop = (): void => {
    clearTimeout(impatient)
    worker.terminate()
  }
  const end = (reply: Reply): void => {
    stop()
    onEnd(reply)
  }
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => end(data))
  worker.addEventListener('error', ({ message }) => end({ mistake: message || 'The simulation could not be loaded.' }))
  worker.postMessage(order)
  return { stop }
}
