import type { Plugin } from '@slipway/agent'
import { coreNamespace, type ProviderCatalog } from '@slipway/engine'
import type { InstalledPlugin } from '@slipway/host'
import {
  Failure,
  PluginFailure,
  type DefinitionRequest,
  type PropertySchema,
  type Provider,
  type ProviderContext,
  type ProviderDefinition,
  type RetryPolicy,
} from '@slipway/model'
import { contextVariables } from './context-variables.ts'
import { CoreProvider } from './core-provider.ts'
import type { Folders } from '../project/folders.ts'
import type { Settings } from '../settings/settings.ts'
import { InstalledTransformers } from './installed-transformers.ts'
import { analyzingProvider } from './analyzing-provider.ts'
import type { PluginsPart } from './plugins-part.ts'
import { Policies } from './policies.ts'
import { redactingProvider } from '../redaction/redacting-plugin.ts'
import type { Redactor } from '../redaction/redactor.ts'

export interface CatalogOptions {
  readonly settings: Settings
  readonly folders: Folders
  /** Absolute: where Slipway was called. */
  readonly cwd: string
  /** Takes secrets out of what plugins say of their failures, those in their own settings too. */
  readonly redactor: Redactor
  /** Told about dubious settings. */
  readonly tell: (message: string) => void
}

/** Joins engine and host: providers by namespace, with their definitions from the cache where it has them. */
export class CatalogPart implements Plugin, ProviderCatalog {
  readonly name = 'catalog'
  readonly plugins: PluginsPart
  readonly policies: Policies
  readonly transformers: InstalledTransformers
  readonly #settings: Settings
  readonly #redactor: Redactor
  readonly #tell: CatalogOptions['tell']
  readonly #folders: Folders
  /** Plugins cannot take its name. */
  readonly #core: CoreProvider
  readonly #running = new Map<string, Promise<Provider>>()
  readonly #contexts = new Map<string, ProviderContext>()
  /** Of the specs of all resource types that were defined. */
  readonly #schemas = new Map<string, PropertySchema>()

  constructor(plugins: PluginsPart, options: CatalogOptions) {
    const { settings, folders, redactor, tell } = options
    this.#core = new CoreProvider({ cwd: options.cwd, folder: options.folders.project })
    this.plugins = plugins
    this.policies = new Policies(plugins, settings)
    this.transformers = new InstalledTransformers(plugins, options)
    this.#tell = tell
    this.#redactor = redactor
    this.#settings = settings
    this.#folders = folders
  }

  init(): void {}

  close(): void {
    this.#running.clear()
  }

  namespaces(): readonly string[] {
    return this.plugins.namespaces()
  }

  /** Starts these providers side by side, as far as they are installed; who needs one meets its failure. */
  async prelaunch(namespaces: Iterable<string>): Promise<void> {
    const installed = new Set(this.namespaces())
    const wanted = [...namespaces].filter((namespace) => installed.has(namespace))
    await Promise.allSettled(wanted.map((namespace) => this.provider(namespace)))
  }

