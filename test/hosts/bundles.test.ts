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

/** The same, made of what a module of the module exports. */
const further = {
  ...files,
  'src/policies.ts': `import { bundle } from 'resilience4cata'\nimport { patient } from './lib/base.ts'\nexport * from './lib/base.ts'\nexport const remote = bundle([patient, { timeout: '1s' }])\n`,
  'src/lib/base.ts': `import { bundle } from 'resilience4cata'\nexport const patient = bundle({ retry: { maxAttempts: 4, delay: '100ms' } })\n`,
}

test('a module that says our name only in passing imports what its methods are compiled to', async () => {
  const { code } = await HOSTS.esbuild(project({
    ...files,
    'src/shop.ts': `// of resilience4cata, see ./policies\nimport * as policies from './policies'\nexport class Shop {\n  @policies.remote async order(id: string) { return await fetch(id) }\n}\n`,
  }), 'src/shop.ts', {})
  expect(code).toMatch(/import \{[^}]*retry as r4c\$retry[^}]*\} from "resilience4cata\/generated"/)
  expect(code).toMatch(/for ?\(; ?; ?\)/)
})

test.each(['vite', 'rollup', 'esbuild', 'loader', 'swc'] as const)('%s', async (host) => {
  // rollup itself knows no endings
  const withEnding = (of: typeof files) => (host === 'rollup' ? { ...of, 'src/shop.ts': of['src/shop.ts'].replace('./policies', './policies.ts') } : of)
  const { code } = await HOSTS[host](project(withEnding(files)), 'src/shop.ts', {})
  expect(code).toMatch(/for ?\(; ?; ?\)/)
  expect(code).toContain('acme:src/shop.ts#order')
  const again = await HOSTS[host](project(withEnding(further)), 'src/shop.ts', {})
  expect(again.code).toContain('maxAttempts: 4')
  expect(again.code).toMatch(/duration: (?:1000|1e3)/)
})

test('a decorator by an alias of the project is the bundle that it stands for', async () => {
  const root = project({
    ...files,
    'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
    'src/shop.ts': `import { Fallback } from 'resilience4cata'\nimport { remote } from '@/policies'\nexport class Shop {\n  @remote @Fallback('known') async order(id: string) { return await fetch(id) }\n  known() { return 0 }\n}\n`,
  })
  const { code } = await HOSTS.esbuild(root, 'src/shop.ts', {})
  // the one site that it is: left to be lowered, the bundle would stand around the fallback
  expect(code).toMatch(/for ?\(; ?; ?\)/)
  expect(code).not.toContain('remote')
})

test.each(['vite', 'esbuild', 'rollup'] as const)('%s: a bundle of a package that stays outside, and that `through` names', async (host) => {
  const root = project({
    'node_modules/policies/package.json': '{ "name": "policies", "type": "module", "exports": "./index.js" }',
    'node_modules/policies/index.js': files['src/policies.ts'],
    'src/shop.ts': `import { remote } from 'policies'\nexport class Shop {\n  @remote async order(id: string) { return await fetch(id) }\n}\n`,
  })
  const { code } = await HOSTS[host](root, 'src/shop.ts', { through: ['policies'] })
  expect(code).toMatch(/for ?\(; ?; ?\)/)
  expect(code).not.toContain('@remote')
})
