import type { ResourceRecord } from '@slipway/stores'
import type { Gathered } from '../../reality/gathered/gathered.ts'
import { existenceOf } from '../../reality/recorded/life-cycle.ts'
import { Things } from '../../reality/recorded/identified-things.ts'
import { forgetSame } from '../guard/decide-unwanted.ts'
import { isProtected } from '../guard/what-holds.ts'
import type { Waits } from './waits.ts'
import { missingIds } from '../shape/missing-and-unread.ts'
import type { Providers } from '../../providers/providers.ts'
import { identities } from '../../spec/identity.ts'
import { isEnd, type PlanStep } from '../shape/plan.ts'

/** A step for an existing resource. */
type Going = PlanStep & { readonly current: ResourceRecord }

interface Struck {
  readonly steps: readonly PlanStep[]
  /** The keys of the records that are removed before the last record of the same thing, by the key of that last record. */
  readonly before: ReadonlyMap<string, readonly string[]>
}

/**
 * If several records that go are the same thing, only the last is destroyed, after the others are removed from the state. Nothing is
 * destroyed while another living record is the same thing. If one of them is retained, all the others are removed.
 */
export function endEachThingOnce(
  steps: readonly PlanStep[],
  { providers, drift }: Pick<Gathered, 'providers' | 'drift'>,
  waits: Waits,
): Struck {
  const going = steps.filter(isGoing)
  const asBefore = { steps, before: new Map() }
  if (areDistinct(going, providers)) return asBefore
  const things = new Things(
    going.map(({ current }) => current),
    providers,
    missingIds(drift),
  )
  if (going.every(({ current }) => things.sameAs(current) === undefined)) return asBefore
  const struck = new Map<string, ResourceRecord>()
  const byKey = new Map(going.map((step) => [step.key, step]))
  for (const step of waits.inOrder().flatMap((key) => byKey.get(key) ?? [])) {
    const { key, action, current } = step
    const same = things.sameAs(current)
    if (staysThere(step)) continue
    things.remove(current)
    if (action === 'delete' && same !== undefined) struck.set(key, same)
  }
  return withStruck(steps, struck)
}

/** True if no two records can be the same thing, which is nearly always the case. */
function areDistinct(going: readonly Going[], providers: Providers): boolean {
  const seen = new Set<string>()
  for (const { current } of going) {
    for (const identity of identities(providers.type(current.type), current)) {
      if (seen.has(identity)) return false
      seen.add(identity)
    }
  }
  return true
}

function withStruck(steps: readonly PlanStep[], struck: ReadonlyMap<string, ResourceRecord>): Struck {
  const keys = new Map(steps.map(({ key, current }) => [current?.id, key]))
  /** The key of the record that is destroyed in the end, by the key of another record of the same thing that goes earlier. */
  const last = new Map<string, ResourceRecord>()
  for (const [key, same] of [...struck].toReversed()) last.set(key, last.get(keys.get(same.id) ?? '') ?? same)
  const byLast = Map.groupBy(last.keys(), (key) => last.get(key)?.id)
  // The run destroys no thing that has another record, so the other records must be removed first.
  const before = steps.flatMap((step) => {
    const others = isGoing(step) && !last.has(step.key) && !staysThere(step) ? byLast.get(step.current.id) : undefined
    return others === undefined ? [] : [[step.key, others] as const]
  })
  return { steps: steps.map((step) => asStruck(step, last.get(step.key))), before: new Map(before) }
}

function asStruck(step: PlanStep, same: ResourceRecord | undefined): PlanStep {
  if (same === undefined || !isEnd(step)) return step
  const { blocked: _, reason: __, ...rest } = step
  return { ...rest, ...forgetSame(same) }
}

/** False for a resource that makes room, which goes as shown, and for a resource in doubt, about which the run asks first. */
function isGoing(step: PlanStep): step is Going {
  const { action, destroyFirst, current } = step
  if (current === undefined || destroyFirst === true || existenceOf(current) === 'doubtful') return false
  return action === 'delete' || isRetained(step)
}

/**
 * True if the resource still exists after the step: either it is retained, or it is protected, so that the plan is refused or the destroy is held
 * back.
 */
function staysThere(step: Going): boolean {
  return isRetained(step) || isProtected(step.current)
}

function isRetained({ action, current }: PlanStep): boolean {
  return action === 'forget' && current?.removalPolicy === 'retain'
}
