import type { Place } from '../ecosystems/ecosystem.ts'
import type { Lock, Locks } from '../store/locks.ts'

/** How long an undo waits for the lock, in milliseconds. */
const undoWait = 10_000

/**
 * The locks of one install. Every process takes them in the same order: first the lock of the plugin (its source and version), then the lock of the
 * place. Both are released while the plugins that this one needs are installed; otherwise two processes whose plugins need each other would wait for
 * ever. Meanwhile a third lock, which nobody waits for, shows that the install is still under way.
 */
export class Hold {
  readonly #locks: Locks
  readonly #plugin: string
  readonly #signal: AbortSignal
  readonly #onWait: () => void
  #place: Place | undefined
  #pluginLock: Lock | undefined
  #placeLock: Lock | undefined
  #workLock: Lock | undefined

  constructor(locks: Locks, plugin: string, signal: AbortSignal, onWait: () => void) {
    this.#locks = locks
    this.#plugin = plugin
    this.#signal = signal
    this.#onWait = onWait
  }

  /** The held place, if no other process works on it: then the files beside it are remains of a dead process. */
  get own(): Place | undefined {
    return this.#workLock === undefined ? undefined : this.#place
  }

  /** Takes the locks again that `pause` released. */
  async take(signal = this.#signal): Promise<void> {
    const options = { signal, onWait: this.#onWait }
    this.#pluginLock ??= await this.#locks.take(`plugin ${this.#plugin}`, options)
    if (this.#place !== undefined) this.#placeLock ??= await this.#locks.take(`place ${this.#place.folder}`, options)
  }

  /** Takes the locks to undo the work, even after a cancel. If another process has them, that process will do the undo. */
  takeBack(): Promise<void> {
    return this.take(AbortSignal.timeout(undoWait))
  }

  /** Takes the lock of this place, and releases the lock of the place before, if there was one. */
  async place(place: Place): Promise<void> {
    if (this.#place?.folder === place.folder) return
    this.#releasePlace()
    this.#place = place
    await this.take()
    this.#workLock = await this.#locks.tryTake(`work ${place.folder}`)
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
    this.#place = undefined
  }
}
