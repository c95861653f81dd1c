import { Failure } from '@slipway/model'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import type { CheckedBlueprint } from '../../check/checked.ts'
import { existenceOf } from '../../reality/recorded/life-cycle.ts'
import type { Plan } from './plan.ts'

/**
 * Refuses a plan that is out of date.
 *
 * @throws Failure `engine/stale-plan`, which names the change since then
 */
export function refuseStale(
  plan: Plan,
  state: InstanceState | undefined,
  blueprint: Pick<CheckedBlueprint, 'hash' | 'file' | 'decidedBy'> | undefined,
): void {
  const version = state?.instance.version ?? -1
  if (version !== plan.stateVersion) {
    throw stale(
      `the state of ${plan.instance} has changed: the plan was made from ${worded(plan.stateVersion)}, it is now at ${worded(version)}`,
    )
  }
  if (plan.operation === 'up' && blueprint?.hash() !== plan.blueprintHash) {
    const others =
      blueprint?.decidedBy === undefined ? 'a variable or a plugin' : `a variable, a plugin or ${itemsRead}`
    throw stale(`${blueprint?.file ?? 'the blueprint'}, ${others} has changed since the plan was made`)
  }
  const records = new Map(state?.resources.map((record) => [record.id, record]))
  for (const { name, current } of plan.steps) {
    if (current !== undefined && !isAsItWas(current, records.get(current.id)))
      throw stale(`${name} has changed since the plan was made`)
  }
  const links = new Map(state?.links?.map((record) => [record.id, record]))
  for (const { name, current } of plan.links ?? []) {
    if (current !== undefined && links.get(current.id)?.status !== current.status)
      throw stale(`the link ${name} has changed since the plan was made`)
  }
}

/** True if a record has not changed. The status alone does not show it, because a resource in doubt may have been found since. */
function isAsItWas(before: ResourceRecord, now: ResourceRecord | undefined): boolean {
  return now?.status === before.status && existenceOf(now) === existenceOf(before)
}

const itemsRead = 'what is read for the items of an "each"'

function worded(version: number): string {
  return version === -1 ? 'no state' : `version ${version}`
}

function stale(why: string): Failure {
  return new Failure('engine/stale-plan', why, { hint: 'make a new plan: slipway plan --out FILE' })
}
