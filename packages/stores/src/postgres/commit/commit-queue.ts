import { sizeOf, type PreparedCommit } from './commit-content.ts'

interface Waiting {
  readonly commit: PreparedCommit
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/** The limits of one statement: a larger commit goes alone. */
const mostBytes = 8 * 1024 * 1024
const mostCommits = 2_000

/**
 * Commits in the order in which they were requested, one statement at a time. Commits of one turn of the event loop, or that arrive while a
 * statement is under way, travel together if they are of one instance.
 */
export class CommitQueue {
  readonly #write: (commits: readonly PreparedCommit[]) => Promise<void>
  readonly #isOfItself: (error: unknown) => boolean
  readonly #waiting: Waiting[] = []
  #writing: Promise<void> | undefined

  /**
   * @param write rejects when none of the commits was applied
   * @param isOfItself whether such an error concerns the content of one of them: then each is tried alone
   */
  constructor(write: (commits: readonly PreparedCommit[]) => Promise<void>, isOfItself: (error: unknown) => boolean) {
    this.#write = write
    this.#isOfItself = isOfItself
  }

  add(commit: PreparedCommit): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ commit, resolve, reject })
      this.#writing ??= new Promise<void>((done) => {
        setImmediate(done)
      }).then(() => this.#writeAll())
    })
  }

  /** Resolves when no commit waits any more. Never rejects: each commit gets its own failure. */
  async drained(): Promise<void> {
    await this.#writing
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#writeGroup(this.#nextGroup())
    this.#writing = undefined
  }

  async #writeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      await this.#write(group.map(({ commit }) => commit))
      for (const { resolve } of group) resolve()
    } catch (error) {
      if (group.length > 1 && this.#isOfItself(error)) for (const each of group) await this.#writeGroup([each])
      else for (const { reject } of group) reject(error)
    }
  }

  #nextGroup(): readonly Waiting[] {
    const [first, ...others] = this.#waiting
    if (first === undefined) return []
    let size = sizeOf(first.commit)
    let taken = 1
    let { sealedWith } = first.commit
    for (const { commit } of others) {
      size += sizeOf(commit)
      if (taken === mostCommits || size > mostBytes || !isOfSameLease(first.commit, commit)) break
      // A statement can ask about one key only.
      if ((commit.sealedWith ?? sealedWith) !== (sealedWith ?? commit.sealedWith)) break
      sealedWith ??= commit.sealedWith
      taken++
    }
    return this.#waiting.splice(0, taken)
  }
}

/** Two instances that change together need a statement of their own. */
function isOfSameLease(a: PreparedCommit, b: PreparedCommit): boolean {
  const [first] = a.parts
  const [other] = b.parts
  if (first === undefined || other === undefined || a.parts.length + b.parts.length > 2) return false
  return first.lease.instance === other.lease.instance && first.lease.fence === other.lease.fence
}
