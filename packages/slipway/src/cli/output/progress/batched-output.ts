import type { Output } from '../../console/console.ts'

/** Milliseconds between two writes: a thousand events must not cost a thousand system calls. */
const writeEvery = 20

/** Lines that arrive close together, written at once. The first lines after a pause are written in the same turn of the event loop. */
export class BatchedOutput {
  readonly #output: Pick<Output, 'write'>
  readonly #now: () => number
  #pending = ''
  #writtenAt = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | undefined

  /** @param now milliseconds of a clock that never goes back */
  constructor(output: Pick<Output, 'write'>, now: () => number = () => performance.now()) {
    this.#output = output
    this.#now = now
  }

  write(text: string): void {
    this.#pending += text
    this.#cancel ??= this.#schedule()
  }

  flush(): void {
    this.#cancel?.()
    this.#cancel = undefined
    const text = this.#pending
    this.#pending = ''
    if (text === '') return
    this.#writtenAt = this.#now()
    this.#output.write(text)
  }

  #schedule(): () => void {
    const waitMs = this.#writtenAt + writeEvery - this.#now()
    if (waitMs <= 0) {
      const immediate = setImmediate(() => this.flush())
      return () => clearImmediate(immediate)
    }
    const flush = (): void => this.flush()
    const timer = setTimeout(flush, waitMs)
    // Writes the last lines however the process ends: they are the most useful ones.
    process.once('exit', flush)
    return () => {
      clearTimeout(timer)
      process.off('exit', flush)
    }
  }
}
