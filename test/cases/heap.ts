// What a heap has gained, for tests of what must not be kept.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
export const collect = runInNewContext('gc') as () => void

export const MB = 2 ** 20

/** Bytes that the heap has gained by an act which was done once before. */
export async function gained(act: () => Promise<void>): Promise<number> {
  const settled = async () => {
    for (let i = 0; i < 3; i++) {
      await new Promise(setImmediate)
      collect()
    }
    return process.memoryUsage().heapUsed
  }
  await act()
  const before = await settled()
  await act()
  return (await settled()) - before
}
