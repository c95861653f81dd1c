import { PluginFailure, valueMap, type Failure, statusAfter } from '@slipway/model'
import type { Intent, ResourceRecord, StateChange } from '@slipway/stores'
import { currentResource } from '../../reality/recorded/current-resource.ts'
import { existenceOf, isRetained, mayExist, unfinished } from '../../reality/recorded/life-cycle.ts'
import { makerOf } from '../../reality/drift/made-outside.ts'
import { asFailure } from '../../reality/obstacles/obstacles.ts'
import { optionsOf } from '../../reality/recorded/options-for-provider.ts'
import { onlyContainer } from '../../reality/recorded/stands-in.ts'
import { missingOutside } from '../../plan/shape/missing-and-unread.ts'
import type { PlannedEnd } from '../../plan/guard/guard.ts'
import { observer } from '../../plan/guard/observer.ts'
import { guardOf, verdictOn } from '../../plan/guard/verdict.ts'
import { failureReasons } from '../../providers/failures/failure-reasons.ts'
import { mergeAllowed } from '../../spec/merge-computed.ts'
import { withoutComputed } from '../../spec/without-computed.ts'
import { endDoubt } from './in-doubt.ts'
import { mayStillGo } from './late-delete.ts'
import { failureOf, type Removing, type Session } from '../session/session.ts'
import { leaveOutside } from './left-outside.ts'
import { oneOfAnId } from '../same-thing/same-id.ts'
import { type Answer, questions, questionsOfEveryCall } from './questions.ts'
import type { StepControl } from '../session/step-control.ts'
import { replacedInPlace } from './replaced-in-place.ts'

/** The end of one resource. */
interface Ending {
  readonly end: PlannedEnd
  /** The resource that takes the name of this resource once it is gone; absent if there is none, or if another resource already has the name. */
  readonly successor: () => Successor | undefined
}

/**
 * Ends a resource if nothing stands in its way. Asks the table of guards, row by row, and then destroys the resource (intent, call,
 * result), or only removes its record.
 */
export async function endStep(ending: Ending, control: StepControl, session: Removing): Promise<void> {
  const { end } = ending
  // The provider must not be asked about a record while another record with its id is being destroyed.
  const found = end.isForgotten
    ? await endUnlessHeld(ending, control, session)
    : await oneOfAnId(end.record, session, () => endUnlessHeld(ending, control, session))
  if (found !== undefined) await endStep({ ...ending, end: { ...end, record: found } }, control, session)
}

/**
 * Ends a resource unless something stands in its way.
 *
 * @returns the present record, if a question has changed it, so that all questions are asked again
 */
async function endUnlessHeld(
  ending: Ending,
  control: StepControl,
  session: Removing,
): Promise<ResourceRecord | undefined> {
  const { end, successor } = ending
  const { record } = end
  let verdict = verdictOn(end, session.situation, 'run')
  while (verdict?.outcome === 'asked about') {
    const asked = questions[verdict.question](record, session, control)
    const answer = asked && (await answered(asked))
    if (answer !== undefined) {
      observer.told?.({ who: 'run', verdict })
      return await heed(answer, ending, control, session)
    }
    verdict = verdictOn(end, session.situation, 'run', verdict.guard)
  }
  observer.told?.({ who: 'run', verdict })
  switch (verdict?.outcome) {
    case 'stays':
      if (verdict.isSettled) control.dropped(verdict.because)
      else control.skipped(verdict.because)
      break
    case 'forgotten': {
      const { other, because } = verdict
      if (end.isForgotten !== true) control.becomes('forget', because)
      await forgetStep(record, control, session, successor(), other && { other, isSure: true })
      break
    }
    case 'refused':
      refuse(record, control, asFailure(verdict.obstacle))
      break
    default:
      await new Removal(record, control, session).run(successor())
  }
  return undefined
}

