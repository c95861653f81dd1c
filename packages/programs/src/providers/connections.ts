import { Failure, revealed, type ValueMap, containsUnknown } from '@slipway/model'
import { type Accepts, isUnknownText, PulumiResources, type ViewDesk } from '@slipway/protocol/pulumi'
import type { RpcChannel } from '@slipway/protocol'
import { isDefaultName } from '../urns/default-name.ts'
import { parseProviderReference } from '../urns/urn.ts'
import { type Extension, recordOfExtension } from './extension.ts'
import { isMadeUp } from './definitions.ts'

/** A running plugin for one configuration. */
export interface RunningPackage {
  readonly pluginId: string
  readonly channel: RpcChannel
  /** Identifies the present process: a new one must be configured again. */
  launch(): string
  /** Receives the views of resources that this process reports. */
  views(): ViewDesk | undefined
  /** The features of that process, as announced in its greeting. */
  greeted(): (Accepts & { readonly preview: boolean }) | undefined
}

export interface WantedPackage {
  /** `random` */
  readonly pkg: string
  /** Empty: any version. */
  readonly version: string
  /** Identifies a configuration: each gets its own process. */
  readonly use: string
  /** Makes the plugin serve another package; absent for most. */
  readonly parameter: Parameter | undefined
  /** The server to download it from, if the program names one. */
  readonly server: string | undefined
  /** Environment variables of the plugin: the names that it reads, with the names of their values in our environment. */
  readonly variables: Readonly<Record<string, string>> | undefined
}

/** Starts the plugin of a package. Fails with a Failure that names the missing part. */
export type StartPackage = (wanted: WantedPackage) => Promise<RunningPackage>

/** A provider of a program, itself a resource. */
export interface ProviderSettings {
  readonly urn: string
  readonly name: string
  readonly type: string
  readonly id: string
  readonly pkg: string
  readonly version: string
  /** The name of the plugin, which may differ from the package's. */
  readonly plugin: string
  /** Makes the plugin serve the package; absent for most. */
  readonly parameter: Parameter | undefined
  /** The server to download the plugin from, if the program names one. */
  readonly server: string | undefined
  /** Environment variables of the plugin: the names that it reads, with the names of their values in our environment. */
  readonly variables: Readonly<Record<string, string>> | undefined
  /** The configuration as checked by the plugin. */
  readonly config: ValueMap
  /** Id of the settings that decide where its things are. Absent: the present configuration decides. */
  readonly seenWith?: string | undefined
}

/** Makes a plugin serve another package. */
interface Parameter {
  readonly name: string
  readonly version: string
  readonly value: Uint8Array
}

interface Configured {
  readonly launch: string
  readonly resources: Promise<PulumiResources>
  /** The other packages that this process serves or will serve soon. */
  readonly extensions: Map<string, Promise<void>>
}

/** A process of a plugin. */
interface PackageProcess {
  readonly running: Promise<RunningPackage>
  /** The place that it is configured for; `undefined`: not configured yet. */
  place: string | undefined
  configured: Configured | undefined
}

/**
 * The plugins of a program's providers. Each plugin starts at its first use, and each of its processes is configured once. Providers with
 * the same URN and configuration share a process, such as those of components.
 */
export class Connections {
  readonly #start: StartPackage
  readonly #settings = new Map<string, ProviderSettings>()
  /** Ids of recorded providers, by URN. */
  readonly #recorded = new Map<string, string>()
  /** Processes by start key. */
  readonly #processes = new Map<string, PackageProcess[]>()
  /** Number of started processes, by start key. */
  readonly #counts = new Map<string, number>()
  readonly #places = new WeakMap<ProviderSettings, string>()
  /** For pairs of providers: whether the second is for something else than the first. */
  readonly #elsewhere = new Map<string, Promise<boolean>>()

  constructor(start: StartPackage) {
    this.#start = start
  }

  /**
   * Registers a provider. New settings replace known ones. Resources of a predecessor with another id are still destroyed with the
   * predecessor's settings.
   */
  know(settings: ProviderSettings): void {
    const { urn } = settings
    for (const key of [urn, keyOf(settings)]) this.#settings.set(key, settings)
  }

