import { typeOfPart, type ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { optional } from '../../language/parse/optional.ts'
import type { StepFailure } from '../events/events.ts'
import { type Action, notedAs, type PlanStep } from '../../plan/shape/plan.ts'

/** What a run tells at its end. */
export class Outcome {
  /** What a program exports; `undefined` as long as it has not said. */
  exports: ValueMap | undefined
  /** The resources that this run forgot and that stay outside. */
  readonly leftOutside: ResourceRecord[] = []
  /** Ids of the records of what was imported. */
  readonly takenIn = new Set<string>()
  readonly tally = new Tally()
}

/** How a step failed. */
export interface FailedStep extends StepFailure {
  readonly key: string
  readonly name: string
  readonly type: string
  readonly action: Action
}

/** Counts and failures of a run. */
export class Tally {
  readonly #counts: Record<string, number> = {}
  /** Steps whose old resource is gone, and whose new one is not made yet, with what was done to the old one. */
  readonly #vacated = new Map<string, 'delete' | 'forget'>()
  /** Ids of what this run has replaced: its removal may be a step of its own, but is counted as part of the replacement. */
  readonly replaced = new Set<string>()
  readonly failures: FailedStep[] = []
  /** Keys of the steps of which nothing was done. */
  readonly untaken = new Set<string>()
  /** Creates that did not happen: the first name of each type. */
  readonly #uncreated = new Map<string, string>()
  /** Steps that were not taken because something stood in their way, and why: `db: app still reads it`. */
  readonly heldBack: string[] = []

  notCreated({ type, name }: Pick<PlanStep, 'type' | 'name'>): void {
    const made = typeOfPart(type)
    if (!this.#uncreated.has(made)) this.#uncreated.set(made, name)
  }

  /** The name of something of this type that was to be created, and was not. Parts count, too: their things may be the same. */
  uncreated(type: string): string | undefined {
    return this.#uncreated.get(typeOfPart(type))
  }

  /** How many steps ended in each way, calls first. What made room for a successor that never came counts by itself. */
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

  /** @returns false if nothing made room for it */
  filled(key: string): boolean {
    return this.#vacated.delete(key)
  }
}
