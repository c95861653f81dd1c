import { PluginFailure, revealed, shellWord, valueMap, type Failure, statusAfter } from '@slipway/model'
import type { Intent, ResourceRecord, StateChange } from '@slipway/stores'
import { foundByKey, isFoundById } from '../../reality/doubt-verdict.ts'
import { currentResource } from '../../reality/current-resource.ts'
import { foundByNameWithOthers, notFoundWithOthers } from '../../reality/other-settings.ts'
import { existenceOf, isRetained, mayExist, unfinished } from '../../reality/life-cycle.ts'
import { makerOf } from '../../reality/made-outside.ts'
import { optionsOf } from '../../reality/record-options.ts'
import { onlyContainer } from '../../reality/stands-in.ts'
import { valueAt } from '../../spec/computed-paths.ts'
import { missingOutside } from '../../plan/shape/missing-and-unread.ts'
import { protectedFailure } from '../../plan/guard/protection.ts'
import { failureReasons } from '../../providers/failure-reasons.ts'
import { endDoubt } from './in-doubt.ts'
import { sameByNaturalKey } from '../same-thing/same-natural-key.ts'
import { afterLateDelete, mayStillGo } from './late-delete.ts'
import { failureOf, type Session } from '../session/session.ts'
import { leaveOutside } from './left-outside.ts'
import { oneOfAnId, sharingId, type Sharing } from '../same-thing/same-id.ts'
import { settleForRemoval } from './settle-for-removal.ts'
import type { StepControl } from '../session/step-control.ts'
import { replacedInPlace } from './replaced-in-place.ts'

/**
 * Destroys a resource: intent, call, result. If another record is the same thing, it is only struck from the state.
 *
 * @param successor what takes its name once it is gone; absent when nothing does, or something already has it
 */
export async function removeStep(
  record: ResourceRecord,
  control: StepControl,
  session: Session,
  successor?: Successor,
): Promise<void> {
  const isRepeatable = session.definition(record.type)?.settlement === 'repeatable'
  // If its create may still take effect, whatever has its key now may be something else.
  const isOpen = existenceOf(record) === 'doubtful' && !isRepeatable
  const known = isOpen ? await settleForRemoval(record, control, session) : record
  if (known === undefined) return
  await oneOfAnId(known, session, () => removeKnown(known, control, session, successor))
}

async function removeKnown(
  known: ResourceRecord,
  control: StepControl,
  session: Session,
  successor: Successor | undefined,
): Promise<void> {
  const same = session.things.sameAs(known)
  let sharing: Sharing | undefined
  let other: ResourceRecord | undefined
  try {
    if (same !== undefined) sharing = { other: same, isProven: true }
    else if (session.things.sharingId(known).length > 0) sharing = await sharingId(known, session)
    other = sharing?.other ?? (await sameByNaturalKey(known, session))
  } catch (thrown) {
    control.started(known.id)
    control.failed(failureOf(thrown), false)
    return
  }
  // Of two records of one thing, the other may have been struck since it was asked.
  if (other === undefined || session.record(other.id) === undefined)
    return await new Removal(known, control, session).run(successor)
  const { isProven = false } = sharing ?? {}
  const why = isProven ? `${other.name} is the same thing` : whyKept(known, other)
  control.becomes('forget', sharing === undefined || isProven ? why : `${why}; ${howToDestroy(known, session)}`)
  await forgetStep(known, control, session, successor, { other, isSure: sharing === undefined || isProven })
}

/** Why a resource is only forgotten that another record may be. */
function whyKept({ name }: ResourceRecord, other: ResourceRecord): string {
  const what = other.name === name ? 'what has taken its name' : other.name
  return `it stays outside, since it may be the same thing as ${what}`
}

/** For a user who knows that it is another thing: an instance of its own can take it in. */
function howToDestroy({ name, type, spec }: ResourceRecord, session: Session): string {
  const { idField = 'id' } = session.definition(type) ?? {}
  const id = revealed(valueAt(spec, idField) ?? '')
  const taken = shellWord(`${name.replaceAll('/', '-')}-left`)
  const words = typeof id === 'string' ? ` ${shellWord(id)}` : ''
  return `if it is another one, this destroys it: slipway import ${shellWord(name)}${words} --instance ${taken} && slipway destroy --instance ${taken}`
}

/**
 * Deletes the record of a resource, and does nothing to the resource.
 *
 * @param successor what takes its name then; absent when nothing does, or something already has it
 * @param same the record that is, or may be, the same thing
 */
export async function forgetStep(
  record: ResourceRecord,
  control: StepControl,
  session: Session,
  successor?: Successor,
  { other = session.things.sameAs(record), isSure = true }: Same = {},
): Promise<void> {
  control.started(record.id)
  const room = roomFor(record, successor, session)
  if (room !== undefined) await session.write(room.changes)
  const isGone = control.step.reason === missingOutside
  if (isLeft(record, control)) leaveOutside(record, session)
  const { members } = session
  const inside = isGone ? members.goneWith(record, true) : members.withUnknown(record)
  const over = other === undefined || isGone ? undefined : replacedInPlace(other, record, session)
  if (over === undefined) await forget(record, inside, control, session)
  else {
    await session.write([{ kind: 'forget', resourceId: record.id }, ...inside, over.change])
    if (isSure) return control.failed(over.failure, false)
    control.done()
    control.recorded()
  }
}

