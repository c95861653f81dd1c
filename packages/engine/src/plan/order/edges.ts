import { addTo } from '@slipway/graph'
import { isPart } from '@slipway/model'
import { allLinkEnds, type ResourceRecord } from '@slipway/stores'
import type { CheckedBlueprint } from '../../check/checked.ts'
import type { Providers } from '../../providers/providers.ts'
import { isIn, isPresent, Members } from '../../reality/recorded/stands-in.ts'
import { isOfBlueprint } from '../match/made-by-plugins.ts'
import { stepFor } from '../guard/unwanted.ts'
import { computedTexts, tellsOf } from '../match/what-it-reads.ts'
import type { LinkStep } from '../shape/link-step.ts'
import { missingOutside } from '../shape/missing-and-unread.ts'
import { endKey, isEnd, leavesOld, oldKey, type PlanStep } from '../shape/plan.ts'
import type { Before } from './coming-before.ts'
import { makesRoom } from './ends-with-replaced.ts'
import type { ReasonName } from './reasons.ts'
import type { Edge } from './waits.ts'
import { type ReadersFirst } from './what-goes-first.ts'

/** The steps to put in order, and the decisions about them. */
export interface Ordering {
  readonly steps: readonly PlanStep[]
  readonly links: readonly LinkStep[]
  readonly blueprint: CheckedBlueprint | undefined
  readonly providers: Providers
  /** The resources that come before each resource, according to the blueprint. */
  readonly before: Before
  readonly room: ReadersFirst
  /** The keys of the records that are removed before the last record of the same thing, by the key of that last record. */
  readonly struck: ReadonlyMap<string, readonly string[]>
}

/** The end of an existing resource: a step of its own, or the second half of a replacement. */
interface EndNode {
  readonly key: string
  readonly name: string
  readonly record: ResourceRecord
  readonly step: PlanStep
}

/** All edges of the order, with their reasons (`reasons.ts`). */
export function edgesOf(ordering: Ordering): Edge[] {
  const { steps, links } = ordering
  const ends = steps.flatMap((step) => endOf(step) ?? [])
  const edges = [...needing(ordering), ...takingPlaces(ordering, ends)]
  if (ends.length > 0) edges.push(...lateEdges(ordering, ends), ...goingFirst(ordering))
  if (links.length > 0) edges.push(...linkEdges(ordering), ...linkCapabilities(ordering))
  const again = forgottenOfMakers(steps)
  if (again.length === 0) return edges
  // These things are gone already, so no other step can need them.
  const first = new Set(again.map(({ key }) => key))
  return [...edges.filter(([waiter]) => !first.has(waiter)), ...makingAgain(ordering, again)]
}

/** The readers and certain members of each record, by id. For these reasons, a destroy ends users first. */
export function usesOf(records: readonly ResourceRecord[], providers: Providers): Edge[] {
  const steps = records.map((record): PlanStep => ({ ...stepFor(record), key: record.id, action: 'delete' }))
  const known = { links: [], blueprint: undefined, before: new Map(), struck: new Map() }
  const ordering = { ...known, steps, providers, room: { taken: new Map(), before: [] } }
  const byId = new Map(records.map((record) => [record.id, record]))
  const isUse = ([used, user, reason]: Edge): boolean => {
    if (reason === 'is inside') return isIn(byId.get(user), byId.get(used))
    return reason === 'reads' || (reason === 'reads by name' && byId.get(used)?.replaced === false)
  }
  return [
    ...lateEdges(
      ordering,
      steps.flatMap((step) => endOf(step) ?? []),
    ),
  ].filter(isUse)
}

function endOf(step: PlanStep): EndNode | undefined {
  const { key, name, current } = step
  const isSecondHalf = leavesOld(step)
  if (current === undefined || (!isEnd(step) && !isSecondHalf)) return undefined
  return { key: isSecondHalf ? oldKey(key) : key, name, record: current, step }
}

/** Edges between wanted resources. Nothing waits for an unwanted resource, which is at most removed. */
function* needing({ steps, before }: Ordering): Iterable<Edge> {
  const made = new Set<string>()
  for (const step of steps) if (!isEnd(step)) made.add(step.key)
  for (const { key, name } of steps.filter((step) => !isEnd(step)))
    for (const needed of before.get(name) ?? []) if (made.has(needed)) yield [key, needed, 'needs']
}

/** A resource that makes room does not wait for its readers. For a while, they read a resource that is gone. */
function* takingPlaces({ room }: Ordering, ends: readonly EndNode[]): Iterable<Edge> {
  for (const { key, step } of ends) if (!isEnd(step) && step.destroyFirst === true) yield [step.key, key, 'makes room']
  for (const [maker, keys] of room.taken) for (const key of keys) yield [maker, key, 'makes room']
}

