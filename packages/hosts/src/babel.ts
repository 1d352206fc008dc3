// The Babel plugin: the same text in and out as everywhere, only that the emitted text goes on as a tree. It must come before other plugins; Babel runs
// plugins before presets.
import type { Babel, Config, File, Placed, Plugin, ProgramPath, Tree } from './babel/face.ts'
import { originalPositions, type Original } from './original-positions.ts'
import { fileCompiler } from './compile-file.ts'
import { wordsOf, type TextOptions } from './options.ts'
import type { Decorators } from './tsconfig.ts'

/** `babel.config.js`: `plugins: ['module:unplugin-resilience4cata/babel', …]`, first in the list. */
const plugin = (babel: Babel, options: TextOptions = {}): Plugin => {
  babel.assertVersion('^7.23.0 || ^8.0.0')
  const compileFile = fileCompiler(options)
  const words = wordsOf(options)
  return {
    name: 'resilience4cata',
    manipulateOptions(config, { plugins }) {
      // ours are gone before anything is lowered, so nobody has to install a decorators plugin for them
      if (!decoratorsOf(config) && !plugins.some((known) => /^decorators/.test(String([known].flat()[0])))) plugins.push('decorators')
    },
    visitor: {
      Program(path, { file }) {
        if (!words.some((word) => file.code.includes(word))) return
        const result = compileFile(file.code, file.opts.filename ?? 'unknown.js', { decorators: decoratorsOf(file.opts) })
        if (!result) return
        const errors = result.diagnostics.filter(({ severity }) => severity === 'error')
        for (const diagnostic of result.diagnostics) if (diagnostic.severity !== 'error') console.warn(diagnostic.message)
        if (errors.length) throw new Error(errors.map(({ message }) => message).join('\n\n'))
        if (result.map) replace(babel, path, parse(babel, result.code, file), originalPositions(result.map, file.code))
      },
    },
  }
}

export default plugin
export { plugin as 'module.exports' }

/** What the project's own decorators plugin says, if it has one. */
function decoratorsOf(config: Config): Decorators | undefined {
  const found = config.plugins?.find(({ key }) => key === 'proposal-decorators')
  return found && (found.options?.legacy || found.options?.version === 'legacy' ? 'legacy' : 'standard')
}

function parse(babel: Babel, code: string, { opts }: File): Tree {
  return babel.parseSync(code, { filename: opts.filename ?? undefined, configFile: false, babelrc: false, parserOpts: opts.parserOpts })
}

function replace(babel: Babel, path: ProgramPath, tree: Tree, original: Original): void {
  babel.types.traverseFast(tree, (node) => rehome(node, original))
  for (const comment of tree.comments ?? []) rehome(comment, original)
  const { body, directives, interpreter } = tree.program
  Object.assign(path.node, { body, directives, interpreter: interpreter ?? null })
  path.scope.crawl()
}

function rehome(node: Placed, original: Original): void {
  const start = node.loc && original(node.loc.start)
  const end = node.loc && original(node.loc.end)
  node.start = start?.index ?? null
  node.end = end?.index ?? null
  node.loc = start && end && node.loc ? { ...node.loc, start, end } : null
}
