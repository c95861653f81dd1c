import { dirname } from 'node:path'
import { type Blueprint, isByKey, type KeyRefusal } from '@slipway/engine'
import { type Discovery, type NamespacePins, Namespaces } from '@slipway/host'
import { type Descriptor, type LongForm, parseDescriptor, rangeOf } from '@slipway/installer/descriptors'
import { Failure } from '@slipway/model'
import { keysInScripts } from './named-in-scripts.ts'
import { defaultRegistry, descriptorOfSource } from '@slipway/programs/terraform-states/registries'

/** A plugin whose types begin with a key that the project chooses. */
export interface NamedSource {
  readonly key: string
  /** The id of the plugin: `registry.opentofu.org/hashicorp/local`. */
  readonly source: string
  /** True for a version that the project wants. */
  readonly fits: (version: string) => boolean
}

/** Returns the source of the Terraform provider that a descriptor names; `undefined` for other plugins. */
export function sourceOf({ form }: Pick<Descriptor, 'form'>): string | undefined {
  return form.form === 'terraform' ? `${form.host ?? defaultRegistry}/${form.name}` : undefined
}

/**
 * Describes the source that a descriptor names.
 *
 * @returns `undefined` for a descriptor of another ecosystem
 */
export function namedSource(key: string, descriptor: Descriptor): NamedSource | undefined {
  const source = sourceOf(descriptor)
  if (source === undefined) return undefined
  const { version, form } = descriptor
  return { key, source, fits: version === undefined ? () => true : rangeOf(form.form, version).fits }
}

/** Returns the sources that a blueprint and its children name. Skips unreadable descriptors, which the check reports. */
export function sourcesNamedIn(blueprint: Blueprint): readonly NamedSource[] {
  const texts = new Set(blueprint.parts?.map((part) => part.blueprint) ?? [blueprint])
  return [...texts].flatMap(({ plugins = [], source }) =>
    plugins.flatMap((declaration) => {
      if (!isByKey(declaration)) return []
      try {
        const written = declaration.asked.value as string | LongForm
        return namedSource(declaration.id.value, parseDescriptor(written, { cwd: dirname(source.file) })) ?? []
      } catch (error) {
        if (error instanceof Failure) return []
        throw error
      }
    }),
  )
}

/** Returns the sources that the stacks of a folder name. */
export function sourcesInScripts(folder: string): readonly NamedSource[] {
  return keysInScripts(folder).flatMap(({ key, descriptor }) => namedSource(key, descriptor) ?? [])
}

/** The keys of a project and of its records, with the sources that the keys stand for. */
export class NamedSources {
  readonly #byKey = new Map<string, NamedSource>()
  readonly #refused = new Map<string, string>()
  readonly #ownerOf: (namespace: string) => string | undefined

  /** @param owner returns the id of the plugin to which a namespace belongs */
  constructor(owner: (namespace: string) => string | undefined) {
    this.#ownerOf = owner
  }

  /** Adds keys. Returns true if any key is new. The first meaning of a key counts; the check refuses other meanings. */
  add(sources: Iterable<NamedSource>): boolean {
    return [...sources].map((named) => this.#add(named)).includes(true)
  }

  #add(named: NamedSource): boolean {
    const owner = this.#ownerOf(named.key)
    const known = this.#byKey.get(named.key)
    if (known !== undefined) {
      if (known.source !== named.source) this.#refused.set(`${named.key} ${named.source}`, known.source)
      return false
    }
    if (owner !== undefined) this.#refused.set(`${named.key} ${named.source}`, owner)
    else this.#byKey.set(named.key, named)
    return owner === undefined
  }

  get(key: string): NamedSource | undefined {
    return this.#byKey.get(key)
  }

  /** Returns the keys of a source, in the order in which they were added. */
  keysOf(source: string): readonly string[] {
    return [...this.#byKey.values()].filter((each) => each.source === source).map(({ key }) => key)
  }

  /** Adds the source that the namespace of a missing plugin stands for. */
  withSource<Missing extends { readonly namespace: string; readonly recorded?: unknown }>(missing: Missing): Missing {
    const source = this.#byKey.get(missing.namespace)?.source
    if (source === undefined || missing.recorded !== undefined) return missing
    return {
      ...missing,
      recorded: { pluginId: source, pluginVersion: '', pluginDescriptor: descriptorOfSource(source) },
    }
  }

  /** The reason why a key does not stand for a source, with a free key; `undefined` if the key stands for the source. */
  refusal(key: string, source: string): KeyRefusal | undefined {
    const takenBy = this.#refused.get(`${key} ${source}`)
    if (takenBy === undefined) return undefined
    const isTaken = (each: string): boolean =>
      (this.#byKey.get(each)?.source ?? source) !== source || this.#ownerOf(each) !== undefined
    return { takenBy, proposal: proposedKey(source, isTaken) }
  }

  /** The plugins that serve types, by namespace. A plugin that no key names serves no types. */
  namespaces({ plugins, others }: Discovery, pins: NamespacePins): Namespaces {
    const own = plugins.filter(({ dialect }) => dialect.isNamedByProject !== true)
    const named = [...this.#byKey.values()].flatMap(({ key, source, fits }) => {
      const installed = [...plugins, ...others].filter(({ id, dialect }) => id === source && dialect.isNamedByProject)
      const plugin = installed.find(({ version }) => fits(version)) ?? installed[0]
      return plugin === undefined ? [] : [{ ...plugin, namespace: key }]
    })
    return new Namespaces([...own, ...named], pins)
  }
}

/** Proposes an unused key, such as `tflocal`, for a source whose key is taken. */
export function proposedKey(source: string, isTaken: (key: string) => boolean): string {
  const plain = `tf${source.split('/').at(-1) ?? ''}`
  let key = plain
  for (let count = 2; isTaken(key); count++) key = `${plain}${count}`
  return key
}

/** Returns the id of the provider to which a namespace belongs. */
export function ownerOf({ plugins }: Pick<Discovery, 'plugins'>, namespace: string): string | undefined {
  return plugins.find((each) => each.namespace === namespace && each.kind === 'provider')?.id
}