const none: readonly never[] = []

type LateEdge = readonly [end: EndNode, needed: string, reason: ReasonName]

/** Ends that wait until nothing needs the resource any more: all except those that make room or go with a container. */
function* lateEdges(ordering: Ordering, ends: readonly EndNode[]): Iterable<Edge> {
  const freeing = new Set([...ordering.room.taken.values()].flat())
  const isLate = ({ key, step }: EndNode): boolean =>
    step.goesWith === undefined && step.destroyFirst !== true && !freeing.has(key)
  const late = ends.filter(isLate)
  if (late.length === 0) return
  const made = late.filter(({ record }) => record.madeFor !== undefined)
  const byMaker = Map.groupBy(made, ({ record }) => record.madeFor?.id)
  // A resource that a plugin made for another resource goes after it, because the other resource may need it for its own removal. Parts go before
  // the whole.
  const madeFor = ({ record }: EndNode, isOfPart: boolean): readonly EndNode[] =>
    byMaker.get(record.id)?.filter((one) => isPart(one.record) === isOfPart) ?? none
  for (const maker of ends) for (const { key } of madeFor(maker, false)) yield [key, maker.key, 'was made for']
  for (const [end, needed, reason] of concat(reading(ordering, ends, late), staying(ordering, late))) {
    if (end.key !== needed) yield [end.key, needed, reason]
    // A component is recorded as long as any of its parts, so that the next run takes them back, or continues to destroy them.
    for (const { key } of madeFor(end, true)) if (key !== needed) yield [key, needed, reason]
  }
  for (const whole of late) for (const { key } of madeFor(whole, true)) yield [whole.key, key, 'is a part']
}

function* concat<Each>(...all: readonly Iterable<Each>[]): Iterable<Each> {
  for (const each of all) yield* each
}

/** Edges between resources and their recorded readers, and between old generations and their successors. */
function* reading(
  { steps, providers }: Ordering,
  ends: readonly EndNode[],
  late: readonly EndNode[],
): Iterable<LateEdge> {
  let byName: ReadonlyMap<string, readonly EndNode[]> | undefined
  const named = (name: string): readonly EndNode[] =>
    (byName ??= Map.groupBy(late, (end) => end.name)).get(name) ?? none
  const byId = new Map(late.map((end) => [end.record.id, end]))
  const names = new Map(steps.flatMap(({ current }) => (current === undefined ? [] : [[current.id, current.name]])))
  const readBy = function* (reader: ResourceRecord, key: string, isGoing: boolean): Iterable<LateEdge> {
    if (reader.reads.length + reader.dependsOn.length === 0) return
    const known = reader.reads.filter((id) => names.has(id))
    for (const id of known) {
      const end = byId.get(id)
      if (end === undefined || end.record === reader) continue
      const isNamed = isGoing && knowsByNameAlone(reader, end.record, providers)
      yield [end, key, isNamed ? 'reads by name' : 'reads']
    }
    if (known.length >= reader.dependsOn.length) return
    // The record that the reader read by id is gone already, and another record may have the name.
    const read = new Set([reader.name, ...known.map((id) => names.get(id))])
    for (const name of reader.dependsOn)
      if (!read.has(name)) for (const end of named(name)) yield [end, key, 'reads by name']
  }
  for (const { record, key } of ends) yield* readBy(record, key, true)
  for (const step of steps) {
    if (step.current === undefined || isEnd(step)) continue
    yield* readBy(step.current, step.key, false)
    for (const end of named(step.name)) yield [end, step.key, 'successor exists']
  }
}

/**
 * True when two records are recorded as reading each other, but the reader contains nothing that the other's provider has computed. The
 * cause may be that the name which the reader reads belongs to the other record by now.
 */
function knowsByNameAlone(reader: ResourceRecord, read: ResourceRecord, providers: Providers): boolean {
  const definition = read.reads.includes(reader.id) ? providers.type(read.type) : undefined
  return definition !== undefined && !computedTexts(read, definition).some(([text]) => tellsOf(reader.spec, text))
}

/** Orders a member that leaves its container before the end of the container. */
function* staying({ steps }: Ordering, late: readonly EndNode[]): Iterable<LateEdge> {
  const inside = steps.filter(({ current }) => current?.options?.deletedWith !== undefined)
  if (inside.length === 0) return
  const members = new Members(inside.flatMap(({ current }) => current ?? []))
  const byId = new Map(inside.map((step) => [step.current?.id, step]))
  for (const end of late) {
    for (const { id } of members.in(end.record)) {
      const member = byId.get(id)
      if (member === undefined) continue
      if (leavesOld(member)) yield [end, oldKey(member.key), 'is inside']
      else if (member.action !== 'none') yield [end, member.key, 'is inside']
    }
  }
}

