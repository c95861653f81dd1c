/** One commit that waits for its turn. */
export interface PendingCommit<Work> {
  readonly work: Work
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/**
 * Collects the requests of two turns of the event loop and writes them together, because a transaction costs the same for one change and for a
 * hundred. The second turn takes in the answers that came during the first one. A promise resolves when its own work is on the disk.
 */
export class GroupCommit<Work> {
  readonly #write: (group: readonly PendingCommit<Work>[]) => void
  #waiting: PendingCommit<Work>[] = []

  constructor(write: (group: readonly PendingCommit<Work>[]) => void) {
    this.#write = write
  }

  add(work: Work): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => setImmediate(() => this.flush()))
      this.#waiting.push({ work, resolve, reject })
    })
  }

  /** Writes the waiting commits now. Never throws: each commit gets its own failure. */
  flush(): void {
    const group = this.#waiting
    if (group.length === 0) return
    this.#waiting = []
    this.#write(group)
  }
}
