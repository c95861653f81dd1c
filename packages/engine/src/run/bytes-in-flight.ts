/** Of what steps give to plugins at the same time. Sending and recording a value takes several times as much memory. */
const mostBytes = 16 * 1024 * 1024

/** From which on a step counts: small ones are many, and limited by their number. */
const fewBytes = 64 * 1024

/** Lets large steps wait for each other: they all may be under way at once, or none but one. First come, first served. */
export class BytesInFlight {
  #bytes = 0
  readonly #waiting: (() => void)[] = []

  /** Resolves when there is room, with what makes it free again. One that is larger than all the room has it alone. */
  async take(bytes: number): Promise<() => void> {
    if (bytes < fewBytes) return free
    const fits = (): boolean => this.#bytes === 0 || this.#bytes + bytes <= mostBytes
    // First come, first served.
    let isNext = this.#waiting.length === 0
    while (!isNext || !fits()) {
      await new Promise<void>((resolve) => {
        if (isNext) this.#waiting.unshift(resolve)
        else this.#waiting.push(resolve)
      })
      isNext = true
    }
    this.#bytes += bytes
    this.#wake()
    return () => {
      this.#bytes -= bytes
      this.#wake()
    }
  }

  #wake(): void {
    this.#waiting.shift()?.()
  }
}

function free(): void {}
