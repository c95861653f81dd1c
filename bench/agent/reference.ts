import type { BenchPlugin } from './shapes.ts'

/**
 * The least that a hand-written program would do that is handed its plugins and knows where each keeps its dependencies:
 * Kahn's algorithm with a heap that prefers what was registered first, then a plain loop per hook with an await. No search
 * for plugins, no checks, no timeouts, no durations.
 */
export async function runReference(plugins: readonly BenchPlugin[]): Promise<void> {
  const order = kahn(plugins)
  for (const index of order) await plugins[index]?.init()
  for (const index of order) await plugins[index]?.afterInit()
  for (const index of order.toReversed()) await plugins[index]?.close()
}

function kahn(plugins: readonly BenchPlugin[]): number[] {
  const indexes = new Map(plugins.map((plugin, index) => [plugin, index]))
  const dependencies = plugins.map(({ deps }) => deps.map((plugin) => indexes.get(plugin) as number))
  const missing = dependencies.map((needed) => needed.length)
  const dependents: number[][] = dependencies.map(() => [])
  for (const [index, needed] of dependencies.entries()) for (const other of needed) dependents[other]?.push(index)
  const ready = new Heap()
  for (const [index, count] of missing.entries()) if (count === 0) ready.push(index)
  const order: number[] = []
  for (let index = ready.pop(); index !== undefined; index = ready.pop()) {
    order.push(index)
    for (const dependent of dependents[index] ?? []) {
      const left = (missing[dependent] ?? 0) - 1
      missing[dependent] = left
      if (left === 0) ready.push(dependent)
    }
  }
  return order
}

/** A binary heap: the smallest number comes out first. */
class Heap {
  readonly #items: number[] = []

  push(item: number): void {
    const items = this.#items
    let at = items.push(item) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = items[parent] as number
      if (above <= item) break
      items[at] = above
      at = parent
    }
    items[at] = item
  }

  pop(): number | undefined {
    const items = this.#items
    const top = items[0]
    const last = items.pop()
    if (last === undefined || items.length === 0) return top
    let at = 0
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      if (child + 1 < items.length && (items[child + 1] as number) < (items[child] as number)) child++
      const below = items[child] as number
      if (below >= last) break
      items[at] = below
      at = child
    }
    items[at] = last
    return top
  }
}
