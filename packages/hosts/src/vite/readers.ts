// Which modules were compiled with the text of which others. To Vite such a file is an import like any, and what imports a changed file keeps its own code.
import type { EnvironmentModuleNode, Plugin } from 'vite'

export class Readers {
  readonly #readers = new Map<string, Set<string>>()
  readonly plugin: Pick<Plugin, 'hotUpdate'>

  constructor() {
    const readersOf = (file: string): string[] => [...(this.#readers.get(file) ?? [])]
    this.plugin = {
      hotUpdate({ file, modules }) {
        const anew = readersOf(file).flatMap((reader) => [...(this.environment.moduleGraph.getModulesByFile(reader) ?? [])])
        return anew.length > 0 ? [...new Set<EnvironmentModuleNode>([...modules, ...anew])] : undefined
      },
    }
  }

  note(reader: string, files: readonly string[]): void {
    for (const file of files) {
      const readers = this.#readers.get(file) ?? new Set()
      this.#readers.set(file, readers.add(reader))
    }
  }
}
