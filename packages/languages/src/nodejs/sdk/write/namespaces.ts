/**
 * The text of a declaration or of code in a namespace.
 *
 * @param indent of the namespace's content
 * @param named a declaration with its modifiers (`export declare interface`), or the place of a name in code (`exports.s3.name`)
 */
export type NamespaceEntry = (indent: string, named: (what: string) => string) => string

/** Collects what belongs into the namespaces of modules. */
export class Namespaces {
  readonly #byModule = new Map<string, Map<string, NamespaceEntry>>()
  readonly #modifier: string

  /** @param modifier of declarations outside all namespaces */
  constructor(modifier = '') {
    this.#modifier = modifier
  }

  /** Adds an entry. Returns false if the name is taken. */
  add(module: string, name: string, entry: NamespaceEntry): boolean {
    const entries = this.#byModule.get(module) ?? new Map<string, NamespaceEntry>()
    if (entries.has(name)) return false
    this.#byModule.set(module, entries.set(name, entry))
    return true
  }

  /** Writes the declarations, by module. */
  text(): string {
    return this.#sorted()
      .map(([module, entries]) => {
        if (module === '')
          return entries
            .map((entry) => entry('', (what) => `export ${what === 'interface' ? '' : this.#modifier}${what}`))
            .join('')
        const inside = entries.map((entry) => entry('    ', (what) => what)).join('')
        return `export declare namespace ${module.replaceAll('/', '.')} {\n${inside}}\n`
      })
      .join('')
  }

  /** Writes assignments to `exports`, with the objects that they need. */
  code(): string {
    const made = new Set<string>()
    return this.#sorted()
      .map(([module, entries]) => {
        const segments = module === '' ? [] : module.split('/')
        const heads = segments.map((_, index) => ['exports', ...segments.slice(0, index + 1)].join('.'))
        const fresh = heads.filter((head) => !made.has(head))
        for (const head of fresh) made.add(head)
        const place = ['exports', ...segments].join('.')
        return [
          ...fresh.map((head) => `${head} = {};\n`),
          ...entries.map((entry) => entry('', (name) => `${place}.${name}`)),
        ].join('')
      })
      .join('')
  }

  #sorted(): readonly (readonly [module: string, entries: readonly NamespaceEntry[]])[] {
    return [...this.#byModule]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(
        ([module, entries]) =>
          [module, [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)] as const,
      )
  }
}
