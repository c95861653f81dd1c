import { basename, dirname, join, sep } from 'node:path'
import type { Place } from '../ecosystems/ecosystem.ts'
import { sha256Of } from './tree-list.ts'

/**
 * Where things lie in the store, and beside a plugin's place while it is worked on.
 *
 *     <store>/archives/<sha256>             as it was downloaded
 *     <store>/archives/<sha256>.json        what it is, and its stamp when it was last verified
 *     <store>/trees/<sha256>/               what came out of the archive
 *     <store>/trees/<sha256>.files          its list
 *     <store>/downloads/<key>/              of one plugin: the resumable part, or what is complete and not installed yet
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

/** Short, and the same for the same text. */
export function keyOf(text: string): string {
  return sha256Of(text).slice(0, 32)
}

/** Paths beside a place while it is worked on. The names begin with a dot: no scan takes them for plugins. */
export interface Beside {
  readonly parent: string
  /** The new tree before it is moved to its place. */
  readonly staging: string
  /** The old tree, which was whole, until the new one is. */
  readonly aside: string
  /** On its way out. */
  readonly trash: string
  /** The marker while it is written. */
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

/** The place of a plugin whose own place already has the same name and version from elsewhere. */
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

/** The usual marker of a folder; an ecosystem may have another one. */
export function partialMarker(folder: string): string {
  return `${folder}.partial`
}
