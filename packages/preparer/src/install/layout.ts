import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PodKind } from '../records/keys.ts'

/** The layout of a node below its root. No other code knows it. */
export class Layout {
  readonly root: string

  constructor(root: string) {
    this.root = root
  }

  /** The node's own files. */
  get own(): string {
    return join(this.root, '.node')
  }

  /** A folder that only the node's user may read: manifests contain secrets. */
  get private(): string {
    return join(this.own, 'private')
  }

  get journal(): string {
    return join(this.private, 'journal.db')
  }

  /** The key-value store of a node without another one. */
  get store(): string {
    return join(this.private, 'store.db')
  }

  get claim(): string {
    return join(this.own, 'preparer.json')
  }

  get name(): string {
    return join(this.own, 'name')
  }

  /** Emptied at each start. */
  get temporary(): string {
    return join(this.own, 'temporary')
  }

  /** The folders of task plugins. */
  get tasks(): string {
    return join(this.private, 'tasks')
  }

  get hooks(): string {
    return join(this.root, 'hooks')
  }

  /** Makes the folders that must exist before anything is opened. */
  prepare(): void {
    mkdirSync(this.root, { recursive: true, mode: 0o755 })
    mkdirSync(this.own, { recursive: true, mode: 0o711 })
    mkdirSync(this.private, { recursive: true, mode: 0o700 })
  }

  home(kind: PodKind, id: string): string {
    return kind === 'hook' ? join(this.hooks, id) : join(this.root, id)
  }

  /** Every version of each launchable, where only the preparer's user can write: a pod must not be able to change its own code. */
  allInstalls(kind: PodKind, id: string): string {
    return join(this.own, 'installs', kind, id)
  }

  installs(kind: PodKind, id: string, launchable: string): string {
    return join(this.allInstalls(kind, id), launchable)
  }

  /** The folder of the versions as users find it: a link. In roots of older versions it is the folder itself. */
  shownInstalls(kind: PodKind, id: string, launchable: string): string {
    return join(this.home(kind, id), launchable, 'installs')
  }

  allInventories(kind: PodKind, id: string): string {
    return join(this.private, 'inventories', kind, id)
  }

  inventory(kind: PodKind, id: string, launchable: string, version: string): string {
    return join(this.allInventories(kind, id), launchable, `${version}.json`)
  }

  /** The file with the sums in the form of a shell tool: SHA-256 and path of each file. */
  sums(kind: PodKind, id: string, launchable: string, version: string): string {
    return sumsBeside(this.inventory(kind, id, launchable, version))
  }

  /** Names the manifest to which the administrator of this node wants to go back, though its sequence is an older one. */
  wayBack(kind: PodKind, id: string): string {
    return join(this.private, 'ways-back', kind, id)
  }

  /** `current` is the running version, `last` the one before. */
  link(kind: PodKind, id: string, launchable: string, link: 'current' | 'last'): string {
    return join(this.home(kind, id), launchable, link)
  }

  /** The config folder for manifests: an older one that still runs keeps its own. */
  configFolder(kind: PodKind, id: string): string {
    return join(this.home(kind, id), 'config')
  }

  config(kind: PodKind, id: string, hash: string): string {
    return join(this.configFolder(kind, id), `${id}_${short(hash)}.yaml`)
  }

  /** The folder with one file for each variable. */
  env(kind: PodKind, id: string, hash: string): string {
    return join(this.home(kind, id), 'env', short(hash))
  }

  manifest(kind: PodKind, id: string): string {
    return join(this.home(kind, id), 'current_manifest.yaml')
  }

  launches(id: string): string {
    return join(this.private, 'launches', id)
  }

  launch(id: string, token: string, launchable: string): string {
    return join(this.launches(id), token, launchable)
  }

  logs(id: string): string {
    return join(this.private, 'logs', id)
  }

  log(id: string, launchable: string): string {
    return join(this.logs(id), `${launchable}.log`)
  }
}

export function sumsBeside(inventory: string): string {
  return `${inventory}.sums`
}

/** The part of a hash that is enough to distinguish the manifests of one pod. */
function short(hash: string): string {
  return hash.replace(/^sha256:/, '').slice(0, 16)
}
