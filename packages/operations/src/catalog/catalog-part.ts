import type { Plugin } from '@slipway/agent'
import { coreNamespace, type ProviderCatalog, takenKey, type WantedPlugin } from '@slipway/engine'
import type { InstalledPlugin } from '@slipway/host'
import {
  Failure,
  PluginFailure,
  type DefinitionRequest,
  type Provider,
  type ProviderDefinition,
  type Value,
  type ValueMap,
  namespaceOf,
  partNamespace,
} from '@slipway/model'
import { recordedPackages } from '@slipway/programs/packages/served-packages'
import type { InstanceRecord } from '@slipway/stores'
import type { Components } from '../components/components.ts'
import type { CoreProvider } from '../core-provider/core-provider.ts'
import type { InMemory } from '../in-memory.ts'
import { namedSource, sourceOf } from '../named-plugins/named-sources.ts'
import { notInstalled } from '../plugins/missing-provider.ts'
import type { PluginsPart } from '../plugins/plugins-part.ts'
import { wantedDescriptor, wantedPlugin } from '../plugins/wanted-descriptor.ts'
import type { Policies } from '../policies/policies.ts'
import type { ConfiguredProviders } from '../provider-settings/configured-providers.ts'
import type { KnownSettings } from '../provider-settings/known-settings.ts'
import { ProviderResources, providersNamespace } from '../provider-settings/provider-resources.ts'
import { retryPolicyOf } from '../provider-settings/retry-policy.ts'
import type { SeenSettings } from '../provider-settings/seen-settings.ts'
import type { Redactor } from '../redaction/redactor.ts'
import type { Settings } from '../settings/settings.ts'
import { answers, undefinedBy } from './known-definition.ts'
import { ProviderClients } from './provider-clients.ts'

export interface CatalogOptions {
  readonly plugins: PluginsPart
  /** The folder for cached schemas; see `ProviderClientsOptions`. */
  readonly schemaCache: string
  readonly settings: Settings
  /** The absolute folder of the project. */
  readonly folder: string
  readonly configured: ConfiguredProviders
  readonly seen: SeenSettings
  readonly policies: Policies
  readonly redactor: Redactor
  /** The provider of the core's own types. Plugins cannot take its name. */
  readonly core: CoreProvider
  /** Loads the services for components of plugins. The services use this catalog, and are slow to load. */
  readonly components: (catalog: CatalogPart) => Promise<Components>
  /** Makes providers that replace plugins. */
  readonly inMemory?: InMemory['provider'] | undefined
}

const nothing: DefinitionRequest = { resourceTypes: [], dataSourceTypes: [], functions: [] }

/** Connects engine and host: providers by namespace, with cached definitions where available. */
export class CatalogPart implements Plugin, ProviderCatalog {
  readonly name = 'catalog'
  readonly plugins: PluginsPart
  readonly #options: CatalogOptions
  readonly #clients: ProviderClients
  readonly #resources: ProviderResources
  readonly context: ConfiguredProviders['context']
  readonly areOther: SeenSettings['areOther']
  readonly settingsBetween: KnownSettings['between']
  readonly placesBetween: SeenSettings['placesBetween']
  readonly variablesFor: SeenSettings['variablesFor']
  readonly howToInstall: PluginsPart['howToProvide']

