// One build, as a process of its own, and what it took: `node child.mjs <root> without|anew|kept`. Loading the compiler and its first, slow runs are part of the price.
const [root = '', side] = process.argv.slice(2)
const { build } = await import('vite')
const plugins = side !== 'without' ? [(await import('unplugin-resilience4cata/vite')).default({ cache: side === 'kept' })] : []
const lib = { entry: 'src/main.ts', formats: /** @type {const} */ (['es']) }
await build({ root, configFile: false, logLevel: 'silent', plugins, build: { write: false, minify: false, lib, rolldownOptions: { external: [/^resilience4cata/] } } })
const { user, system } = process.cpuUsage()
console.log(JSON.stringify({ cpu: (user + system) / 1000, wall: process.uptime() * 1000 }))
