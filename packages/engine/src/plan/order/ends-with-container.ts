import type { ResourceRecord } from '@slipway/stores'
import { type End, isEnd, oldKey, type PlanStep, rowKey } from '../shape/plan.ts'
import { goneWith, isPresent } from '../../reality/recorded/stands-in.ts'
import { stepFor } from '../guard/unwanted.ts'
import { containersOf, outermost } from './ends-with-replaced.ts'
import { type Along, type Edge, Waits } from './waits.ts'

/**
 * Finds the members that go with their containers (`deletedWith`). A member of a cluster goes with the cluster, without a call of its own.
 * Its row leaves the state in the commit that records the end of the container, and not earlier, because that end may fail.
 *
 * If a step that the container waits for reads the member, the member cannot go with it. It is destroyed like any other resource.
 */
export function membersGoingAlong(steps: readonly PlanStep[], keys: readonly string[], edges: readonly Edge[]): Along {
  const along = outermostEnds(steps)
  while (along.size > 0) {
    const endOf = (key: string): string => along.get(key) ?? key
    const members = new Map<Edge, string>()
    for (const [member, end] of along) members.set([member, end, 'goes along'], member)
    const others = edges.filter(([waiter, needed]) => endOf(waiter) !== endOf(needed))
    for (const [waiter, needed] of others)
      if (along.has(waiter)) members.set([endOf(waiter), needed, 'waits as a member'], waiter)
    const { givenUp } = new Waits(keys, [...others, ...members.keys()])
    const released = givenUp.flatMap((edge) => members.get(edge) ?? [])
    if (released.length === 0) break
    for (const member of released) along.delete(member)
  }
  return along
}

/** Marks the steps of members that go with their container. */
export function goingAlong(steps: readonly PlanStep[], along: Along): readonly PlanStep[] {
  if (along.size === 0) return steps
  const names = new Map(steps.map(({ key, name }) => [key, name]))
  return steps.map((step) => {
    const end = along.get(step.key)
    if (end === undefined || !isEnd(step)) return step
    const { blocked: _, ...rest } = step
    return { ...rest, goesWith: end, reason: `goes with ${names.get(end) ?? end}` }
  })
}

/** The key of the outermost step with which a member can go, by key of the member's step. */
function outermostEnds(steps: readonly PlanStep[]): Map<string, string> {
  const members = steps.filter(
    (step) => step.current?.options?.deletedWith !== undefined && step.goesWith === undefined && isGoing(step, true),
  )
  if (members.length === 0) return new Map()
  const containers = containersOf(
    members,
    steps.filter((step) => isGoing(step)),
  )
  return new Map(
    members.flatMap((step) => {
      const end = outermost(step, containers)
      return end === undefined ? [] : [[step.key, end.key] as const]
    }),
  )
}

/**
 * Steps, if no plan has them, for members that go with a container which makes room for its successor. Their rows leave the state in the
 * commit that records the end of the old container.
 */
export function stepsAlong({ key, name, destroyFirst, current }: PlanStep, records: readonly ResourceRecord[]): End[] {
  if (destroyFirst !== true || current === undefined) return []
  const goesWith = oldKey(key)
  return goneWith(current, records).map((member) =>
    Object.assign(stepFor(member), {
      key: rowKey(member),
      action: 'delete' as const,
      reason: `goes with ${name}`,
      after: [goesWith],
      goesWith,
    }),
  )
}

/**
 * True for a step that ends an existing resource, but not to make room.
 *
 * @param mayBeBlocked an obstacle does not matter: a member that goes with its container needs no call
 */
function isGoing({ action, current, destroyFirst, blocked }: PlanStep, mayBeBlocked = false): boolean {
  if (action !== 'delete' || current === undefined || destroyFirst === true) return false
  return (mayBeBlocked || blocked === undefined) && isPresent(current)
}
