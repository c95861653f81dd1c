/** Room for one message, asked for or given. */
export interface Claim {
  bytes: number
  readonly onGiven: () => void
}

/**
 * Bounds the memory of large messages while they arrive, all together. A message that does not fit into the window that its
 * stream begins with asks for the rest here before its sender may go on, in the order of asking: so those that were
 * given room can always end, and the others wait at their senders.
 */
export class Arrivals {
  #free: number
  readonly #waiting = new Set<Claim>()

  /** Bytes; no message may be larger. */
  constructor(capacity: number) {
    this.#free = capacity
  }

  claim(bytes: number, onGiven: () => void): Claim {
    const claim = { bytes, onGiven }
    this.#waiting.add(claim)
    this.#give()
    return claim
  }

  /** The message has arrived, or never will. Once. */
  release(claim: Claim): void {
    if (!this.#waiting.delete(claim)) this.#free += claim.bytes
    this.#give()
  }

  #give(): void {
    for (const claim of this.#waiting) {
      if (claim.bytes > this.#free) return
      this.#free -= claim.bytes
      this.#waiting.delete(claim)
      claim.onGiven()
    }
  }
}
