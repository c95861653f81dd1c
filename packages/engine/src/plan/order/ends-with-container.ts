import { components, graphOf } from '@slipway/graph'
import type { ResourceRecord } from '@slipway/stores'
import { type End, isEnd, oldKey, type PlanStep } from '../shape/plan.ts'
import { goneWith, isIn, isPresent } from '../../reality/stands-in.ts'

/**
 * Lets members go with their containers (`deletedWith`): what stands in a cluster goes with the cluster, without a call of its own.
 * Its row leaves the state in the commit that records the end of the container, and not before: that may fail.
 *
 * If something that the container waits for reads the member, the member cannot go with it: it is destroyed like any other resource.
 */
export function endWithContainer(steps: readonly PlanStep[]): readonly PlanStep[] {
  return withTheirEnds(withWhatMakesRoom(steps))
}

function withTheirEnds(steps: readonly PlanStep[]): readonly PlanStep[] {
  const ends = endsOf(steps)
  if (ends.size === 0) return steps
  const byKey = new Map(steps.map((step) => [step.key, step]))
  const waits = waitsOf(steps)
  for (const [key, end] of ends) if (waitsForReader(end, key, waits, ends)) ends.delete(key)
  leaveCircles(waits, ends)
  const members = Map.groupBy(ends, ([, end]) => end)
  return steps.map((step) => {
    const end = ends.get(step.key)
    if (end !== undefined && isEnd(step)) {
      const { blocked: _, ...rest } = step
      const name = byKey.get(end)?.name ?? end
      return { ...rest, after: [end], goesWith: end, reason: `goes with ${name}` }
    }
    const own = members.get(step.key)?.map(([key]) => key)
    if (own === undefined) return step
    const inherited = own.flatMap((key) => byKey.get(key)?.after ?? [])
    const after = [...step.after, ...inherited].filter((key) => key !== step.key && !own.includes(key))
    return { ...step, after: [...new Set(after)] }
  })
}

/** Puts what is taken along right after the step that makes room, which then waits for everything that the members wait for. */
function withWhatMakesRoom(steps: readonly PlanStep[]): readonly PlanStep[] {
  const taken = Map.groupBy(
    steps.filter(({ goesWith }) => goesWith !== undefined),
    ({ goesWith }) => goesWith,
  )
  if (taken.size === 0) return steps
  return steps.map((step) => {
    const { action, goesWith, oldAfter = [] } = step
    if (goesWith !== undefined)
      return action === 'replace' ? { ...step, oldAfter: [goesWith] } : { ...step, after: [goesWith] }
    const own = taken.get(action === 'replace' ? oldKey(step.key) : step.key) ?? []
    if (own.length === 0) return step
    const ends = new Set(own.map((one) => (one.action === 'replace' ? oldKey(one.key) : one.key)))
    const before = own.flatMap((one) => (one.action === 'replace' ? (one.oldAfter ?? []) : one.after))
    // It does not wait for those themselves.
    const waiting = (after: readonly string[]): readonly string[] =>
      Array.from(new Set([...after, ...before])).filter((key) => !ends.has(key))
    if (action !== 'replace') return { ...step, after: waiting(step.after) }
    return { ...step, oldAfter: waiting(oldAfter) }
  })
}

/** By key of a member's step: the key of the outermost step with which the member goes. */
function endsOf(steps: readonly PlanStep[]): Map<string, string> {
  const asked = steps.filter(
    ({ current, goesWith }) => current?.options?.deletedWith !== undefined && goesWith === undefined,
  )
  if (asked.length === 0) return new Map()
  const going = steps.filter((step) => isGoing(step))
  const byName = new Map(going.map((step) => [step.name, step]))
  const byId = new Map(going.map((step) => [step.current?.id, step]))
  const containers = new Map<string, PlanStep>()
  for (const step of asked) {
    const { standsIn, options } = step.current ?? {}
    const container = standsIn === undefined ? byName.get(options?.deletedWith ?? '') : byId.get(standsIn[0])
    if (container !== undefined && isGoing(step, true) && isIn(step.current, container.current))
      containers.set(step.key, container)
  }
  const ends = new Map<string, string>()
  for (const { key } of asked) {
    const seen = new Set([key])
    let end = containers.get(key)
    for (let next = end; next !== undefined && !seen.has(next.key); next = containers.get(next.key)) {
      seen.add(next.key)
      end = next
    }
    // In a circle, there is no outermost one.
    if (end !== undefined && end.key !== key && !containers.has(end.key)) ends.set(key, end.key)
  }
  return ends
}

