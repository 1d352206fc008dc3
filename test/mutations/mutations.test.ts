import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compile } from '@resilience4cata/compiler/index'
import { Chance } from '../combinations/chance.ts'
import { corpus, fault, mutateMany } from './mutate.ts'
import { apart, spread } from './spread.ts'

const root = join(import.meta.dirname, '../..')
const seed = Number(process.env['R4C_SEED'] ?? 20261130)

describe('mutated programs', () => {
  it('are compiled, refused with a code or left alone, and the compiler never fails', () => {
    const { ends, faults } = mutateMany({ programs: 3000, seed, root })
    expect(faults.join('\n\n')).toBe('')
    expect(ends.compiled + ends.refused + ends.untouched).toBe(3000)
    // each way out is taken by many
    expect(Math.min(ends.compiled, ends.refused, ends.untouched)).toBeGreaterThan(100)
  }, 300_000)
})

describe('comments and line breaks between tokens', () => {
  it('change nothing, and no line moves', () => {
    const chance = new Chance(seed)
    const found: string[] = []
    let compared = 0
    for (const program of corpus(root)) {
      const text = spread(program, chance)
      const odd = text && apart(program.text, text, program.file, chance)
      if (odd && odd !== 'another form') found.push(`${program.file}, R4C_SEED=${seed}: ${odd}`)
      compared += Number(text !== undefined && odd === undefined)
    }
    expect(found.join('\n\n')).toBe('')
    expect(compared).toBeGreaterThan(400)
  }, 300_000)
})

describe('files as they come', () => {
  const programs = corpus(root).map(({ file, text }) => ({ file, text: text.replace(/^(#!.*\n)?('use \w+'\n)?/, '') }))

  it.each([
    ['CRLF', '', (text: string) => text.replace(/\r?\n/g, '\r\n')],
    ['a BOM', '\ufeff', (text: string) => text],
    ['a hashbang', '#!/usr/bin/env node\n', (text: string) => text],
    ['a directive', `'use client'\n`, (text: string) => text],
    ['unicode in front', `const ünï = '😀', \\u0061b = 1; // 𝒳\n`, (text: string) => text],
  ])('%s', (what, head, change) => {
    const ends = { compiled: 0, refused: 0, untouched: 0 }
    const found = programs.flatMap(({ file, text }) => {
      const odd = fault(head + change(text), file, new Chance(1), ends) ?? lost(head, change(text), file, what === 'CRLF')
      return odd ? [`${file}: ${odd}`] : []
    })
    expect(found.join('\n\n')).toBe('')
    expect(ends.compiled).toBeGreaterThan(150)
  }, 120_000)

  /** What stands first stays first, and lines end as they did. */
  function lost(head: string, text: string, file: string, isCrlf: boolean): string | undefined {
    const { code } = compile(head + text, { id: `/project/${file}`, root: '/project' })
    if (!code.startsWith(head)) return `the output begins with ${JSON.stringify(code.slice(0, 40))}`
    return isCrlf && /(?<!\r)\n/.test(code) ? 'a line of the output ends with a line feed alone' : undefined
  }

  it.each([
    ['Shop.vue?vue&type=script&setup=true&lang.ts', ': string'],
    ['Shop.vue?vue&type=script&lang.tsx', ': string'],
    ['Shop.vue?vue&type=script&setup=true&lang.js', ''],
    ['Shop.svelte', ''],
    ['Shop.astro', ''],
    ['Shop.svelte?svelte&type=script&lang.ts', ': string'],
    ['shop.mts', ': string'],
    ['shop.jsx', ''],
  ])('the script of %s', (file, type) => {
    const text = `import { resilient } from 'resilience4cata'\nconst price = resilient({ retry: { delay: '0' } }, async (sku${type}) => fetch(sku))\n`
    const { code, sites, diagnostics } = compile(text, { id: `/project/src/${file}`, root: '/project', packageName: '@acme/shop' })
    expect(diagnostics).toEqual([])
    expect(sites.map(({ id, form }) => [id, form.kind])).toEqual([[`@acme/shop:src/${file.replace(/\?.*/, '')}#price`, 'inlined']])
    expect(code.includes(': any')).toBe(type !== '')
  })
})
