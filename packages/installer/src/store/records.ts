import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Identity, Place } from '../ecosystems/ecosystem.ts'
import { type Level, levels, type Signer } from '../verify/level.ts'
import { type Disk, replaceFile, replaceFiles } from './disk.ts'
import type { LaidAs } from './lay-tree.ts'
import { keyOf } from './store-paths.ts'
import { formatTreeList, parseTreeList, type TreeList } from './tree-list.ts'

/**
 * The facts that the store knows of one plugin on this machine. A marker holds a record, too, while the plugin is present and not installed.
 */
export interface InstallRecord {
  readonly format: 1
  /** The id of the installation attempt: a marker and a record with the same id belong to the same tree. */
  readonly attempt: string
  readonly identity: Identity
  readonly place: Place
  /** The descriptor without its version: `pulumi:random`. */
  readonly descriptor: string
  /** The descriptor that a user would write to get this plugin again: `pulumi:random@4.19.0`. */
  readonly written: string
  readonly origin: string
  /** The chosen version; empty if the source has no versions and the content gives it. */
  readonly version: string
  /** The hash of the archive, or of the tree if there was no archive. */
  readonly sha256: string
  readonly size: number
  readonly level: Level
  readonly signer?: Signer
  /** The tree of the store that the plugin was laid out from, and the folder in that tree. */
  readonly tree: string
  readonly root: string
  readonly laidAs: LaidAs
  /** The folders of the plugins that this one needs. */
  readonly needs: readonly string[]
}

/** The records of the store, one file each. */
export class Records {
  readonly #folder: string
  readonly #disk: Disk

  constructor(folder: string, disk: Disk) {
    this.#folder = folder
    this.#disk = disk
  }

  all(): readonly InstallRecord[] {
    if (!existsSync(this.#folder)) return []
    return readdirSync(this.#folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .flatMap((name) => parseRecord(readFileSync(join(this.#folder, name), 'utf8')) ?? [])
  }

  at(folder: string): InstallRecord | undefined {
    const file = this.#recordFile(folder)
    const record = existsSync(file) ? parseRecord(readFileSync(file, 'utf8')) : undefined
    return record?.place.folder === folder ? record : undefined
  }

  /** Returns the list of the folder's files at the time of the installation. */
  list(record: InstallRecord): TreeList | undefined {
    const file = this.#listFile(record)
    return existsSync(file) ? parseTreeList(readFileSync(file, 'utf8')) : undefined
  }

  /** Writes a record with its list. The list has its own name for each attempt: until the new record is there, the old record keeps its own list. */
  async write(record: InstallRecord, list: TreeList): Promise<void> {
    await this.#disk.makeFolder(this.#folder)
    const { folder } = record.place
    const before = this.at(folder)
    await replaceFiles(this.#disk, [
      { path: this.#listFile(record), contents: formatTreeList(list) },
      { path: this.#recordFile(folder), contents: formatRecord(record) },
    ])
    await this.#disk.sync(this.#folder)
    if (before !== undefined && before.attempt !== record.attempt) await this.#disk.remove(this.#listFile(before))
  }

  /** Records the list again: the same contents with other stamps. */
  noteList(record: InstallRecord, list: TreeList): Promise<void> {
    return replaceFile(this.#disk, this.#listFile(record), formatTreeList(list))
  }

  async remove(folder: string): Promise<void> {
    const record = this.at(folder)
    await this.#disk.remove(this.#recordFile(folder))
    if (record !== undefined) await this.#disk.remove(this.#listFile(record))
  }

  /** Returns the lists and drafts that no record needs, which a kill has left. Nobody writes records meanwhile. */
  leftovers(): readonly string[] {
    if (!existsSync(this.#folder)) return []
    const needed = new Set(this.all().flatMap((each) => [this.#recordFile(each.place.folder), this.#listFile(each)]))
    const files = readdirSync(this.#folder).map((name) => join(this.#folder, name))
    return files.filter((file) => !needed.has(file) && !file.endsWith('.json'))
  }

  #recordFile(folder: string): string {
    return join(this.#folder, `${keyOf(folder)}.json`)
  }

  #listFile({ place, attempt }: InstallRecord): string {
    return join(this.#folder, `${keyOf(`${place.folder}\n${attempt}`)}.files`)
  }
}

export function formatRecord(record: InstallRecord): string {
  return `${JSON.stringify(record, undefined, 1)}\n`
}

/**
 * Parses a record; `undefined` for the file of another tool or another version of Slipway, or for the remains of a power cut. Anybody may have
 * written the file, so every value is checked.
 */
export function parseRecord(text: string): InstallRecord | undefined {
  try {
    const record = JSON.parse(text) as unknown
    return isRecord(record) ? record : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is InstallRecord {
  const { format, identity, place, size, level, signer, laidAs, needs, ...texts } = fieldsOf(value)
  const names = ['attempt', 'descriptor', 'written', 'origin', 'version', 'sha256', 'tree', 'root']
  return (
    format === 1 &&
    names.every((name) => typeof texts[name] === 'string') &&
    isIdentity(identity) &&
    isPlace(place) &&
    typeof size === 'number' &&
    levels.some((each) => each === level) &&
    (signer === undefined || typeof signer === 'string') &&
    (laidAs === 'links' || laidAs === 'copies') &&
    areTexts(needs)
  )
}

function isIdentity(value: unknown): boolean {
  const { programs, renamed, ...texts } = fieldsOf(value)
  const names = ['ecosystem', 'kind', 'name', 'version']
  return (
    names.every((name) => typeof texts[name] === 'string') &&
    areTexts(programs) &&
    (renamed === undefined || areTexts(Object.values(fieldsOf(renamed))))
  )
}

/** Whether the marker is beside the folder: a record of another shape could have other files removed. */
function isPlace(value: unknown): boolean {
  const { folder, marker } = fieldsOf(value)
  return typeof folder === 'string' && typeof marker === 'string' && dirname(folder) === dirname(marker)
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