/** Orders steps before the end of a resource, even if the resource makes room. */
function* goingFirst({ steps, room, struck }: Ordering): Iterable<Edge> {
  yield* room.before
  for (const [key, keys] of struck) for (const other of keys) yield [key, other, 'is struck first']
  yield* movingOut(steps)
}

/**
 * Orders a member that moves to another container before the end of a container that makes room. If a member is made anew in another container, the
 * old member is destroyed first. Otherwise it would be gone before or while it is destroyed.
 */
function* movingOut(steps: readonly PlanStep[]): Iterable<Edge> {
  const leaving = steps.filter(mayLeave)
  if (leaving.length === 0) return
  const members = new Members(leaving.flatMap(({ current }) => (current && isPresent(current) ? [current] : [])))
  const byId = new Map(leaving.map((step) => [step.current?.id, step]))
  for (const container of steps) {
    if (container.current === undefined || (!makesRoom(container) && container.goesWith === undefined)) continue
    for (const { id } of members.in(container.current)) {
      const member = byId.get(id)
      if (member !== undefined) yield [endKey(container), endKey(member), 'moves out']
    }
  }
}

function mayLeave({ action, current, goesWith }: PlanStep): boolean {
  const isOnWay = action === 'update' || (action === 'replace' && goesWith === undefined)
  return isOnWay && current?.options?.deletedWith !== undefined
}

/**
 * Orders the removal of a link before the end of either of its ends, and before the end of everything that a plugin made for the link. A resource
 * that reads the link comes after it.
 */
function* linkEdges({ steps, links, blueprint }: Ordering): Iterable<Edge> {
  const byEnd = linksByEnd(links, steps)
  for (const step of steps) {
    const { key, name, current } = step
    const letting = [current?.id, current?.madeFor?.id].flatMap((id) => byEnd.get(id ?? '') ?? [])
    for (const link of letting) {
      if (isEnd(step)) yield [key, link, 'links']
      else if (leavesOld(step)) yield [oldKey(key), link, 'links']
    }
    for (const link of (!isEnd(step) && blueprint?.resources.get(name)?.links) || []) yield [key, link, 'links']
  }
  for (const { key, after } of links) for (const needed of after) yield [key, needed, 'links']
}

/** Keys of the links that must let go of a resource before it goes, by the id of the resource. A link that goes also has its own id here. */
function linksByEnd(links: readonly LinkStep[], steps: readonly PlanStep[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  // It is still unknown whether these ends are wanted. If they are not, their links go as well.
  const open = new Set(steps.flatMap(({ name, wish }) => (wish?.conditionUntil === undefined ? [] : [name])))
  for (const { key, current, action, a, b } of links) {
    const isSettled = action === 'none' && !open.has(a) && !open.has(b)
    if (current === undefined || isSettled) continue
    if (action === 'delete') found.set(current.id, [key])
    for (const { resourceId } of allLinkEnds(current)) addTo(found, resourceId, key)
  }
  return found
}

/** Orders a link that requires a capability of a resource after the links that provide it. When they go, the order is reversed. */
function* linkCapabilities({ links, providers }: Ordering): Iterable<Edge> {
  const capabilities = (link: LinkStep, kind: 'provides' | 'requires'): readonly string[] =>
    (providers.link(link.type)?.definition[kind] ?? []).map(
      ({ name, end }) => `${link.action === 'delete'} ${link[end]} ${name}`,
    )
  const makers = new Map<string, string[]>()
  for (const link of links)
    for (const capability of capabilities(link, link.action === 'delete' ? 'requires' : 'provides'))
      addTo(makers, capability, link.key)
  for (const link of links)
    for (const capability of capabilities(link, link.action === 'delete' ? 'provides' : 'requires'))
      for (const maker of makers.get(capability) ?? []) yield [link.key, maker, 'links']
}

/** The steps that forget missing things which plugins had made for other resources. */
function forgottenOfMakers(steps: readonly PlanStep[]): readonly PlanStep[] {
  return steps.filter(
    ({ action, reason, current }) =>
      action === 'forget' && reason === missingOutside && current !== undefined && !isOfBlueprint(current),
  )
}

/** Orders steps so that a missing thing is forgotten before the plugin makes it again in the step of the resource for which it was made. */
function* makingAgain({ steps, links }: Ordering, forgotten: readonly PlanStep[]): Iterable<Edge> {
  const byMaker = Map.groupBy(forgotten, ({ current }) => current?.madeFor?.id)
  for (const { action, key, current } of [...steps, ...links])
    if (action === 'update')
      for (const missing of byMaker.get(current?.id) ?? []) yield [key, missing.key, 'is made again']
}
