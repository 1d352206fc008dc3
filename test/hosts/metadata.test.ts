// What TypeScript and SWC note of the types of a method with legacy decorators (`design:paramtypes` and its sisters) is read by NestJS, TypeORM and validators: it is the same behind the compiler.
import { transformSync } from '@swc/core'
import { compile } from '@resilience4cata/compiler/index'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const source = `import { Bulkhead, Fallback, Retry, Timeout } from 'resilience4cata'
import { Body, Get, Param } from 'elsewhere'
class Dto { name = '' }
export class Orders {
  @Get() @Retry() async pattern(@Body() { name }: Dto, @Param() id: string, ...rest: number[]): Promise<number> { return rest.length + name.length + id.length }
  @Get() @Retry() async assigned(@Body() body: Dto = new Dto(), @Param() id: string = 'x', when?: Date) { id = body.name; when = undefined; return id + String(when) }
  @Get() @Timeout('1s') async race(body: Dto, kind: 'a' | 'b' = 'a') { return body.name + kind }
  @Timeout('1s') @Retry() async byParameter(@Body() [first]: Dto[]) { return first }
  @Get() @Timeout('1s') @Bulkhead({ maxConcurrent: 1 }) written(body: Map<string, Dto>): Promise<Dto | undefined> { return Promise.resolve(body.get('a')) }
  @Get() @Timeout('1s') async called(count: bigint, flag: boolean = true) { var sum = [...arguments].length; flag = !flag; return sum + String(count) + String(flag) }
  @Get() @Timeout('1s') @Fallback('instead') static async ofTheClass(at: Dto) { return at }
  static instead(at: Dto) { return at }
  @Get() @Retry({ maxAttempts: 2, delay: '0' }) plain(ids: Set<string>): Promise<void> { return ids.size > 0 ? Promise.resolve() : Promise.reject(new Error('none')) }
}`

const typescript = (code: string): string => ts.transpileModule(code, { compilerOptions: { target: ts.ScriptTarget.ES2022, experimentalDecorators: true, emitDecoratorMetadata: true } }).outputText
const swc = (code: string): string =>
  transformSync(code, { jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true }, transform: { legacyDecorator: true, decoratorMetadata: true } } }).code

/** What is noted, method by method. */
const noted = (code: string): string[] =>
  [...code.replace(/\s+/g, ' ').matchAll(/_metadata\(("design:\w+", .*?)\)(?=, __param|, [\w_]*metadata| ?\])/g)].map(([, what]) => what!.replace(/typeof \(\w+ = typeof (\w+) .*? : Object|typeof (\w+) === "undefined" \? Object : \w+/g, '$1$2'))

describe.each(Object.entries({ typescript, swc }))('%s', (_, lower) => {
  test.each(['lines', 'pretty'] as const)('%s', (layout) => {
    const { code, diagnostics } = compile(source, { id: '/shop/orders.ts', root: '/shop', packageName: 'shop', layout, decorators: 'legacy' })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(code).not.toMatch(/@(?:Retry|Timeout|r4c)/)
    const before = noted(lower(source))
    expect(before).toHaveLength(8 * 3)
    expect(noted(lower(code))).toEqual(before)
  })
})
