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
  /** Redacts secrets in the failures of plugins, including those in the plugins' own settings. */
  readonly redactor: Pick<Redactor, 'learn'>
  /** Receives warnings about dubious settings. */
  readonly tell: (message: string) => void
  /** True: no provider makes outside calls, so no provider needs settings. */
  readonly isInMemory: boolean
}

/** The defined providers and their settings. */
export class ConfiguredProviders {
  readonly #options: ConfiguredProvidersOptions
  readonly #definitions = new Map<string, ProviderDefinition>()
  /** The contexts by namespace, then by configuration name. */
  readonly #contexts = new Map<string, Map<string | undefined, ProviderContext>>()
  /** The configurations of earlier runs, by process key. */
  #before: ReadonlyMap<string, Pick<ProviderContext, 'before' | 'isKept'>> = new Map()
  /** The reader of provider settings. It loads slowly, so a command that asks no provider does not load it. */
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

  /** Returns the configuration names of a namespace that are also valid in file names. */
  configurations(namespace: string): readonly string[] {
    const { settings, plugins } = this.#options
    const names = settings.names('configurations', plugins.settingsOf(namespace))
    return names.filter((name) => configurationName.test(name))
  }

  /** Returns the key of the process that serves a namespace with a configuration. Recorded settings have the same key. */
  keyOf(namespace: string, configuration: string | undefined): string {
    return processKey(namespace, this.ownProcess(namespace, configuration))
  }

  /** Returns the name of the configuration if it needs its own process. */
  ownProcess(namespace: string, configuration: string | undefined): string | undefined {
    if (configuration === undefined) return undefined
    return this.#options.plugins.pluginFor(namespace)?.dialect.isConfiguredOnce === true ? configuration : undefined
  }

  /** Returns the context of every call to a provider. @param settings from a resource that configures the provider */
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

  /** Returns the configuration of a provider according to the settings. */
  readonly configOf = (namespace: string, configuration?: string): ProviderContext['config'] =>
    this.context(namespace, configuration).config

  /** Gives providers their earlier configurations. @param isKept true: the run makes and changes nothing */
  recall(configured: ValueMap | undefined, isKept: boolean): void {
    this.#before = configurationsIn(configured, isKept)
  }

  /** Returns the secrets in the settings of a provider. @param isOwn true: the call goes to this provider, which must be defined */
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

  /** Returns the parts of a call's context other than the provider's settings. */
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

/** Returns the key that identifies a process and its recorded settings. @param own the name of a configuration with its own process */
export function processKey(namespace: string, own: string | undefined): string {
  return own === undefined ? namespace : `${namespace} ${own}`
}

/** Namespaces that need no plugin. */
const ownNamespaces: ReadonlySet<string> = new Set([coreNamespace, partNamespace, providersNamespace])

type ProviderConfigs = typeof import('./provider-config.ts')

const configurationName = /^[A-Za-z_][\w-]{0,99}$/