/** `isSure`: false if nobody could tell whether it is the same thing. The next `up` puts it right in any case. */
interface Same {
  readonly other?: ResourceRecord | undefined
  readonly isSure?: boolean
}

/** Whether it stays outside, by the plan or by its record: the blueprint may have said so only when it was replaced. */
function isLeft(record: ResourceRecord, { step }: StepControl): boolean {
  const { retainsOld, reason, current = record } = step
  return retainsOld === true || (reason !== missingOutside && (isRetained(record) || isRetained(current)))
}

/**
 * Why something that would be destroyed may belong to somebody else: it was seen with other settings of its provider, and its provider
 * does not find it by id. Whatever has the same name with the present settings is another thing.
 */
async function perhapsAnother(record: ResourceRecord, session: Session): Promise<Failure | undefined> {
  const { settings } = session.calls
  if (!settings.areOther(record)) return undefined
  try {
    const found = await foundByKey(record, { definition: session.definition(record.type), settler: session.settler })
    if (found === undefined) return notFoundWithOthers(record, settings)
    return isFoundById(found) ? undefined : foundByNameWithOthers(record, settings)
  } catch (thrown) {
    return failureOf(thrown)
  }
}

/** Something that is yet to be made. */
export interface Successor {
  /** The record that it would have, with this id. */
  readonly row: (id: string) => ResourceRecord
  /** The record of what makes room for it, with what is said now about retaining that. */
  readonly ofOld: (record: ResourceRecord) => ResourceRecord
}

/** Is told how far the removal is. */
export type RemovalControl = Pick<StepControl, 'number' | 'started' | 'done' | 'recorded' | 'failed'>

/** Destroys a resource that certainly no other record is. */
export function removeThing(record: ResourceRecord, control: RemovalControl, session: Session): Promise<void> {
  return new Removal(record, control, session).run(undefined)
}

/** One destroy of a resource, from its intent to its result. */
class Removal {
  readonly #record: ResourceRecord
  readonly #control: RemovalControl
  readonly #session: Session
  /** The row that has its name until the successor is made. */
  #absent: ResourceRecord | undefined

  constructor(record: ResourceRecord, control: RemovalControl, session: Session) {
    this.#record = record
    this.#control = control
    this.#session = session
  }

