import { relative } from 'node:path'
import { deployEngine, type InstalledPlugin } from '@slipway/host'
import { Failure, filesOfDescriptor, namespaceOf, parsePluginId, shellWord, sourceDescriptor } from '@slipway/model'
import { scriptFiles } from '@slipway/source/script-files'
import { builtPath } from '../built-path.ts'
import { typesDefinedBy } from '../reading/defined-types.ts'
import { unfoundHint } from '../reading/unfound-resource.ts'
import type { PluginPlaces } from './find-plugins.ts'
import type { MissingPlugin } from './missing-plugins.ts'

/**
 * The types that a project defines in its own sources with `defineResource`; each namespace is a plugin. Reads the sources only when a type
 * is missing.
 */
export class SourcePlugins {
  readonly #places: PluginPlaces
  /** The files that define each type, by type. */
  #found: ReadonlyMap<string, ReadonlySet<string>> | undefined

  constructor(places: PluginPlaces) {
    this.#places = places
  }

  /**
   * Returns the plugin of a namespace; `undefined` if no source defines such a type or the folder is not trusted.
   *
   * @throws Failure `host/type-in-two-files`
   */
  pluginFor(namespace: string): InstalledPlugin | undefined {
    if (!this.#places.trust.isTrusted) return undefined
    const id = `project/${namespace}`
    const types = this.#typesOf(namespace)
    const [first] = types
    if (first === undefined || parsePluginId(id) === undefined) return undefined
    const files = Object.fromEntries(types.map(([type, among]) => [type, this.#onlyOf(type, among)] as const))
    const [file = ''] = Object.values(files).sort()
    const path = this.#folder
    const sources = { files, runner: builtPath('resources.cjs') }
    const root = { path, origin: 'project' } as const
    return { id, dialect: deployEngine, kind: 'provider', namespace, version, file, isSource: true, root, sources }
  }

  /** Returns the recorded place of a type's definition, relative to the project so that the project can move. */
  recordedAs({ sources }: InstalledPlugin): { readonly pluginDescriptor: string } | undefined {
    if (sources === undefined) return undefined
    const files = new Set(Object.values(sources.files).map((file) => this.#shown(file)))
    return { pluginDescriptor: sourceDescriptor(files) }
  }

  /** Says how to restore a missing plugin that a source of the project defines or used to define. */
  hint({ namespace, recorded }: MissingPlugin): string | undefined {
    const { trust } = this.#places
    const [found] = trust.isTrusted ? [] : this.#typesOf(namespace)
    if (found !== undefined)
      return `${this.#shown([...found[1]][0] ?? '')} defines ${found[0]}; if you trust this folder: slipway trust ${shellWord(this.#folder)}`
    const files = filesOfDescriptor(recorded?.pluginDescriptor)
    if (files === undefined) return unfoundHint(this.#folder, namespace)
    return `put ${files.join(', ')} back, which defined its type, or define the type in another source of the project`
  }

  /** The folder of the project's sources. Tests deploy in a folder of their own. */
  get #folder(): string {
    const { slipway, folders } = this.#places
    return slipway.inMemory?.sourcesIn ?? folders.project
  }

  #typesOf(namespace: string): readonly (readonly [type: string, files: ReadonlySet<string>])[] {
    this.#found ??= typesDefinedIn(this.#folder)
    return [...this.#found].filter(([type]) => namespaceOf(type) === namespace)
  }

  #onlyOf(type: string, files: ReadonlySet<string>): string {
    const [first = '', ...others] = [...files].sort()
    if (others.length === 0) return first
    const names = [first, ...others].map((file) => this.#shown(file))
    throw new Failure('host/type-in-two-files', `${type} is defined in ${names.join(' and in ')}`, {
      hint: 'define it in one of them, and import it from there',
    })
  }

  #shown(file: string): string {
    return relative(this.#folder, file)
  }
}

/** The version of source plugins, which have no version of their own. */
const version = '0.0.0'

/** Finds the types that sources below a folder define, with the files that define them. */
export function typesDefinedIn(folder: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const { file, text } of scriptFiles(folder)) {
    for (const type of typesDefinedBy(text)) {
      const files = found.get(type) ?? new Set()
      found.set(type, files.add(file))
    }
  }
  return found
}
