import type { ResourceRecord } from '@slipway/stores'
import type { CheckedBlueprint, CheckedResource } from '../../check/checked.ts'
import type { Gathered } from '../../reality/gathered/gathered.ts'
import { takenSlots } from '../decide/slots.ts'
import type { LinkStep } from '../shape/link-step.ts'
import { endKey, isReplacedFirst, leavesOld, oldKey, type PlanStep } from '../shape/plan.ts'
import { comingBefore } from './coming-before.ts'
import { edgesOf, type Ordering } from './edges.ts'
import { goingAlong, membersGoingAlong } from './ends-with-container.ts'
import { leavingAlone, makesRoom, takeMembersAlong } from './ends-with-replaced.ts'
import { endEachThingOnce } from './one-thing-one-end.ts'
import { type Along, type Edge, Waits } from './waits.ts'
import {
  makingRoom,
  makingWay,
  type ReadersFirst,
  readersGoFirst,
  usersFirst,
  usersGoFirst,
} from './what-goes-first.ts'

/** The steps of a plan before they are put in order. */
interface Unordered {
  readonly steps: readonly PlanStep[]
  readonly links?: readonly LinkStep[]
  /** Records that the plan leaves alone. */
  readonly beside?: readonly ResourceRecord[]
  readonly blueprint?: CheckedBlueprint
}

interface Scheduled {
  readonly steps: readonly PlanStep[]
  readonly links: readonly LinkStep[]
  /** Ids of containers that would be gone before their members could be changed. */
  readonly goneFirst: ReadonlySet<string>
}

/**
 * Puts steps in order. Decides which resources make room and which go with others, lists the edges between steps with their reasons, and gives up
 * edges that close a circle. A member that cannot leave its container in time then goes with the container, or has to be made anew.
 */
export function scheduleOrder(
  { steps, links = [], beside = [], blueprint }: Unordered,
  gathered: Pick<Gathered, 'providers' | 'drift' | 'state'>,
): Scheduled {
  const { providers } = gathered
  const resources = blueprint?.resources ?? new Map<string, CheckedResource>()
  const before = comingBefore(resources)
  const still = { links, blueprint, providers, before, room: noRoom, struck: new Map() }
  // Usually, nothing goes, and only the steps that make something need an order.
  if (links.length === 0 && steps.every(leavesNothing))
    return { ...new Order({ ...still, steps }).written(), goneFirst: new Set() }
  // Only types of programs have `replacedWith`, on the way back, and a program has no links.
  const hasUsers = links.length === 0 && (gathered.state?.links ?? []).length === 0
  const isAlone = leavingAlone(before, hasUsers ? makingWay(steps, providers) : undefined)
  const replaced = takeMembersAlong(steps, beside, isAlone, isReplacedFirst)
  const first = hasUsers ? usersGoFirst(replaced, providers) : replaced
  const { taken, before: readers } = readersGoFirst(first, takenSlots(first, providers, resources), providers)
  const shown = makingRoom(first, taken)
  const room = { taken, before: hasUsers ? [...readers, ...usersFirst(shown, providers)] : readers }
  const making = takeMembersAlong(shown, beside, isAlone, makesRoom)
  let order = new Order({ ...still, room, steps: making })
  const late = order.leavingTooLate()
  const isKept = (member: PlanStep, container: PlanStep): boolean =>
    isAlone(member, container) && !late.some(([end, one]) => end === endKey(container) && one === endKey(member))
  const along = late.length === 0 ? making : takeMembersAlong(making, beside, isKept, makesRoom)
  if (along !== making) order = new Order({ ...still, room, steps: along })
  const { steps: struckOnce, before: struck } = endEachThingOnce(along, gathered, order.waits)
  if (struckOnce !== along) order = new Order({ ...still, room, struck, steps: struckOnce })
  return { ...order.written(), goneFirst: order.goneFirst() }
}

const noRoom: ReadersFirst = { taken: new Map(), before: [] }

/** True for a step that ends nothing, whatever its condition will be. */
function leavesNothing({ action, wish, goesWith, destroyFirst }: PlanStep): boolean {
  const isMade = action === 'none' || action === 'create' || action === 'update'
  return isMade && wish?.conditionUntil === undefined && goesWith === undefined && destroyFirst !== true
}

/** The steps of a plan, and the steps that come before each of them. */
export class Order {
  readonly waits: Waits
  readonly #ordering: Ordering
  readonly #keys: readonly string[]
  readonly #edges: readonly Edge[]

  constructor(ordering: Ordering) {
    const { steps, links } = ordering
    const ends = steps.flatMap((step) => (leavesOld(step) ? [step.key, oldKey(step.key)] : [step.key]))
    this.#ordering = ordering
    this.#keys = [...ends, ...links.map(({ key }) => key)]
    this.#edges = edgesOf(ordering)
    this.waits = new Waits(this.#keys, this.#edges, alongOf(steps))
  }

  /** The given-up waits in which a container that makes room waits for a member that cannot leave in time. */
  leavingTooLate(): readonly Edge[] {
    return this.waits.givenUp.filter(([, , reason]) => reason === 'moves out')
  }

  /** Ids of containers that take along a member whose change would have to wait for their end. Such a member has to be made anew. */
  goneFirst(): ReadonlySet<string> {
    const late = this.leavingTooLate()
    if (late.length === 0) return new Set()
    const byEnd = new Map(this.#ordering.steps.map((step) => [endKey(step), step]))
    return new Set(
      late.flatMap(([end, member]) =>
        byEnd.get(member)?.action === 'update' ? (byEnd.get(end)?.current?.id ?? []) : [],
      ),
    )
  }

  /** The steps, with marks on members that go with their containers. */
  written(): Pick<Scheduled, 'steps' | 'links'> {
    const members = membersGoingAlong(this.#ordering.steps, this.#keys, this.#edges)
    const steps = goingAlong(this.#ordering.steps, members)
    const waits = members.size === 0 ? this.waits : new Waits(this.#keys, this.#edges, alongOf(steps))
    return {
      steps: steps.map((step) => asOrdered(step, waits)),
      links: this.#ordering.links.map((link) => ({ ...link, after: waits.before(link.key) })),
    }
  }
}

function alongOf(steps: readonly PlanStep[]): Along {
  return new Map(steps.flatMap((step) => (step.goesWith === undefined ? [] : [[endKey(step), step.goesWith] as const])))
}

function asOrdered(step: PlanStep, waits: Waits): PlanStep {
  const { key, current } = step
  const before = waits.before(key)
  const after = before.length + step.after.length === 0 ? step.after : before
  if (step.wish === undefined || current === undefined || !leavesOld(step))
    return after === step.after ? step : { ...step, after }
  return { ...step, after, oldAfter: waits.before(oldKey(key)) }
}
