// A project of somebody's, made for one test: a folder from which `resilience4cata` resolves as it does for users.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

const parent = join(import.meta.dirname, '.projects')

export function project(files: Readonly<Record<string, string>>): string {
  mkdirSync(parent, { recursive: true })
  const root = realpathSync(mkdtempSync(join(parent, 'project-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [name, text] of Object.entries({ 'package.json': '{ "name": "acme", "type": "module" }', ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}
