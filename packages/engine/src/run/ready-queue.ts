/** Nodes that may start: the one with the longest chain of dependents first; among equals, the first in the plan. */
export class ReadyQueue {
  readonly #heap: number[] = []
  readonly #height: ArrayLike<number>

  constructor(height: ArrayLike<number>) {
    this.#height = height
  }

  push(node: number): void {
    const heap = this.#heap
    let at = heap.push(node) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#isBefore(node, heap[parent] as number)) break
      heap[at] = heap[parent] as number
      at = parent
    }
    heap[at] = node
  }

  pop(): number | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && this.#isBefore(heap[child + 1] as number, heap[child] as number)) child++
      if (!this.#isBefore(heap[child] as number, last)) break
      heap[at] = heap[child] as number
      at = child
    }
    heap[at] = last
    return first
  }

  #isBefore(a: number, b: number): boolean {
    const difference = (this.#height[a] as number) - (this.#height[b] as number)
    return difference === 0 ? a < b : difference > 0
  }
}