  constructor(options: CatalogOptions) {
    const { plugins, configured, seen } = options
    this.plugins = plugins
    this.#options = options
    this.#clients = new ProviderClients({ ...options, components: () => options.components(this) })
    this.#resources = new ProviderResources({
      definition: (namespace) => this.#configuredOnce(namespace),
      compared: (...change) => this.#clients.compared(...change),
    })
    this.context = configured.context
    this.areOther = (before, now) => seen.areOther(before, now)
    this.settingsBetween = (before, now) => seen.known.between(before, now)
    this.placesBetween = (before, now) => seen.placesBetween(before, now)
    this.variablesFor = (seenWith) => seen.variablesFor(seenWith)
    this.howToInstall = (...about) => plugins.howToProvide(...about)
  }

  init(): void {}

  close(): void {
    this.#clients.forget()
  }

  namespaces(): readonly string[] {
    return this.plugins.namespaces()
  }

  /** The configuration names of a provider that are also valid in file names. */
  configurations(namespace: string): readonly string[] {
    return this.#options.configured.configurations(namespace)
  }

  readDescriptor(written: Value): WantedPlugin {
    const { folder } = this.#options
    const source = sourceOf(wantedDescriptor(written, folder))
    const wanted = wantedPlugin(written, folder)
    return source === undefined ? wanted : { ...wanted, refusal: (key) => this.plugins.named.refusal(key, source) }
  }

  /** Gives a plugin a key, as written in a program. @throws Failure `install/bad-descriptor`, `blueprint/taken-key` */
  namePlugin(key: string, written: string): void {
    const descriptor = wantedDescriptor(written, this.#options.folder)
    const named = namedSource(key, descriptor)
    if (named === undefined)
      throw new Failure(
        'install/bad-descriptor',
        `${written} takes no key, because its types have their own namespace`,
        {
          hint: 'a program gives keys to providers of Terraform: terraform:NAMESPACE/NAME',
        },
      )
    this.plugins.nameSources([named])
    const refusal = this.plugins.named.refusal(key, named.source)
    if (refusal === undefined) return
    throw new Failure('blueprint/taken-key', takenKey(key, written, refusal), {
      hint: `write stack.plugin("${refusal.proposal}", "${written}"), and types such as ${refusal.proposal}/NAME`,
    })
  }

  async define(namespace: string, request: DefinitionRequest): Promise<ProviderDefinition | undefined> {
    const definition = await this.defineUnconfigured(namespace, request)
    if (definition !== undefined) this.context(namespace)
    return definition
  }

  /** Returns the definition of a namespace, regardless of its settings. */
  async defineUnconfigured(namespace: string, request: DefinitionRequest): Promise<ProviderDefinition | undefined> {
    const { core, configured, seen, settings } = this.#options
    if (namespace === coreNamespace) return await core.define()
    if (namespace === partNamespace) return (await this.#options.components(this)).define(request.resourceTypes)
    if (namespace === providersNamespace) return await this.#resources.define(request)
    await this.plugins.ensure([{ namespace, version: '' }])
    const plugin = this.plugins.pluginFor(namespace)
    if (plugin === undefined) return undefined
    const known = await this.plugins.definitions.read(plugin)
    const isKnown = known !== undefined && answers(known, request)
    if (!isKnown && !this.plugins.mayLaunch(plugin)) return undefined
    const own = isKnown ? known : await this.#ask(plugin, namespace, request)
    const definition = await this.#withSettings({ ...own, ...this.plugins.installedFrom(plugin) }, namespace)
    await configured.define(namespace, definition)
    seen.define(namespace, definition)
    this.#clients.define(definition)
    return definition.retryPolicy === undefined ? { ...definition, retryPolicy: retryPolicyOf(settings) } : definition
  }

  async provider(namespace: string, configuration?: string, settings?: ValueMap): Promise<Provider> {
    const { core, inMemory } = this.#options
    if (namespace === coreNamespace) return core
    if (namespace === providersNamespace) return this.#resources
    if (namespace === partNamespace) return (await this.#options.components(this)).provider()
    if (inMemory !== undefined) return inMemory((request) => this.define(namespace, request))
    if (settings !== undefined) return await this.#clients.ofSettings(namespace, configuration, settings)
    // Report wrong settings before starting a process.
    if (configuration !== undefined) this.context(namespace, configuration)
    return await this.#clients.of(namespace, configuration)
  }

  /**
   * Restores earlier packages and configurations for recorded resources that are no longer configured. Call it after the check, because a
   * blueprint's own resources must be configured now.
   *
   * @param isKept true if the run makes and changes nothing
   */
  recall(recorded: Recorded, isKept: boolean): void {
    this.plugins.serveAsBefore(recordedPackages(recorded.configured))
    this.recallConfigurations(recorded, isKept)
  }

  recallConfigurations({ configured, providerSettings }: Recorded, isKept: boolean): void {
    this.#options.seen.recall(providerSettings)
    this.#options.configured.recall(configured, isKept)
  }

  configured(): ValueMap {
    return this.#clients.recorded()
  }

  settingsId(
    resource: Parameters<NonNullable<ProviderCatalog['settingsId']>>[0],
    configuration?: string,
    settings?: ValueMap,
  ): string | undefined {
    const { configured, seen } = this.#options
    const namespace = namespaceOf(resource.type)
    // A resource's own provider settings are recorded with the resource.
    if (configured.definition(namespace) === undefined || settings !== undefined) return undefined
    // The use of an unknown configuration fails elsewhere, so this comparison ignores it.
    if (configuration !== undefined && !this.configurations(namespace).includes(configuration)) return undefined
    return this.#clients.isVouchedFor(namespace, configuration) ? undefined : seen.id(resource, configuration)
  }

  providerSettings(used?: ReadonlySet<string>): Value {
    return this.#options.seen.recorded(used)
  }

  /** Returns the definition of a provider that resources can configure; `undefined` if it takes its settings with each call. */
  async #configuredOnce(namespace: string): Promise<ProviderDefinition | undefined> {
    const plugin = this.plugins.pluginFor(namespace)
    if (plugin === undefined) throw notInstalled(namespace, this.howToInstall(namespace, false))
    return plugin.dialect.isConfiguredOnce === true ? await this.define(namespace, nothing) : undefined
  }

  /** Adds the settings of the package that this package extends, if any. */
  async #withSettings(definition: ProviderDefinition, namespace: string): Promise<ProviderDefinition> {
    const owner = this.plugins.settingsOf(namespace)
    if (owner === namespace) return definition
    const base = await this.define(owner, nothing)
    return base === undefined ? definition : { ...definition, config: base.config, configuredAs: owner }
  }

  async #ask(plugin: InstalledPlugin, namespace: string, request: DefinitionRequest): Promise<ProviderDefinition> {
    const client = await this.#clients.of(namespace)
    const definition = await client.define(request).catch((thrown: unknown) => {
      throw thrown instanceof PluginFailure ? undefinedBy(plugin.id, thrown) : thrown
    })
    await this.plugins.definitions.write(plugin, definition)
    return definition
  }
}

/** The configurations of providers in earlier runs. */
type Recorded = Pick<InstanceRecord, 'configured' | 'providerSettings'>
