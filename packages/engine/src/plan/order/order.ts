import { components, graphOf, isInOrder, sortGraph } from '@slipway/graph'
import { isPart } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import { type End, isEnd, leavesOld, oldKey, type PlanStep } from '../shape/plan.ts'
import type { ReadersFirst } from './what-goes-first.ts'
import { Members } from '../../reality/stands-in.ts'

/** The end of an existing resource: a step of its own, or the second half of a replacement. */
interface Removal {
  readonly key: string
  readonly name: string
  readonly record: ResourceRecord
  readonly step: PlanStep
  readonly after: Set<string>
}

/**
 * Works out what must end before each step.
 *
 * - A resource is made or changed after what it depends on by the blueprint.
 * - A resource is removed after what reads it by the state is removed, or changed so that it reads another.
 * - A replaced resource goes once the new one has been made.
 * - A container goes once its members have gone or moved out, and a component once its parts have gone.
 * - What makes room goes before what it makes room for, and waits for nobody: because its type wants that, both would be the same
 *   thing, or something else takes its slot. For a while, those that read it read something that is gone.
 *
 * @param taken by key of a step that makes something: the keys of the removals that make room for it
 * @param before by key of a removal that makes room: the keys of those that come before it all the same
 */
export function orderSteps(
  steps: readonly PlanStep[],
  dependsOn: Before,
  { taken, before }: ReadersFirst = { taken: new Map(), before: new Map() },
): PlanStep[] {
  const removals = steps.map(removalOf).filter((removal) => removal !== undefined)
  const freeing = new Set([...taken.values()].flat())
  const waits = ({ key, step }: Removal): boolean =>
    step.goesWith === undefined && step.destroyFirst !== true && !freeing.has(key)
  const late = removals.filter(waits)
  if (late.length > 0) waitForReaders(steps, removals, late)
  for (const removal of removals) for (const key of before.get(removal.key) ?? []) removal.after.add(key)
  const ordered = withEdges(steps, dependsOn, removals)
  if (taken.size === 0) return ordered
  const makers = new Map(Array.from(taken).flatMap(([maker, keys]) => keys.map((key) => [key, maker] as const)))
  return ordered.map((step) => {
    const freed = withSlotFreed(step, taken.get(step.key))
    const maker = makers.get(step.key)
    return maker === undefined || freed.action !== 'delete' ? freed : makingRoom(freed, maker)
  })
}

/** Notes on every removal in `late` what must end before it. */
function waitForReaders(steps: readonly PlanStep[], removals: readonly Removal[], late: readonly Removal[]): void {
  let byName: ReadonlyMap<string, readonly Removal[]> | undefined
  const named = (name: string): readonly Removal[] =>
    (byName ??= Map.groupBy(late, (removal) => removal.name)).get(name) ?? []
  const byId = new Map(late.map((removal) => [removal.record.id, removal]))
  const names = new Map(steps.flatMap(({ current }) => (current === undefined ? [] : [[current.id, current.name]])))
  /** For each reader: the key of the step after which it no longer reads them, and the removals of what it reads by name alone. */
  const byNameAlone: [string, readonly Removal[]][] = []
  const byMaker = Map.groupBy(late, ({ record }) => record.madeFor?.id)
  // What a plugin made for another resource goes after that resource, which may need it to be destroyed.
  for (const { record, key } of removals)
    for (const removal of byMaker.get(record.id) ?? []) if (!isPart(removal.record)) removal.after.add(key)
  const wait = (record: ResourceRecord, key: string): void => {
    const known = record.reads.filter((id) => names.has(id))
    for (const removal of known.flatMap((id) => byId.get(id) ?? []))
      if (removal.record !== record) removal.after.add(key)
    if (known.length >= record.dependsOn.length) return
    // What it read by id is gone already, and something else may have the name.
    const read = new Set([record.name, ...known.map((id) => names.get(id))])
    const others = record.dependsOn.filter((name) => !read.has(name))
    byNameAlone.push([key, others.flatMap(named)])
  }
  for (const { record, key } of removals) wait(record, key)
  for (const step of steps) {
    if (step.current === undefined || !isMade(step)) continue
    wait(step.current, step.key)
    for (const removal of named(step.name)) removal.after.add(step.key)
  }
  addAcyclic([...byNameAlone, ...membersLeaving(steps, late)], removals)
  endPartsFirst(late, byMaker)
}

/**
 * A component goes after its parts: it is recorded as long as one of them exists, so that the next run takes them back, or goes on to
 * destroy them. The parts wait for what the component waits for.
 */
function endPartsFirst(late: readonly Removal[], byMaker: ReadonlyMap<string | undefined, readonly Removal[]>): void {
  for (const whole of late) {
    const parts = (byMaker.get(whole.record.id) ?? []).filter(({ record }) => isPart(record))
    for (const part of parts) for (const key of whole.after) if (key !== part.key) part.after.add(key)
    for (const { key } of parts) whole.after.add(key)
  }
}

/** Keys of the steps by which members leave their containers, each with the removals of the containers that wait for it. */
function membersLeaving(
  steps: readonly PlanStep[],
  late: readonly Removal[],
): readonly (readonly [string, readonly Removal[]])[] {
  const inside = steps.filter(({ current }) => current?.options?.deletedWith !== undefined)
  if (inside.length === 0 || late.length === 0) return []
  const members = new Members(inside.flatMap(({ current }) => current ?? []))
  const keys = new Map(inside.map((step) => [step.current?.id, leavingKey(step)]))
  const waiting = new Map<string, Removal[]>()
  for (const removal of late) {
    for (const { id } of members.in(removal.record)) {
      const key = keys.get(id)
      if (key !== undefined && key !== removal.key) waiting.set(key, [...(waiting.get(key) ?? []), removal])
    }
  }
  return [...waiting]
}

