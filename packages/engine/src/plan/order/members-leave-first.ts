import type { ResourceRecord } from '@slipway/stores'
import { isPresent, mayBeIn } from '../../reality/stands-in.ts'
import { oldKey, type PlanStep } from '../shape/plan.ts'
import { makesRoom } from './ends-with-replaced.ts'

interface Moved {
  readonly steps: readonly PlanStep[]
  /** Ids of containers that take along a member whose change would have to wait for their end. It has to be made anew. */
  readonly goneFirst: ReadonlySet<string>
}

/**
 * Orders what happens before a container that makes room is destroyed. Members that a change moves elsewhere move out before. Of members
 * that are made anew elsewhere, the old ones are destroyed before: otherwise they would be gone before, or while, they are destroyed.
 */
export function membersLeaveFirst(steps: readonly PlanStep[]): Moved {
  const goneFirst = new Set<string>()
  const leaving = steps.filter(
    ({ action, current, goesWith }) =>
      current?.options?.deletedWith !== undefined &&
      (action === 'update' || (action === 'replace' && goesWith === undefined)),
  )
  const containers = steps.filter((step) => makesRoom(step) || step.goesWith !== undefined)
  if (leaving.length === 0 || containers.length === 0) return { steps, goneFirst }
  const moved = new Map(steps.map((step) => [step, step]))
  for (const container of containers) {
    const members = leaving.filter(({ current }) => mayGoWith(current, container.current))
    if (members.length === 0) continue
    const waiting = waitingFor(endsOf(container), moved.values())
    const before = members.filter((member) => !waiting.has(leavingKey(member)))
    const isLate = members.some((member) => member.action === 'update' && waiting.has(member.key))
    if (isLate) goneFirst.add(container.current?.id ?? '')
    moved.set(container, endingAfter(moved.get(container) ?? container, before.map(leavingKey)))
  }
  return { steps: [...moved.values()], goneFirst }
}

/** Also where a change may have moved it in: it leaves as well. */
function mayGoWith(member: ResourceRecord | undefined, container: ResourceRecord | undefined): boolean {
  return member !== undefined && container !== undefined && isPresent(member) && mayBeIn(member, container)
}

function leavingKey({ action, key }: PlanStep): string {
  return action === 'replace' ? oldKey(key) : key
}

function endingAfter(step: PlanStep, keys: readonly string[]): PlanStep {
  return step.action === 'replace'
    ? { ...step, oldAfter: [...(step.oldAfter ?? []), ...keys] }
    : { ...step, after: [...step.after, ...keys] }
}

/** Keys of the steps that end a container: its own, and the step of the one with which it goes. */
function endsOf({ action, key, goesWith }: PlanStep): readonly string[] {
  const own = action === 'replace' ? oldKey(key) : key
  return goesWith === undefined ? [own] : [own, goesWith]
}

/** Keys of everything that waits for one of these, directly or not. */
function waitingFor(keys: readonly string[], steps: Iterable<PlanStep>): ReadonlySet<string> {
  const waiters = new Map<string, string[]>()
  const wait = (key: string, after: readonly string[]): void => {
    for (const other of after) {
      const known = waiters.get(other)
      if (known === undefined) waiters.set(other, [key])
      else known.push(key)
    }
  }
  for (const { key, action, after, oldAfter = [] } of steps) {
    wait(key, after)
    if (action === 'replace') wait(oldKey(key), oldAfter)
  }
  const waiting = new Set(keys)
  for (const key of waiting) for (const waiter of waiters.get(key) ?? []) waiting.add(waiter)
  return waiting
}
