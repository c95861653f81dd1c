import type { Change } from '../keyvalue/store.ts'

/**
 * The work due on a key: `publish` at the program's request, `restore` after the store was emptied, `withdraw` because a value published together
 * with it elsewhere is no longer ours.
 */
export type Due = 'publish' | 'restore' | 'withdraw'

/** A key that the program has published, and its known state. */
export class PublishedKey {
  readonly key: string
  /** The text that the store should hold; `undefined`: no text. */
  wanted: string | undefined
  due: Due | undefined
  /** The text in the store since one of our commits; `undefined`: not known. */
  stored: { readonly text: string | undefined; readonly commit: number } | undefined
  /** Grows with each request: a commit that is already on its way may carry an earlier one. */
  version = 0
  /**
   * True once a log line has reported that the store takes other keys but not this one; false again when the store takes the key or the request
   * changes.
   */
  isSaidToBeRefused = false
  #waiting: { readonly version: number; readonly arrival: PromiseWithResolvers<void> }[] = []

  constructor(key: string) {
    this.key = key
  }

  ask(due: Due, wanted: string | undefined): void {
    this.due = due
    this.wanted = wanted
    this.version++
    this.isSaidToBeRefused = false
  }

  /** Resolves when the current request, or a later one, is in the store. */
  arrival(): Promise<void> {
    const arrival = Promise.withResolvers<void>()
    this.#waiting.push({ version: this.version, arrival })
    return arrival.promise
  }

  arrived(version: number): void {
    for (const { arrival } of this.#waiting.filter((waiting) => waiting.version <= version)) arrival.resolve()
    this.#waiting = this.#waiting.filter((waiting) => waiting.version > version)
  }

  /** Rejects all waiting callers: the value did not arrive. It may still be wanted. */
  failed(error: unknown): void {
    for (const { arrival } of this.#waiting.splice(0)) arrival.reject(error)
  }
}

/** A key in a commit, with its state when the commit was sent. */
export interface Sent {
  readonly published: PublishedKey
  readonly version: number
  /** The work on the key; `undefined`: it is only read. */
  readonly due: Due | undefined
  readonly text: string | undefined
  /** The text that the commit expects to find; `undefined`: anything. */
  readonly expected: { readonly text: string | undefined } | undefined
}

export function sentOf(published: PublishedKey): Sent {
  const { version, due, wanted, stored } = published
  return { published, version, due, text: wanted, expected: stored }
}

export function changeOf({ published: { key }, text }: Sent): Change {
  return text === undefined ? { type: 'delete', key } : { type: 'put', key, value: text }
}
