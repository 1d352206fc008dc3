// What people see of places: stacks through the maps, and mistakes with file, line and column.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HOSTS } from './bundle.ts'
import { project } from './project.ts'

const thrower = `import { Retry } from 'resilience4cata'

export class Shop {
  @Retry({
    maxAttempts: 2,
    delay: '1ms',
  })
  async order(id: string): Promise<string> {
    const found = await Promise.resolve(id.length)
    if (found > 3) throw new Error('too long: ' + id)
    return id
  }
}
export const failed = new Shop().order('12345').catch((error: Error) => console.log(error.stack))
`

const mistaken = `import { Retry } from 'resilience4cata'
export class Shop {
  @Retry({ maxAttempts: 0 })
  async order(): Promise<void> {}
  @Retry({ dely: '1ms' })
  async pay(): Promise<void> {}
}
`

describe.each(Object.entries(HOSTS))('%s', (_, bundle) => {
  test('a stack names the user’s own line and column', async () => {
    const root = project({ 'src/shop.ts': thrower })
    const { code, map } = await bundle(root, 'src/shop.ts', {})
    writeFileSync(join(root, 'out.mjs'), `${code.replace(/^\/\/# sourceMappingURL.*$/m, '')}\n//# sourceMappingURL=out.mjs.map\n`)
    writeFileSync(join(root, 'out.mjs.map'), map)
    const stack = execFileSync(process.execPath, ['--enable-source-maps', join(root, 'out.mjs')], { encoding: 'utf8' })
    expect(stack).toMatch(/shop\.ts:10:26\)/)
  })

  test('each mistake of a file is said once, with its place and what to do', async () => {
    const root = project({ 'src/shop.ts': mistaken })
    const said = saidBy(await bundle(root, 'src/shop.ts', {}).catch((error: unknown) => error))
    expect(said.match(/R4C-ATR-003 {2}/g)).toHaveLength(1)
    expect(said).toMatch(/src\/shop\.ts:3:\d+/)
    expect(said).toContain('maxAttempts must be a whole number at least 1, got 0')
    expect(said.match(/R4C-CFG-001 {2}/g)).toHaveLength(1)
    expect(said).toMatch(/src\/shop\.ts:5:\d+/)
    expect(said).toContain('delay')
  })

  test('a syntax error is the host’s to tell', async () => {
    const root = project({ 'src/shop.ts': `import { Retry } from 'resilience4cata'\nclass {{{` })
    const said = saidBy(await bundle(root, 'src/shop.ts', {}).catch((error: unknown) => error))
    expect(said).toContain('shop.ts')
    expect(said).not.toContain('R4C-')
  })

  test('a file that isn’t ours passes through byte for byte', async () => {
    const text = `// not ours: resilience4cata only stands in words\nexport const  odd = [ 'resilience4cata' ,]\nexport function Retry() { return "@Retry()" }\n`
    const root = project({ 'src/other.ts': text })
    expect(await bundle(root, 'src/other.ts', {})).toEqual(await bundle(root, 'src/other.ts'))
  })
})

const saidBy = (failure: unknown): string => (failure as Error).message
