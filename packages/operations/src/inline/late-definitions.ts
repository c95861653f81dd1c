import { linkIn, type ProviderCatalog, type Providers, withLinkTypes } from '@slipway/engine'
import { namespaceOf, type ProviderDefinition, type ResourceTypeDefinition } from '@slipway/model'

/** The definitions of types from their providers; grows with each type that a program asks for. */
export class LateDefinitions {
  readonly #catalog: ProviderCatalog
  readonly #known: Providers
  readonly #byNamespace: Map<string, ProviderDefinition>
  readonly #asked = new Map<string, Promise<void>>()
  /** The types between which the links are defined, or being defined. */
  readonly #linked = new Set<string>()
  /** The number of providers whose links are loaded. */
  #linkedProviders = 0
  #linking = Promise.resolve()

  constructor(catalog: ProviderCatalog, known: Providers) {
    this.#catalog = catalog
    this.#known = known
    this.#byNamespace = new Map(known.byNamespace)
  }

  /** The present definitions. */
  get providers(): Providers {
    const known = this.#byNamespace
    return {
      byNamespace: known,
      type: (name) => this.#type(name),
      link: (type) => linkIn(known, type) ?? this.#known.link(type),
      unconfigured: (record) => this.#known.unconfigured?.(record),
    }
  }

  get byNamespace(): ReadonlyMap<string, ProviderDefinition> {
    return this.#byNamespace
  }

  /** True if a type's definition is loaded. */
  has(type: string): boolean {
    return this.#type(type) !== undefined
  }

  /** Loads a type's definition before its first use, once per type. A type without a provider stays unknown. */
  async use(type: string): Promise<void> {
    if (this.#type(type) !== undefined) return
    const known = this.#asked.get(type)
    if (known !== undefined) return await known
    const asked = this.#define(type)
    this.#asked.set(type, asked)
    await asked
  }

  /** Loads the link definitions between these types, and others that had theirs loaded before. */
  async useLinks(types: ReadonlySet<string>): Promise<void> {
    const isNew = !types.isSubsetOf(this.#linked) || this.#linkedProviders !== this.#byNamespace.size
    this.#linkedProviders = this.#byNamespace.size
    for (const type of types) this.#linked.add(type)
    if (isNew) {
      const all = new Set(this.#linked)
      this.#linking = this.#linking.then(() => this.#defineLinks(all))
    }
    await this.#linking
  }

  async #defineLinks(types: ReadonlySet<string>): Promise<void> {
    const known = await withLinkTypes(this.#byNamespace, types, this.#catalog)
    for (const [namespace, { linkTypes }] of known) {
      const before = this.#byNamespace.get(namespace)
      if (before === undefined || linkTypes === undefined) continue
      this.#byNamespace.set(namespace, { ...before, linkTypes: { ...before.linkTypes, ...linkTypes } })
    }
  }

  #type(name: string): ResourceTypeDefinition | undefined {
    const types = this.#byNamespace.get(namespaceOf(name))?.resourceTypes
    return types !== undefined && Object.hasOwn(types, name) ? types[name] : undefined
  }

  async #define(type: string): Promise<void> {
    const namespace = namespaceOf(type)
    const request = { resourceTypes: [type], dataSourceTypes: [], functions: [] }
    const definition = await this.#catalog.define(namespace, request)
    if (definition === undefined) return
    const before = this.#byNamespace.get(namespace)
    const resourceTypes = { ...before?.resourceTypes, ...definition.resourceTypes }
    const links = before?.linkTypes && { linkTypes: before.linkTypes }
    this.#byNamespace.set(namespace, { ...definition, resourceTypes, ...links })
  }
}
