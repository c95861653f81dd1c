import type { Refusal } from './refusal.ts'

const mostTold = 10

/** Limits the reports about strangers, so that endless knocking fills no terminal and no log. */
export class ToldRefusals {
  readonly #tell: (refusal: Refusal) => void
  #refusals = 0

  constructor(tell: (refusal: Refusal) => void) {
    this.#tell = tell
  }

  add(refusal: Refusal): void {
    this.#refusals++
    if (!refusal.stranger || this.#refusals < mostTold) this.#tell(refusal)
    else if (this.#refusals === mostTold)
      this.#tell({ ...refusal, refusal: `${refusal.refusal}; further refusals are not shown` })
  }
}
