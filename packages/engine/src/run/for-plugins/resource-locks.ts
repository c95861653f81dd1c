import { Failure } from '@slipway/model'

/** A holder of a lock, or a call that waits for it. */
export interface LockHolder {
  /** Identifies the holder, which may take its lock again. */
  readonly key: string
  /** The holder's work, in words for people. */
  readonly title: string
  /** Aborts when the holder has ended, which frees the holder's locks. */
  readonly ended: AbortSignal
}

interface Waiter {
  readonly holder: LockHolder
  readonly granted: () => void
}

interface Lock {
  holder: LockHolder
  readonly waiters: Waiter[]
}

/**
 * Locks of resources, for plugins that would otherwise change the same resource at the same time. First come, first served. No lock is taken from
 * its holder, and no holder has to release one: a lock is free when the call in which it was taken has ended.
 */
export class ResourceLocks {
  readonly #locks = new Map<string, Lock>()
  /** The names of the locks that each holder waits for, by key of the holder. A holder may wait for several locks at once. */
  readonly #wanted = new Map<string, Set<string>>()

  /**
   * Takes a lock for a holder, and resolves when the holder has it.
   *
   * @throws Failure `engine/lock-ring` when holders would wait for each other; `engine/lock-refused` when the holder has
   *   ended, or `signal` aborts first
   */
  async lock(name: string, holder: LockHolder, signal: AbortSignal): Promise<void> {
    if (holder.ended.aborted || signal.aborted) throw refused(name, holder)
    if (name.length > longestName) throw refusedFor(holder, `a name has ${longestName} characters at most`)
    const lock = this.#locks.get(name)
    if (lock === undefined) {
      if (this.#locks.size >= mostLocks) throw refusedFor(holder, `${mostLocks} locks are held already`)
      this.#grant(name, holder)
      return
    }
    if (lock.holder.key === holder.key) return
    const ring = this.#ringTo(holder.key, name)
    if (ring !== undefined) throw ringOf(ring, holder)
    await this.#wait(name, lock, holder, AbortSignal.any([signal, holder.ended]))
  }

  /** The lock's present holder. */
  holderOf(name: string): LockHolder | undefined {
    return this.#locks.get(name)?.holder
  }

  async #wait(name: string, lock: Lock, holder: LockHolder, signal: AbortSignal): Promise<void> {
    const { promise: granted, resolve, reject } = Promise.withResolvers<void>()
    const waiter: Waiter = { holder, granted: resolve }
    const leave = (): void => {
      lock.waiters.splice(lock.waiters.indexOf(waiter), 1)
      reject(refused(name, holder, lock.holder))
    }
    const wanted = this.#wanted.get(holder.key) ?? new Set()
    this.#wanted.set(holder.key, wanted.add(name))
    lock.waiters.push(waiter)
    signal.addEventListener('abort', leave, { once: true })
    try {
      await granted
    } finally {
      signal.removeEventListener('abort', leave)
      wanted.delete(name)
      if (wanted.size === 0) this.#wanted.delete(holder.key)
    }
  }

  #grant(name: string, holder: LockHolder, waiters: readonly Waiter[] = []): void {
    this.#locks.set(name, { holder, waiters: [...waiters] })
    holder.ended.addEventListener('abort', () => this.#free(name, holder), { once: true })
  }

  #free(name: string, holder: LockHolder): void {
    const lock = this.#locks.get(name)
    if (lock === undefined || lock.holder !== holder) return
    this.#locks.delete(name)
    const live = lock.waiters.filter((waiter) => !waiter.holder.ended.aborted)
    const [next, ...others] = live
    if (next === undefined) return
    // If the next holder has asked several times, all of its requests are granted.
    const same = others.filter((waiter) => waiter.holder.key === next.holder.key)
    this.#grant(
      name,
      next.holder,
      others.filter((waiter) => !same.includes(waiter)),
    )
    for (const { granted } of [next, ...same]) granted()
  }

  /**
   * The circle of locks from a wanted lock back to the holder that wants it, if there is one. The holder of each lock waits for the next lock.
   */
  #ringTo(
    key: string,
    name: string,
    before: readonly string[] = [],
    seen = new Set<string>(),
  ): readonly string[] | undefined {
    const holder = this.#locks.get(name)?.holder
    if (holder === undefined) return undefined
    const path = [...before, name]
    if (holder.key === key) return path
    // Several paths may lead to a holder, but its waits are only followed once.
    if (seen.has(holder.key)) return undefined
    seen.add(holder.key)
    for (const next of this.#wanted.get(holder.key) ?? []) {
      const ring = this.#ringTo(key, next, path, seen)
      if (ring !== undefined) return ring
    }
    return undefined
  }
}

/** The maximum number of characters of a name, and of locks at a time. No real plugin needs more. */
const longestName = 1000
const mostLocks = 100_000

function refusedFor({ title }: LockHolder, why: string): Failure {
  return new Failure('engine/lock-refused', `${title} does not get a lock: ${why}`)
}

function ringOf(names: readonly string[], { title }: LockHolder): Failure {
  const last = names.at(-1) ?? ''
  const message = `these locks wait for each other in a circle: ${title} holds ${last} and waits for ${names.join(', whose holder waits for ')}`
  return new Failure('engine/lock-ring', message, {
    hint: 'plugins that lock several resources must do so in the same order',
  })
}

function refused(name: string, { title }: LockHolder, other?: LockHolder): Failure {
  const why = other === undefined ? 'its call has ended' : `${other.title} still holds it`
  return new Failure('engine/lock-refused', `${title} does not get the lock of ${name}: ${why}`)
}
