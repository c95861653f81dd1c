import { containsUnknown, equalValues, revealed, type Value, type ValueMap } from '@slipway/model'
import type { Checked, Compared, ToCheck } from './checks.ts'
import type { Named } from '../resource/resource.ts'

/** The plan-time questions to a plugin about a resource, and its answers. */
interface Plan {
  readonly news: ValueMap
  /** The present properties; absent for a resource that does not exist yet. */
  readonly olds?: ValueMap
  readonly checked: Checked
  readonly compared?: Compared
  readonly ignoreChanges?: readonly string[] | undefined
}

/** The plans that have not been carried out yet: the plugin is not asked the same again. */
export class Planned {
  readonly #kept = new Map<string, Plan>()

  keep(request: Named, plan: Plan): void {
    this.#kept.set(keyOf(request, plan.olds), plan)
  }

  find(request: Named, { news, olds }: Omit<ToCheck, 'understood'>): Plan | undefined {
    const plan = this.#kept.get(keyOf(request, olds))
    return plan !== undefined && isSame(plan.news, news) && isSame(plan.olds, olds) ? plan : undefined
  }

  /** Returns the planned change of a resource to these inputs, whatever its present state is. */
  findChange(request: Named, news: ValueMap): Plan | undefined {
    const plan = this.#kept.get(`${keyOf(request)} changed`)
    return plan !== undefined && isSame(plan.news, news) ? plan : undefined
  }

  /** Like `find`, for the caller that carries out the plan: forgets the plan. */
  take(request: Named, asked: Omit<ToCheck, 'understood'>): Plan | undefined {
    const plan = this.find(request, asked)
    this.#kept.delete(keyOf(request, asked.olds))
    return plan
  }
}

function keyOf({ type, instanceName, resourceName }: Named, olds?: ValueMap): string {
  const key = JSON.stringify([type, instanceName, resourceName])
  return olds === undefined ? key : `${key} changed`
}

function isSame(one: ValueMap | undefined, other: ValueMap | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  // Unknown values cannot be compared, but they may wait for the same thing.
  return equalValues(one, other) || (containsUnknown(one) && textOf(one) === textOf(other))
}

function textOf(map: ValueMap): string {
  return JSON.stringify(map, (_key, value: Value) => (typeof value === 'bigint' ? `${value}n` : revealed(value)))
}