  /** Registers a recorded provider. Settings already known win. Providers of components may have the same URN without being the same. */
  remember(settings: ProviderSettings): void {
    this.#recorded.set(settings.urn, settings.id)
    for (const key of [settings.urn, keyOf(settings)]) if (!this.#settings.has(key)) this.#settings.set(key, settings)
  }

  /**
   * Starts the plugins of all known providers early, because programs take a while until their first request. A failure surfaces at the
   * provider's first use.
   */
  prelaunch(): void {
    for (const settings of new Set(this.#settings.values()))
      this.#processFor(settings, undefined).running.catch(() => undefined)
  }

  settings(urn: string): ProviderSettings | undefined {
    return this.#settings.get(urn)
  }

  /** @param reference `urn::id`; for an unknown id, the provider with the URN */
  known(reference: string): ProviderSettings | undefined {
    return this.#settings.get(reference) ?? this.#settings.get(parseProviderReference(reference)?.urn ?? reference)
  }

  /**
   * The place that a provider manages. Two providers with equal configurations, in any versions, find the same thing under the same id.
   * While a configuration is unknown, its provider has a separate place.
   *
   * @param reference `urn::id`
   */
  placeOf(reference: string): string {
    const settings = this.#settings.get(this.#recordedAs(reference))
    return (settings && this.#placeOf(settings)) ?? reference
  }

  /**
   * True if one provider does not find the other's resources. A provider that replaced another one is for something else, or it would have
   * kept its id. For two providers side by side with different configurations, asks the plugin once. If the plugin does not say, they are
   * for something else, unless both are default providers: these differ only by earlier and present settings, like one provider whose
   * settings have changed.
   *
   * @param before `urn::id`, like `now`
   */
  async isElsewhere(before: string, now: string): Promise<boolean> {
    const recordedAs = this.#recordedAs(before)
    const [old, other] = [parseProviderReference(recordedAs), parseProviderReference(now)]
    // An equal id means the same provider under another name.
    if (old === undefined || other === undefined || old.id === other.id) return false
    // A provider that will replace another one has no id before it is made.
    if (old.urn === other.urn) return true
    const [olds, settings] = [this.#settings.get(recordedAs), this.#settings.get(now) ?? this.#settings.get(other.urn)]
    if (olds === undefined || settings === undefined || this.#placeOf(olds) === this.#placeOf(settings)) return false
    const key = `${recordedAs} ${now}`
    const known = this.#elsewhere.get(key) ?? this.#isForElse(olds, settings)
    this.#elsewhere.set(key, known)
    return await known
  }

  /**
   * The recorded reference of a resource's provider. Earlier versions recorded no id, or a placeholder, for a provider whose creation was
   * interrupted: the provider's own recorded id counts.
   */
  #recordedAs(reference: string): string {
    const { urn, id } = parseProviderReference(reference) ?? { urn: reference, id: reference }
    const recorded = id === '' || isUnknownText(id) ? this.#recorded.get(urn) : undefined
    return recorded === undefined ? reference : `${urn}::${recorded}`
  }

  async #isForElse(olds: ProviderSettings, settings: ProviderSettings): Promise<boolean> {
    const plugin = await this.unconfigured(settings)
    const replaces = await plugin.diffConfig(settings, { olds: olds.config, news: settings.config })
    if (replaces !== undefined) return replaces.length > 0
    // A thing that has moved to another package is found there, too.
    if (olds.pkg !== settings.pkg) return false
    return !(isDefaultName(olds.name) && isDefaultName(settings.name))
  }

  #placeOf(settings: ProviderSettings): string | undefined {
    if (containsUnknown(settings.config)) return undefined
    const known = this.#places.get(settings) ?? placeIn(settings)
    this.#places.set(settings, known)
    return known
  }

  /**
   * The plugin of a provider, configured if its configuration is known.
   *
   * @param reference `urn::id`, or only the URN
   * @param extension the package in question, if not the plugin's own
   */
  async of(reference: string, extension?: Extension): Promise<PulumiResources> {
    const settings = this.known(reference)
    if (settings === undefined)
      throw new Failure('programs/no-provider', `the provider ${reference} is unknown`, {
        hint: 'the program must register a provider before anything that uses it',
      })
    const place = this.#placeOf(settings)
    const taken = this.#processFor(settings, place)
    const running = await taken.running
    if (place === undefined) return clientOf(running)
    const configured = this.#configured(taken, running, settings)
    if (extension !== undefined) await extended(configured, extension)
    return await configured.resources
  }

  #configured(taken: PackageProcess, running: RunningPackage, settings: ProviderSettings): Configured {
    const launch = running.launch()
    if (taken.configured?.launch === launch) return taken.configured
    const configured = { launch, resources: configuredClient(running, settings), extensions: new Map() }
    taken.configured = configured
    configured.resources.catch(() => {
      if (taken.configured === configured) taken.configured = undefined
    })
    return configured
  }

  /** The plugin of a package with any configuration, for questions about configurations. */
  async unconfigured(settings: ProviderSettings): Promise<PulumiResources> {
    return clientOf(await this.#processFor(settings, undefined).running)
  }

  #processFor(settings: ProviderSettings, place: string | undefined): PackageProcess {
    const key = startedFor(settings)
    const all = this.#processes.get(key) ?? []
    this.#processes.set(key, all)
    const free = all.find((one) => one.place === undefined)
    const found = place === undefined ? (free ?? all[0]) : (all.find((one) => one.place === place) ?? free)
    const taken = found ?? this.#startFor(settings, all)
    if (place !== undefined) taken.place = place
    return taken
  }

  #startFor(settings: ProviderSettings, all: PackageProcess[]): PackageProcess {
    const { plugin: pkg, version, parameter, server, variables, urn } = settings
    const key = startedFor(settings)
    // Number the processes, so that each use is unique, even after a failed start.
    const count = this.#counts.get(key) ?? 0
    this.#counts.set(key, count + 1)
    const use = [urn, key, count].join('::')
    const running = this.#start({ pkg, version, use, parameter, server, variables })
    const started = { running, place: undefined, configured: undefined }
    all.push(started)
    running.catch(() => all.splice(all.indexOf(started), 1))
    return started
  }
}

async function configuredClient(running: RunningPackage, settings: ProviderSettings): Promise<PulumiResources> {
  const client = clientOf(running)
  await client.configure(settings, running.greeted() !== undefined)
  return client
}

/** Makes a process serve an additional package, once. */
async function extended({ resources, extensions }: Configured, extension: Extension): Promise<void> {
  const key = JSON.stringify(recordOfExtension(extension))
  const told = extensions.get(key) ?? resources.then((plugin) => plugin.extend(extension))
  extensions.set(key, told)
  // A failure belongs to the call that asked; the next one asks again.
  told.catch(() => extensions.delete(key))
  await told
}

/** The start key of a provider. It contains the version, because a resource is destroyed by the plugin version that made it. */
function startedFor({ urn, plugin, version, parameter, server = '', variables = {} }: ProviderSettings): string {
  const { name = '', version: parameterVersion = '', value = new Uint8Array() } = parameter ?? {}
  const texts = [urn, plugin, version, server, name, parameterVersion, Buffer.from(value).toString('base64')]
  return JSON.stringify([...texts, ...Object.entries(variables).flat()])
}

/** Settings that identify the plugin, not its place. */
const ofThePlugin: ReadonlySet<string> = new Set(['version', 'pluginDownloadURL'])

/** The place of a provider. Ignores the version, the download server and the plugin's own notes. */
function placeIn({ pkg, config, variables = {} }: ProviderSettings): string {
  // A made-up package gets the whole configuration, which does not affect its place.
  const told = isMadeUp(pkg) ? [] : Object.entries(config)
  const entries = told.filter(([name]) => !ofThePlugin.has(name) && !name.startsWith('__'))
  const sorted = entries
    .map(([name, value]) => [name, revealed(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([pkg, variables, sorted], (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
}

function clientOf(running: RunningPackage): PulumiResources {
  const { pluginId, channel } = running
  return new PulumiResources(channel, { pluginId, greeted: running.greeted(), views: running.views() })
}

/** The key of a provider; one without an id is not made yet. */
function keyOf({ urn, id }: ProviderSettings): string {
  return id === '' ? urn : `${urn}::${id}`
}
