/** Room for one message, requested or granted. */
export interface Claim {
  bytes: number
  readonly onGiven: () => void
}

/**
 * Bounds the total memory of large messages while they arrive. A message that does not fit into the first window of its stream requests the
 * rest here before its sender may go on. Requests are granted in their order: so messages with room can always end, and the others wait at
 * their senders.
 */
export class Arrivals {
  #free: number
  readonly #waiting = new Set<Claim>()

  /** @param capacity in bytes; no message may be larger */
  constructor(capacity: number) {
    this.#free = capacity
  }

  claim(bytes: number, onGiven: () => void): Claim {
    const claim = { bytes, onGiven }
    this.#waiting.add(claim)
    this.#give()
    return claim
  }

  /** Releases the room of a message that has arrived, or never will. Called once. */
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
