import { type BigIntStats, lstatSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { type ResourceTypeDefinition, type ValueMap, isMap, type Value, valueMap } from '@slipway/model'

/** The location of a thing in a folder of a machine. */
export interface Place {
  readonly machine: string
  /** The absolute base of the thing's relative paths. Absent: the thing has no relative paths. */
  readonly folder?: string
  /** Identifies the folder even after a move, and distinguishes it from a new folder with the same path. Absent: the system gives no identity. */
  readonly mark?: string
}

/**
 * The places of things, relative to the project's present folder. A thing stays in the folder that it was made from. If the same instance
 * is deployed from another folder, the same paths mean other files there, and "not found" proves nothing.
 */
export class Places {
  readonly #folder: string
  readonly #machine: string
  /** The marks by folder. Most things share one folder. */
  readonly #marks = new Map<string, string | undefined>()

  /**
   * Creates the places of a project.
   *
   * @param folder the absolute folder of the project
   */
  constructor(folder: string, machine: string) {
    this.#folder = folder
    this.#machine = machine
  }

  /** Returns the place of a thing that is made now. */
  here(definition: Pick<ResourceTypeDefinition, 'identity'>, spec: ValueMap): Place {
    const paths = (definition.identity?.fields ?? []).map((field) => spec[field])
    const isEverywhere = paths.length > 0 && paths.every((path) => typeof path === 'string' && isAbsolute(path))
    return isEverywhere ? { machine: this.#machine } : this.#at(this.#folder)
  }

  /** Lists all possible results of `here`. */
  possible({ identity }: Pick<ResourceTypeDefinition, 'identity'>): readonly Place[] {
    const here = this.#at(this.#folder)
    return identity === undefined ? [here] : [here, { machine: this.#machine }]
  }

  /** Returns the place to look for a thing that was in `before`: the same folder, or the new folder of a moved project. */
  now(before: Place): Place {
    const { folder, mark } = before
    if (folder === undefined) return { machine: this.#machine }
    const here = this.#at(this.#folder)
    if (folder === this.#folder || (mark !== undefined && mark === here.mark)) return here
    const isThere = mark === undefined ? this.#isSeen(folder) && this.#isMine(before) : this.#markOf(folder) === mark
    return isThere ? before : here
  }

  /** True if a thing from `before` is not certain to be in `now`. */
  isOther(before: Place, now: Place): boolean {
    const { folder, mark } = before
    if (mark !== undefined && mark === now.mark) return false
    if (!this.#isMine(before)) return true
    // A user who recreates the folder has removed its content. Without a mark, a missing folder counts as moved.
    return folder !== undefined && folder !== now.folder && (mark !== undefined || this.#isSeen(folder))
  }

  #isMine({ machine }: Place): boolean {
    return machine === this.#machine
  }

  #isSeen(folder: string): boolean {
    return statusOf(folder) !== undefined
  }

  #at(folder: string): Place {
    const mark = this.#markOf(folder)
    return { machine: this.#machine, folder, ...(mark !== undefined && { mark }) }
  }

  #markOf(folder: string): string | undefined {
    if (!this.#marks.has(folder)) this.#marks.set(folder, markOf(folder))
    return this.#marks.get(folder)
  }
}

/** Returns the inode and birth time of a folder. The birth time distinguishes folders that reuse an inode. */
function markOf(folder: string): string | undefined {
  const status = statusOf(folder)
  return status === undefined || status.birthtimeNs === 0n ? undefined : `${status.ino}:${status.birthtimeNs}`
}

/** Reads the status of a folder. An unreadable folder counts as unseen. */
function statusOf(folder: string): BigIntStats | undefined {
  try {
    return lstatSync(folder, { bigint: true, throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

export function placeToValue({ machine, folder, mark }: Place): Value {
  return valueMap([
    ['machine', machine],
    ...(folder === undefined ? [] : ([['folder', folder]] as const)),
    ...(mark === undefined ? [] : ([['mark', mark]] as const)),
  ])
}

export function placeOfValue(value: Value | undefined): Place | undefined {
  if (!isMap(value)) return undefined
  const { machine, folder, mark } = value
  if (typeof machine !== 'string') return undefined
  return {
    machine,
    ...(typeof folder === 'string' && { folder }),
    ...(typeof mark === 'string' && { mark }),
  }
}

/** Writes the two places for messages, to follow the name of the thing. */
export function placesText(before: Place | undefined, now: Place): string {
  if (before === undefined)
    return `last seen in a folder that was not recorded, but this is ${now.folder ?? now.machine}`
  const isSame = before.machine === now.machine
  const [was, is] = [before, now].map(({ machine, folder }) => {
    if (folder === undefined) return machine
    return isSame ? folder : `${folder} on ${machine}`
  })
  return `last seen ${before.folder === undefined ? 'on' : 'in'} ${was}, but this is ${is}`
}
