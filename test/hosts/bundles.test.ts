// A bundle of policies from another module: hosts that can resolve load it, so that the site is compiled; the others leave it to the interpreter.
import { expect, test } from 'vitest'
import { HOSTS } from './bundle.ts'
import { project } from './project.ts'

const files = {
  'src/policies.ts': `import { bundle } from 'resilience4cata'\nexport const remote = bundle({ retry: { maxAttempts: 4, delay: '100ms' } })\n`,
  'src/shop.ts': `import { resilient } from 'resilience4cata'
import { remote } from './policies'
export const order = resilient(remote, async (id: string) => {
  const response = await fetch('/orders/' + id)
  return await response.text()
})
`,
}

test.each(['vite', 'rollup', 'esbuild', 'loader', 'swc'] as const)('%s', async (host) => {
  // rollup itself knows no endings
  const root = project(host === 'rollup' ? { ...files, 'src/shop.ts': files['src/shop.ts'].replace('./policies', './policies.ts') } : files)
  const { code } = await HOSTS[host](root, 'src/shop.ts', {})
  expect(code).toMatch(/for ?\(; ?; ?\)/)
  expect(code).toContain('acme:src/shop.ts#order')
})
