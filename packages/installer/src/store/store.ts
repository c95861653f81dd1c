import { existsSync } from 'node:fs'
import type { Place } from '../ecosystems/ecosystem.ts'
import { Archives } from './archives.ts'
import { type Disk, realDisk } from './disk.ts'
import { laidList } from './lay-tree.ts'
import { Locks } from './locks.ts'
import { readMarker } from './place.ts'
import { type InstallRecord, Records } from './records.ts'
import { partialMarker, type StorePaths, storePaths } from './store-paths.ts'
import { compareTree, type TreeEntry, type TreeList } from './tree-list.ts'
import { Trees } from './trees.ts'

/**
 * The state in which the installer finds a plugin's place:
 * - `absent`: nothing is there
 * - `foreign`: placed by hand or by another tool; its origin is unknown
 * - `partial`: present, but not installed; `why` is part of a sentence
 * - `changed`: different from its installed form; `path` is the file that differs
 * - `installed`
 */
export type PlaceState =
  | { readonly as: 'absent' }
  | { readonly as: 'foreign' }
  | { readonly as: 'partial'; readonly why: string; readonly record: InstallRecord | undefined }
  | { readonly as: 'changed'; readonly path: string; readonly record: InstallRecord }
  | { readonly as: 'installed'; readonly record: InstallRecord }

/** The store of everything that Slipway has downloaded and installed, with its records. */
export class Store {
  readonly disk: Disk
  readonly paths: StorePaths
  readonly locks: Locks
  readonly archives: Archives
  readonly trees: Trees
  readonly records: Records

  constructor(folder: string, disk: Disk = realDisk) {
    this.disk = disk
    this.paths = storePaths(folder)
    this.locks = new Locks(this.paths.locks)
    this.archives = new Archives(this.paths.archives, disk)
    this.trees = new Trees(this.paths.trees, disk, this.locks)
    this.records = new Records(this.paths.installed, disk)
  }

  /** Looks at a place. Compares by stamps, and reads contents only where a stamp differs. Changes only the recorded stamps. */
  async look(place: Place): Promise<PlaceState> {
    if (existsSync(place.marker))
      return { as: 'partial', why: 'its installation was not finished', record: readMarker(place) }
    if (!existsSync(place.folder)) return { as: 'absent' }
    const record = this.records.at(place.folder)
    const list = record === undefined ? undefined : this.records.list(record)
    if (record === undefined || list === undefined) return { as: 'foreign' }
    const compared = await compareTree(place.folder, this.#withSharedStamps(record, list))
    if ('changed' in compared) return { as: 'changed', path: compared.changed, record }
    if (compared.isRestamped) await this.records.noteList(record, compared.list).catch(() => {})
    const gone = record.needs.find((needed) => !this.#isThere(needed))
    if (gone !== undefined) return { as: 'partial', why: `it needs ${gone}, which is no longer installed`, record }
    return { as: 'installed', record }
  }

  /** Updates the stamps of files that are links to a tree of the store: the tree's list has the ctime since the last link or unlink. */
  #withSharedStamps(record: InstallRecord, list: TreeList): TreeList {
    if (record.laidAs === 'copies') return list
    const layout = { root: record.root, renamed: record.identity.renamed }
    const shared = new Map(laidList(this.trees.list(record.tree) ?? [], layout).map((entry) => [entry.path, entry]))
    return list.map((entry): TreeEntry => {
      const now = shared.get(entry.path)
      return now !== undefined && now.sha256 === entry.sha256 ? { ...entry, stamp: now.stamp } : entry
    })
  }

  #isThere(folder: string): boolean {
    const marker = this.records.at(folder)?.place.marker ?? partialMarker(folder)
    return existsSync(folder) && !existsSync(marker)
  }
}
