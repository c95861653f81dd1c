import { Failure, revealed, type ValueMap } from '@slipway/model'
import { type Accepts, PulumiResources, type ViewDesk } from '@slipway/protocol/pulumi'
import type { RpcChannel } from '@slipway/protocol'
import { containsUnknown } from '@slipway/model'
import { parseProviderReference } from '../urns/urn.ts'

/** A plugin for one configuration, running. */
export interface RunningPackage {
  readonly pluginId: string
  readonly channel: RpcChannel
  /** Of the process that answers now: another one has to be configured anew. */
  launch(): string
  /** Where that process tells what resources are made of. */
  views(): ViewDesk | undefined
  /** What that process takes, as far as it has said so when it was greeted. */
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
}

/** The plugins of a program's providers: each is started when it is needed first, and configured once for each of its processes. */
export class Connections {
  readonly #start: StartPackage
  readonly #settings = new Map<string, ProviderSettings>()
  readonly #running = new Map<string, Promise<RunningPackage>>()
  readonly #configured = new Map<string, Configured>()
  readonly #places = new WeakMap<ProviderSettings, string>()

  constructor(start: StartPackage) {
    this.#start = start
  }

  /**
   * Tells of a provider. Of one that was known otherwise the new settings count; what a provider with another id has made,
   * which this one takes the place of, is still destroyed as it was made.
   */
  know(settings: ProviderSettings): void {
    const { urn } = settings
    for (const key of new Set([urn, keyOf(settings)])) {
      this.#settings.set(key, settings)
      this.#configured.delete(key)
    }
  }

  /** The same of one that is recorded: what is known of it by now counts. Components have providers of one URN, which are not the same. */
  remember(settings: ProviderSettings): void {
    for (const key of [settings.urn, keyOf(settings)]) if (!this.#settings.has(key)) this.#settings.set(key, settings)
  }

  settings(urn: string): ProviderSettings | undefined {
    return this.#settings.get(urn)
  }

  /**
   * What a provider is for: two that are configured alike, in whatever version, find the same thing under the same id. As long as
   * that is not known, each is for something of its own.
   *
   * @param reference `urn::id`
   */
  placeOf(reference: string): string {
    const settings = this.#settings.get(reference)
    if (settings === undefined || containsUnknown(settings.config)) return reference
    const known = this.#places.get(settings) ?? placeIn(settings)
    this.#places.set(settings, known)
    return known
  }

  /**
   * The plugin of a provider, configured as far as its configuration is known.
   *
   * @param reference `urn::id`, or its URN alone
   */
  async of(reference: string): Promise<PulumiResources> {
    const settings =
      this.#settings.get(reference) ?? this.#settings.get(parseProviderReference(reference)?.urn ?? reference)
    if (settings === undefined)
      throw new Failure('programs/no-provider', `nothing is known of the provider ${reference}`, {
        hint: 'the program must ask for a provider before it asks for what belongs to it',
      })
    const running = await this.#runningOf(settings)
    const launch = running.launch()
    const key = keyOf(settings)
    const known = this.#configured.get(key)
    if (known?.launch === launch) return await known.resources
    const resources = this.#configure(running, settings)
    this.#configured.set(key, { launch, resources })
    resources.catch(() => this.#configured.delete(key))
    return await resources
  }

  /** The plugin of a package that is not configured: for what it says of configurations. */
  async unconfigured(settings: ProviderSettings): Promise<PulumiResources> {
    return clientOf(await this.#runningOf(settings))
  }

  async #configure(running: RunningPackage, settings: ProviderSettings): Promise<PulumiResources> {
    const client = clientOf(running)
    if (!containsUnknown(settings.config)) await client.configure(settings, running.greeted() !== undefined)
    return client
  }

  #runningOf(settings: ProviderSettings): Promise<RunningPackage> {
    const { plugin: pkg, version, parameter, server, variables } = settings
    // What was made by another version is destroyed by that one.
    const key = [keyOf(settings), ...(version === '' ? [] : [version])].join('::')
    const known = this.#running.get(key)
    if (known !== undefined) return known
    const running = this.#start({ pkg, version, use: key, parameter, server, variables })
    this.#running.set(key, running)
    running.catch(() => this.#running.delete(key))
    return running
  }
}

/** Which version it is, and what plugins note for themselves, does not move it. */
function placeIn({ pkg, config, variables = {} }: ProviderSettings): string {
  const entries = Object.entries(config).filter(([name]) => name !== 'version' && !name.startsWith('__'))
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
