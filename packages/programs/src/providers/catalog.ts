import type { ProviderCatalog, Providers } from '@slipway/engine'
import {
  containsUnknown,
  type DefinitionRequest,
  type Failure,
  namespaceOf,
  type Provider,
  type ProviderContext,
  type ProviderDefinition,
  type ResourceTypeDefinition,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { BuiltInProvider, settingsOf, type StackOutputs } from './built-in-provider.ts'
import { ComponentHooks } from './component-hooks.ts'
import { Connections, type StartPackage, type WantedPackage } from './connections.ts'
import {
  builtInNamespace,
  definitionOf,
  isMadeUp,
  packageDefinition,
  packageOfProvider,
  recordedResource,
  textOf,
} from './definitions.ts'
import { PackageProvider } from './package-provider.ts'
import { Wishes } from './resource-wish.ts'
import { withStashes } from './stash.ts'

export interface ProgramCatalogOptions {
  readonly start: StartPackage
  readonly stackOutputs: StackOutputs
  /** The plugin that serves a package, if it is installed: `undefined` leaves its resources without a provider. */
  readonly installed: (pkg: string) => { readonly id: string } | undefined
  /** The reason why a package's plugin is unavailable; `undefined` if it is available. */
  readonly missing: (wanted: Pick<WantedPackage, 'pkg' | 'version' | 'server'>) => Failure | undefined
  /** The version of Slipway, which built-in types share. */
  readonly version: string
  /** The provider settings that decide where things are, by id. */
  readonly settings: {
    id(inputs: ValueMap): string
    between(before: string, now: string): string
    recorded(used: ReadonlySet<string>): Value
  }
  /** Wraps a provider: redacts secrets in its texts and applies policies. */
  readonly wrapped: (provider: Provider) => Provider
}

/** The providers of a program's types. */
export class ProgramCatalog implements ProviderCatalog {
  readonly connections: Connections
  readonly wishes = new Wishes()
  readonly componentHooks = new ComponentHooks(this.wishes)
  readonly #options: ProgramCatalogOptions
  readonly #definitions = new Map<string, ResourceTypeDefinition>()
  #packages: Provider | undefined
  #builtIn: Provider | undefined
  #byNamespace = new Map<string, ProviderDefinition>()

  constructor(options: ProgramCatalogOptions) {
    this.#options = options
    this.connections = new Connections(options.start)
  }

  /** Registers recorded providers, whose recorded configuration is used to change and destroy their resources. */
  knowRecorded(records: readonly ResourceRecord[], typeOf = (type: string): string => type): void {
    for (const { id: recordId, type: recorded, spec, seenWith } of records) {
      const type = typeOf(recorded)
      // After an interrupted create, use the intended id.
      const { id = recordId } = recordedResource(spec)
      if (packageOfProvider(type) !== undefined) this.connections.remember({ ...settingsOf(type, spec, id), seenWith })
    }
  }

  /** The definitions of all types, including those that a program asks for late. */
  providers(known: Providers): Providers {
    const byNamespace = new Map(known.byNamespace)
    this.#byNamespace = byNamespace
    return {
      byNamespace,
      type: (name) => (byNamespace.has(namespaceOf(name)) ? this.definition(name) : undefined),
      link: () => undefined,
      unconfigured: (record) => this.unconfigured(record),
    }
  }

  /** The reason why the plugin of a record cannot be called. */
  unconfigured({ type, spec }: Pick<ResourceRecord, 'type' | 'spec'>): Failure | undefined {
    if (namespaceOf(type) === builtInNamespace) return undefined
    const settings = this.connections.settings(recordedResource(spec).provider ?? '')
    return settings && this.#options.missing({ ...settings, pkg: settings.plugin })
  }

  /** The definition of a type, one per type. It asks the provider for its place only when needed. */
  definition(type: string): ResourceTypeDefinition {
    const known = this.#definitions.get(type)
    if (known !== undefined) return known
    const definition = definitionOf(type, ({ provider }) => this.connections.placeOf(textOf(provider) ?? ''))
    this.#definitions.set(type, definition)
    return definition
  }

  /** Loads a type's definition before its first use. */
  async use(type: string): Promise<void> {
    const namespace = namespaceOf(type)
    if (this.#byNamespace.has(namespace)) return
    const definition = await this.define(namespace, { resourceTypes: [], dataSourceTypes: [], functions: [] })
    this.#byNamespace.set(namespace, definition)
  }

  namespaces(): readonly string[] {
    return []
  }

  define(namespace: string, { resourceTypes }: DefinitionRequest): Promise<ProviderDefinition> {
    const { installed, version } = this.#options
    const builtIn = { id: 'slipway/programs', version }
    const pkg = namespace.replace(/:$/, '')
    // Each provider of the program names its own version. A provider for a parameterised package need not be installed under that name.
    const plugin = { id: installed(pkg)?.id ?? `pulumi/${pkg}`, version: '' }
    const owner = namespace === builtInNamespace ? builtIn : plugin
    return Promise.resolve(packageDefinition(owner, namespace, resourceTypes))
  }

  provider(namespace: string): Promise<Provider> {
    const { connections, wishes } = this
    const { wrapped, stackOutputs } = this.#options
    if (namespace === builtInNamespace) {
      this.#builtIn ??= wrapped(
        withStashes(
          new BuiltInProvider(connections, wishes, this.componentHooks, stackOutputs, (config) =>
            this.#options.settings.id(config),
          ),
          wishes,
        ),
      )
      return Promise.resolve(this.#builtIn)
    }
    this.#packages ??= wrapped(new PackageProvider(connections, wishes))
    return Promise.resolve(this.#packages)
  }

  /**
   * The settings id of a provider and its resources. A provider keeps its id while its plugin confirms that changed settings lead to the
   * same things.
   */
  settingsId({ type, spec }: Pick<ResourceRecord, 'type' | 'spec'>): string | undefined {
    const { urn, id = '', provider = '' } = recordedResource(spec)
    const reference = packageOfProvider(type) === undefined ? provider : `${urn}::${id}`
    const settings = this.connections.known(reference)
    if (settings === undefined || containsUnknown(settings.config)) return undefined
    // Providers of made-up packages get the whole configuration of the stack, which says nothing about where their things are.
    return settings.seenWith ?? this.#options.settings.id(isMadeUp(settings.pkg) ? valueMap() : settings.config)
  }

  settingsBetween(before: string, now: string): string {
    return this.#options.settings.between(before, now)
  }

  providerSettings(used: ReadonlySet<string>): Value {
    return this.#options.settings.recorded(used)
  }

  context(): ProviderContext {
    return { config: {}, variables: {} }
  }
}
