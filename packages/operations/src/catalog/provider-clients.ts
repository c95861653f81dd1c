import type { InstalledPlugin, RunningPlugin } from '@slipway/host'
import type { PropertySchema, Provider, ProviderDefinition, ValueMap } from '@slipway/model'
import type { Components } from '../components/components.ts'
import { methodsProvider } from '../components/methods-provider.ts'
import { noPlugin } from '../plugins/missing-provider.ts'
import type { PluginsPart } from '../plugins/plugins-part.ts'
import { analyzingProvider } from '../policies/analyzing-provider.ts'
import type { Policies } from '../policies/policies.ts'
import { placeOfSettings, recordedConfigurations } from '../provider-settings/configurations.ts'
import { type ConfiguredProviders, processKey } from '../provider-settings/configured-providers.ts'
import { ConfiguredProcesses } from '../provider-settings/provider-resources.ts'
import { redactingProvider } from '../redaction/redacting-plugin.ts'
import type { Redactor } from '../redaction/redactor.ts'
import { settingsKeptSecret } from '../redaction/settings-in-answers.ts'
import type { Settings } from '../settings/settings.ts'

export interface ProviderClientsOptions {
  readonly plugins: PluginsPart
  readonly settings: Settings
  /** The folder where a dialect caches the schemas of its plugins' types. */
  readonly schemaCache: string
  readonly configured: ConfiguredProviders
  readonly policies: Policies
  readonly redactor: Redactor
  /** Loads the services that call methods of components. */
  readonly components: () => Promise<Components>
}

/** The providers of running plugins. Each plugin starts once, at the first request. */
export class ProviderClients {
  readonly #options: ProviderClientsOptions
  /** The starts of plugins by namespace, followed by the name of a configuration that has its own process. */
  readonly #running = new Map<string, Promise<Provider>>()
  /** The clients of providers with the project's settings. */
  readonly #clients = new Map<string, Provider>()
  readonly #processes = new ConfiguredProcesses()
  /** Spec schemas of all defined resource types. */
  readonly #schemas = new Map<string, PropertySchema>()

  constructor(options: ProviderClientsOptions) {
    this.#options = options
  }

  /** Registers the types of a provider for the clients. */
  define({ resourceTypes }: ProviderDefinition): void {
    for (const { type, schema } of Object.values(resourceTypes)) this.#schemas.set(type, schema)
  }

  of(namespace: string, configuration?: string): Promise<Provider> {
    return this.#client(namespace, this.#options.configured.ownProcess(namespace, configuration))
  }

  /** Returns the provider of a namespace, configured by a resource. */
  async ofSettings(namespace: string, configuration: string | undefined, settings: ValueMap): Promise<Provider> {
    const process = this.#processes.name(configuration ?? '', settings)
    const own = this.#options.configured.ownProcess(namespace, process)
    return await this.#client(namespace, own, `the spec of ${configuration ?? namespace}`)
  }

  /** Returns true if the provider itself has confirmed that its settings still lead to the same things. */
  isVouchedFor(namespace: string, configuration: string | undefined): boolean {
    const key = this.#options.configured.keyOf(namespace, configuration)
    return this.#clients.get(key)?.configured?.()?.isVouchedFor === true
  }

  /** Returns the present configurations, for the record. */
  recorded(): ValueMap {
    return recordedConfigurations(this.#clients, this.#options.plugins.served)
  }

  /** Returns the names of changed settings that require a replacement of the resource that configures the provider. */
  async compared(
    namespace: string,
    name: string,
    before: ValueMap | undefined,
    now: ValueMap,
  ): Promise<readonly string[]> {
    const { plugins, redactor } = this.#options
    const plugin = plugins.pluginFor(namespace)
    if (plugin?.dialect.compareSettings === undefined) return []
    redactor.learn(now)
    const running = await this.#connected(plugin, undefined)
    const said = { configuredAs: plugins.settingsOf(namespace), settingsAt: `the spec of resources.${name}` }
    return await plugin.dialect.compareSettings(running, { before, now }, said)
  }

  forget(): void {
    this.#running.clear()
  }

  /**
   * Returns the client of a provider.
   *
   * @param own the name of a configuration with its own process
   * @param settingsAt the resource that gives the settings; they are recorded with that resource
   */
  #client(namespace: string, own: string | undefined, settingsAt?: string): Promise<Provider> {
    const key = processKey(namespace, own)
    let client = this.#running.get(key)
    if (client === undefined) {
      client = this.#start(namespace, own, settingsAt)
      this.#running.set(key, client)
      client.catch(() => this.#running.delete(key))
    }
    return client
  }

  /** Connects to a plugin. A key of the project is a configuration, and so has its own process. */
  async #connected(plugin: InstalledPlugin, own: string | undefined): Promise<RunningPlugin> {
    const { host } = this.#options.plugins
    if (plugin.dialect.isNamedByProject !== true) return await host.connect(plugin.id, own)
    const name = own === undefined ? plugin.namespace : `${plugin.namespace}.${own}`
    return await host.connect(plugin.id, name, { plugin })
  }

  async #start(namespace: string, own: string | undefined, settingsAt?: string): Promise<Provider> {
    const { plugins, settings, configured, policies, redactor, schemaCache } = this.#options
    await plugins.ensure([{ namespace, version: '' }])
    const plugin = plugins.pluginFor(namespace)
    if (plugin === undefined) throw noPlugin(namespace, plugins.howToProvide(namespace, false))
    const change = settings.number('plugins', 'callMs')
    const configuredAs = plugins.settingsOf(namespace)
    const client = plugin.dialect.provider(await this.#connected(plugin, own), {
      deadlines: { define: settings.number('plugins', 'definitionMs'), change },
      knownSchema: (type) => this.#schemas.get(type),
      configuredAs,
      settingsAt: settingsAt ?? placeOfSettings(configuredAs, own),
      schemaCache,
    })
    if (settingsAt === undefined) this.#clients.set(processKey(namespace, own), client)
    const whole = namespace.endsWith(':') ? this.#withMethods(client, namespace) : client
    const analyzed = policies.areThere ? analyzingProvider(whole, policies) : whole
    const redacting = redactingProvider(analyzed, redactor.redact)
    return settingsKeptSecret(redacting, (config, of = namespace) => configured.secretsIn(config, of, of === namespace))
  }

  #withMethods(client: Provider, namespace: string): Provider {
    const { configured, components } = this.#options
    const tokens = (): readonly string[] => configured.definition(namespace)?.dataSourceTypeNames ?? []
    return methodsProvider(client, tokens, components)
  }
}
