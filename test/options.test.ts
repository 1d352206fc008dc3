// Every option of every policy: what its table refuses is refused by the compiler and by running code, with the code of the table and in the same words.
import type { Attribute } from '@resilience4cata/core/attributes'
import { show } from '@resilience4cata/core/diagnostic'
import { MAX_DURATION } from '@resilience4cata/core/duration'
import { LEADING, type LayerName } from '@resilience4cata/core/layers'
import { compile } from '@resilience4cata/compiler/index'
import { policies } from '@resilience4cata/policies/build'
import { ConfigurationError, createRegistry, resilient, type Policies } from '@resilience4cata/policies/index'
import { describe, expect, it } from 'vitest'

interface Refused { readonly value: unknown; readonly code: string }

/** Below and above its range, of the wrong kind, a word that it hasn't. */
function refusedBy(attribute: Attribute): Refused[] {
  const { kind, code } = attribute
  const all = (values: unknown[], why = code) => values.map((value) => ({ value, code: why }))
  switch (kind) {
    case 'duration': return [...all(['2 secs', '-1s', '', true, -1, MAX_DURATION + 1], 'R4C-ATR-001'), ...all(outside(attribute)).filter(({ value }) => value as number >= 0 && value as number <= MAX_DURATION)]
    case 'count': return [...all([...outside(attribute), attribute.min + 0.5]), ...all(['3', true, []], 'R4C-ATR-012')]
    case 'number': return [...all(outside(attribute)), ...all(['3', true, []], 'R4C-ATR-012')]
    case 'flag': return all(['no', 0, 1, ''])
    case 'word': return [...all(['nonsense', '']), ...all([3, true, []], 'R4C-ATR-012')]
    case 'list': return all([3, '', [3], [''], true])
    case 'function': return all(['text', 3, true, []])
    case 'classifier': return all(['text', 3, true, []])
    case 'text': return all(['', 3, true, []])
  }
}

interface Bounds { readonly min: number; readonly max: number; readonly open?: true; readonly openMax?: true }
const STEP = 0.25
const outside = ({ min, max, open, openMax }: Bounds) => [open ? min : min - STEP, ...(Number.isFinite(max) ? [openMax ? max : max + STEP] : [])]
const within = ({ min, max, open, openMax }: Bounds) => [open ? min + STEP : min, ...(Number.isFinite(max) ? [openMax ? max - STEP : max] : [])]

/** What a layer can't do without. */
const needed = (layer: LayerName, option: string) => (layer === 'timeout' && option !== 'duration' ? { duration: '1s' } : layer === 'fallback' && option !== 'handler' ? { handler: () => 0 } : {})
const spell = (value: unknown) => (typeof value === 'function' ? '() => 0' : JSON.stringify(value))

/** `code`, `says` and `note` of what is wrong with an option. */
function compiled(layer: LayerName, options: object) {
  const text = Object.entries(options).map(([option, value]) => `${option}: ${spell(value)}`).join(', ')
  const source = `import { resilient } from 'resilience4cata'\nexport const load = resilient({ ${layer}: { ${text} } }, async () => 0)\n`
  return compile(source, { id: 'load.ts' }).diagnostics.filter(({ severity }) => severity === 'error').map(({ code, says, note }) => ({ code, says, note }))
}

async function interpreted(layer: LayerName, options: object) {
  const load = resilient({ registry: createRegistry(), [layer]: options } as Policies, async () => 0)
  const error: unknown = await load().catch((reason: unknown) => reason)
  if (error instanceof ConfigurationError) return error.diagnostics.map(({ code, says, note }) => ({ code, says, note }))
  expect(error).toBe(0)
  return []
}

for (const { traits: { layer }, table } of Object.values(policies)) {
  // a fallback's method stands alone, and is no option
  const options = Object.entries(table as Record<string, Attribute>).filter(([option]) => option !== LEADING[layer]?.method)

  describe(layer, () => {
    it.each(options)('%s: what is wrong is refused, with the value', async (option, attribute) => {
      for (const { value, code } of refusedBy(attribute)) {
        const written = { ...needed(layer, option), [option]: value }
        const said = compiled(layer, written)
        expect(said.map((fault) => fault.code), show(value)).toContain(code)
        expect(said[0]!.says).toContain(`${option} must be`)
        expect(said[0]!.says).toContain(`got ${show(value)}`)
        expect(await interpreted(layer, written), show(value)).toEqual(said)
      }
    })

    it.each(options.filter(([, attribute]) => 'min' in attribute))('%s: its bounds are in its range', async (option, attribute) => {
      for (const value of within(attribute as Bounds & Attribute)) {
        if (attribute.kind === 'count' && !Number.isInteger(value)) continue
        const written = { ...needed(layer, option), [option]: value }
        for (const said of [compiled(layer, written), await interpreted(layer, written)]) expect(said.filter(({ code }) => code !== 'R4C-REG-003')).toEqual([])
      }
    })
  })
}
