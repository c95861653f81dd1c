import { reached } from '@slipway/graph'
import { Failure, shellWord } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { existenceOf, mayExist } from '../../reality/life-cycle.ts'
import { stateMove } from '../../reality/recorded-twice.ts'
import type { Situation } from '../../reality/situation.ts'
import { isIn, isInOlder, isPresent, mayBeIn, onlyContainer } from '../../reality/stands-in.ts'
import type { PlannedEnd } from './guard.ts'

/** True for what may not be destroyed until its user says otherwise. */
export function isProtected({
  options,
}: {
  readonly options?: { readonly protect?: boolean | undefined } | undefined
}): boolean {
  return options?.protect === true
}

/** True when nobody knows whether it was made, and repeating the create would not tell. */
export function isOpen(record: ResourceRecord, situation: Pick<Situation, 'definition'>): boolean {
  return existenceOf(record) === 'doubtful' && situation.definition(record.type)?.settlement !== 'repeatable'
}

/** Another record of the same thing. There is none as long as nobody knows whether its own create has made anything. */
export function sameThing({ record }: PlannedEnd, situation: Situation): ResourceRecord | undefined {
  return isOpen(record, situation) ? undefined : situation.sameThing(record)
}

/** A member that is wanted, or may be asked for yet, stays with its container. */
export function isWithContainer({ record, isLeftOut }: PlannedEnd, situation: Situation): boolean {
  return situation.hasContainerLeft(record.id) && (isLeftOut === true || situation.wanted(record.name) !== 'no')
}

/**
 * Whether it was made through the gateway for something that was to be replaced, and that turned out to be what is wanted. A component says
 * itself which of its parts go.
 */
export function isOfWhatStays({ madeFor, id }: ResourceRecord, situation: Situation): boolean {
  if (madeFor === undefined || situation.operation !== 'up' || situation.isMissing(id)) return false
  const maker = situation.row(madeFor.id)
  if (maker === undefined || maker.replaced) return false
  return situation.definition(maker.type)?.isComposed !== true
}

/** Records that read it and so keep it alive. A record that is neither found nor wanted keeps nothing alive. */
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

/** Of two that read each other and both end, neither could ever go before the other. */
function isReadBack(id: string, reader: ResourceRecord, situation: Situation): boolean {
  const fate = situation.fateOf(reader.id)
  const ends = fate === 'forgotten' || (fate === 'goes' && !isProtected(reader))
  return ends && readsInCircle(id, reader.id, (one) => situation.row(one)?.reads)
}

/** A member of a replaced container that stays: it would be gone with the container, but still recorded. */
export function memberLeft(old: ResourceRecord, situation: Situation): ResourceRecord | undefined {
  if (!old.replaced) return undefined
  const holder = situation.named(old.name)
  const successor = holder?.id === old.id ? undefined : holder
  for (const member of situation.membersOf(old)) {
    const isEnding =
      situation.isAbsent(member.name) || situation.fateOf(member.id) === 'goes' || situation.goesWith(member.id, old.id)
    // If the user says that it stands elsewhere, that is believed.
    const isThere = member.options?.deletedWith === old.name || onlyContainer(member) === old.id
    if (isThere && !isEnding && mayExist(member) && isInOlder(member, old, successor)) return member
  }
  return undefined
}

/** Things that may stand in something that makes room: such a thing could neither go with it nor be found afterwards. */
export function memberPerhaps(
  record: ResourceRecord,
  situation: Pick<Situation, 'membersOf'>,
): ResourceRecord | undefined {
  for (const member of situation.membersOf(record)) if (isPerhapsInside(member, record)) return member
  return undefined
}

/** Something of its type that could not be made: it may be meant to be this one, or to replace it. */
export function uncreated(end: PlannedEnd, situation: Situation): string | undefined {
  const isLast = end.isUnwanted === true && end.isAwaited !== true && situation.operation === 'up'
  return isLast ? situation.uncreated(end.record.type) : undefined
}

export function isMade(name: string, situation: Situation): boolean {
  const made = situation.named(name)
  return made !== undefined && existenceOf(made) === 'there'
}

/** Why something that nobody wants may be meant all the same by what could not be made. */
export const perhapsThisOne = 'may be this one under another name'

/** A part cannot be given the name of another resource, nor a resource that of a part. */
export function waysToRename(own: string, other: string): string {
  const isPlain = ![other, own].some((each) => each.includes(':'))
  if (!isPlain) return ''
  return `; if so: ${stateMove(own, other)}; if not: slipway destroy --target ${shellWord(own)}`
}

/**
 * True when a record reads, directly or not, one of its own readers. This comes about when names are swapped, and a part of the swap is left
 * out.
 */
function readsInCircle(id: string, reader: string, readBy: (id: string) => readonly string[] | undefined): boolean {
  return reached([id], readBy).has(reader)
}

/**
 * Why a container cannot make room: `app would be destroyed with it`.
 *
 * @param left what the plan or run leaves out
 */
export function leftInside(name: string, what: string, left: Pick<ResourceRecord, 'name'>): Failure {
  return new Failure('engine/left-inside', `${name} must be destroyed before its successor is made, and ${what}`, {
    hint: `this run leaves ${left.name} out: name both as targets, or run it for everything`,
  })
}

/** The same, of something that only may stand in it. */
export function perhapsInside(name: string, member: ResourceRecord): Failure {
  return leftInside(name, `${member.name} may be inside it`, member)
}

/**
 * Whether nobody knows if something stands in a container: it could neither be shown as gone with that nor be found afterwards. If the
 * user says that it stands elsewhere, that is believed.
 */
function isPerhapsInside(member: ResourceRecord, container: ResourceRecord): boolean {
  const isSaid = member.options?.deletedWith === container.name && isPresent(member)
  return isSaid && onlyContainer(member) === undefined && !isIn(member, container) && mayBeIn(member, container)
}
