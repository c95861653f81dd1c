/** The waits between the plugins of a call. A cycle is reported, since its members would wait for ever. */
export class WaitGraph {
  readonly #waitsFor = new Map<string, Set<string>>()

  /**
   * Returns the path from `needed` back to `plugin`, which would be a cycle: `[plugin, needed, …, plugin]`. Without a cycle, notes that `plugin`
   * waits.
   */
  wait(plugin: string, needed: string): readonly string[] | undefined {
    const way = this.#way(needed, plugin, new Set())
    if (way !== undefined) return [plugin, ...way]
    const all = this.#waitsFor.get(plugin) ?? new Set()
    this.#waitsFor.set(plugin, all.add(needed))
    return undefined
  }

  #way(from: string, to: string, seen: Set<string>): readonly string[] | undefined {
    if (from === to) return [to]
    if (seen.has(from)) return undefined
    seen.add(from)
    for (const next of this.#waitsFor.get(from) ?? []) {
      const way = this.#way(next, to, seen)
      if (way !== undefined) return [from, ...way]
    }
    return undefined
  }
}
