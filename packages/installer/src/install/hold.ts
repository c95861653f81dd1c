import type { Place } from '../ecosystems/ecosystem.ts'
import type { Lock, Locks } from '../store/locks.ts'

/** How long an undo waits for the lock, in milliseconds. */
const undoWait = 10_000

/**
 * The locks of one install. Taken in the same order by everybody: first that of the plugin (its source and version), then that of the place.
 * Both are given back while other plugins are installed that this one needs, or two processes whose plugins need each other would wait for ever.
 * Meanwhile a third one, which nobody waits for, says that somebody is still at it.
 */
export class Hold {
  readonly #locks: Locks
  readonly #plugin: string
  readonly #signal: AbortSignal
  readonly #onWait: () => void
  #folder: string | undefined
  #pluginLock: Lock | undefined
  #placeLock: Lock | undefined
  #workLock: Lock | undefined

  constructor(locks: Locks, plugin: string, signal: AbortSignal, onWait: () => void) {
    this.#locks = locks
    this.#plugin = plugin
    this.#signal = signal
    this.#onWait = onWait
  }

  /** Nobody else is at this place: what lies beside it was left by somebody who is gone. */
  get isFirst(): boolean {
    return this.#workLock !== undefined
  }

  /** Takes again what `pause` gave back. */
  async take(signal = this.#signal): Promise<void> {
    const options = { signal, onWait: this.#onWait }
    this.#pluginLock ??= await this.#locks.take(`plugin ${this.#plugin}`, options)
    if (this.#folder !== undefined) this.#placeLock ??= await this.#locks.take(`place ${this.#folder}`, options)
  }

  /** To undo what was done, also when it was cancelled; whoever else has the lock does it in the end. */
  takeBack(): Promise<void> {
    return this.take(AbortSignal.timeout(undoWait))
  }

  /** Instead of the place before, if there was one. */
  async place({ folder }: Place): Promise<void> {
    if (this.#folder === folder) return
    this.#releasePlace()
    this.#folder = folder
    await this.take()
    this.#workLock = await this.#locks.tryTake(`work ${folder}`)
  }

  pause(): void {
    this.#pluginLock?.release()
    this.#placeLock?.release()
    this.#pluginLock = undefined
    this.#placeLock = undefined
  }

  release(): void {
    this.#releasePlace()
    this.pause()
  }

  #releasePlace(): void {
    this.#workLock?.release()
    this.#placeLock?.release()
    this.#workLock = undefined
    this.#placeLock = undefined
    this.#folder = undefined
  }
}
