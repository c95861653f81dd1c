/** Knows which resources of a program lie below which, and which of them are only planned. */
export class Lineage {
  readonly #below = new Map<string, Set<string>>()
  /** Asked for and not answered yet, by the URN of the parent. */
  readonly #underWay = new Map<string, Set<Promise<void>>>()
  readonly #open = new Set<string>()

  /** Notes a request below a parent. Call the result once the request is over in any way. */
  begin(parent: string | undefined): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    const underWay = this.#underWay.get(parent ?? '') ?? new Set()
    this.#underWay.set(parent ?? '', underWay.add(promise))
    return () => {
      underWay.delete(promise)
      resolve()
    }
  }

  /** @param isMade false for a planned resource, which cannot be queried */
  add(urn: string, parent: string | undefined, isMade: boolean): void {
    const below = this.#below.get(parent ?? '') ?? new Set()
    this.#below.set(parent ?? '', below.add(urn))
    if (!isMade) this.#open.add(urn)
  }

  /** True if one of these resources, or one below, is only planned. Waits for open requests below them. */
  async isOpen(urns: readonly string[]): Promise<boolean> {
    const all = new Set(urns)
    // The loop also visits elements that are added meanwhile.
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
