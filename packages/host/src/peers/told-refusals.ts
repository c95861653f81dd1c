import type { Refusal } from './refusal.ts'

const mostTold = 10

/** Whoever knocks for ever fills no terminal and no log: of strangers so many refusals are told, and the rest is not. */
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
