// The order in which pages stand beside each other, and their addresses: the folders of the repository are of no use to a reader.

export interface Page { readonly file: string; readonly text: string }

const room = (folder: string, text: string): Page => ({ file: `packages/policies/src/${folder}/README.md`, text })

export const GROUPS: readonly { readonly text: string; readonly pages: readonly Page[] }[] = [
  {
    text: 'Using it',
    pages: [
      { file: 'README.md', text: 'What it is' },
      { file: 'packages/resilience4cata/README.md', text: 'The guide' },
      { file: 'packages/unplugin-resilience4cata/README.md', text: 'Bundlers and other hosts' },
      { file: 'ERRORS.md', text: 'Codes' },
    ],
  },
  {
    text: 'Policies, outermost first',
    pages: [
      room('fallback', 'Fallback'), room('retry', 'Retry'), room('hedge', 'Hedge'), room('circuit-breaker', 'Circuit breaker'),
      room('rate-limiter', 'Rate limiter'), room('adaptive-limit', 'Adaptive limit'), room('timeout', 'Timeout'), room('bulkhead', 'Bulkhead'),
    ],
  },
  {
    text: 'What it costs',
    pages: [
      { file: 'bench/README.md', text: 'Method, and what is reached' },
      { file: 'bench/floor/README.md', text: 'The floor, by hand' },
      { file: 'bench/results/time.md', text: 'Time' },
      { file: 'bench/results/size.md', text: 'Size' },
      { file: 'bench/results/compile.md', text: 'Compiling' },
      { file: 'bench/results/build.md', text: 'Building' },
    ],
  },
  {
    text: 'How it is made',
    pages: [
      { file: 'packages/README.md', text: 'Map of the house' },
      { file: 'packages/GLOSSARY.md', text: 'Words' },
      { file: 'packages/compiler/README.md', text: 'The compiler' },
      { file: 'packages/runtime/README.md', text: 'The runtime' },
      { file: 'test/README.md', text: 'Tests' },
      { file: 'test/torture/README.md', text: 'Sources that break transforms' },
      { file: 'test/combinations/README.md', text: 'Combinations' },
      { file: 'playground/README.md', text: 'Playground' },
      { file: 'docs/README.md', text: 'This site' },
    ],
  },
]

export const PAGES: ReadonlySet<string> = new Set(GROUPS.flatMap(({ pages }) => pages.map(({ file }) => file)))

/** The file's address below the site's root, with the ending that VitePress takes off. */
export const addressOf = (file: string): string =>
  file
    .replace(/^packages\/policies\/src\//, 'policies/')
    .replace('packages/resilience4cata/README.md', 'guide.md')
    .replace('packages/unplugin-resilience4cata/README.md', 'hosts.md')
    .replace(/^packages\//, 'house/')
    .replace(/\/README\.md$/, '/index.md')
    .replace(/^README\.md$/, 'index.md')
    .toLowerCase()
