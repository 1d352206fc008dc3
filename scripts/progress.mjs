// One line per step: what is being done, then how long it took. On a terminal the line is rewritten, elsewhere (CI logs) only its end is printed.
const terminal = process.stdout.isTTY && !process.env.CI

/**
 * @template T
 * @param {string} title
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const begun = performance.now()
  if (terminal) process.stdout.write(`  … ${title}`)
  const end = (/** @type {string} */ mark) => console.log(`${terminal ? '\r' : ''}  ${mark} ${title} (${((performance.now() - begun) / 1000).toFixed(1)} s)`)
  try {
    const result = await work()
    end('✓')
    return result
  } catch (error) {
    end('✗')
    throw error
  }
}

/** Ends the program with a message instead of a stack: for mistakes that have words of their own. @param {unknown} error @returns {never} */
export function stop(error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