/** Acts on the answer to a question. */
async function heed(
  answer: Answer,
  { end: { record }, successor }: Ending,
  control: StepControl,
  session: Removing,
): Promise<ResourceRecord | undefined> {
  switch (answer.kind) {
    case 'found':
      return answer.record
    case 'refused':
      refuse(record, control, answer.failure, answer.inDoubt)
      break
    case 'forgotten':
      control.becomes('forget', answer.because)
      await forgetStep(record, control, session, successor(), answer)
      break
    case 'over':
  }
  return undefined
}

/** The answer to a question. A failure counts as an obstacle. */
async function answered(asked: Promise<Answer | undefined>): Promise<Answer | undefined> {
  try {
    return await asked
  } catch (thrown) {
    return { kind: 'refused', failure: failureOf(thrown), inDoubt: false }
  }
}

function refuse({ id }: ResourceRecord, control: RemovalControl, failure: Failure, inDoubt = false): void {
  control.started(id)
  control.failed(failure, inDoubt)
}

/**
 * Deletes the record of a resource, and does nothing to the resource.
 *
 * @param successor the resource that then takes its name; absent if there is none, or if another resource already has it
 * @param same another record that is, or may be, the same thing
 */
async function forgetStep(
  record: ResourceRecord,
  control: StepControl,
  session: Removing,
  successor?: Successor,
  { other = session.records.things.sameAs(record), isSure = true }: Same = {},
): Promise<void> {
  control.started(record.id)
  const room = roomFor(record, successor, session)
  if (room !== undefined) await session.journal.write(room.changes)
  const isGone = control.step.reason === missingOutside
  if (isLeft(record, control)) leaveOutside(record, session)
  const { members } = session
  const inside = isGone ? members.goneWith(record, true) : members.withUnknown(record)
  const over =
    other === undefined || isGone ? undefined : replacedInPlace({ kept: other, struck: record, isSure }, session)
  if (over === undefined) return await forget(record, inside, control, session)
  await session.journal.write([{ kind: 'forget', resourceId: record.id }, ...inside, over.change])
  control.failed(over.failure, false)
}

/** Another record of the same thing. `isSure` is false if nobody could tell whether it is the same. */
interface Same {
  readonly other?: ResourceRecord | undefined
  readonly isSure?: boolean
}

/** True if the thing stays outside, by the plan or by its record. The blueprint may have said only when it was replaced that it is retained. */
function isLeft(record: ResourceRecord, { step }: StepControl): boolean {
  const { retainsOld, reason, current = record } = step
  return retainsOld === true || (reason !== missingOutside && (isRetained(record) || isRetained(current)))
}

/** A resource that is yet to be made. */
export interface Successor {
  /** The record of the successor with this id. */
  readonly row: (id: string) => ResourceRecord
  /** The record of the resource that makes room for it, with the present removal policy. */
  readonly ofOld: (record: ResourceRecord) => ResourceRecord
}

/** Learns the progress of a removal. */
export type RemovalControl = Pick<StepControl, 'number' | 'started' | 'done' | 'recorded' | 'failed'>

/** Destroys a resource that a plugin has made itself. Certainly no other record is the same thing, and the plugin knows what needs it. */
export async function removeThing(record: ResourceRecord, control: RemovalControl, session: Removing): Promise<void> {
  const protectedToo = verdictOn({ record }, session.situation, 'run', guardOf('equal keys'))
  if (protectedToo?.outcome === 'refused') return refuse(record, control, asFailure(protectedToo.obstacle))
  for (const ask of Object.values(questionsOfEveryCall)) {
    const asked = ask(record, session)
    const answer = asked && (await answered(asked))
    if (answer?.kind === 'refused') return refuse(record, control, answer.failure, answer.inDoubt)
  }
  await new Removal(record, control, session).run(undefined)
}

/** One destroy of a resource, from its intent to its result. */
class Removal {
  readonly #record: ResourceRecord
  readonly #control: RemovalControl
  readonly #session: Removing
  /** The row that has the resource's name until the successor is made. */
  #absent: ResourceRecord | undefined

