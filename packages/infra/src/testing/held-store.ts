import { type Change, type CommitOutcome, compared, type KeyValueStore, type Values } from '../keyvalue/store.ts'

/** How a commit may end. */
export type Fate =
  /** The commit is made and answered. */
  | 'made'
  /** The commit is not made, and there is no answer. */
  | 'unmade'
  /** The commit is made, and the answer is lost. */
  | 'unanswered'
  /** There is no answer; the commit arrives later, when the test decides. */
  | 'late'

interface HeldCommit {
  readonly expected: Values
  readonly changes: readonly Change[]
  readonly end: (fate: Fate) => void
}

/** A store whose commits end only when the test decides, with the outcome that it decides. */
export class HeldStore implements Pick<KeyValueStore, 'commitIf'> {
  readonly entries = new Map<string, string>()
  readonly held: HeldCommit[] = []
  readonly #late: (() => void)[] = []
  readonly #made: (changes: readonly Change[]) => void

  /** @param made called with each commit before it changes anything */
  constructor(made: (changes: readonly Change[]) => void = () => {}) {
    this.#made = made
  }

  commitIf(expected: Values, changes: readonly Change[]): Promise<CommitOutcome> {
    return new Promise((resolve, reject) => {
      const end = (fate: Fate): void => {
        if (fate === 'late') this.#late.push(() => this.#commit(expected, changes))
        const outcome = fate === 'made' || fate === 'unanswered' ? this.#commit(expected, changes) : undefined
        if (fate === 'made' && outcome !== undefined) resolve(outcome)
        else reject(new Error(fate))
      }
      this.held.push({ expected, changes, end })
    })
  }

  apply(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.type === 'put') this.entries.set(change.key, change.value)
      else this.entries.delete(change.key)
    }
  }

  /** Makes all late commits arrive. */
  arrive(): void {
    for (const commit of this.#late.splice(0)) commit()
  }

  /** Drops late commits, as if the store had been restarted. */
  dropLate(): void {
    this.#late.splice(0)
  }

  /** Ends pending commits until there are none. Returns their number. */
  async drain(fate: (commit: HeldCommit) => Fate = () => 'made'): Promise<number> {
    let commits = 0
    for (let idle = 0; idle < 3; idle++) {
      await new Promise(setImmediate)
      for (const commit of this.held.splice(0)) {
        idle = 0
        commits++
        commit.end(fate(commit))
      }
    }
    return commits
  }

  #commit(expected: Values, changes: readonly Change[]): CommitOutcome {
    const found = new Map(Array.from(expected.keys(), (key) => [key, this.entries.get(key)]))
    const outcome = compared(expected, found)
    if (!outcome.committed) return outcome
    this.#made(changes)
    this.apply(changes)
    return outcome
  }
}
