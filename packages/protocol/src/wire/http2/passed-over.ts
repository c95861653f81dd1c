import { maxPassedOver } from './limits.ts'

/**
 * Closed streams on which a peer may still send (RFC 9113, 5.1), because this side gave them up, and numbers that the client has never
 * used. All other streams are over.
 */
export class PassedOver {
  readonly #givenUp = new Set<number>()
  /** The newest gaps: unused numbers between two used numbers, both excluded. */
  readonly #gaps: (readonly [after: number, before: number])[] = []

  /** Adds a stream and drops the oldest, for which no frame can still be on its way. */
  add(stream: number): void {
    this.#givenUp.add(stream)
    if (this.#givenUp.size <= maxPassedOver) return
    const [oldest] = this.#givenUp
    if (oldest !== undefined) this.#givenUp.delete(oldest)
  }

  /** Removes a stream that the peer has ended. */
  end(stream: number): void {
    this.#givenUp.delete(stream)
  }

  has(stream: number): boolean {
    return this.#givenUp.has(stream)
  }

  /** Records a gap: the client opens `next` after `last`. */
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
