// The frameworks' tests look for words of the interpreter in what was built: these are there when something is interpreted.
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import plugin from 'unplugin-resilience4cata/esbuild'
import { folder } from '../user.ts'
import { expectInlined } from './app.ts'

const contents = `import { resilient } from 'resilience4cata'
export const price = resilient({ retry: {} }, async (sku: string) => sku.length)`

test.each([['compiled', [plugin()]], ['interpreted', []]])('%s', async (way, plugins) => {
  const { outputFiles } = await build({
    absWorkingDir: folder({ 'price.ts': contents }), entryPoints: ['price.ts'], bundle: true, minify: true, format: 'esm', write: false, plugins: plugins as [],
  })
  const check = () => expectInlined(outputFiles[0]!.text, 'price')
  if (way === 'compiled') check()
  else expect(check).toThrow()
})
