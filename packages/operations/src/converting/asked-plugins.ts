import type { InstalledPlugin } from '@slipway/host'
import { PluginFailure } from '@slipway/model'
import { type ConverterServices, ProgramGenerator, PulumiConverter } from '@slipway/protocol/pulumi'
import type { EnginePart } from '../engine/engine-part.ts'
import type { Observer } from '../events.ts'
import type { PluginPlaces } from '../plugins/find-plugins.ts'
import { findProject, type Project } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { endingPlugins, lookWithEngine } from '../with-engine.ts'
import type { UsedTokens } from '../forms/pulumi-yaml/tokens-in.ts'
import type { AskingRequest } from './asking-request.ts'
import { startConverter } from './converter-named.ts'
import { type Definitions, packageDefinitions } from './package-definitions.ts'
import { startWriter, writersOf } from './writing-languages.ts'

/** The largest message in bytes. The schema of a large cloud has tens of megabytes. */
const mostOfMessage = 400 << 20

/** Does work with converters and language plugins, and stops the plugins afterwards. */
export async function askingPlugins<T>(
  slipway: Slipway,
  { settings, trust, stop }: AskingRequest,
  observe: Observer,
  work: (asked: AskedPlugins) => Promise<T>,
): Promise<T> {
  const project = await findProject(slipway, { ...(settings && { settings }), trust }, 'looks', true)
  observe({ type: 'started' })
  return await lookWithEngine(slipway, project, observe, (engine) =>
    endingPlugins(engine, stop, () => servingPlugins(engine, { slipway, project }, work)),
  )
}

/** Does the same as `askingPlugins`, with an engine that runs already. */
export async function servingPlugins<T>(
  { plugins, catalog }: Pick<EnginePart, 'plugins' | 'catalog'>,
  { slipway, project }: { readonly slipway: Slipway; readonly project: Project },
  work: (asked: AskedPlugins) => Promise<T>,
): Promise<T> {
  const served = await plugins.host.serve(plugins.packageServices, mostOfMessage)
  try {
    return await work(new AskedPlugins({ slipway, project, plugins, catalog, address: served.address }))
  } finally {
    await served.close()
  }
}

interface Options {
  readonly slipway: Slipway
  readonly project: Project
  readonly plugins: EnginePart['plugins']
  readonly catalog: EnginePart['catalog']
  /** The address of all services that plugins call: schemas, mappings, and the meaning of package names. */
  readonly address: string
}

/** The converters and the language plugins of one conversion. */
export class AskedPlugins {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Asks a converter. @param named its name, with or without a version, or a path */
  async converter<T>(
    named: string,
    ask: (converter: (signal?: AbortSignal) => PulumiConverter, pluginId: string) => Promise<T>,
  ): Promise<T> {
    const { plugins, slipway, address } = this.#options
    const { id: pluginId, channel } = await startConverter(plugins, named, slipway.cwd)
    const services: ConverterServices = { mapper: address, loader: address, resolver: address }
    const converter = (signal?: AbortSignal): PulumiConverter =>
      new PulumiConverter(channel, { pluginId, services, deadlineMs: this.#deadlineMs, signal })
    return await byName(pluginId, () => ask(converter, pluginId))
  }

  /** Returns the definitions of packages; see `packageDefinitions`. */
  async definitions(used: ReadonlyMap<string, UsedTokens>): Promise<Definitions> {
    return await packageDefinitions(this.#options.catalog, used)
  }

  /** Returns the plugins that write a language; see `writersOf`. */
  async writersOf(language: string): Promise<readonly InstalledPlugin[]> {
    const { plugins, slipway, project } = this.#options
    const { settings, folders, trust } = project
    const places: PluginPlaces = { slipway, settings, folders, trust }
    return await writersOf(plugins, places, language)
  }

  /** Asks a language plugin to write; `undefined` if the plugin cannot. */
  async writer<T>(
    plugin: InstalledPlugin,
    ask: (generator: (signal?: AbortSignal) => ProgramGenerator, pluginId: string) => Promise<T>,
  ): Promise<T> {
    const { plugins, address } = this.#options
    const { channel } = await startWriter(plugins, plugin)
    const { id: pluginId } = plugin
    const generator = (signal?: AbortSignal): ProgramGenerator =>
      new ProgramGenerator(channel, { pluginId, loader: address, deadlineMs: this.#deadlineMs, signal })
    return await byName(pluginId, () => ask(generator, pluginId))
  }

  get #deadlineMs(): number {
    return this.#options.project.settings.number('plugins', 'callMs')
  }
}

/** Returns the answer; `undefined` for a plugin that does not know the question. */
export async function unlessUnknown<T>(answer: Promise<T>): Promise<T | undefined> {
  return await answer.catch((error: unknown) => {
    if (error instanceof PluginFailure && error.code === 'protocol/unimplemented') return undefined
    throw error
  })
}

/** Asks a plugin, and names the plugin in every failure. */
async function byName<T>(pluginId: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof PluginFailure) || error.message.includes(pluginId)) throw error
    throw error.reworded({ message: `${pluginId}: ${error.message}` })
  }
}