  async run(successor: Successor | undefined): Promise<void> {
    const session = this.#session
    const record = this.#record
    if (record.options?.protect === true) {
      this.#control.started(record.id)
      this.#control.failed(protectedFailure(record), false)
      return
    }
    const another = await perhapsAnother(record, session)
    if (another !== undefined) {
      this.#control.started(record.id)
      this.#control.failed(another, false)
      return
    }
    const wait = afterLateDelete(record, session)
    const notYet = wait && (await wait)
    if (notYet !== undefined) {
      this.#control.started(record.id)
      this.#control.failed(notYet, true)
      return
    }
    const room = roomFor(record, successor, session)
    this.#absent = room?.row
    const intent = session.begin('delete', this.#asRecorded())
    session.reach('before-intent', this.#control.number)
    await session.write([...(room?.changes ?? []), { kind: 'begin', intent }])
    this.#control.started(record.id)
    session.reach('after-intent', this.#control.number)
    try {
      await session.calls.destroy({
        type: record.type,
        resourceId: record.id,
        resourceName: record.name,
        ...session.instance,
        current: currentResource(record),
        ...optionsOf(record),
      })
    } catch (thrown) {
      await this.#notDestroyed(intent, failureOf(thrown))
      return
    }
    session.reach('after-call', this.#control.number)
    await forget(record, [{ kind: 'end', intentId: intent.id }, ...this.#takenAlong()], this.#control, session)
  }

  /** Forgets what is gone with it, and updates what is left that may have stood in it, or was linked to it. */
  #takenAlong(): StateChange[] {
    const { together, members, linksInRun } = this.#session
    const inside = members.goneWith(this.#record)
    const links = linksInRun.without(this.#record.id)
    const along = together.get(this.#record.id)
    if (along === undefined) return [...inside, ...links]
    const told = new Set(inside.flatMap((change) => (change.kind === 'forget' ? [change.resourceId] : [])))
    const ids = [...along].filter((id) => this.#session.record(id) !== undefined)
    const going = new Set([this.#record.id, ...ids, ...told])
    // A member that was to go along may have moved out meanwhile.
    const isElsewhere = (id: string): boolean => {
      const member = this.#session.record(id)
      const home = member && onlyContainer(member)
      return home !== undefined && !going.has(home) && this.#session.record(home) !== undefined
    }
    const gone = ids
      .filter((id) => !told.has(id) && !isElsewhere(id))
      .map((resourceId): StateChange => ({ kind: 'forget', resourceId }))
    return [...inside, ...links, ...gone]
  }

  async #notDestroyed(intent: Intent, failure: Failure): Promise<void> {
    const session = this.#session
    const end: StateChange = { kind: 'end', intentId: intent.id }
    if (failure instanceof PluginFailure && failure.inDoubt) {
      const doubt = await endDoubt({ ...intent, resource: this.#asRecorded() }, this.#asRecorded(), failure, session)
      const isGone = doubt.changes.some((change) => change.kind === 'forget' && change.resourceId === this.#record.id)
      await session.write([...doubt.changes, ...(isGone ? this.#takenAlong() : []), end])
      this.#control.failed(doubt.failure, doubt.inDoubt)
      return
    }
    const why = { failureReasons: failureReasons(failure), updatedAt: session.now() }
    // If the call was refused, or never reached the plugin, everything is as it was.
    const isRefused = failure instanceof PluginFailure && failure.refused && !session.asked.changed.has(this.#record.id)
    const isUntouched = !(failure instanceof PluginFailure) || isRefused
    const changes: StateChange[] = isUntouched
      ? [...this.#roomGivenBack(), { kind: 'resource', resource: { ...this.#untouched(), ...why } }]
      : [{ kind: 'resource', resource: { ...this.#asRecorded(), ...why, ...this.#afterFailure() } }]
    session.reach('before-result', this.#control.number)
    await session.write([...changes, end])
    this.#control.failed(failure, false)
  }

  /**
   * Of something whose create may not have been finished, nobody knows after a failed delete, either, whether it exists. The same holds as
   * long as an earlier delete, which was cut short, may still take effect.
   */
  #afterFailure(): Partial<ResourceRecord> {
    const { status, updatedAt } = this.#record
    if (existenceOf(this.#record) === 'doubtful') return { status }
    const mayGo = mayStillGo(this.#record, this.#session)
    return mayGo ? { status: statusAfter('delete', 'cut'), updatedAt } : { status: statusAfter('delete', 'failed') }
  }

  /** The record as it is now: a successor, or the row that stands for one, may have its name. */
  #asRecorded(): ResourceRecord {
    const record = this.#session.record(this.#record.id) ?? this.#record
    return this.#absent === undefined ? record : { ...record, replaced: true }
  }

  /** The record with its name again, if only the row for its successor had taken that. */
  #untouched(): ResourceRecord {
    return this.#absent === undefined ? this.#asRecorded() : this.#record
  }

  #roomGivenBack(): StateChange[] {
    if (this.#absent === undefined) return []
    const { id: successor } = this.#absent
    const readers = this.#session.readersOf(successor).map((reader): StateChange => {
      return { kind: 'resource', resource: { ...reader, reads: reader.reads.filter((id) => id !== successor) } }
    })
    return [{ kind: 'forget', resourceId: successor }, ...readers]
  }
}

/**
 * Gives the name of what goes to a row that stands for nothing, until the successor is made.
 *
 * @returns `undefined` if there is no successor, or if another record has the name, and keeps it
 */
function roomFor(
  record: ResourceRecord,
  successor: Successor | undefined,
  session: Session,
): { readonly row: ResourceRecord; readonly changes: readonly StateChange[] } | undefined {
  const holder = session.named(record.name)
  const isHeld = holder !== undefined && holder.id !== record.id && mayExist(holder)
  if (successor === undefined || isHeld) return undefined
  const { spec: _, ...known } = successor.row(session.newId())
  const row: ResourceRecord = { ...known, spec: valueMap(), status: 'absent' }
  const { removalPolicy } = successor.ofOld(record)
  const old: ResourceRecord = { ...record, removalPolicy, replaced: true, updatedAt: session.now() }
  // Readers of what makes room also count as readers of the successor: they may come to use it without an update of their own.
  const readers = session.readersOf(record.id).filter(({ id }) => id !== record.id)
  const changes = [old, row].map((resource): StateChange => ({ kind: 'resource', resource }))
  for (const reader of readers)
    changes.push({ kind: 'resource', resource: { ...reader, reads: [...reader.reads, row.id] } })
  return { row, changes }
}

async function forget(
  record: ResourceRecord,
  end: readonly StateChange[],
  control: RemovalControl,
  session: Session,
): Promise<void> {
  session.reach('before-result', control.number)
  const saved = session.write([{ kind: 'forget', resourceId: record.id }, ...makerLeft(record, session), ...end])
  control.done()
  await saved
  session.reach('after-result', control.number)
  control.recorded()
}

/** The maker of what a user destroys without it: it is not as wanted any more, and only when it is deployed again can it be. */
function makerLeft(made: ResourceRecord, session: Session): StateChange[] {
  const { operation, plan } = session
  if (operation !== 'destroy' || plan.part === undefined) return []
  const maker = makerOf(made, (id) => session.record(id))
  if (maker === undefined) return []
  const isGoing = plan.steps.some(({ current }) => current?.id === maker.id)
  if (isGoing || unfinished(maker) !== undefined || session.definition(maker.type)?.isComposed === true) return []
  const why = { failureReasons: [`${made.name} was destroyed without it`], updatedAt: session.now() }
  return [{ kind: 'resource', resource: { ...maker, status: 'update-failed', ...why } }]
}