function leavingKey(step: PlanStep): string | undefined {
  if (leavesOld(step)) return oldKey(step.key)
  return step.action === 'none' ? undefined : step.key
}

/** Adds edges that rest on names, which may belong to something else by now. Those that would close a circle are left out. */
function addAcyclic(edges: readonly (readonly [string, readonly Removal[]])[], removals: readonly Removal[]): void {
  if (edges.every(([, read]) => read.length === 0)) return
  const after = new Map<string, Set<string>>(edges.map(([key]) => [key, new Set()]))
  for (const removal of removals) {
    for (const key of removal.after) if (!after.has(key)) after.set(key, new Set())
    after.set(removal.key, new Set(removal.after))
  }
  for (const [key, read] of edges) for (const removal of read) after.get(removal.key)?.add(key)
  const graph = graphOf(after)
  const groups = components(graph)
  const group = new Map(graph.nodes.map((key, index) => [key, groups[index]]))
  for (const [key, read] of edges) {
    for (const removal of read) if (group.get(removal.key) !== group.get(key)) removal.after.add(key)
  }
}

/** Shows a removal as what it is: it makes room for something else. */
function makingRoom(step: End, maker: string): PlanStep {
  const reason = `makes room for ${maker}`
  return { ...step, destroyFirst: true, reason: step.reason === undefined ? reason : `${step.reason}, ${reason}` }
}

function isMade({ action }: PlanStep): boolean {
  return action === 'create' || action === 'update' || action === 'replace' || action === 'none'
}

function removalOf(step: PlanStep): Removal | undefined {
  const { action, key, name, current } = step
  const isSecondHalf = leavesOld(step)
  if (current === undefined || (action !== 'delete' && action !== 'forget' && !isSecondHalf)) return undefined
  return { key: isSecondHalf ? oldKey(key) : key, name, record: current, step, after: new Set() }
}

function withSlotFreed(step: PlanStep, removals: readonly string[] = []): PlanStep {
  return removals.length === 0 ? step : { ...step, after: [...new Set([...step.after, ...removals])] }
}

function withEdges(steps: readonly PlanStep[], dependsOn: Before, removals: readonly Removal[]): PlanStep[] {
  // Nobody waits for what is not wanted: at most, it is removed.
  const made = new Set<string>()
  for (const step of steps) if (isMade(step)) made.add(step.key)
  const removalByStep = new Map(removals.map((removal) => [removal.step, removal]))
  return steps.map((step) => {
    const removal = removalByStep.get(step)
    if (removal !== undefined && isEnd(step)) return { ...step, after: [...removal.after] }
    const needed = (dependsOn.get(step.name) ?? none).filter((name) => made.has(name))
    if (removal === undefined || step.wish === undefined)
      return needed.length + step.after.length === 0 ? step : { ...step, after: needed }
    const after = step.destroyFirst === true ? [...needed, removal.key] : needed
    return { ...step, after, oldAfter: [...removal.after] }
  })
}

const none: readonly string[] = []

/** By name of a resource: the names of those that come before it. */
export type Before = Pick<ReadonlyMap<string, readonly string[]>, 'get'>

type Needing = Pick<CheckedResource, 'dependsOn' | 'options'>

/**
 * By name of a resource: the names of those that come before it, which are its dependencies and its container, unless the container needs it.
 *
 * @param recorded by name of a resource: the name of the container in which it stands now
 */
export function comingBefore(
  resources: ReadonlyMap<string, Needing>,
  recorded: ReadonlyMap<string, string> = new Map(),
): Before {
  const wanted: [name: string, container: string][] = []
  for (const [name, { options }] of resources)
    if (options?.deletedWith !== undefined) wanted.push([name, options.deletedWith])
  if (wanted.length + recorded.size === 0) return { get: (name) => resources.get(name)?.dependsOn }
  const needed = new Map(Array.from(resources, ([name, { dependsOn }]) => [name, dependsOn]))
  const isThere = ([name, container]: readonly [string, string]): boolean =>
    resources.has(name) && resources.has(container)
  // Where something is to stand counts more than where it stands now: otherwise two that swap places would be in a circle.
  return afterContainers(afterContainers(needed, wanted.filter(isThere)), [...recorded].filter(isThere))
}

function afterContainers(
  before: ReadonlyMap<string, readonly string[]>,
  members: readonly (readonly [name: string, container: string])[],
): ReadonlyMap<string, readonly string[]> {
  if (members.length === 0) return before
  const both = new Map(before)
  for (const [name, container] of members) both.set(name, [...(both.get(name) ?? []), container])
  const graph = graphOf(both)
  const groups = components(graph)
  const group = new Map(graph.nodes.map((name, index) => [name, groups[index]]))
  const after = new Map(before)
  for (const [name, container] of members) {
    const needed = after.get(name) ?? []
    if (group.get(name) !== group.get(container)) after.set(name, [...new Set([...needed, container])])
  }
  return after
}

/** The resources, each after those that come before it. */
export function inOrder<Resource>(resources: ReadonlyMap<string, Resource>, before: Before): Resource[] {
  const list = [...resources.values()]
  if (isInOrder(resources.keys(), (name) => before.get(name))) return list
  const needed = Array.from(resources.keys(), (name) => [name, before.get(name) ?? none] as const)
  return sortGraph(graphOf(new Map(needed))).order.flatMap((index) => list[index] ?? [])
}
