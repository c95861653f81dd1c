/**
 * Lets goals be decided side by side, but for those that may be about the same records: of these the one that was asked for first
 * chooses first, however long the others know what they want.
 */
export class Turns {
  /** Resolved when all that have come so far have said what they choose among. */
  #said: Promise<unknown> = Promise.resolve()
  /** By record: when the last one that may choose it has chosen. */
  readonly #chosen = new Map<string, Promise<void>>()

  /** The next in line. It must come to its `end`, whatever happens. */
  enter(): Turn {
    const before = this.#said
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
        said.resolve()
        chosen.resolve()
      },
    }
  }
}

export interface Turn {
  /** Resolves when nobody who came before may choose one of these records any more. */
  among(ids: readonly string[]): Promise<void>
  end(): void
}
