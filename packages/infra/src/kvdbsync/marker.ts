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
 * The store's fate since the marker was last known. `backTo`: it has lost all commits after that one, or
 * was put back to where it was then.
 */
export type Verdict = 'nothing lost' | 'emptied' | { readonly backTo: number }

export interface Draft {
  readonly commit: number
  readonly text: string
}

/**
 * The key by which a publisher recognises the store, and which of its commits the store has. Written by each of its commits, on the
 * condition that it is as it was last known.
 */
export class Marker {
  readonly key: string
  readonly #newId: () => string
  readonly #writer: string
  #text: string | undefined
  #mark: Mark | undefined
  /** All known epochs. Commits are numbered through all of them. */
  readonly #epochs = new Set<string>()
  /** The highest number ever used or seen: no two drafts are alike. */
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

  /** The last commit that the store is known to have. */
  get commit(): number {
    return this.#mark?.commit ?? 0
  }

  /** The marker of the next commit. */
  draft(): Draft {
    const epoch = this.#text === undefined ? undefined : this.#mark?.epoch
    const mark: Mark = { epoch: epoch ?? this.#newId(), commit: ++this.#used, writer: this.#writer }
    return { commit: mark.commit, text: JSON.stringify(mark) }
  }

  /** The store holds this now, or nothing. */
  learn(text: string | undefined): Verdict {
    const before = this.#mark
    const mark = text === undefined ? undefined : parsed(text)
    this.#text = text
    // Spoilt by someone: the store is there all the same.
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
    // Our own marker, or that of a publisher that came before us or was faster.
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
