import { type BigIntStats, lstatSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { type ResourceTypeDefinition, type ValueMap, isMap, type Value, valueMap } from '@slipway/model'

/** Where something lies that lies in a folder of a machine. */
export interface Place {
  readonly machine: string
  /** Absolute, from which its relative paths start; absent: it has none. */
  readonly folder?: string
  /** Tells that very folder from any other that has its path by now, and is the same after it was moved; absent: the system does not say. */
  readonly mark?: string
}

/**
 * The places of things, as seen from where the project lies now. A thing stays in the folder that it was made from: who deploys the same
 * instance from another one has another folder with the same paths in it, and "not found" there says nothing.
 */
export class Places {
  readonly #folder: string
  readonly #machine: string
  /** By folder: mostly all things have the same. */
  readonly #marks = new Map<string, string | undefined>()

  /** @param folder absolute, of the project */
  constructor(folder: string, machine: string) {
    this.#folder = folder
    this.#machine = machine
  }

  /** Of what is made now. */
  here(definition: Pick<ResourceTypeDefinition, 'identity'>, spec: ValueMap): Place {
    const paths = (definition.identity?.fields ?? []).map((field) => spec[field])
    const isEverywhere = paths.length > 0 && paths.every((path) => typeof path === 'string' && isAbsolute(path))
    return isEverywhere ? { machine: this.#machine } : this.#at(this.#folder)
  }

  /** All that `here` can come to. */
  possible({ identity }: Pick<ResourceTypeDefinition, 'identity'>): readonly Place[] {
    const here = this.#at(this.#folder)
    return identity === undefined ? [here] : [here, { machine: this.#machine }]
  }

  /** Where a thing is to be looked for that was in a place: there, or where the project has been moved to. */
  now(before: Place): Place {
    const { folder, mark } = before
    if (folder === undefined) return { machine: this.#machine }
    const here = this.#at(this.#folder)
    if (folder === this.#folder || (mark !== undefined && mark === here.mark)) return here
    const isThere = mark === undefined ? this.#isSeen(folder) && this.#isMine(before) : this.#markOf(folder) === mark
    return isThere ? before : here
  }

  /** True where what was in a place is not surely to be found in the one that it is looked for now. */
  isOther(before: Place, now: Place): boolean {
    const { folder, mark } = before
    if (mark !== undefined && mark === now.mark) return false
    if (!this.#isMine(before)) return true
    // A user who makes the folder anew has removed its content; where nobody can tell, a missing folder was moved.
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

/** Inodes are used again, in other moments. */
function markOf(folder: string): string | undefined {
  const status = statusOf(folder)
  return status === undefined || status.birthtimeNs === 0n ? undefined : `${status.ino}:${status.birthtimeNs}`
}

/** A folder that may not be read counts as unseen. */
function statusOf(folder: string): BigIntStats | undefined {
  try {
    return lstatSync(folder, { bigint: true, throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** As it is recorded. */
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

/** For people, after the name of what lies there: `last seen in /srv/a on web-1, and this is /srv/b on web-2`. */
export function placesText(before: Place | undefined, now: Place): string {
  if (before === undefined)
    return `last seen in a folder that was not recorded, and this is ${now.folder ?? now.machine}`
  const isSame = before.machine === now.machine
  const [was, is] = [before, now].map(({ machine, folder }) => {
    if (folder === undefined) return machine
    return isSame ? folder : `${folder} on ${machine}`
  })
  return `last seen ${before.folder === undefined ? 'on' : 'in'} ${was}, and this is ${is}`
}
