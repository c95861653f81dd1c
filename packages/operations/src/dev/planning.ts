import { Stopped } from '../stopped.ts'

/** The making of one plan at a time, which ends as soon as a save makes the plan out of date. */
export class Planning {
  #outdated: AbortController | undefined
  #isOutdated = false
  #questions = 0

  /**
   * Makes a plan.
   *
   * @throws Stopped if the plan is out of date, also if it was complete by then; or once `stop` is aborted
   */
  async run<T>(stop: AbortSignal, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    const outdated = new AbortController()
    this.#outdated = outdated
    this.#isOutdated = false
    try {
      const made = await work(AbortSignal.any([stop, outdated.signal]))
      if (this.#isOutdated) throw new Stopped(reason())
      return made
    } finally {
      this.#outdated = undefined
    }
  }

  /** Ends the plan that is being made, if any. */
  outdate(): void {
    this.#isOutdated = true
    this.#end()
  }

  /** Asks the user. A plan does not end under an open question: the user is typing, and the answer is kept for the next plan. */
  async asking<T>(question: () => Promise<T>): Promise<T> {
    this.#questions++
    try {
      return await question()
    } finally {
      this.#questions--
      this.#end()
    }
  }

  #end(): void {
    if (this.#isOutdated && this.#questions === 0) this.#outdated?.abort(reason())
  }
}

function reason(): Error {
  return new Error('a file was saved')
}
