import { maxPassedOver } from './limits.ts'

/**
 * Streams that are not open, and why: this side gave them up while the peer was still sending, so what is under way is
 * passed over (RFC 9113, 5.1), or their client has never used their numbers. All others are simply over.
 */
export class PassedOver {
  readonly #givenUp = new Set<number>()
  /** Numbers between two that were used, both ends excluded. The newest. */
  readonly #gaps: (readonly [after: number, before: number])[] = []

  /** Of the oldest nothing can be under way any more. */
  add(stream: number): void {
    this.#givenUp.add(stream)
    if (this.#givenUp.size <= maxPassedOver) return
    const [oldest] = this.#givenUp
    if (oldest !== undefined) this.#givenUp.delete(oldest)
  }

  /** The peer is done with it. */
  end(stream: number): void {
    this.#givenUp.delete(stream)
  }

  has(stream: number): boolean {
    return this.#givenUp.has(stream)
  }

  /** The client opens `next` after `last`. */
  skip(last: number, next: number): void {
    if (next - last <= 2) return
    this.#gaps.push([last, next])
    if (this.#gaps.length > maxGaps) this.#gaps.shift()
  }

  wasSkipped(stream: number): boolean {
    return this.#gaps.some(([after, before]) => stream > after && stream < before)
  }
}

const maxGaps = 64
