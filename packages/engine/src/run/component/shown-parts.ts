import { notShown, ShownEnds } from '../../plan/guard/shown-ends.ts'
import { isEnd, leavesOld, type PlanStep } from '../../plan/shape/plan.ts'
import { requested } from '../../plan/decide/replace-because.ts'

/**
 * The steps that a plan has shown for the parts of composed resources. The run asks for the parts again, and does no more than the plan has
 * shown.
 */
export class ShownParts {
  readonly #byName: ReadonlyMap<string, PlanStep>
  readonly #ends: ShownEnds

  /** @param steps of a plan */
  constructor(steps: readonly PlanStep[]) {
    const shown = steps.filter(({ within }) => within !== undefined)
    const going = shown.filter((step) => isEnd(step) || leavesOld(step))
    // A wanted part may have the same name as an older generation that goes.
    const wanted = shown.filter((step) => !isEnd(step))
    this.#byName = new Map([...going, ...wanted].map((step) => [step.name, step]))
    this.#ends = new ShownEnds(shown)
  }

  /** Names of the parts that the user wants replaced. */
  get requested(): ReadonlySet<string> {
    const steps = [...this.#byName.values()].filter(({ replaceBecause }) => replaceBecause.includes(requested))
    return new Set(steps.map(({ name }) => name))
  }

  /** The step as it is, or blocked if it would do more than the plan has shown. */
  held(step: PlanStep): PlanStep {
    if (step.blocked !== undefined || !this.#isMore(step)) return step
    return { ...step, blocked: notShown(step, itsPlugin) }
  }

  #isMore(step: PlanStep): boolean {
    const { action, name, destroyFirst = false } = step
    const shown = this.#byName.get(name)
    switch (action) {
      case 'none':
        return false
      case 'delete':
      case 'forget':
        return !this.#ends.has(step)
      case 'replace':
        return shown?.action !== 'replace' || (destroyFirst && shown.destroyFirst !== true)
      case 'create':
        return shown?.action !== 'create' && shown?.action !== 'replace'
      case 'update':
        return shown === undefined || shown.action === 'none' || isEnd(shown)
    }
  }
}

const itsPlugin = 'its plugin now asks for something else, or knew too little at the time of the plan'
