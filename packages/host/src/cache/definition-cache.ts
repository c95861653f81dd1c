import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ProviderDefinition, TransformerDefinition } from '@slipway/model'
import type { InstalledPlugin } from '../dialects/dialect.ts'
import { forgetOld } from '../forget-old.ts'
import { definitionFile } from '../layout.ts'
import { ownOwner, PathTrust } from '@slipway/processes/path-trust'
import { fromJson, toJson } from './definition-json.ts'
import { contentMark, quickMark } from './fingerprint.ts'

interface Entry {
  /** Grows when a field of an entry changes its meaning, or when plugins are asked for more than before. */
  readonly format: number
  readonly executable: string
  /** The package that the plugin should serve; absent if it serves its own. */
  readonly made?: string
  /** The plugin's marks at the time of this definition. */
  readonly quickMark: string
  readonly contentMark: string
  readonly definition: Said
}

/** The part that definitions of all kinds of plugins share. */
interface Said {
  readonly pluginId: string
  readonly pluginVersion: string
}

/**
 * 14: write-only properties, the sources of Terraform's providers; 13: the checksum before it; 12: deprecations, choices and constants of Pulumi; 11: schema versions of types, links of transformers,
 * components of Pulumi, notes of its plugins. Older entries lack these.
 */
const format = 14

/** How many bytes are kept of one plugin: twice its limit for one command. */
const mostBytes = 32 * 1024 * 1024

/**
 * The definitions of plugins, kept on disk by the content of their executables, so that a command need not start a plugin to check a
 * blueprint. If anything goes wrong with it, it counts as empty. Files are read synchronously: there are few, every command reads them
 * first, and `node:fs/promises` alone takes 4 ms to load.
 */
export class DefinitionCache<Definition extends Said> {
  readonly #dir: string
  readonly #merge: (known: Definition, added: Definition) => Definition

  /** @param merge adds a new definition to a known one: a definition holds only the requested parts, and the known parts are still true */
  constructor(dir: string, merge: (known: Definition, added: Definition) => Definition) {
    this.#dir = dir
    this.#merge = merge
  }

  /** `undefined`: the cache knows nothing of this plugin, or the plugin has changed since. */
  async read(plugin: InstalledPlugin): Promise<Definition | undefined> {
    // It is unknown which code a debugged plugin runs.
    if (plugin.debug !== undefined) return undefined
    const entry = await this.#current(plugin).catch(() => undefined)
    // The entry comes from the folder for this kind of plugin.
    return entry?.definition as Definition | undefined
  }

  /** Adds to the known definition of this plugin. If two processes write at once, the last one wins, and nothing breaks. */
  async write(plugin: InstalledPlugin, definition: Definition): Promise<void> {
    if (plugin.debug !== undefined) return
    try {
      const known = await this.read(plugin)
      if (known !== undefined && (await this.#store(plugin, this.#merge(known, definition)))) return
      await this.#store(plugin, definition)
    } catch {
      // The plugin will be asked again.
    }
  }

  async #current(plugin: InstalledPlugin): Promise<Entry | undefined> {
    const { file, id, version } = plugin
    const made = madeOf(plugin)
    const path = definitionFile(this.#dir, file, made)
    const stats = statSync(path)
    if (!stats.isFile() || stats.size > mostBytes) return undefined
    // A definition decides what is secret and what identifies things, so another user must not write it.
    if (new PathTrust(ownOwner()).problem(path) !== undefined) return undefined
    const entry = fromFile(readFileSync(path, 'utf8'))
    if (entry === undefined) return undefined
    if (entry.format !== format || entry.executable !== file || entry.made !== made) return undefined
    const { pluginId, pluginVersion } = entry.definition
    // A plugin whose path does not contain its version has reported the version itself.
    if (pluginId !== id || (version !== '' && pluginVersion !== version)) return undefined
    if (entry.quickMark === quickMark(plugin)) return entry
    if (entry.contentMark !== (await contentMark(plugin))) return undefined
    await this.#store(plugin, entry.definition)
    return entry
  }

  /** Returns false if the definition is too large to keep. */
  async #store(plugin: InstalledPlugin, definition: Said): Promise<boolean> {
    const { file } = plugin
    const made = madeOf(plugin)
    const marks = { quickMark: quickMark(plugin), contentMark: await contentMark(plugin) }
    const entry: Entry = { format, executable: file, ...(made !== undefined && { made }), ...marks, definition }
    const text = toFile(entry)
    if (Buffer.byteLength(text) > mostBytes) return false
    const target = definitionFile(this.#dir, file, made)
    // Several hosts of one process may write at the same time.
    const draft = `${target}.${randomUUID()}`
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    if (!existsSync(target)) forgetOld(this.#dir)
    try {
      writeFileSync(draft, text, { mode: 0o600 })
      renameSync(draft, target)
      return true
    } catch (error) {
      rmSync(draft, { force: true })
      throw error
    }
  }
}

/**
 * The checksum in hexadecimal digits, a line break, the entry as JSON. A plugin's answer was checked on arrival, and is not checked again.
 * An entry that a user or a bad disk has changed counts as missing.
 */
function toFile(entry: Entry): string {
  const text = toJson(entry)
  return `${checksumOf(text)}\n${text}`
}

function fromFile(file: string): Entry | undefined {
  const end = file.indexOf('\n')
  const text = file.slice(end + 1)
  return checksumOf(text) === file.slice(0, Math.max(end, 0)) ? (fromJson(text) as Entry) : undefined
}

function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** One plugin has a different schema for each package that it serves. */
function madeOf({ parameter, extension, dialect, namespace }: InstalledPlugin): string | undefined {
  // The types of its definition begin with the project's key.
  if (dialect.isNamedByProject === true) return namespace
  const made = [parameter, extension].flatMap((each) => (each === undefined ? [] : [each]))
  if (made.length === 0) return undefined
  return JSON.stringify(made.map((each) => ('value' in each ? [each.name, each.version, [...each.value]] : each)))
}

export function providerDefinitions(dir: string): DefinitionCache<ProviderDefinition> {
  return new DefinitionCache(dir, (known, added) => ({
    ...added,
    resourceTypes: union(known.resourceTypes, added.resourceTypes),
    dataSourceTypes: union(known.dataSourceTypes, added.dataSourceTypes),
    functions: union(known.functions, added.functions),
    linkTypes: union(known.linkTypes ?? {}, added.linkTypes ?? {}),
    variableTypes: union(known.variableTypes ?? {}, added.variableTypes ?? {}),
  }))
}

export function transformerDefinitions(dir: string): DefinitionCache<TransformerDefinition> {
  return new DefinitionCache(dir, (known, added) => ({
    ...added,
    abstractResourceTypes: union(known.abstractResourceTypes, added.abstractResourceTypes),
    abstractLinkTypes: union(known.abstractLinkTypes ?? {}, added.abstractLinkTypes ?? {}),
  }))
}

function union<T>(known: Readonly<Record<string, T>>, added: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null) as Record<string, T>, known, added)
}
