// Vite builds each worker by itself, without the project's plugins; in development a worker is a module like any.
import type { Plugin } from 'vite'

export const inWorkers = (create: () => Plugin | Plugin[]): Plugin => ({
  name: 'resilience4cata:workers',
  apply: 'build',
  // added to what the project has there; before Vite 5, which says this otherwise, it was a list
  config: (_, asked) => ('isSsrBuild' in asked ? { worker: { plugins: () => [create()].flat() } } : undefined),
})
