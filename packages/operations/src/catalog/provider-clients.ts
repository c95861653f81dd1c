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
  readonly configured: ConfiguredProviders
  readonly policies: Policies
  readonly redactor: Redactor
  /** What methods of components are called with. */
  readonly components: () => Promise<Components>
}

/** The providers whose plugins run: each is started when somebody asks for it, and once. */
export class ProviderClients {
  readonly #options: ProviderClientsOptions
  /** By namespace; with the name of a configuration behind it, where that has a process of its own. */
  readonly #running = new Map<string, Promise<Provider>>()
  /** The clients themselves, of those that have the settings of the project. */
  readonly #clients = new Map<string, Provider>()
  readonly #processes = new ConfiguredProcesses()
  /** Of the specs of all resource types that were defined. */
  readonly #schemas = new Map<string, PropertySchema>()

  constructor(options: ProviderClientsOptions) {
    this.#options = options
  }

  /** Has clients know the types of a provider. */
  define({ resourceTypes }: ProviderDefinition): void {
    for (const { type, schema } of Object.values(resourceTypes)) this.#schemas.set(type, schema)
  }

  of(namespace: string, configuration?: string): Promise<Provider> {
    return this.#client(namespace, this.#options.configured.ownProcess(namespace, configuration))
  }

  /** The provider of a namespace with settings that a resource gives it. */
  async ofSettings(namespace: string, configuration: string | undefined, settings: ValueMap): Promise<Provider> {
    const process = this.#processes.name(configuration ?? '', settings)
    const own = this.#options.configured.ownProcess(namespace, process)
    return await this.#client(namespace, own, `the spec of ${configuration ?? namespace}`)
  }

  /** True for one that takes care itself of which settings lead where. */
  isVouchedFor(namespace: string, configuration: string | undefined): boolean {
    const key = this.#options.configured.keyOf(namespace, configuration)
    return this.#clients.get(key)?.configured?.()?.isVouchedFor === true
  }

  /** Their present configurations, to be recorded. */
  recorded(): ValueMap {
    return recordedConfigurations(this.#clients, this.#options.plugins.served)
  }

  /** What a change of the settings of a resource that configures a provider makes anew. */
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
    const running = await plugins.host.connect(plugin.id)
    const said = { configuredAs: plugins.settingsOf(namespace), settingsAt: `the spec of resources.${name}` }
    return await plugin.dialect.compareSettings(running, { before, now }, said)
  }

  forget(): void {
    this.#running.clear()
  }

  /**
   * @param own the name of a configuration that has a process of its own
   * @param settingsAt of a resource, with which its configuration is recorded
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

  async #start(namespace: string, own: string | undefined, settingsAt?: string): Promise<Provider> {
    const { plugins, settings, configured, policies, redactor } = this.#options
    await plugins.ensure([{ namespace, version: '' }])
    const plugin = plugins.pluginFor(namespace)
    if (plugin === undefined) throw noPlugin(namespace, plugins.howToProvide(namespace, false))
    const change = settings.number('plugins', 'callMs')
    const configuredAs = plugins.settingsOf(namespace)
    const client = plugin.dialect.provider(await plugins.host.connect(plugin.id, own), {
      deadlines: { define: settings.number('plugins', 'definitionMs'), change },
      knownSchema: (type) => this.#schemas.get(type),
      configuredAs,
      settingsAt: settingsAt ?? placeOfSettings(configuredAs, own),
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
