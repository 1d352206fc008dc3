import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { defineConfig, type MarkdownRenderer } from 'vitepress'
import { addressOf, GROUPS, PAGES } from '../pages.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const link = (file: string): string => `/${addressOf(file)}`.replace(/(index)?\.md$/, '')
const links = GROUPS.map(({ text, pages }) => ({ text, items: pages.map(({ file, text }) => ({ text, link: link(file) })) }))

/** Links lead from file to file, as they do in the repository. What they lead to and isn't a page, such as the licence, is no link here. */
const linkPages = (md: MarkdownRenderer) => md.core.ruler.push('pages', ({ tokens, env }) => {
  const folder = relative(ROOT, dirname(env.realPath ?? env.path))
  for (const { children } of tokens) children?.forEach((token, at) => {
    const [, path, hash = ''] = /^([^#:]+)(#.*)?$/.exec(token.attrGet('href') ?? '') ?? []
    if (!path) return
    const file = join(folder, path).replaceAll('\\', '/')
    if (PAGES.has(file)) token.attrSet('href', link(file) + hash)
    else for (const end of [token, children.slice(at).find(({ type }) => type === 'link_close')!]) Object.assign(end, { type: 'text', content: '' })
  })
})

const drawDiagrams = (md: MarkdownRenderer) => {
  const { fence } = md.renderer.rules
  md.renderer.rules.fence = (tokens, at, ...rest) => {
    const { info, content } = tokens[at]!
    return info === 'mermaid' ? `<Diagram text="${md.utils.escapeHtml(content)}" />` : fence!(tokens, at, ...rest)
  }
}

/** Pages stand outside of the folder that has what they become components with. */
const fromHere: Plugin = {
  name: 'from-here',
  enforce: 'pre',
  resolveId(id, importer, options) {
    return /^vue(\/|$)/.test(id) && importer?.endsWith('.md') ? this.resolve(id, fileURLToPath(import.meta.url), options) : null
  },
}

export default defineConfig({
  title: 'resilience4cata',
  description: 'Resilience policies for TypeScript, compiled into the code that an expert would have written by hand',
  lang: 'en',
  srcDir: '..',
  srcExclude: ['**/node_modules/**', '**/dist/**'],
  outDir: 'dist',
  cacheDir: 'node_modules/.vitepress',
  rewrites: addressOf,
  // `<T>` in a text is text
  markdown: { html: false, config: (md) => { linkPages(md); drawDiagrams(md) } },
  vite: { plugins: [fromHere] },
  themeConfig: { nav: links, sidebar: links, outline: [2, 3], search: { provider: 'local' } },
})
