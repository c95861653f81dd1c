import type { Semaphore } from '@slipway/model'

/** The maximum number of bytes that steps may give to plugins at the same time. Sending and recording a value takes several times as much memory. */
const mostBytes = 16 * 1024 * 1024

/** Steps below this size do not count, because their number is limited elsewhere. */
const fewBytes = 64 * 1024

/** Lets large steps wait for each other, so that the steps in flight have at most `mostBytes` together. First come, first served. */
export class BytesInFlight {
  #bytes = 0
  readonly #waiting: (() => void)[] = []

  /** Resolves when there is room, with a function that frees the room again. A step that is larger than all the room runs alone. */
  async take(bytes: number): Promise<() => void> {
    if (bytes < fewBytes) return free
    const fits = (): boolean => this.#bytes === 0 || this.#bytes + bytes <= mostBytes
    // Steps that came earlier go first.
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

/** The limits on the simultaneous work of a run. */
export class Limits {
  /** The number of steps that run at a time. */
  readonly parallelism: number
  /** Limits the bytes that steps give to plugins at the same time. */
  readonly inFlight = new BytesInFlight()
  /** Semaphores by id. Of the records that share an id, only one is removed at a time. */
  readonly oneOfAnId: Map<string, Semaphore>

  constructor(parallelism: number, oneOfAnId = new Map<string, Semaphore>()) {
    this.parallelism = parallelism
    this.oneOfAnId = oneOfAnId
  }
}
