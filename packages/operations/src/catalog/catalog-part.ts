import type { Plugin } from '@slipway/agent'
import { coreNamespace, type ProviderCatalog, type WantedPlugin } from '@slipway/engine'
import type { InstalledPlugin } from '@slipway/host'
import {
  PluginFailure,
  type DefinitionRequest,
  type PropertySchema,
  type Provider,
  type ProviderContext,
  type ProviderDefinition,
  type Value,
  type ValueMap,
  namespaceOf,
  partNamespace,
} from '@slipway/model'
import type { InstanceRecord } from '@slipway/stores'
import { noConfiguration, noPlugin, notInstalled } from './missing-provider.ts'
import { configurationsIn, placeOfSettings, recordedConfigurations } from '../provider-settings/configurations.ts'
import { contextVariables } from '../provider-settings/context-variables.ts'
import type { CatalogOptions } from './catalog-options.ts'
import { CoreProvider } from '../core-provider/core-provider.ts'
import { methodsProvider } from '../components/methods-provider.ts'
import { settledWithin } from '@slipway/processes'
import { type Folders, stateBeside } from '../project/folders.ts'
import { realFolder } from '../reading/real-folder.ts'
import type { Settings } from '../settings/settings.ts'
import { InstalledTransformers } from './installed-transformers.ts'
import { answers, undefinedBy } from './known-definition.ts'
import { analyzingProvider } from '../policies/analyzing-provider.ts'
import type { PluginsPart } from '../plugins/plugins-part.ts'
import {
  ConfiguredProcesses,
  configOf,
  ProviderResources,
  providersNamespace,
} from '../provider-settings/provider-resources.ts'
import { Policies } from '../policies/policies.ts'
import type { KnownSettings } from '../provider-settings/known-settings.ts'
import { retryPolicyOf } from '../provider-settings/retry-policy.ts'
import { SeenSettings } from '../provider-settings/seen-settings.ts'
import { recordedPackages } from '@slipway/programs/packages/served-packages'
import { wantedPlugin } from '../plugins/wanted-descriptor.ts'
import { version } from '../version.ts'
import { redactingProvider } from '../redaction/redacting-plugin.ts'
import type { Redactor } from '../redaction/redactor.ts'
import { settingsKeptSecret } from '../redaction/settings-in-answers.ts'

/** Whoever takes longer to be launched waits for something else: a language plugin, a turn. */
const launchMs = 20

