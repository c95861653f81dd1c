import { oldKey, type Plan, type PlanStep, type RunEvent } from '@slipway/engine'
import type { InstanceState } from '@slipway/stores'

type Started = Extract<RunEvent, { type: 'step-started' }>

/**
 * The steps of a program as its user sees them, one after the other, while it runs, since there is no plan. A removal under the name of its
 * successor makes room for the successor.
 */
export class ToldSteps {
  readonly plan: Plan
  readonly #steps: PlanStep[] = []
  readonly #state: InstanceState | undefined
  readonly #replace: ReadonlySet<string>

  /** @param replace names of resources that the user asked to replace */
  constructor(plan: Plan, state: InstanceState | undefined, replace: readonly string[]) {
    this.plan = { ...plan, steps: this.#steps }
    this.#state = state
    this.#replace = new Set(replace)
  }

  take(event: RunEvent): void {
    if (event.type === 'step-started') this.#steps.push(this.#step(event))
  }

  #step({ key, name, resourceType: type, action, resourceId }: Started): PlanStep {
    const makesRoom = key === oldKey(name)
    // The state before the run lacks what the run itself has imported.
    const imported = makesRoom ? { id: resourceId, name, type, replaced: false } : undefined
    const current = this.#state?.resources.find(({ id }) => id === resourceId) ?? imported
    // The resource of that name goes under it when nobody wants it any more; under this key it goes before something else.
    const goesFirst = action === 'delete' && key === oldKey(`${name} ${resourceId}`) && current?.replaced === false
    const isLeft = key.startsWith(oldKey(name).slice(0, -1))
    return {
      key: makesRoom ? name : key,
      name,
      type,
      ...((makesRoom || !['delete', 'forget'].includes(action)) && { wish: {} }),
      action: makesRoom ? 'replace' : action,
      changes: [],
      replaceBecause: this.#replace.has(name) ? ['requested'] : [],
      after: action === 'delete' || action === 'forget' ? [] : [oldKey(name)],
      ...(current !== undefined && { current: { ...current, replaced: isLeft && !makesRoom } }),
      ...((makesRoom || goesFirst) && { destroyFirst: true }),
    } as PlanStep
  }
}
