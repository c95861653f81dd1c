import type { Origin } from './expression.ts'
import { EvaluationFailure } from './failure.ts'

/**
 * The limits for evaluating one blueprint, with all its values, resources and exports. They are far above the needs of a blueprint for 100,000
 * resources. Each is reached within a second or two, and well below 500 MB.
 */
const allowance: Allowance = {
  /** The number of visited expressions and parts of values; sixteen characters count as one part. */
  steps: 20_000_000,
  /** The bytes of new values: texts count by their characters, lists and maps by {@link listBytes} and {@link mapBytes}. */
  bytes: 256 * 1024 * 1024,
}

/** The number of runs of regular expressions that may take their full time, a quarter of a second each. */
const slowRuns = 4

export interface Allowance {
  readonly steps: number
  readonly bytes: number
}

/** The approximate memory, in bytes, for a new list. */
export function listBytes(items: number): number {
  return 64 + 16 * items
}

/** The approximate memory, in bytes, for a new map. */
export function mapBytes(entries: number): number {
  return 64 + 64 * entries
}

/** The budget of one blueprint in one phase of a run. Every evaluation pays here first. */
export class Budget {
  readonly #allowance: Allowance
  #steps: number
  #bytes: number
  #slowRuns = slowRuns
  #subject = 'the blueprint'
  #origin: Origin = { start: 0, end: 0 }
  #over: EvaluationFailure | undefined

  constructor(limits: Allowance = allowance) {
    this.#allowance = limits
    this.#steps = limits.steps
    this.#bytes = limits.bytes
  }

  /** The name of the part that is being evaluated at the moment: `values.heading`. */
  get subject(): string {
    return this.#subject
  }

  /** Does work for a part of the blueprint, such as `values.heading`. If the work goes over the budget, the message names the part. */
  during<T>(subject: string, origin: Origin, work: () => T): T {
    const [outer, outerOrigin] = [this.#subject, this.#origin]
    this.#subject = subject
    this.#origin = origin
    try {
      return work()
    } finally {
      this.#subject = outer
      this.#origin = outerOrigin
    }
  }

  /**
   * Takes steps from the budget.
   *
   * @throws EvaluationFailure `blueprint/too-large`; once it has been thrown, always the same one
   */
  takeSteps(count = 1): void {
    this.#steps -= count
    // A count that is NaN would remove the limit permanently.
    if (!(this.#steps >= 0))
      throw this.#refusal(`its evaluation takes more than ${this.#allowance.steps / 1_000_000} million steps`)
  }

  /**
   * Takes bytes from the budget.
   *
   * @throws EvaluationFailure as `takeSteps`
   */
  takeBytes(count: number): void {
    this.#bytes -= count
    if (!(this.#bytes >= 0))
      throw this.#refusal(`all values together take more than ${this.#allowance.bytes / 1024 / 1024} MB`)
  }

  /** False once too many runs have taken too long, so that no more are started. */
  get hasTime(): boolean {
    return this.#slowRuns > 0
  }

  /** Notes that a run has taken too long, and was stopped. */
  takeSlowRun(): void {
    this.#slowRuns--
  }

  #refusal(what: string): EvaluationFailure {
    this.#over ??= new EvaluationFailure(
      'blueprint/too-large',
      this.#origin,
      `with ${this.#subject} the blueprint becomes too large: ${what}`,
      'the blueprint builds values from each other, or repeats them, too often; make them smaller, or fewer',
    )
    return this.#over
  }
}
