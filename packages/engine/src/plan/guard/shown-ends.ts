import { Failure } from '@slipway/model'
import { becauseReplaced } from '../decide/replace-because.ts'
import { isEnd, leavesOld, type PlanStep } from '../shape/plan.ts'
import type { Obstacle } from '../../reality/obstacles/obstacles.ts'
import { isDestroyed } from './protection.ts'

/**
 * The resources that a shown plan ends, or would end if nothing read them any more. Whoever agreed to the plan has agreed to the end of no others.
 */
export class ShownEnds {
  /** Ids of the records that the plan destroys or forgets, with or without a successor. */
  readonly #ids: ReadonlySet<string>
  /** Of these, those that the plan only forgets. */
  readonly #retained: ReadonlySet<string>
  /** Of these, those that have a successor in the plan. */
  readonly #replaced: ReadonlySet<string>
  /** Names of resources that the plan imports. The run records them under other ids than the plan. */
  readonly #imported: ReadonlySet<string>

  /** @param steps of the plan */
  constructor(steps: readonly PlanStep[]) {
    const ending = steps.filter((step) => isEnd(step) || isUnwanted(step) || leavesOld(step))
    this.#ids = idsOf(ending)
    this.#retained = idsOf(ending.filter((step) => step.action === 'forget' || step.retainsOld === true))
    this.#replaced = idsOf(ending.filter(({ action }) => action === 'replace'))
    this.#imported = new Set(ending.flatMap(({ name, wish }) => (wish?.importedAs === undefined ? [] : [name])))
  }

  /** True if the plan ends the record of a step, however it does. */
  has({ current }: PlanStep): boolean {
    return current === undefined || this.#ids.has(current.id)
  }

  /** True if the step ends nothing, or nothing that the plan does not end as well, and in the same way. */
  allows(step: PlanStep): boolean {
    if (!isEnd(step) && !isDestroyed(step)) return true
    const { name, current } = step
    if (current === undefined || this.#imported.has(name)) return true
    const { id, replaced } = current
    const isForgotten = step.action === 'forget' || step.retainsOld === true
    if (!isForgotten && this.#retained.has(id)) return false
    // A resource that goes with something else, or before it, is made again when the program asks for it.
    const isForGood = isEnd(step) && !replaced && step.goesWith === undefined && step.goesBefore === undefined
    return this.has(step) && !(isForGood && this.#replaced.has(id))
  }

  /**
   * Refuses steps that end something else.
   *
   * @throws Failure `engine/plan-overtaken`
   */
  refuse(steps: readonly PlanStep[]): void {
    const other = steps.find((step) => !this.allows(step))
    if (other === undefined) return
    const { code, message, hint = '' } = notShown(other, theProgram)
    throw new Failure(code, message, { hint })
  }

  /** Blocks the steps that end something else, and the ends of containers that would take it along. */
  hold(steps: readonly PlanStep[]): readonly PlanStep[] {
    const byKey = new Map(steps.map((step) => [step.key, step]))
    /** By key of a step to block: the step that the plan did not show. */
    const because = new Map<string, PlanStep>()
    for (const other of steps.filter((step) => step.blocked === undefined && !this.allows(step)))
      for (let at: PlanStep | undefined = other; at !== undefined; at = byKey.get(at.goesWith ?? ''))
        if (at === other || !because.has(at.key)) because.set(at.key, other)
    return steps.map((step) => {
      const other = because.get(step.key)
      if (other === undefined || step.blocked !== undefined) return step
      const { goesWith: _, ...alone } = step
      return { ...alone, after: [], blocked: notShown(other, theProgram) }
    })
  }
}

function idsOf(steps: readonly PlanStep[]): ReadonlySet<string> {
  return new Set(steps.flatMap(({ current }) => current?.id ?? []))
}

/** True for a resource that stays for now although nothing wants it. */
function isUnwanted({ action, wish }: PlanStep): boolean {
  return action === 'none' && wish === undefined
}

const theProgram = 'the program asks for something else now that it knows more'

const done = {
  none: 'left',
  create: 'created',
  update: 'changed',
  replace: 'replaced',
  delete: 'destroyed',
  forget: 'forgotten',
} as const

/**
 * The obstacle of a step that a shown plan does not have.
 *
 * @param because the reason why a run wants more than its plan
 */
export function notShown({ name, action, replaceBecause }: PlanStep, because: string): Obstacle {
  const { paths, others } = becauseReplaced(replaceBecause)
  const reasons = [...paths, ...others].join(', ')
  return {
    code: 'engine/plan-overtaken',
    message: `${name} would be ${done[action]}, which the plan did not show${reasons === '' ? '' : `: ${reasons}`}`,
    hint: `${because}: run slipway up to plan again`,
  }
}
