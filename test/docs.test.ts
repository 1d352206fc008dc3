// The pages of the site are the Markdown files of the house: none is forgotten, and what they lead to is there.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addressOf, GROUPS, PAGES } from '../docs/pages.ts'

const root = join(import.meta.dirname, '..')
const foreign = /^(node_modules|dist|\..*)$/

const files = (folder = ''): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return foreign.test(entry.name) ? [] : files(path)
    return entry.name.endsWith('.md') ? [path] : []
  })

/** What isn't code: links in programs are no links. */
const textOf = (file: string) => readFileSync(join(root, file), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')

/** As GitHub and the site make them. */
const anchors = (file: string) => [...textOf(file).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'))

describe('the site', () => {
  it('has each Markdown file of the house as a page, once and under an address of its own', () => {
    const listed = GROUPS.flatMap(({ pages }) => pages.map(({ file }) => file))
    expect([...listed].sort()).toEqual(files().sort())
    expect(new Set(listed.map(addressOf)).size).toBe(listed.length)
  })
  it('has readable addresses', () => {
    expect(['README.md', 'packages/policies/src/circuit-breaker/README.md', 'packages/resilience4cata/README.md', 'packages/GLOSSARY.md'].map(addressOf)).toEqual(['index.md', 'policies/circuit-breaker/index.md', 'guide.md', 'house/glossary.md'])
  })
  it.each([...PAGES])('%s has no link that leads nowhere', (file) => {
    const broken = [...textOf(file).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].flatMap(([, path, anchor]) => {
      const target = path ? posix.join(posix.dirname(file), path) : file
      if (!existsSync(join(root, target))) return [target]
      return anchor === undefined || anchors(target).includes(anchor) ? [] : [`${target}#${anchor}`]
    })
    expect(broken).toEqual([])
  })
})