/**
 * Steps for members that are gone with something that makes room for its successor, when no plan has them: their rows leave the state
 * in the commit that records the end of the old one.
 */
export function stepsAlong({ key, name, destroyFirst, current }: PlanStep, records: readonly ResourceRecord[]): End[] {
  if (destroyFirst !== true || current === undefined) return []
  return goneWith(current, records).map((member) => ({
    key: oldKey(`${member.name} ${member.id}`),
    name: member.name,
    type: member.type,
    action: 'delete',
    changes: [],
    replaceBecause: [],
    reason: `goes with ${name}`,
    current: member,
    after: [oldKey(key)],
    goesWith: oldKey(key),
  }))
}

/** By key: the keys of what a step waits for. The removal of what a replacement leaves behind has a key of its own. */
export function waitsOf(steps: readonly PlanStep[]): ReadonlyMap<string, readonly string[]> {
  const waits = new Map<string, readonly string[]>()
  for (const { key, after, action, destroyFirst, oldAfter = [] } of steps) {
    waits.set(key, after)
    // The successor exists before the old one goes, unless that makes room.
    if (action === 'replace') waits.set(oldKey(key), destroyFirst === true ? oldAfter : [...oldAfter, key])
  }
  return waits
}

/** Whether one step comes after another one, directly or not; both by key. */
export function waitsFor(other: string, key: string, waits: ReadonlyMap<string, readonly string[]>): boolean {
  const all = new Set(waits.get(key))
  for (const needed of all) for (const next of waits.get(needed) ?? []) all.add(next)
  return all.has(other)
}

/** Has members go by themselves where going with their containers would close a circle. */
function leaveCircles(waits: ReadonlyMap<string, readonly string[]>, ends: Map<string, string>): void {
  const groupOf = (key: string): string => ends.get(key) ?? key
  for (;;) {
    const needs = new Map<string, Set<string>>(Array.from(waits.keys(), (key) => [groupOf(key), new Set()]))
    for (const [key, after] of waits)
      for (const other of after)
        if (groupOf(other) !== groupOf(key) && needs.has(groupOf(other))) needs.get(groupOf(key))?.add(groupOf(other))
    const graph = graphOf(needs)
    const component = components(graph)
    const sizes = Map.groupBy(graph.nodes.keys(), (node) => component[node])
    const inCircle = new Set(graph.nodes.filter((_, node) => (sizes.get(component[node])?.length ?? 0) > 1))
    const caught = Array.from(ends).filter(([, end]) => inCircle.has(end))
    if (caught.length === 0) return
    for (const [key] of caught) ends.delete(key)
  }
}

/** @param mayBeBlocked an obstacle does not matter: a member that goes with its container needs no call */
function isGoing({ action, current, destroyFirst, blocked }: PlanStep, mayBeBlocked = false): boolean {
  if (action !== 'delete' || current === undefined || destroyFirst === true) return false
  return (mayBeBlocked || blocked === undefined) && isPresent(current)
}

function waitsForReader(
  end: string,
  key: string,
  waits: ReadonlyMap<string, readonly string[]>,
  ends: ReadonlyMap<string, string>,
): boolean {
  const seen = new Set<string>()
  const open = [end]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const needed of waits.get(at) ?? []) {
      if (needed === key && at !== end && ends.get(at) !== end) return true
      if (seen.has(needed) || needed === key) continue
      seen.add(needed)
      open.push(needed)
    }
  }
  return false
}
