// Hosts that choose files themselves have no options for that, and say so where an option is written.
import type { Options as Babel } from '../../packages/unplugin-resilience4cata/src/babel.ts'
import type { JestOptions } from '../../packages/unplugin-resilience4cata/src/jest.ts'
import type { Options as Loader } from '../../packages/unplugin-resilience4cata/src/loader.ts'
import type { Options as Swc } from '../../packages/unplugin-resilience4cata/src/swc.ts'
import type { Options as Vite } from '../../packages/unplugin-resilience4cata/src/vite.ts'

export const vite: Vite = { include: 'src/**', exclude: /\.test\.ts$/, cache: false, strict: true }
export const others: (Babel | JestOptions | Loader | Swc)[] = [{ strict: true, decorators: 'legacy' }]
// @ts-expect-error
export const babel: Babel = { include: 'src/**' }
// @ts-expect-error
export const jest: JestOptions = { cache: false }
// @ts-expect-error
export const loader: Loader = { exclude: /\.test\.ts$/ }
// @ts-expect-error
export const swc: Swc = { cache: false }
