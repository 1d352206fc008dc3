// A build tells of decorators that are left when it ends. Development doesn't end, so a plugin behind all others looks at each module.
import type { Plugin } from 'vite'
import { GUARD, leftIn } from '../left-decorators.ts'

export const leftInDevelopment = (): Plugin => ({
  name: 'resilience4cata:left',
  apply: 'serve',
  enforce: 'post',
  transform: {
    filter: { code: GUARD },
    // a Vite before 6.3 filters nothing
    handler(code, id) { if (code.includes(GUARD)) this.warn(leftIn(id)) },
  },
})
