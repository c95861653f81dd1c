/** Knows which resources of a program lie below which, and which of them are only planned. */
export class Lineage {
  readonly #below = new Map<string, Set<string>>()
  /** Asked for and not answered yet, by the URN of the parent. */
  readonly #underWay = new Map<string, Set<Promise<void>>>()
  readonly #open = new Set<string>()

  /** Something below a parent is asked for. Call what comes back when that is over, however it was. */
  begin(parent: string | undefined): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    const underWay = this.#underWay.get(parent ?? '') ?? new Set()
    this.#underWay.set(parent ?? '', underWay.add(promise))
    return () => {
      underWay.delete(promise)
      resolve()
    }
  }

  /** @param isMade false for what is only planned: nobody can be asked about it */
  add(urn: string, parent: string | undefined, isMade: boolean): void {
    const below = this.#below.get(parent ?? '') ?? new Set()
    this.#below.set(parent ?? '', below.add(urn))
    if (!isMade) this.#open.add(urn)
  }

  /** True when one of these, or something that lies in one of these, is only planned. Waits for what is asked for below them. */
  async isOpen(urns: readonly string[]): Promise<boolean> {
    const all = new Set(urns)
    // A set that grows while it is walked is walked to its new end.
    for (const urn of all) {
      for (;;) {
        const underWay = this.#underWay.get(urn) ?? new Set()
        if (underWay.size === 0) break
        await Promise.all(underWay)
      }
      for (const below of this.#below.get(urn) ?? []) all.add(below)
    }
    return all.intersection(this.#open).size > 0
  }
}
