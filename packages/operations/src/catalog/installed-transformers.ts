import type { TransformerCatalog } from '@slipway/engine'
import type { InstalledPlugin } from '@slipway/host'
import {
  Failure,
  type ProviderContext,
  type Transformer,
  type TransformerDefinition,
  type TransformerRequest,
} from '@slipway/model'
import { redactingPlugin } from '../redaction/redacting-plugin.ts'
import type { Folders } from '../project/folders.ts'
import type { Redactor } from '../redaction/redactor.ts'
import type { Settings } from '../settings/settings.ts'
import { contextVariables } from '../provider-settings/context-variables.ts'
import { refusalOfKind } from '../plugins/discovery-problems.ts'
import type { PluginsPart } from '../plugins/plugins-part.ts'

interface Options {
  readonly settings: Settings
  readonly folders: Folders
  readonly redactor: Redactor
  /** Receives warnings about settings. */
  readonly tell: (message: string) => void
}

interface Found {
  readonly plugin: InstalledPlugin
  readonly definition: TransformerDefinition
}

type Answer = Found | { readonly failure: unknown }

/**
 * The installed transformers, by their names in blueprints. Only a plugin itself knows its name, so a lookup starts plugins whose
 * definitions are not in the cache.
 */
export class InstalledTransformers implements TransformerCatalog {
  readonly #plugins: PluginsPart
  readonly #options: Options
  readonly #running = new Map<string, Promise<Transformer>>()
  readonly #contexts = new Map<string, ProviderContext>()
  #known: Promise<readonly Answer[]> | undefined

  constructor(plugins: PluginsPart, options: Options) {
    this.#plugins = plugins
    this.#options = options
  }

  async names(): Promise<readonly string[]> {
    return (await this.#all()).flatMap((one) => ('definition' in one ? [one.definition.transformName] : []))
  }

  /** Returns the cached definition of a transformer that may not be launched, to show its types. */
  async definedAsCached(name: string): Promise<TransformerDefinition | undefined> {
    const found = await this.#named(name)
    return found === undefined || this.#plugins.mayLaunch(found.plugin) ? undefined : found.definition
  }

  async define(name: string, request: TransformerRequest): Promise<TransformerDefinition | undefined> {
    const found = await this.#named(name)
    if (found === undefined || !this.#plugins.mayLaunch(found.plugin)) return undefined
    const { plugin } = found
    const known = await this.#plugins.transformerDefinitions.read(plugin)
    const definition = known !== undefined && answers(known, request) ? known : await this.#ask(plugin, request)
    await this.#configure(name, plugin, definition)
    return definition
  }

  async transformer(name: string): Promise<Transformer> {
    const found = await this.#named(name)
    if (found === undefined) throw new TypeError(`the transformer ${name} is called before it was defined`)
    return await this.#client(found.plugin)
  }

  context(name: string): ProviderContext {
    const context = this.#contexts.get(name)
    if (context === undefined) throw new TypeError(`the transformer ${name} is called before it was defined`)
    return context
  }

  /** Finds the transformer with this name. A transformer that cannot be asked fails the lookup only if it may be the wanted one. */
  async #named(name: string): Promise<Found | undefined> {
    const all = await this.#all()
    const [found, other] = all.filter((one) => 'definition' in one && one.definition.transformName === name) as Found[]
    if (found !== undefined && other !== undefined) {
      const message = `${found.plugin.id} and ${other.plugin.id} are both transformers for "${name}"`
      throw new Failure('cli/two-transformers', message, { hint: 'remove one of them from the plugin directories' })
    }
    const silent = all.find((one) => 'failure' in one)
    if (found === undefined && silent !== undefined && 'failure' in silent) throw silent.failure
    // Only a plugin itself knows its name, so a plugin that may not be launched may be the wanted one.
    const refusal =
      found === undefined
        ? refusalOfKind('transformer', this.#plugins.discovery.problems, `it may be the transformer for "${name}"`)
        : undefined
    if (refusal !== undefined) throw refusal
    return found
  }

  #all(): Promise<readonly Answer[]> {
    this.#known ??= Promise.all(
      this.#plugins.discovery.plugins
        .filter(({ kind }) => kind === 'transformer')
        .map((plugin) => this.#introduce(plugin)),
    )
    return this.#known
  }

  async #introduce(plugin: InstalledPlugin): Promise<Answer> {
    try {
      const known = await this.#plugins.transformerDefinitions.read(plugin)
      return { plugin, definition: known ?? (await this.#ask(plugin, { abstractResourceTypes: [] })) }
    } catch (failure) {
      return { failure }
    }
  }

  async #ask(plugin: InstalledPlugin, request: TransformerRequest): Promise<TransformerDefinition> {
    const definition = await (await this.#client(plugin)).define(request)
    await this.#plugins.transformerDefinitions.write(plugin, definition)
    return definition
  }

  #client(plugin: InstalledPlugin): Promise<Transformer> {
    let client = this.#running.get(plugin.id)
    if (client === undefined) {
      client = this.#start(plugin)
      this.#running.set(plugin.id, client)
      client.catch(() => this.#running.delete(plugin.id))
    }
    return client
  }

  async #start({ id, dialect }: InstalledPlugin): Promise<Transformer> {
    const define = this.#options.settings.number('plugins', 'definitionMs')
    const transform = this.#options.settings.number('deadlines', 'transformMs')
    const running = await this.#plugins.host.connect(id)
    const client = dialect.transformer?.(running, { deadlines: { define, transform } })
    if (client === undefined) throw new TypeError(`plugins of the dialect ${dialect.name} transform nothing`)
    return redactingPlugin(client, this.#options.redactor.redact)
  }

  async #configure(name: string, { namespace }: InstalledPlugin, definition: TransformerDefinition): Promise<void> {
    if (this.#contexts.has(name)) return
    const { settings, folders, redactor, tell } = this.#options
    const { plainSecrets, pluginConfig, secretsOf } = await import('../provider-settings/provider-config.ts')
    const owner = { group: 'transformers', name: namespace } as const
    for (const warning of plainSecrets(owner, definition, settings)) tell(warning)
    const config = pluginConfig(owner, definition, settings)
    redactor.learn(secretsOf(config, definition))
    this.#contexts.set(name, { config, variables: contextVariables(settings, folders) })
  }
}

/** True if the definition contains all requested types that the transformer has. */
function answers(
  {
    abstractResourceTypeNames: names,
    abstractResourceTypes: has,
    abstractLinkTypeNames: links = [],
    abstractLinkTypes: hasLinks = {},
  }: TransformerDefinition,
  { abstractResourceTypes: types, abstractLinkTypes = [] }: TransformerRequest,
): boolean {
  return (
    !types.some((name) => names.includes(name) && !Object.hasOwn(has, name)) &&
    !abstractLinkTypes.some((name) => links.includes(name) && !Object.hasOwn(hasLinks, name))
  )
}
