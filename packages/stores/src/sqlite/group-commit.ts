/** One commit that waits for its turn. */
export interface PendingCommit<Work> {
  readonly work: Work
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/**
 * Collects what is asked for in one turn of the event loop and writes it together, because a transaction costs the same
 * for one change and for a hundred. A promise resolves when its own work is on the disk.
 */
export class GroupCommit<Work> {
  readonly #write: (group: readonly PendingCommit<Work>[]) => void
  #waiting: PendingCommit<Work>[] = []

  constructor(write: (group: readonly PendingCommit<Work>[]) => void) {
    this.#write = write
  }

  add(work: Work): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.flush())
      this.#waiting.push({ work, resolve, reject })
    })
  }

  /** Writes now what waits. Never throws: each commit is told of its own failure. */
  flush(): void {
    const group = this.#waiting
    if (group.length === 0) return
    this.#waiting = []
    this.#write(group)
  }
}