/** Joins engine and host: providers by namespace, with their definitions from the cache where it has them. */
export class CatalogPart implements Plugin, ProviderCatalog {
  readonly name = 'catalog'
  readonly plugins: PluginsPart
  readonly policies: Policies
  /** What components of plugins are made with. */
  readonly components: CatalogOptions['components']
  readonly transformers: InstalledTransformers
  readonly #settings: Settings
  readonly #inMemory: CatalogOptions['inMemory']
  readonly #redactor: Redactor
  readonly #tell: CatalogOptions['tell']
  readonly folders: Folders
  /** Plugins cannot take its name. */
  readonly #core: CoreProvider
  /** By namespace; with the name of a configuration behind it, where that has a process of its own. */
  readonly #running = new Map<string, Promise<Provider>>()
  /** By namespace, and by name of the configuration. */
  readonly #contexts = new Map<string, Map<string | undefined, ProviderContext>>()
  readonly #definitions = new Map<string, ProviderDefinition>()
  /** Takes some time to load, which who asks no provider does not pay. */
  #configs: ProviderConfigs | undefined
  readonly #clients = new Map<string, Provider>()
  readonly #processes = new ConfiguredProcesses()
  readonly #configured = new ProviderResources({
    definition: async (namespace) => {
      const plugin = this.plugins.pluginFor(namespace)
      if (plugin === undefined) throw notInstalled(namespace, this.howToInstall(namespace, false))
      if (plugin.dialect.isConfiguredOnce !== true) return undefined
      return await this.define(namespace, { resourceTypes: [], dataSourceTypes: [], functions: [] })
    },
    compared: (namespace, name, before, now) => this.#compared(namespace, name, before, now),
  })
  #before = new Map<string, Pick<ProviderContext, 'before' | 'isKept'>>()
  readonly seen: SeenSettings
  readonly areOther: SeenSettings['areOther'] = (before, now) => this.seen.areOther(before, now)
  readonly settingsBetween: KnownSettings['between'] = (before, now) => this.seen.known.between(before, now)
  readonly placesBetween: SeenSettings['placesBetween'] = (before, now) => this.seen.placesBetween(before, now)
  readonly variablesFor: SeenSettings['variablesFor'] = (seenWith) => this.seen.variablesFor(seenWith)
  readonly readDescriptor = (written: Value): WantedPlugin => wantedPlugin(written, this.folders.project)
  readonly howToInstall: PluginsPart['howToProvide'] = (...about) => this.plugins.howToProvide(...about)
  /** Of the specs of all resource types that were defined. */
  readonly #schemas = new Map<string, PropertySchema>()

  constructor(plugins: PluginsPart, options: CatalogOptions) {
    const { settings, folders, redactor, tell, inMemory } = options
    this.#inMemory = inMemory
    this.#core = new CoreProvider({
      cwd: options.cwd,
      folder: options.folders.project,
      exportsOf: options.exportsOf,
    })
    this.plugins = plugins
    this.components = options.components
    this.policies = new Policies(plugins, {
      settings,
      redactor,
      configOf: (namespace, configuration) => this.context(namespace, configuration).config,
    })
    this.transformers = new InstalledTransformers(plugins, options)
    this.#tell = tell
    this.#redactor = redactor
    this.#settings = settings
    this.folders = folders
    this.seen = new SeenSettings({
      folder: realFolder(folders.project),
      hasStateBeside: folders.state === stateBeside(folders.project),
      machine: options.machine,
      configOf: (namespace, configuration) => this.context(namespace, configuration).config,
    })
  }

  init(): void {}

  close(): void {
    this.#running.clear()
  }

  namespaces(): readonly string[] {
    return this.plugins.namespaces()
  }

  /**
   * Starts these providers side by side, as far as they are installed; who needs one meets its failure. Resolves when their processes
   * are on their way, or soon: some wait for others.
   */
  async prelaunch(namespaces: Iterable<string>): Promise<void> {
    const installed = new Set(this.namespaces())
    const wanted = [...namespaces].filter((namespace) => installed.has(namespace))
    void Promise.allSettled(wanted.map((namespace) => this.provider(namespace)))
    await settledWithin(this.plugins.host.begun(), launchMs)
  }

  async define(namespace: string, request: DefinitionRequest): Promise<ProviderDefinition | undefined> {
    const definition = await this.defineUnconfigured(namespace, request)
    if (definition !== undefined) this.context(namespace)
    return definition
  }

  /** Whatever its settings are. */
  async defineUnconfigured(namespace: string, request: DefinitionRequest): Promise<ProviderDefinition | undefined> {
    if (namespace === coreNamespace) return await this.#core.define()
    if (namespace === partNamespace) return (await this.components()).define(request.resourceTypes)
    if (namespace === providersNamespace) return await this.#configured.define(request)
    await this.plugins.ensure([{ namespace, version: '' }])
    const plugin = this.plugins.pluginFor(namespace)
    if (plugin === undefined) return undefined
    const known = await this.plugins.definitions.read(plugin)
    const isKnown = known !== undefined && answers(known, request)
    if (!isKnown && !this.plugins.mayLaunch(plugin)) return undefined
    const own = isKnown ? known : await this.#ask(plugin, namespace, request)
    const definition = await this.#withSettings({ ...own, ...this.plugins.installedFrom(plugin) }, namespace)
    this.#configs ??= await import('../provider-settings/provider-config.ts')
    this.#definitions.set(namespace, definition)
    this.seen.define(namespace, definition)
    for (const { type, schema } of Object.values(definition.resourceTypes)) this.#schemas.set(type, schema)
    return definition.retryPolicy === undefined
      ? { ...definition, retryPolicy: retryPolicyOf(this.#settings) }
      : definition
  }

  /** @throws Failure when a function of the language that reads the outside has no answer */
  async answerCall(name: string, args: readonly Value[]): Promise<Value> {
    return await this.#core.answer(name, args)
  }

  async provider(namespace: string, configuration?: string, settings?: ValueMap): Promise<Provider> {
    if (namespace === coreNamespace) return this.#core
    if (namespace === providersNamespace) return this.#configured
    if (namespace === partNamespace) return (await this.components()).provider()
    if (this.#inMemory !== undefined) return this.#inMemory((request) => this.define(namespace, request))
    if (settings !== undefined)
      return await this.#client(
        namespace,
        this.#processes.name(configuration ?? '', settings),
        `the spec of ${configuration ?? namespace}`,
      )
    // What is wrong with the settings is told before a process is started for them.
    if (configuration !== undefined) this.context(namespace, configuration)
    return await this.#client(namespace, configuration)
  }

  context(namespace: string, configuration?: string, settings?: ValueMap): ProviderContext {
    if (ownNamespaces.has(namespace)) return { config: {}, variables: {} }
    // Nobody has to have settings for what is not there.
    if (this.#inMemory !== undefined) return { config: {}, ...this.#wordsFor(this.#defined(namespace)) }
    if (settings !== undefined) {
      this.#redactor.learn(settings)
      return { config: configOf(settings), ...this.#wordsFor(this.#defined(namespace)) }
    }
    const known = this.#contexts.get(namespace) ?? new Map<string | undefined, ProviderContext>()
    this.#contexts.set(namespace, known)
    let context = known.get(configuration)
    if (context === undefined) {
      context = this.#configure(namespace, configuration)
      known.set(configuration, context)
    }
    return { ...context, ...this.#before.get(keyOf(namespace, this.#ownProcess(namespace, configuration))) }
  }

  /**
   * For what is recorded and no longer configured: its packages are served as they were then, and its providers configured as they
   * were. Call it after the check: what a blueprint wants must be configured now.
   *
   * @param isKept nothing is to be made or changed
   */
  recall(recorded: Recorded, isKept: boolean): void {
    this.plugins.serveAsBefore(recordedPackages(recorded.configured))
    this.recallConfigurations(recorded, isKept)
  }

  recallConfigurations({ configured, providerSettings }: Recorded, isKept: boolean): void {
    this.seen.recall(providerSettings)
    this.#before = configurationsIn(configured, isKept)
  }

  configured(): ValueMap {
    return recordedConfigurations(this.#clients, this.plugins.served)
  }

  settingsId(
    resource: Parameters<NonNullable<ProviderCatalog['settingsId']>>[0],
    configuration?: string,
    settings?: ValueMap,
  ): string | undefined {
    const namespace = namespaceOf(resource.type)
    // Those that a resource says are recorded with that.
    if (!this.#definitions.has(namespace) || settings !== undefined) return undefined
    // Told where it is needed, and not to who only looks whether a thing is elsewhere by now.
    if (configuration !== undefined && !this.configurations(namespace).includes(configuration)) return undefined
    const own = this.#ownProcess(namespace, configuration)
    if (this.#clients.get(keyOf(namespace, own))?.configured?.()?.isVouchedFor === true) return undefined
    return this.seen.id(resource, configuration)
  }

  providerSettings(used?: ReadonlySet<string>): Value {
    return this.seen.recorded(used)
  }

  /** Those with names that can stand in names of files, too. */
  configurations(namespace: string): readonly string[] {
    return this.#settings
      .names('configurations', this.plugins.settingsOf(namespace))
      .filter((name) => configurationName.test(name))
  }

  /** A package that extends another one has the settings of that. */
  async #withSettings(definition: ProviderDefinition, namespace: string): Promise<ProviderDefinition> {
    const owner = this.plugins.settingsOf(namespace)
    if (owner === namespace) return definition
    const base = await this.define(owner, { resourceTypes: [], dataSourceTypes: [], functions: [] })
    return base === undefined ? definition : { ...definition, config: base.config, configuredAs: owner }
  }

  async #ask(plugin: InstalledPlugin, namespace: string, request: DefinitionRequest): Promise<ProviderDefinition> {
    const client = await this.#client(namespace)
    const definition = await client.define(request).catch((thrown: unknown) => {
      throw thrown instanceof PluginFailure ? undefinedBy(plugin.id, thrown) : thrown
    })
    await this.plugins.definitions.write(plugin, definition)
    return definition
  }

  /** @param settingsAt of a resource, with which its configuration is recorded */
  #client(namespace: string, configuration?: string, settingsAt?: string): Promise<Provider> {
    const own = this.#ownProcess(namespace, configuration)
    const key = keyOf(namespace, own)
    let client = this.#running.get(key)
    if (client === undefined) {
      client = this.#start(namespace, own, settingsAt)
      this.#running.set(key, client)
      client.catch(() => this.#running.delete(key))
    }
    return client
  }

  /** The name of a configuration, when that takes a process of its own. */
  #ownProcess(namespace: string, configuration: string | undefined): string | undefined {
    if (configuration === undefined) return undefined
    return this.plugins.pluginFor(namespace)?.dialect.isConfiguredOnce === true ? configuration : undefined
  }

  /** @param configuration of one that has a process of its own */
  async #start(namespace: string, configuration?: string, settingsAt?: string): Promise<Provider> {
    await this.plugins.ensure([{ namespace, version: '' }])
    const plugin = this.plugins.pluginFor(namespace)
    if (plugin === undefined) throw noPlugin(namespace, this.howToInstall(namespace, false))
    const change = this.#settings.number('plugins', 'callMs')
    const configuredAs = this.plugins.settingsOf(namespace)
    const client = plugin.dialect.provider(await this.plugins.host.connect(plugin.id, configuration), {
      deadlines: { define: this.#settings.number('plugins', 'definitionMs'), change },
      knownSchema: (type) => this.#schemas.get(type),
      configuredAs,
      settingsAt: settingsAt ?? placeOfSettings(configuredAs, configuration),
    })
    if (settingsAt === undefined) this.#clients.set(keyOf(namespace, configuration), client)
    const whole = namespace.endsWith(':') ? this.#withMethods(client, namespace) : client
    const analyzed = this.policies.areThere ? analyzingProvider(whole, this.policies) : whole
    const redacting = redactingProvider(analyzed, this.#redactor.redact)
    return settingsKeptSecret(redacting, (config, of = namespace) => {
      const definition = of === namespace ? this.#defined(of) : this.#definitions.get(of)
      return (definition && this.#configs?.secretsOf(config, definition)) ?? []
    })
  }

  #withMethods(client: Provider, namespace: string): Provider {
    const tokens = (): readonly string[] => this.#definitions.get(namespace)?.dataSourceTypeNames ?? []
    return methodsProvider(client, tokens, this.components)
  }

  async #compared(
    namespace: string,
    name: string,
    before: ValueMap | undefined,
    now: ValueMap,
  ): Promise<readonly string[]> {
    const plugin = this.plugins.pluginFor(namespace)
    if (plugin?.dialect.compareSettings === undefined) return []
    this.#redactor.learn(now)
    const running = await this.plugins.host.connect(plugin.id)
    const configuredAs = this.plugins.settingsOf(namespace)
    const said = { configuredAs, settingsAt: `the spec of resources.${name}` }
    return await plugin.dialect.compareSettings(running, { before, now }, said)
  }

  #configure(namespace: string, configuration: string | undefined): ProviderContext {
    const definition = this.#defined(namespace)
    if (this.#configs === undefined) throw new TypeError(`${namespace} is called before it was defined`)
    if (configuration !== undefined && !this.configurations(namespace).includes(configuration))
      throw noConfiguration(this.plugins.settingsOf(namespace), configuration, this.configurations(namespace))
    const { misnamedSettings, plainSecrets, pluginConfig, secretsOf, unknownSettings } = this.#configs
    const owner = {
      group: 'providers',
      name: this.plugins.settingsOf(namespace),
      ...(configuration !== undefined && { configuration }),
    } as const
    const misnamed = misnamedSettings(owner, this.#settings, this.namespaces())
    const dubious = [unknownSettings, plainSecrets].flatMap((find) => find(owner, definition, this.#settings))
    for (const warning of [...misnamed, ...dubious]) this.#tell(warning)
    const config = pluginConfig(owner, definition, this.#settings)
    this.#redactor.learn(secretsOf(config, definition))
    return { config, ...this.#wordsFor(definition) }
  }

  #defined(namespace: string): ProviderDefinition {
    const definition = this.#definitions.get(namespace)
    if (definition === undefined) throw new TypeError(`${namespace} is called before it was defined`)
    return definition
  }

  /** What every call carries beside the settings of its provider. */
  #wordsFor({ pluginId, pluginVersion }: ProviderDefinition): Pick<ProviderContext, 'variables' | 'tagging'> {
    const prefix = this.#settings.text('tagging', 'prefix') ?? ''
    const isTagged = this.#settings.flag('tagging', 'enabled')
    return {
      variables: contextVariables(this.#settings, this.folders),
      ...(isTagged && { tagging: { prefix, engineVersion: version, pluginId, pluginVersion } }),
    }
  }
}

/** Of what needs no plugin. */
const ownNamespaces: ReadonlySet<string> = new Set([coreNamespace, partNamespace, providersNamespace])

/** How providers were configured in earlier runs. */
type Recorded = Pick<InstanceRecord, 'configured' | 'providerSettings'>

type ProviderConfigs = typeof import('../provider-settings/provider-config.ts')

const configurationName = /^[A-Za-z_][\w-]{0,99}$/

/** By this processes are known, and what is recorded of their settings. */
function keyOf(namespace: string, configuration: string | undefined): string {
  return configuration === undefined ? namespace : `${namespace} ${configuration}`
}
