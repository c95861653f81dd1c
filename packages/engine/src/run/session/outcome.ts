import { typeOfPart, type ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { optional } from '../../language/parse/optional.ts'
import type { StepFailure } from '../events/events.ts'
import { type Action, notedAs, type PlanStep } from '../../plan/shape/plan.ts'

/** The outcome of a run, which is reported at its end. */
export class Outcome {
  /** The exports of a program; `undefined` until it has set them. */
  exports: ValueMap | undefined
  /** The resources that this run forgot and that stay outside. */
  readonly leftOutside: ResourceRecord[] = []
  /** Ids of the records of imported things. */
  readonly takenIn = new Set<string>()
  readonly tally = new Tally()
}

/** A step with its failure. */
export interface FailedStep extends StepFailure {
  readonly key: string
  readonly name: string
  readonly type: string
  readonly action: Action
}

/** The counts and failures of a run. */
export class Tally {
  readonly #counts: Record<string, number> = {}
  /** The act on the old resource, by key of a step whose old resource is gone and whose new one is not made yet. */
  readonly #vacated = new Map<string, 'delete' | 'forget'>()
  /**
   * Ids of the records that this run has replaced. The removal of such a record may be a step of its own, but counts as part of the
   * replacement.
   */
  readonly replaced = new Set<string>()
  readonly failures: FailedStep[] = []
  /** Keys of the steps that were not started. */
  readonly untaken = new Set<string>()
  /** Creates that did not happen: the first name, by type. */
  readonly #uncreated = new Map<string, string>()
  /** Steps that were not taken because something stood in their way, with the reason: `db: app still reads it`. */
  readonly heldBack: string[] = []

  notCreated({ type, name }: Pick<PlanStep, 'type' | 'name'>): void {
    const made = typeOfPart(type)
    if (!this.#uncreated.has(made)) this.#uncreated.set(made, name)
  }

  /**
   * The name of a resource of this type whose create did not happen. Parts of components also count, because their things may be the same.
   */
  uncreated(type: string): string | undefined {
    return this.#uncreated.get(typeOfPart(type))
  }

  /**
   * The number of steps by kind of end, with steps that had a call first. If a resource made room for a successor that was never made, its end
   * counts on its own.
   */
  get counts(): Readonly<Record<string, number>> {
    const { rename, record, ...called } = this.#counts
    const vacated = [...this.#vacated.values()]
    const gone = (['delete', 'forget'] as const).flatMap((action) => {
      const count = vacated.filter((one) => one === action).length + (called[action] ?? 0)
      return count > 0 ? [[action, count]] : []
    })
    return {
      ...called,
      ...Object.fromEntries(gone),
      ...optional('rename', rename),
      ...optional('record', record),
    }
  }

  count(what: string): void {
    this.#counts[what] = (this.#counts[what] ?? 0) + 1
  }

  /** Counts renames whose resources are recorded under their new names by now. */
  countNamed(steps: readonly PlanStep[]): void {
    for (const step of steps) if (notedAs(step) === 'rename') this.count('rename')
  }

  vacated(key: string, action: 'delete' | 'forget'): void {
    this.#vacated.set(key, action)
  }

  /**
   * Notes that a step has made the successor for which a resource made room.
   *
   * @returns false if no resource made room for the step
   */
  filled(key: string): boolean {
    return this.#vacated.delete(key)
  }
}
