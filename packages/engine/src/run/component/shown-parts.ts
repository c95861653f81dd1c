import { isEnd, leavesOld, type PlanStep } from '../../plan/shape/plan.ts'
import { requested } from '../../plan/decide/replace-because.ts'

/**
 * The steps that a plan has shown for the parts of composed resources. The run asks for the parts again, and does no more than the plan has
 * shown.
 */
export class ShownParts {
  readonly #byName: ReadonlyMap<string, PlanStep>
  /** Ids of the records that the plan ends. */
  readonly #going: ReadonlySet<string>

  /** @param steps of a plan */
  constructor(steps: readonly PlanStep[]) {
    const shown = steps.filter(({ within }) => within !== undefined)
    const going = shown.filter((step) => isEnd(step) || leavesOld(step))
    // A wanted part may have the same name as an older generation that goes.
    const wanted = shown.filter((step) => !isEnd(step))
    this.#byName = new Map([...going, ...wanted].map((step) => [step.name, step]))
    this.#going = new Set(going.flatMap(({ current }) => current?.id ?? []))
  }

  /** Names of the parts that the user wants replaced. */
  get requested(): ReadonlySet<string> {
    const steps = [...this.#byName.values()].filter(({ replaceBecause }) => replaceBecause.includes(requested))
    return new Set(steps.map(({ name }) => name))
  }

  /** The step as it is, or blocked if it would do more than the plan has shown. */
  held(step: PlanStep): PlanStep {
    if (step.blocked !== undefined || !this.#isMore(step)) return step
    const message = `${step.name} would be ${done[step.action]}, which the plan did not show`
    return { ...step, blocked: { code: 'engine/plan-overtaken', message, hint } }
  }

  #isMore(step: PlanStep): boolean {
    const { action, name, current, destroyFirst = false } = step
    const shown = this.#byName.get(name)
    switch (action) {
      case 'none':
        return false
      case 'delete':
      case 'forget':
        return current !== undefined && !this.#going.has(current.id)
      case 'replace':
        return shown?.action !== 'replace' || (destroyFirst && shown.destroyFirst !== true)
      case 'create':
        return shown?.action !== 'create' && shown?.action !== 'replace'
      case 'update':
        return shown === undefined || shown.action === 'none' || isEnd(shown)
    }
  }
}

const hint =
  'its plugin now asks for something else, or knew too little at the time of the plan: run slipway up to plan again'

const done = {
  none: 'left',
  create: 'created',
  update: 'changed',
  replace: 'replaced',
  delete: 'destroyed',
  forget: 'forgotten',
} as const
