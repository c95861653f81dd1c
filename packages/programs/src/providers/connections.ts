import { Failure, revealed, type ValueMap, containsUnknown } from '@slipway/model'
import { type Accepts, isUnknownText, PulumiResources, type ViewDesk } from '@slipway/protocol/pulumi'
import type { RpcChannel } from '@slipway/protocol'
import { isDefaultName } from '../urns/default-name.ts'
import { parseProviderReference } from '../urns/urn.ts'
import { type Extension, recordOfExtension } from './extension.ts'
import { isMadeUp } from './definitions.ts'

/** A plugin for one configuration, running. */
export interface RunningPackage {
  readonly pluginId: string
  readonly channel: RpcChannel
  /** Of the process that answers now: another one has to be configured anew. */
  launch(): string
  /** Where that process tells what resources are made of. */
  views(): ViewDesk | undefined
  /** The features of that process, as announced in its greeting. */
  greeted(): (Accepts & { readonly preview: boolean }) | undefined
}

export interface WantedPackage {
  /** `random` */
  readonly pkg: string
  /** Empty: whichever there is. */
  readonly version: string
  /** Tells configurations apart: each has a process of its own. */
  readonly use: string
  /** Has the plugin serve a package that is not its own; absent for most. */
  readonly parameter: Parameter | undefined
  /** Where it can be had, as far as the program says so. */
  readonly server: string | undefined
  /** Of its environment: names that it reads, and those that their values have in ours. */
  readonly variables: Readonly<Record<string, string>> | undefined
}

/** Starts the plugin of a package. Fails with a Failure that says what is missing. */
export type StartPackage = (wanted: WantedPackage) => Promise<RunningPackage>

/** A provider of a program, which is a resource itself. */
export interface ProviderSettings {
  readonly urn: string
  readonly name: string
  readonly type: string
  readonly id: string
  readonly pkg: string
  readonly version: string
  /** The name of the plugin, where that is not the package's. */
  readonly plugin: string
  /** Has the plugin serve the package; absent for most. */
  readonly parameter: Parameter | undefined
  /** Where the plugin can be had, as far as the program says so. */
  readonly server: string | undefined
  /** Of the plugin's environment: names that it reads, and those that their values have in ours. */
  readonly variables: Readonly<Record<string, string>> | undefined
  /** As the plugin has checked it. */
  readonly config: ValueMap
  /** Id of what decides where its things are. Absent: what it is configured with now says that. */
  readonly seenWith?: string | undefined
}

/** Makes a plugin serve a package that is not its own. */
interface Parameter {
  readonly name: string
  readonly version: string
  readonly value: Uint8Array
}

interface Configured {
  readonly launch: string
  readonly resources: Promise<PulumiResources>
  /** The other packages that this process serves, or is about to. */
  readonly extensions: Map<string, Promise<void>>
}

/** A process of a plugin. */
interface PackageProcess {
  readonly running: Promise<RunningPackage>
  /** What it is configured for; `undefined`: for nothing yet. */
  place: string | undefined
  configured: Configured | undefined
}

/**
 * The plugins of a program's providers: each is started when it is needed first, and configured once for each of its processes. Providers
 * of one URN that are configured alike, as each component has one, share a process.
 */
export class Connections {
  readonly #start: StartPackage
  readonly #settings = new Map<string, ProviderSettings>()
  /** Ids of those that are recorded, by URN. */
  readonly #recorded = new Map<string, string>()
  /** By what they are started for. */
  readonly #processes = new Map<string, PackageProcess[]>()
  /** How many were started, by what they are started for. */
  readonly #counts = new Map<string, number>()
  readonly #places = new WeakMap<ProviderSettings, string>()
  /** By two providers: whether the second is for something else than the first. */
  readonly #elsewhere = new Map<string, Promise<boolean>>()

  constructor(start: StartPackage) {
    this.#start = start
  }

  /**
   * Tells of a provider. Of one that was known otherwise the new settings count; what a provider with another id has made,
   * which this one takes the place of, is still destroyed as it was made.
   */
  know(settings: ProviderSettings): void {
    const { urn } = settings
    for (const key of [urn, keyOf(settings)]) this.#settings.set(key, settings)
  }

