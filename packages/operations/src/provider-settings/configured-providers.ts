import { coreNamespace } from '@slipway/engine'
import { type ProviderContext, type ProviderDefinition, partNamespace, type Value, type ValueMap } from '@slipway/model'
import { noConfiguration } from '../plugins/missing-provider.ts'
import type { PluginsPart } from '../plugins/plugins-part.ts'
import type { Folders } from '../project/folders.ts'
import type { Redactor } from '../redaction/redactor.ts'
import type { Settings } from '../settings/settings.ts'
import { version } from '../version.ts'
import { configurationsIn } from './configurations.ts'
import { contextVariables } from './context-variables.ts'
import { configOf, providersNamespace } from './provider-resources.ts'

export interface ConfiguredProvidersOptions {
  readonly plugins: Pick<PluginsPart, 'namespaces' | 'settingsOf' | 'pluginFor'>
  readonly settings: Settings
  readonly folders: Folders
  /** Takes secrets out of what plugins say of their failures, those in their own settings too. */
  readonly redactor: Pick<Redactor, 'learn'>
  /** Told about dubious settings. */
  readonly tell: (message: string) => void
  /** Nothing outside is called: nobody has to have settings for it. */
  readonly isInMemory: boolean
}

/** The providers that were defined, and what each is configured with. */
export class ConfiguredProviders {
  readonly #options: ConfiguredProvidersOptions
  readonly #definitions = new Map<string, ProviderDefinition>()
  /** By namespace, and by name of the configuration. */
  readonly #contexts = new Map<string, Map<string | undefined, ProviderContext>>()
  /** How they were configured in earlier runs, by key. */
  #before: ReadonlyMap<string, Pick<ProviderContext, 'before' | 'isKept'>> = new Map()
  /** Takes some time to load, which a command that asks no provider does not pay. */
  #configs: ProviderConfigs | undefined

  constructor(options: ConfiguredProvidersOptions) {
    this.#options = options
  }

  async define(namespace: string, definition: ProviderDefinition): Promise<void> {
    this.#configs ??= await import('./provider-config.ts')
    this.#definitions.set(namespace, definition)
  }

  definition(namespace: string): ProviderDefinition | undefined {
    return this.#definitions.get(namespace)
  }

  /** The names of its configurations, as far as they can stand in names of files, too. */
  configurations(namespace: string): readonly string[] {
    const { settings, plugins } = this.#options
    const names = settings.names('configurations', plugins.settingsOf(namespace))
    return names.filter((name) => configurationName.test(name))
  }

  /** The key of the process that serves a namespace with a configuration; what is recorded of its settings has the same. */
  keyOf(namespace: string, configuration: string | undefined): string {
    return processKey(namespace, this.ownProcess(namespace, configuration))
  }

  /** The name of a configuration, when that takes a process of its own. */
  ownProcess(namespace: string, configuration: string | undefined): string | undefined {
    if (configuration === undefined) return undefined
    return this.#options.plugins.pluginFor(namespace)?.dialect.isConfiguredOnce === true ? configuration : undefined
  }

  /** What every call to a provider carries. @param settings those that a resource gives it */
  readonly context = (namespace: string, configuration?: string, settings?: ValueMap): ProviderContext => {
    if (ownNamespaces.has(namespace)) return { config: {}, variables: {} }
    if (this.#options.isInMemory) return { config: {}, ...this.#wordsFor(this.#defined(namespace)) }
    if (settings !== undefined) {
      this.#options.redactor.learn(settings)
      return { config: configOf(settings), ...this.#wordsFor(this.#defined(namespace)) }
    }
    const known = this.#contexts.get(namespace) ?? new Map<string | undefined, ProviderContext>()
    this.#contexts.set(namespace, known)
    let context = known.get(configuration)
    if (context === undefined) {
      context = this.#configure(namespace, configuration)
      known.set(configuration, context)
    }
    return { ...context, ...this.#before.get(this.keyOf(namespace, configuration)) }
  }

  /** What a provider is configured with by the settings. */
  readonly configOf = (namespace: string, configuration?: string): ProviderContext['config'] =>
    this.context(namespace, configuration).config

  /** Has providers know how they were configured before. @param isKept nothing is to be made or changed */
  recall(configured: ValueMap | undefined, isKept: boolean): void {
    this.#before = configurationsIn(configured, isKept)
  }

  /** The secrets in the settings that a provider is called with. @param isOwn it is the provider that is called, which must be defined */
  secretsIn(config: ProviderContext['config'], namespace: string, isOwn: boolean): readonly Value[] {
    const definition = isOwn ? this.#defined(namespace) : this.#definitions.get(namespace)
    return (definition && this.#configs?.secretsOf(config, definition)) ?? []
  }

  #configure(namespace: string, configuration: string | undefined): ProviderContext {
    const definition = this.#defined(namespace)
    if (this.#configs === undefined) throw new TypeError(`${namespace} is called before it was defined`)
    const { plugins, settings, tell, redactor } = this.#options
    const name = plugins.settingsOf(namespace)
    const known = this.configurations(namespace)
    if (configuration !== undefined && !known.includes(configuration)) throw noConfiguration(name, configuration, known)
    const { misnamedSettings, plainSecrets, pluginConfig, secretsOf, unknownSettings } = this.#configs
    const owner = { group: 'providers', name, ...(configuration !== undefined && { configuration }) } as const
    const misnamed = misnamedSettings(owner, settings, plugins.namespaces())
    const dubious = [unknownSettings, plainSecrets].flatMap((find) => find(owner, definition, settings))
    for (const warning of [...misnamed, ...dubious]) tell(warning)
    const config = pluginConfig(owner, definition, settings)
    redactor.learn(secretsOf(config, definition))
    return { config, ...this.#wordsFor(definition) }
  }

  #defined(namespace: string): ProviderDefinition {
    const definition = this.#definitions.get(namespace)
    if (definition === undefined) throw new TypeError(`${namespace} is called before it was defined`)
    return definition
  }

  /** What every call carries beside the settings of its provider. */
  #wordsFor({ pluginId, pluginVersion }: ProviderDefinition): Pick<ProviderContext, 'variables' | 'tagging'> {
    const { settings, folders } = this.#options
    const prefix = settings.text('tagging', 'prefix') ?? ''
    const isTagged = settings.flag('tagging', 'enabled')
    return {
      variables: contextVariables(settings, folders),
      ...(isTagged && { tagging: { prefix, engineVersion: version, pluginId, pluginVersion } }),
    }
  }
}

/** By this processes are known, and what is recorded of their settings. @param own the name of a configuration that has a process of its own */
export function processKey(namespace: string, own: string | undefined): string {
  return own === undefined ? namespace : `${namespace} ${own}`
}

/** Of what needs no plugin. */
const ownNamespaces: ReadonlySet<string> = new Set([coreNamespace, partNamespace, providersNamespace])

type ProviderConfigs = typeof import('./provider-config.ts')

const configurationName = /^[A-Za-z_][\w-]{0,99}$/
