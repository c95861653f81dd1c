import { reached } from '@slipway/graph'
import { Failure, shellWord } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { existenceOf, mayExist } from '../../reality/recorded/life-cycle.ts'
import { stateMove } from '../../reality/obstacles/recorded-twice.ts'
import type { Situation } from '../../reality/gathered/situation.ts'
import { isIn, isInOlder, isPresent, mayBeIn, onlyContainer } from '../../reality/recorded/stands-in.ts'
import type { PlannedEnd } from './guard.ts'

/** True for a resource that may not be destroyed until its user lifts the protection. */
export function isProtected({
  options,
}: {
  readonly options?: { readonly protect?: boolean | undefined } | undefined
}): boolean {
  return options?.protect === true
}

/** True if nobody knows whether the resource was made, and repeating the create would not settle it. */
export function isOpen(record: ResourceRecord, situation: Pick<Situation, 'definition'>): boolean {
  return existenceOf(record) === 'doubtful' && situation.definition(record.type)?.settlement !== 'repeatable'
}

/** Another record of the same thing. There is none while the create of this record is in doubt. */
export function sameThing({ record }: PlannedEnd, situation: Situation): ResourceRecord | undefined {
  return isOpen(record, situation) ? undefined : situation.sameThing(record)
}

/** True for a member whose container stays and which stays with it, because the member is wanted or may still be asked for. */
export function isWithContainer({ record, isLeftOut }: PlannedEnd, situation: Situation): boolean {
  return situation.hasContainerLeft(record.id) && (isLeftOut === true || situation.wanted(record.name) !== 'no')
}

/**
 * True if the resource was made through the gateway for a resource that was to be replaced but turned out to be the wanted one. A component decides
 * itself which of its parts go.
 */
export function isOfWhatStays({ madeFor, id }: ResourceRecord, situation: Situation): boolean {
  if (madeFor === undefined || situation.operation !== 'up' || situation.isMissing(id)) return false
  const maker = situation.row(madeFor.id)
  if (maker === undefined || maker.replaced) return false
  return situation.definition(maker.type)?.isComposed !== true
}

/** A reader that keeps a record alive. A reader that is neither found nor wanted keeps nothing alive. */
export function readerOf({ id }: ResourceRecord, situation: Situation): { readonly name: string } | undefined {
  const name = situation.willRead(id)
  if (name !== undefined) return { name }
  for (const reader of situation.readersOf(id)) {
    if (reader.id === id || !mayExist(reader) || situation.goesWith(reader.id, id)) continue
    const isHolder = !reader.replaced && situation.wanted(reader.name) === 'yes'
    if (isHolder || (!isReadBack(id, reader, situation) && situation.isLikely(reader))) return reader
  }
  return undefined
}

/** True if something reads the reader, directly or not, and both end. Otherwise neither could ever go before the other. */
function isReadBack(id: string, reader: ResourceRecord, situation: Situation): boolean {
  const fate = situation.fateOf(reader.id)
  const ends = fate === 'forgotten' || (fate === 'goes' && !isProtected(reader))
  return ends && readsInCircle(id, reader.id, (one) => situation.row(one)?.reads)
}

/** A member that stays although its container is replaced. It would be gone with the container, but still recorded. */
export function memberLeft(old: ResourceRecord, situation: Situation): ResourceRecord | undefined {
  if (!old.replaced) return undefined
  const holder = situation.named(old.name)
  const successor = holder?.id === old.id ? undefined : holder
  for (const member of situation.membersOf(old)) {
    const isEnding =
      situation.isAbsent(member.name) || situation.fateOf(member.id) === 'goes' || situation.goesWith(member.id, old.id)
    // If the user says that the member is in another container, that counts.
    const isThere = member.options?.deletedWith === old.name || onlyContainer(member) === old.id
    if (isThere && !isEnding && mayExist(member) && isInOlder(member, old, successor)) return member
  }
  return undefined
}

/** A resource that may be in a container that makes room. It could neither go with the container nor be found afterwards. */
export function memberPerhaps(
  record: ResourceRecord,
  situation: Pick<Situation, 'membersOf'>,
): ResourceRecord | undefined {
  for (const member of situation.membersOf(record)) if (isPerhapsInside(member, record)) return member
  return undefined
}

/** The name of a resource of the same type that could not be made, and that may be this resource, or its successor. */
export function uncreated(end: PlannedEnd, situation: Situation): string | undefined {
  const isLast = end.isUnwanted === true && end.isAwaited !== true && situation.operation === 'up'
  return isLast ? situation.uncreated(end.record.type) : undefined
}

export function isMade(name: string, situation: Situation): boolean {
  const made = situation.named(name)
  return made !== undefined && existenceOf(made) === 'there'
}

/** The reason why a resource that could not be made may be the unwanted one. */
export const perhapsThisOne = 'may be this one under another name'

/**
 * The user's ways to say whether two resources are the same. A part of a component cannot get the name of another resource, nor a resource
 * that of a part.
 */
export function waysToRename(own: string, other: string): string {
  const isPlain = ![other, own].some((each) => each.includes(':'))
  if (!isPlain) return ''
  return `; if so: ${stateMove(own, other)}; if not: slipway destroy --target ${shellWord(own)}`
}

/**
 * True when a record reads, directly or not, one of its own readers. This happens if names are swapped and a part of the swap is left out.
 */
function readsInCircle(id: string, reader: string, readBy: (id: string) => readonly string[] | undefined): boolean {
  return reached([id], readBy).has(reader)
}

/**
 * The failure if a container cannot make room: `app would be destroyed with it`.
 *
 * @param left the resource that the plan or run leaves out
 */
export function leftInside(name: string, what: string, left: Pick<ResourceRecord, 'name'>): Failure {
  return new Failure('engine/left-inside', `${name} must be destroyed before its successor is made, and ${what}`, {
    hint: `this run leaves ${left.name} out: name both as targets, or run it for everything`,
  })
}

/** The failure if a container cannot make room because a resource may be inside it. */
export function perhapsInside(name: string, member: ResourceRecord): Failure {
  return leftInside(name, `${member.name} may be inside it`, member)
}

/**
 * True if nobody knows whether a resource is in a container. It could then neither be shown as gone with the container nor be found afterwards. If
 * the user says that it is in another container, that counts.
 */
function isPerhapsInside(member: ResourceRecord, container: ResourceRecord): boolean {
  const isSaid = member.options?.deletedWith === container.name && isPresent(member)
  return isSaid && onlyContainer(member) === undefined && !isIn(member, container) && mayBeIn(member, container)
}
