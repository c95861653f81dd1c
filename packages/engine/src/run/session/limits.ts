import type { Semaphore } from '@slipway/model'

/** What steps may give to plugins at the same time. Sending and recording a value takes several times as much memory. */
const mostBytes = 16 * 1024 * 1024

/** Steps below this size do not count: there may be many of them, but their number is limited elsewhere. */
const fewBytes = 64 * 1024

/** Lets large steps wait for each other, so that those under way have at most `mostBytes` together. First come, first served. */
export class BytesInFlight {
  #bytes = 0
  readonly #waiting: (() => void)[] = []

  /** Resolves when there is room, with a function that frees it again. A step that is larger than all the room runs alone. */
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

/** How much of a run goes on at a time. */
export class Limits {
  /** How many steps run at a time. */
  readonly parallelism: number
  /** Limits what steps give to plugins at the same time. */
  readonly inFlight = new BytesInFlight()
  /** By an id that several records share: lets one of them be removed at a time. */
  readonly oneOfAnId: Map<string, Semaphore>

  constructor(parallelism: number, oneOfAnId = new Map<string, Semaphore>()) {
    this.parallelism = parallelism
    this.oneOfAnId = oneOfAnId
  }
}
