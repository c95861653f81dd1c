/**
 * Lets goals be decided side by side, except those that may choose the same records. Of these, the goal that was asked for first chooses first, even
 * if the others were ready earlier.
 */
export class ClaimsInOrder {
  /** Resolves when every goal so far has named the records among which it chooses. */
  #said: Promise<unknown> = Promise.resolve()
  /** Per record id: resolves when the last goal that may choose the record has chosen. */
  readonly #chosen = new Map<string, Promise<void>>()
  #open = 0

  /** True if no claim is open, so that nobody can choose anything before the next one. */
  get isQuiet(): boolean {
    return this.#open === 0
  }

  /** Takes the next place in line. The caller must call `end`, whatever happens. */
  enter(): Claim {
    const before = this.#said
    let isOver = false
    this.#open++
    const said = Promise.withResolvers<void>()
    const chosen = Promise.withResolvers<void>()
    this.#said = Promise.all([before, said.promise])
    return {
      among: async (ids) => {
        await before
        const rivals = ids.flatMap((id) => this.#chosen.get(id) ?? [])
        for (const id of ids) this.#chosen.set(id, chosen.promise)
        said.resolve()
        await Promise.all(rivals)
      },
      end: () => {
        if (!isOver) this.#open--
        isOver = true
        said.resolve()
        chosen.resolve()
      },
    }
  }
}

export interface Claim {
  /** Resolves when no earlier claim can choose one of these records any more. */
  among(ids: readonly string[]): Promise<void>
  end(): void
}
