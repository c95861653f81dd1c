import type { Descriptor } from '../descriptor/descriptor.ts'
import type { Identity, Needs, Place } from '../ecosystems/ecosystem.ts'
import type { Offer } from '../sources/source.ts'
import { keyOf } from '../store/store-paths.ts'
import type { InstallRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { StoredTree } from '../store/trees.ts'
import type { Level, Signer } from '../verify/level.ts'
import { shownName } from './failures.ts'
import { Hold } from './hold.ts'
import type { InstallerParts, InstallEvent, InstallOptions } from './installer.ts'
import type { Resolved } from './resolve.ts'

const waitLine = 'another process is installing it; waiting'

/** A download, with its path until it is unpacked. */
export interface Bytes {
  readonly as: 'archive' | 'program' | 'folder'
  /** The hash of the bytes; for a folder, the digest of its tree. */
  readonly sha256: string
  readonly size: number
  /** The path of the download; `undefined`: the tree is in the store already. */
  readonly path: string | undefined
  readonly fileName?: string
}

export interface Recognised {
  readonly identity: Identity
  readonly tree: StoredTree
  /** The folder of the plugin inside the tree. */
  readonly root: string
  readonly place: Place
}

/**
 * - `undefined`: continue with the next step
 * - `present`: the plugin is installed already
 * - `again`: another process has replaced the plugin meanwhile
 */
export type Done = 'present' | 'again' | undefined

/** The parts of a call that each of its plugins uses. */
export interface Call {
  readonly parts: InstallerParts
  readonly options: InstallOptions
  readonly store: Store
  /** Runs work that takes network or processor time, and limits how much runs at once. */
  readonly turn: <T>(kind: 'network' | 'processor', work: () => Promise<T>) => Promise<T>
  /**
   * Installs the plugins that this one needs, and returns their folders.
   * @throws Failure `install/needed`, `install/cycle`
   */
  readonly installNeeded: (needed: readonly Descriptor[]) => Promise<readonly string[]>
}

/** A plugin that is being installed, with the results of the steps so far. Each step fills in values that later steps use. */
export class Work {
  readonly parts: InstallerParts
  readonly options: InstallOptions
  readonly store: Store
  readonly resolved: Resolved
  readonly turn: Call['turn']
  readonly installNeeded: Call['installNeeded']
  readonly hold: Hold
  readonly #found = new Map<string, unknown>()
  /** True when this attempt began where an earlier one had stopped. */
  isResumed = false

  constructor({ parts, options, store, turn, installNeeded }: Call, resolved: Resolved) {
    this.parts = parts
    this.options = options
    this.store = store
    this.resolved = resolved
    this.turn = turn
    this.installNeeded = installNeeded
    this.hold = new Hold(store.locks, this.downloadKey, this.signal, () => this.tell('download', { line: waitLine }))
  }

  readonly offer = this.#slot<Offer>('offer')
  readonly bytes = this.#slot<Bytes>('bytes')
  readonly proof = this.#slot<{ readonly level: Level; readonly signer?: Signer }>('proof')
  readonly recognised = this.#slot<Recognised>('recognised')
  readonly record = this.#slot<InstallRecord>('record')
  readonly needs = this.#slot<Needs>('needs')

  get signal(): AbortSignal {
    return this.parts.access.signal
  }

  get shown(): string {
    return shownName(this.resolved)
  }

  /** The key of the plugin's download: it is the same for the same plugin from the same place. */
  get downloadKey(): string {
    const { origin, name, version } = this.resolved
    return keyOf(`${origin}\n${name}\n${version}\n${this.parts.platform}`)
  }

  tell(step: InstallEvent['step'], more: Pick<InstallEvent, 'bytes' | 'total' | 'line'> = {}): void {
    this.options.observe?.({ descriptor: this.resolved.descriptor, step, ...more })
  }

  #slot<T>(name: string): Slot<T> {
    const found = this.#found
    return {
      get: () => {
        if (!found.has(name)) throw new Error(`no step has found the ${name} of ${this.shown} yet`)
        return found.get(name) as T
      },
      set: (value) => {
        found.set(name, value)
      },
      isSet: () => found.has(name),
    }
  }
}

interface Slot<T> {
  get(): T
  set(value: T): void
  isSet(): boolean
}
