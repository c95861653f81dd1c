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
  /** Absolute: the folder of the project. */
  readonly folder: string
  /** The engine keeps its state beside the project. */
  readonly hasStateBeside: boolean
  /** What this machine is called. */
  readonly machine: string
  readonly configOf: (namespace: string, configuration: string | undefined) => ProviderContext['config']
}

/** With which settings of its provider something was seen, and in which folder, by ids; and what that says about where it is. */
export class SeenSettings {
  readonly known = new KnownSettings()
  readonly #options: SeenSettingsOptions
  readonly #places: Places
  /** By namespace, configuration and place. */
  readonly #ids = new Map<string, string>()
  /** By type: of what lies in no folder, and whose provider has its default configuration. */
  readonly #idsOfTypes = new Map<string, string | undefined>()
  readonly #providers = new Map<string, ProviderDefinition>()
  /** Types whose things lie in a folder. */
  readonly #inFolders = new Map<string, ResourceTypeDefinition>()

  constructor(options: SeenSettingsOptions) {
    this.#options = options
    this.#places = new Places(options.folder, options.machine)
  }

  /** @param namespace of the provider */
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

  /** @param used ids that records speak of; left out: none is */
  recorded(used?: ReadonlySet<string>): Value {
    // Before anything is made there: a run that is killed may be the first.
    for (const [type, definition] of this.#inFolders)
      for (const place of this.#places.possible(definition)) this.#idAt(namespaceOf(type), undefined, place)
    return this.known.recorded(used)
  }

  /** Of what something is looked for with now; `undefined`: there are no settings, and it is in no folder. */
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
    // An earlier version did not record the folder. It is this one, unless the state may be shared by several.
    return was === undefined ? this.#mayBeShared() : this.#places.isOther(was, is)
  }

  /** For people: `last seen in /a, and this is /b`; `undefined`: that is not the difference. */
  placesBetween(before: string, now: string): string | undefined {
    const places = this.#onlyPlaces(before, now)
    return places && placesText(...places)
  }

  /** The folder in which something lies, and is looked for; `undefined`: it lies in none, or nobody knows. */
  folderOf({ seenWith }: Pick<ResourceRecord, 'seenWith'>): string | undefined {
    const place = seenWith === undefined ? undefined : this.known.placeOf(seenWith)
    return place && this.#places.now(place).folder
  }

  /** @param seenWith of what a call is about */
  variablesFor(seenWith: string): ProviderContext['variables'] | undefined {
    const folder = this.folderOf({ seenWith })
    if (folder === undefined || folder === this.#options.folder) return undefined
    // Things beside a project here lie beside it there, too; but a state may have moved on its own, or lain elsewhere.
    const state = stateBeside(folder)
    return { blueprintDir: folder, ...(this.#options.hasStateBeside && existsSync(state) && { stateDir: state }) }
  }

  /** Whether other folders may have the same state: it lies elsewhere, or where a link leads. */
  #mayBeShared(): boolean {
    const { folder, hasStateBeside } = this.#options
    return !hasStateBeside || lstatSync(stateBeside(folder), { throwIfNoEntry: false })?.isSymbolicLink() === true
  }

  /** Absent where it was: an earlier version has recorded no place. */
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