  /** The same of one that is recorded: what is known of it by now counts. Components have providers of one URN, which are not the same. */
  remember(settings: ProviderSettings): void {
    this.#recorded.set(settings.urn, settings.id)
    for (const key of [settings.urn, keyOf(settings)]) if (!this.#settings.has(key)) this.#settings.set(key, settings)
  }

  /**
   * Starts the plugins of all providers that are known by now, for whoever needs them: programs take their time until they ask for
   * something. A failure is reported when the provider is needed.
   */
  prelaunch(): void {
    for (const settings of new Set(this.#settings.values()))
      this.#processFor(settings, undefined).running.catch(() => undefined)
  }

  settings(urn: string): ProviderSettings | undefined {
    return this.#settings.get(urn)
  }

  /** @param reference `urn::id`; as long as nobody knows that id, what has the URN is meant */
  known(reference: string): ProviderSettings | undefined {
    return this.#settings.get(reference) ?? this.#settings.get(parseProviderReference(reference)?.urn ?? reference)
  }

  /**
   * What a provider is for: two that are configured alike, in whatever version, find the same thing under the same id. As long as
   * that is not known, each is for something of its own.
   *
   * @param reference `urn::id`
   */
  placeOf(reference: string): string {
    const settings = this.#settings.get(this.#recordedAs(reference))
    return (settings && this.#placeOf(settings)) ?? reference
  }

  /**
   * True when what one provider has made is not found by the other. One that took the place of another is for something else, or it would
   * have its id; of two that stand side by side the plugin is asked, once, as it is of one that is configured otherwise. Where it does not
   * say, two that are configured otherwise are for something else, unless both are what a program gets without a word: those differ by
   * what the configuration said and says, as one provider does whose settings have changed.
   *
   * @param before `urn::id`, as is `now`
   */
  async isElsewhere(before: string, now: string): Promise<boolean> {
    const recordedAs = this.#recordedAs(before)
    const [old, other] = [parseProviderReference(recordedAs), parseProviderReference(now)]
    // Under another name it is the same provider.
    if (old === undefined || other === undefined || old.id === other.id) return false
    // One that is to take the place of another has no id before it is made.
    if (old.urn === other.urn) return true
    const [olds, settings] = [this.#settings.get(recordedAs), this.#settings.get(now) ?? this.#settings.get(other.urn)]
    if (olds === undefined || settings === undefined || this.#placeOf(olds) === this.#placeOf(settings)) return false
    const key = `${recordedAs} ${now}`
    const known = this.#elsewhere.get(key) ?? this.#isForElse(olds, settings)
    this.#elsewhere.set(key, known)
    return await known
  }

  /**
   * The provider that made something, by its record. Earlier versions recorded no id, or a placeholder, for a provider that was cut short
   * while it was made: the recorded id counts.
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
    // A thing that has moved to another package is found there.
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
   * The plugin of a provider, configured as far as its configuration is known.
   *
   * @param reference `urn::id`, or its URN alone
   * @param extension of the package that it is asked about, where that is not its own
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

  /** The plugin of a package, whatever it is configured for: for what it says of configurations. */
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
    // Each is one of its own, also after one that could not start.
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

/** Has a process serve another package besides, once. */
async function extended({ resources, extensions }: Configured, extension: Extension): Promise<void> {
  const key = JSON.stringify(recordOfExtension(extension))
  const told = extensions.get(key) ?? resources.then((plugin) => plugin.extend(extension))
  extensions.set(key, told)
  // A failure belongs to the call that asked; the next one asks again.
  told.catch(() => extensions.delete(key))
  await told
}

/** A resource that another version of the plugin made is destroyed by that version. */
function startedFor({ urn, plugin, version, parameter, server = '', variables = {} }: ProviderSettings): string {
  const { name = '', version: parameterVersion = '', value = new Uint8Array() } = parameter ?? {}
  const texts = [urn, plugin, version, server, name, parameterVersion, Buffer.from(value).toString('base64')]
  return JSON.stringify([...texts, ...Object.entries(variables).flat()])
}

/** Settings that say which plugin it is, not what that is for. */
const ofThePlugin: ReadonlySet<string> = new Set(['version', 'pluginDownloadURL'])

/** Which version it is, where that can be had, and what plugins note for themselves, does not move it. */
function placeIn({ pkg, config, variables = {} }: ProviderSettings): string {
  // What the configuration says to all moves nothing.
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

/** A provider without an id is yet to be made. */
function keyOf({ urn, id }: ProviderSettings): string {
  return id === '' ? urn : `${urn}::${id}`
}