  async define(namespace: string, request: DefinitionRequest): Promise<ProviderDefinition | undefined> {
    if (namespace === coreNamespace) return await this.#core.define()
    const plugin = this.plugins.pluginFor(namespace)
    if (plugin === undefined) return undefined
    const known = await this.plugins.definitions.read(plugin)
    const definition =
      known !== undefined && answers(known, request) ? known : await this.#ask(plugin, namespace, request)
    await this.#configure(namespace, definition)
    for (const { type, schema } of Object.values(definition.resourceTypes)) this.#schemas.set(type, schema)
    return definition.retryPolicy === undefined
      ? { ...definition, retryPolicy: retryPolicyOf(this.#settings) }
      : definition
  }

  async provider(namespace: string): Promise<Provider> {
    if (namespace === coreNamespace) return this.#core
    return await this.#client(namespace)
  }

  context(namespace: string): ProviderContext {
    if (namespace === coreNamespace) return { config: {}, variables: {} }
    const context = this.#contexts.get(namespace)
    if (context === undefined) throw new TypeError(`${namespace} is called before it was defined`)
    return context
  }

  async #ask(plugin: InstalledPlugin, namespace: string, request: DefinitionRequest): Promise<ProviderDefinition> {
    const client = await this.#client(namespace)
    const definition = await client.define(request).catch((thrown: unknown) => {
      throw thrown instanceof PluginFailure ? undefinedBy(plugin.id, thrown) : thrown
    })
    await this.plugins.definitions.write(plugin, definition)
    return definition
  }

  #client(namespace: string): Promise<Provider> {
    let client = this.#running.get(namespace)
    if (client === undefined) {
      client = this.#start(namespace)
      this.#running.set(namespace, client)
      client.catch(() => this.#running.delete(namespace))
    }
    return client
  }

  async #start(namespace: string): Promise<Provider> {
    const plugin = this.plugins.pluginFor(namespace)
    if (plugin === undefined) {
      throw new Failure('cli/no-provider', `no plugin for ${namespace} is installed`, {
        hint: 'slipway plugin list shows what is installed and where it was looked for',
      })
    }
    const change = this.#settings.number('plugins', 'callMs')
    const client = plugin.dialect.provider(await this.plugins.host.connect(plugin.id), {
      deadlines: { define: this.#settings.number('plugins', 'definitionMs'), change },
      knownSchema: (type) => this.#schemas.get(type),
    })
    const analyzed = this.policies.areThere ? analyzingProvider(client, this.policies) : client
    return redactingProvider(analyzed, this.#redactor.redact)
  }

  async #configure(namespace: string, definition: ProviderDefinition): Promise<void> {
    if (this.#contexts.has(namespace)) return
    const { plainSecrets, pluginConfig, secretsOf } = await import('./provider-config.ts')
    const owner = { group: 'providers', name: namespace } as const
    for (const warning of plainSecrets(owner, definition, this.#settings)) this.#tell(warning)
    const config = pluginConfig(owner, definition, this.#settings)
    this.#redactor.learn(secretsOf(config, definition))
    this.#contexts.set(namespace, { config, variables: contextVariables(this.#settings, this.#folders) })
  }
}

/** Definitions that could not be had, or are not valid: it is said whose. */
function undefinedBy(pluginId: string, failure: PluginFailure): PluginFailure {
  const message = `${pluginId} did not say what it has (${failure.method}): ${failure.message}`
  return failure.reworded({ message, reasons: failure.reasons })
}

/** For providers that state no policy of their own. */
function retryPolicyOf(settings: Settings): RetryPolicy {
  return {
    maxRetries: settings.number('retry', 'maxRetries'),
    firstDelayMs: settings.number('retry', 'firstDelayMs'),
    maxDelayMs: settings.number('retry', 'maxDelayMs'),
    factor: settings.number('retry', 'factor'),
    jitter: settings.flag('retry', 'jitter'),
  }
}

/** True when the definition holds all that is asked for, as far as the provider has it. */
function answers(definition: ProviderDefinition, request: DefinitionRequest): boolean {
  return !(
    lacks(request.resourceTypes, definition.resourceTypeNames, definition.resourceTypes) ||
    lacks(request.dataSourceTypes, definition.dataSourceTypeNames, definition.dataSourceTypes) ||
    lacks(request.functions, definition.functionNames, definition.functions) ||
    lacks(request.linkTypes ?? [], definition.linkTypeNames ?? [], definition.linkTypes ?? {}) ||
    lacks(request.variableTypes ?? [], definition.variableTypeNames ?? [], definition.variableTypes ?? {})
  )
}

function lacks(wanted: readonly string[], names: readonly string[], has: object): boolean {
  return wanted.some((name) => names.includes(name) && !Object.hasOwn(has, name))
}
