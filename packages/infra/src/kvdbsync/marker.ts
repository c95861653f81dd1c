/** The store and the commit that wrote the marker. */
interface Mark {
  /** Id of this life of the store: the first publisher that finds no marker makes a new one. */
  readonly epoch: string
  /** The number of the commit, growing. */
  readonly commit: number
  /** The writing program: an id per start. */
  readonly writer: string
}

/**
 * The fate of the store since the marker was last known. `backTo`: the store has lost all commits after that one, or was put back to its
 * state at that commit.
 */
export type Verdict = 'nothing lost' | 'emptied' | { readonly backTo: number }

export interface Draft {
  readonly commit: number
  readonly text: string
}

/**
 * The key by which a publisher recognises the store and finds out which of its commits the store has. Each of its commits writes the marker, on the
 * condition that the marker is still the one last known.
 */
export class Marker {
  readonly key: string
  readonly #newId: () => string
  readonly #writer: string
  #text: string | undefined
  #mark: Mark | undefined
  /** All known epochs. Commits are numbered across all of them. */
  readonly #epochs = new Set<string>()
  /** The highest number ever used or seen, so that no two drafts are alike. */
  #used = 0
  /** The highest number that the store was ever known to have. */
  #reached = 0

  constructor(key: string, newId: () => string) {
    this.key = key
    this.#newId = newId
    this.#writer = newId()
  }

  /** The store's text under the key, if it is known. */
  get text(): string | undefined {
    return this.#text
  }

  /** The last commit that the store is known to hold. */
  get commit(): number {
    return this.#mark?.commit ?? 0
  }

  /** The marker of the next commit. */
  draft(): Draft {
    const epoch = this.#text === undefined ? undefined : this.#mark?.epoch
    const mark: Mark = { epoch: epoch ?? this.#newId(), commit: ++this.#used, writer: this.#writer }
    return { commit: mark.commit, text: JSON.stringify(mark) }
  }

  /** Takes note of the text that the store holds now; `undefined`: none. */
  learn(text: string | undefined): Verdict {
    const before = this.#mark
    const mark = text === undefined ? undefined : parsed(text)
    this.#text = text
    // Another program has spoilt the marker, but the store is still there.
    if (text !== undefined && mark === undefined) return 'nothing lost'
    this.#mark = mark
    if (mark === undefined) return before === undefined ? 'nothing lost' : 'emptied'
    const isKnown = this.#epochs.has(mark.epoch)
    // After the store was gone, an old marker means that it was restored.
    const isBehind = mark.commit < this.#reached || before === undefined
    this.#epochs.add(mark.epoch)
    this.#used = Math.max(this.#used, mark.commit)
    this.#reached = Math.max(this.#reached, mark.commit)
    if (isKnown) return isBehind ? { backTo: mark.commit } : 'nothing lost'
    // The marker is our own, or that of a publisher that came earlier or was faster.
    return before === undefined ? 'nothing lost' : 'emptied'
  }
}

function parsed(text: string): Mark | undefined {
  try {
    const { epoch, commit, writer } = JSON.parse(text) as Partial<Mark>
    if (typeof epoch !== 'string' || typeof writer !== 'string' || !Number.isSafeInteger(commit)) return undefined
    return { epoch, commit: Number(commit), writer }
  } catch {
    return undefined
  }
}
