import { expect, test } from 'vitest'
import { fileOf } from './file-of.ts'

test.each([
  ['/home/me/shop/a.ts', '/home/me/shop/a.ts'],
  ['/shop/a.ts?v=2', '/shop/a.ts'],
  ['/shop/App.vue?vue&type=script&lang.ts', '/shop/App.vue'],
  ['/shop/a.ts#part', '/shop/a.ts'],
  ['/shop/a.ts?v=2#part', '/shop/a.ts'],
  ['/shop/a.ts#part?v=2', '/shop/a.ts'],
  ['/home/me/c#/shop/a.ts', '/home/me/c#/shop/a.ts'],
  ['/home/me/c#/shop/a.ts?v=2#part', '/home/me/c#/shop/a.ts'],
  ['/home/me/a.ts#/shop/b.ts', '/home/me/a.ts#/shop/b.ts'],
  ['C:\\c#\\a.ts#part', 'C:\\c#\\a.ts'],
  ['\\\\?\\C:\\shop\\a.ts?v=2', 'C:\\shop\\a.ts'],
  ['\\\\server\\share\\a.ts', '\\\\server\\share\\a.ts'],
  ['\0virtual:a', 'virtual:a'],
  ['\0/shop/a.ts?commonjs-proxy', '/shop/a.ts'],
  ['file:///shop/a.ts?v=2', '/shop/a.ts'],
  ['file:///shop/c%23/%C3%BC%3F.ts#part', '/shop/c#/ü?.ts'],
  ['file:///C:/shop/a.ts', 'C:/shop/a.ts'],
  ['file:///shop/100%/a.ts', '/shop/100%/a.ts'],
  ['file:a.ts', 'file:a.ts'],
])('%j is of %j', (id, file) => expect(fileOf(id)).toBe(file))
