// `node --import unplugin-resilience4cata/node app.ts`
import { register } from 'node:module'
import process from 'node:process'

register('./node-hooks.mjs', import.meta.url)
// the maps are there, and stacks are for people
process.setSourceMapsEnabled(true)
