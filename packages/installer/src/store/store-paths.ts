import { basename, dirname, join, sep } from 'node:path'
import type { Place } from '../ecosystems/ecosystem.ts'
import { sha256Of } from './tree-list.ts'

/**
 * The paths in the store, and the paths beside a plugin's place during the work on it.
 *
 *     <store>/archives/<sha256>             the downloaded file
 *     <store>/archives/<sha256>.json        its description, and its stamp at the last verification
 *     <store>/trees/<sha256>/               the unpacked archive
 *     <store>/trees/<sha256>.files          the list of the tree
 *     <store>/downloads/<key>/              for one plugin: the resumable part, or a complete download that is not installed yet
 *     <store>/installed/<key>.json|.files   the record of one installed plugin, and the list of its tree
 *     <store>/locks/
 *     <place's parent>/.<name>.staging|.aside|.trash|.draft
 */
export interface StorePaths {
  readonly archives: string
  readonly trees: string
  readonly downloads: string
  readonly installed: string
  readonly locks: string
}

export function storePaths(store: string): StorePaths {
  return {
    archives: join(store, 'archives'),
    trees: join(store, 'trees'),
    downloads: join(store, 'downloads'),
    installed: join(store, 'installed'),
    locks: join(store, 'locks'),
  }
}

/** Returns a short key that is always the same for the same text. */
export function keyOf(text: string): string {
  return sha256Of(text).slice(0, 32)
}

/** The paths beside a place during the work on it. The names begin with a dot, so that no scan takes them for plugins. */
export interface Beside {
  readonly parent: string
  /** The new tree before it is moved to its place. */
  readonly staging: string
  /** The old tree, which was whole; it is kept until the new tree is whole. */
  readonly aside: string
  /** The tree that is being removed. */
  readonly trash: string
  /** The marker while it is being written. */
  readonly draft: string
}

export function besideOf({ folder }: Place): Beside {
  const parent = dirname(folder)
  const name = basename(folder)
  return {
    parent,
    staging: join(parent, `.${name}.staging`),
    aside: join(parent, `.${name}.aside`),
    trash: join(parent, `.${name}.trash`),
    draft: join(parent, `.${name}.draft`),
  }
}

/** Returns the place of a plugin whose own place already has the same name and version from another source. */
export function placeApart(home: string, place: Place, origin: string, sha256: string): Place {
  const folder = join(apartIn(home), keyOf(`${origin}\n${sha256}`), basename(place.folder))
  return { folder, marker: partialMarker(folder) }
}

export function isApart(home: string, folder: string): boolean {
  return folder.startsWith(`${apartIn(home)}${sep}`)
}

function apartIn(home: string): string {
  return join(home, 'apart')
}

/** Returns the usual marker of a folder; an ecosystem may have another one. */
export function partialMarker(folder: string): string {
  return `${folder}.partial`
}
