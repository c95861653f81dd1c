import { existsSync, lstatSync } from 'node:fs'
import {
  type ProviderContext,
  type ProviderDefinition,
  type ResourceTypeDefinition,
  type Value,
  namespaceOf,
} from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { stateBeside } from '../project/folders.ts'
import { KnownSettings } from './known-settings.ts'
import { type Place, Places, placesText } from './places.ts'

type Seen = Pick<ResourceRecord, 'type' | 'spec'> & { readonly seenWith?: string | undefined }

export interface SeenSettingsOptions {
  /** The absolute folder of the project. */
  readonly folder: string
  /** True if the state lies beside the project. */
  readonly hasStateBeside: boolean
  /** The name of this machine. */
  readonly machine: string
  readonly configOf: (namespace: string, configuration: string | undefined) => ProviderContext['config']
}

/**
 * Records, under an id, the provider settings and the folder that a thing was last seen with. From two ids it derives whether the thing may
 * be elsewhere now.
 */
export class SeenSettings {
  readonly known = new KnownSettings()
  readonly #options: SeenSettingsOptions
  readonly #places: Places
  /** The ids by namespace, configuration and place. */
  readonly #ids = new Map<string, string>()
  /** Ids by type, for types outside folders whose provider has its default configuration. */
  readonly #idsOfTypes = new Map<string, string | undefined>()
  readonly #providers = new Map<string, ProviderDefinition>()
  /** Types whose things lie in a folder. */
  readonly #inFolders = new Map<string, ResourceTypeDefinition>()

  constructor(options: SeenSettingsOptions) {
    this.#options = options
    this.#places = new Places(options.folder, options.machine)
  }

  /**
   * Learns the types of a provider.
   *
   * @param namespace of the provider
   */
  define(namespace: string, definition: ProviderDefinition): void {
    this.#providers.set(namespace, definition)
    this.#idsOfTypes.clear()
    for (const type of Object.values(definition.resourceTypes))
      if (type.liesInFolder === true) this.#inFolders.set(type.type, type)
  }

  recall(recorded: Value | undefined): void {
    this.known.recall(recorded)
    this.#ids.clear()
    this.#idsOfTypes.clear()
  }

  /**
   * Returns the settings for the record.
   *
   * @param used ids that records refer to. Default: none
   */
  recorded(used?: ReadonlySet<string>): Value {
    // The places are recorded before the first resource is made, because the first run may be killed.
    for (const [type, definition] of this.#inFolders)
      for (const place of this.#places.possible(definition)) this.#idAt(namespaceOf(type), undefined, place)
    return this.known.recorded(used)
  }

  /** Returns the id of the present settings and folder for a resource; `undefined` if the resource has no settings and lies in no folder. */
  id(resource: Seen, configuration: string | undefined): string | undefined {
    const { type } = resource
    if (configuration !== undefined || this.#inFolders.has(type)) return this.#idOf(resource, configuration)
    const known = this.#idsOfTypes.get(type)
    if (known !== undefined || this.#idsOfTypes.has(type)) return known
    const id = this.#idOf(resource, undefined)
    this.#idsOfTypes.set(type, id)
    return id
  }

  #idOf(resource: Seen, configuration: string | undefined): string | undefined {
    const namespace = namespaceOf(resource.type)
    const place = this.#placeOf(resource)
    const { fields = {}, allowAdditionalFields = false } = this.#providers.get(namespace)?.config ?? {}
    const hasSettings = allowAdditionalFields || Object.keys(fields).length > 0
    return place === undefined && !hasSettings ? undefined : this.#idAt(namespace, configuration, place)
  }

  areOther(before: string, now: string): boolean {
    if (this.known.areAlike(before, now)) return false
    const places = this.#onlyPlaces(before, now)
    if (places === undefined) return true
    const [was, is] = places
    // An earlier version did not record the folder. The thing counts as being in this folder, unless several folders may share the state.
    return was === undefined ? this.#mayBeShared() : this.#places.isOther(was, is)
  }

  /** Writes a text for messages about the place where a thing was last seen, and the place of this run. */
  placesBetween(before: string, now: string): string | undefined {
    const places = this.#onlyPlaces(before, now)
    return places && placesText(...places)
  }

  /** Returns the folder in which to look for a thing; `undefined` if the thing lies in no folder or the folder is unknown. */
  folderOf({ seenWith }: Pick<ResourceRecord, 'seenWith'>): string | undefined {
    const place = seenWith === undefined ? undefined : this.known.placeOf(seenWith)
    return place && this.#places.now(place).folder
  }

  /**
   * Returns the context variables for calls about a resource in another folder.
   *
   * @param seenWith of the resource that the call is about
   */
  variablesFor(seenWith: string): ProviderContext['variables'] | undefined {
    const folder = this.folderOf({ seenWith })
    if (folder === undefined || folder === this.#options.folder) return undefined
    // If the state lies beside this project, it probably also lies beside the project in the other folder. It may also have moved on its own, or
    // have been elsewhere.
    const state = stateBeside(folder)
    return { blueprintDir: folder, ...(this.#options.hasStateBeside && existsSync(state) && { stateDir: state }) }
  }

  /** True if other folders may use the same state, because the state lies elsewhere or a link leads to it. */
  #mayBeShared(): boolean {
    const { folder, hasStateBeside } = this.#options
    return !hasStateBeside || lstatSync(stateBeside(folder), { throwIfNoEntry: false })?.isSymbolicLink() === true
  }

  /** Returns the two places, if they are the only difference. The first is absent if an earlier version recorded no place. */
  #onlyPlaces(before: string, now: string): readonly [Place | undefined, Place] | undefined {
    const is = this.known.placeOf(now)
    return is !== undefined && this.known.haveOtherPlace(before, now) ? [this.known.placeOf(before), is] : undefined
  }

  #placeOf({ type, spec, seenWith }: Seen): Place | undefined {
    const definition = this.#inFolders.get(type)
    if (definition === undefined) return undefined
    const before = seenWith === undefined ? undefined : this.known.placeOf(seenWith)
    return before === undefined ? this.#places.here(definition, spec) : this.#places.now(before)
  }

  #idAt(namespace: string, configuration: string | undefined, place: Place | undefined): string {
    const { machine = '', folder = '', mark = '' } = place ?? {}
    const key = [namespace, configuration ?? '', machine, folder, mark].join('\n')
    const found = this.#ids.get(key)
    if (found !== undefined) return found
    const definition = this.#providers.get(namespace)
    if (definition === undefined) throw new TypeError(`${namespace} is asked for before it was defined`)
    const id = this.known.id(this.#options.configOf(namespace, configuration), definition.config, place)
    this.#ids.set(key, id)
    return id
  }
}