  constructor(record: ResourceRecord, control: RemovalControl, session: Removing) {
    this.#record = record
    this.#control = control
    this.#session = session
  }

  async run(successor: Successor | undefined): Promise<void> {
    const session = this.#session
    const record = this.#record
    const room = roomFor(record, successor, session)
    this.#absent = room?.row
    const intent = session.journal.begin('delete', this.#asRecorded())
    session.journal.reach('before-intent', this.#control.number)
    await session.journal.write([...(room?.changes ?? []), { kind: 'begin', intent }])
    this.#control.started(record.id)
    session.journal.reach('after-intent', this.#control.number)
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
    session.journal.reach('after-call', this.#control.number)
    await forget(record, [{ kind: 'end', intentId: intent.id }, ...this.#takenAlong()], this.#control, session)
  }

  /** Forgets the resources that are gone with it, and updates resources that are left and may have been in it or linked to it. */
  #takenAlong(): StateChange[] {
    const { fates, members, links } = this.#session
    const inside = members.goneWith(this.#record)
    const outlived = links.without(this.#record.id)
    const along = fates.together.get(this.#record.id)
    if (along === undefined) return [...inside, ...outlived]
    const told = new Set(inside.flatMap((change) => (change.kind === 'forget' ? [change.resourceId] : [])))
    const ids = [...along].filter((id) => this.#session.records.get(id) !== undefined)
    const going = new Set([this.#record.id, ...ids, ...told])
    // A member that was to go along may have moved out by now.
    const isElsewhere = (id: string): boolean => {
      const member = this.#session.records.get(id)
      const home = member && onlyContainer(member)
      return home !== undefined && !going.has(home) && this.#session.records.get(home) !== undefined
    }
    const gone = ids
      .filter((id) => !told.has(id) && !isElsewhere(id))
      .map((resourceId): StateChange => ({ kind: 'forget', resourceId }))
    return [...inside, ...outlived, ...gone]
  }

  async #notDestroyed(intent: Intent, failure: Failure): Promise<void> {
    const session = this.#session
    const end: StateChange = { kind: 'end', intentId: intent.id }
    if (failure instanceof PluginFailure && failure.inDoubt) {
      const doubt = await endDoubt({ ...intent, resource: this.#asRecorded() }, this.#asRecorded(), failure, session)
      const isGone = doubt.changes.some((change) => change.kind === 'forget' && change.resourceId === this.#record.id)
      await session.journal.write([...doubt.changes, ...(isGone ? this.#takenAlong() : []), end])
      this.#control.failed(doubt.failure, doubt.inDoubt)
      return
    }
    const why = { failureReasons: failureReasons(failure), updatedAt: session.journal.now() }
    // If the call was refused, or never reached the plugin, nothing has changed.
    const isRefused = failure instanceof PluginFailure && failure.refused && !session.asked.changed.has(this.#record.id)
    const isUntouched = !(failure instanceof PluginFailure) || isRefused
    const changes: StateChange[] = isUntouched
      ? [...this.#roomGivenBack(), { kind: 'resource', resource: { ...this.#untouched(), ...why } }]
      : [{ kind: 'resource', resource: { ...this.#leftBy(failure), ...why, ...this.#afterFailure() } }]
    session.journal.reach('before-result', this.#control.number)
    await session.journal.write([...changes, end])
    this.#control.failed(failure, false)
  }

  /**
   * The changes after a failed delete. If the create was in doubt, the resource stays in doubt. The same is true while an earlier, interrupted
   * delete may still take effect.
   */
  #afterFailure(): Partial<ResourceRecord> {
    const { status, updatedAt } = this.#record
    if (existenceOf(this.#record) === 'doubtful') return { status }
    const mayGo = mayStillGo(this.#record, this.#session)
    return mayGo ? { status: statusAfter('delete', 'cut'), updatedAt } : { status: statusAfter('delete', 'failed') }
  }

  /** The present record, with the values that its provider reports for a thing that a failed delete has left behind. */
  #leftBy({ made }: PluginFailure): ResourceRecord {
    const record = this.#asRecorded()
    const definition = this.#session.definition(record.type)
    if (made === undefined || definition === undefined) return record
    const given = withoutComputed(definition.schema, record.spec)
    return { ...record, spec: mergeAllowed(definition, given, made, record.spec).merged }
  }

  /** The present record. A successor, or the row for a successor, may have its name. */
  #asRecorded(): ResourceRecord {
    const record = this.#session.records.get(this.#record.id) ?? this.#record
    return this.#absent === undefined ? record : { ...record, replaced: true }
  }

  /** The record with its name again, if only the row for its successor had taken the name. */
  #untouched(): ResourceRecord {
    return this.#absent === undefined ? this.#asRecorded() : this.#record
  }

  #roomGivenBack(): StateChange[] {
    if (this.#absent === undefined) return []
    const { id: successor } = this.#absent
    const readers = this.#session.records.readersOf(successor).map((reader): StateChange => {
      return { kind: 'resource', resource: { ...reader, reads: reader.reads.filter((id) => id !== successor) } }
    })
    return [{ kind: 'forget', resourceId: successor }, ...readers]
  }
}

/**
 * Gives the name of a resource that goes to a row without a thing, until the successor is made.
 *
 * @returns `undefined` if there is no successor, or if another record has the name, and keeps it
 */
function roomFor(
  record: ResourceRecord,
  successor: Successor | undefined,
  session: Pick<Session, 'records' | 'journal'>,
): { readonly row: ResourceRecord; readonly changes: readonly StateChange[] } | undefined {
  const holder = session.records.named(record.name)
  const isHeld = holder !== undefined && holder.id !== record.id && mayExist(holder)
  if (successor === undefined || isHeld) return undefined
  const { spec: _, ...known } = successor.row(session.journal.newId())
  const row: ResourceRecord = { ...known, spec: valueMap(), status: 'absent' }
  const { removalPolicy } = successor.ofOld(record)
  const old: ResourceRecord = { ...record, removalPolicy, replaced: true, updatedAt: session.journal.now() }
  // Readers of a resource that makes room also count as readers of the successor, because they may use it without an update of their own.
  const readers = session.records.readersOf(record.id).filter(({ id }) => id !== record.id)
  const changes = [old, row].map((resource): StateChange => ({ kind: 'resource', resource }))
  for (const reader of readers)
    changes.push({ kind: 'resource', resource: { ...reader, reads: [...reader.reads, row.id] } })
  return { row, changes }
}

async function forget(
  record: ResourceRecord,
  end: readonly StateChange[],
  control: RemovalControl,
  session: Pick<Session, 'definition' | 'journal' | 'plan' | 'records'>,
): Promise<void> {
  const changes: StateChange[] = [{ kind: 'forget', resourceId: record.id }, ...makerLeft(record, session), ...end]
  await session.journal.finish(changes, control)
}

/** Marks the maker of a resource that a user destroys alone. Until it is deployed again, the maker differs from what is wanted. */
function makerLeft(
  made: ResourceRecord,
  session: Pick<Session, 'plan' | 'definition' | 'records' | 'journal'>,
): StateChange[] {
  const { plan } = session
  if (plan.operation !== 'destroy' || plan.part === undefined) return []
  const maker = makerOf(made, (id) => session.records.get(id))
  if (maker === undefined) return []
  const isGoing = plan.steps.some(({ current }) => current?.id === maker.id)
  if (isGoing || unfinished(maker) !== undefined || session.definition(maker.type)?.isComposed === true) return []
  const why = { failureReasons: [`${made.name} was destroyed without it`], updatedAt: session.journal.now() }
  return [{ kind: 'resource', resource: { ...maker, status: 'update-failed', ...why } }]
}
