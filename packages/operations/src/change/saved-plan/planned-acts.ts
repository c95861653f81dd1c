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
  if (planned === undefined) return
  const acts = actsOf(planned)
  const other = [...actsOf(now)].find(([key, act]) => act !== 'none' && acts.get(key) !== act)
  if (other === undefined) return
  const [key, act] = other
  const before = acts.get(key)
  const shown = before === undefined ? 'the plan does not have it' : `the plan shows "${before}"`
  throw new Failure('programs/other-than-planned', `the program differs from the plan: ${act} ${key}, and ${shown}`, {
    hint: 'look at the change and make a new plan: slipway plan --out FILE',
  })
}

/** Returns the act of each resource and link. */
function actsOf({ steps, links = [] }: Plan): ReadonlyMap<string, string> {
  const acts = steps.map((step): [string, string] => [
    step.key,
    step.destroyFirst === true ? `${step.action} (destroyed first)` : step.action,
  ])
  return new Map([...acts, ...links.map(({ key, action }): [string, string] => [key, action])])
}
