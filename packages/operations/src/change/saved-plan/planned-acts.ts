import type { Plan } from '@slipway/engine'
import { Failure } from '@slipway/model'
import { BoundAsks } from '../../programs/planned-asks.ts'
import type { SavedPlan } from './saved-plan-content.ts'

/** Binds a program to the requests in its saved plan. */
export function boundBy(saved: SavedPlan | undefined): BoundAsks | undefined {
  return saved?.asks && new BoundAsks(saved.asks)
}

/**
 * Refuses acts that differ from the plan. The same requests may lead to other acts, because of options or existing resources.
 *
 * @throws Failure `programs/other-than-planned`
 */
export function refuseOtherActs(planned: Plan | undefined, now: Plan): void {
  const [other] = planned === undefined ? [] : otherActs(planned, now)
  if (other === undefined) return
  const { key, act, before } = other
  const shown = before === undefined ? 'the plan does not have it' : `the plan shows "${before}"`
  throw new Failure('programs/other-than-planned', `the program differs from the plan: ${act} ${key}, and ${shown}`, {
    hint: 'look at the change and make a new plan: slipway plan --out FILE',
  })
}

interface OtherAct {
  readonly key: string
  readonly act: string
  /** The act in the earlier plan. Absent if that plan does not have the resource or link. */
  readonly before: string | undefined
}

/** Returns the acts of a plan that an earlier plan does not have. The plan may do less. */
export function otherActs(earlier: Plan, now: Plan): readonly OtherAct[] {
  const acts = actsOf(earlier)
  return Array.from(actsOf(now), ([key, act]) => ({ key, act, before: acts.get(key) })).filter(
    ({ act, before }) => act !== 'none' && act !== before,
  )
}

/** Returns the act of each resource and link. */
function actsOf({ steps, links = [] }: Plan): ReadonlyMap<string, string> {
  const acts = steps.map((step): [string, string] => [
    step.key,
    step.destroyFirst === true ? `${step.action} (destroyed first)` : step.action,
  ])
  return new Map([...acts, ...links.map(({ key, action }): [string, string] => [key, action])])
}
