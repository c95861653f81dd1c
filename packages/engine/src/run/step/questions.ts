import { type Failure, revealed, shellWord } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { Question } from '../../plan/guard/guard.ts'
import { isOpen } from '../../plan/guard/what-holds.ts'
import { isSameThing } from '../../plan/guard/verdict.ts'
import { foundByKey, isFoundById } from '../../reality/doubt/doubt-verdict.ts'
import { foundByNameWithOthers, notFoundWithOthers } from '../../reality/obstacles/other-settings.ts'
import { valueAt } from '../../spec/computed-paths.ts'
import { mayShareKey, sameByNaturalKey } from '../same-thing/same-natural-key.ts'
import { afterLateDelete } from './late-delete.ts'
import { sharingId } from '../same-thing/same-id.ts'
import type { Asking, Doubting, Removing, Session } from '../session/session.ts'
import { settleForRemoval } from './settle-for-removal.ts'
import type { StepControl } from '../session/step-control.ts'

/** An obstacle to a destroy that a provider's answer has shown. */
export type Answer =
  /** The step has ended, because there is nothing to destroy, or because nobody knows yet. */
  | { readonly kind: 'over' }
  /** The resource exists, with this present record. */
  | { readonly kind: 'found'; readonly record: ResourceRecord }
  /** Another record may be the same thing. `isSure`: false if nobody could tell. */
  | { readonly kind: 'forgotten'; readonly other: ResourceRecord; readonly because: string; readonly isSure: boolean }
  | { readonly kind: 'refused'; readonly failure: Failure; readonly inDoubt: boolean }

type Ask = (record: ResourceRecord, session: Removing, control: StepControl) => Promise<Answer | undefined> | undefined

/** Questions that are also asked when a plugin destroys things that it made itself. */
export const questionsOfEveryCall = {
  'other settings': perhapsAnother,
  'late delete': notYetGone,
} as const satisfies Partial<Record<Question, Ask>>

/**
 * The questions that a run asks before it destroys something, by row of the table of guards. The answer `undefined` means that there is no
 * obstacle.
 */
export const questions: Readonly<Record<Question, Ask>> = {
  'the result of a create': (record, session, control) =>
    isOpen(record, session) ? settled(record, control, session) : undefined,
  'equal ids': (record, session) =>
    session.records.things.sharingId(record).length > 0 ? sharing(record, session) : undefined,
  'equal keys': (record, session) => (mayShareKey(record, session) ? keyShared(record, session) : undefined),
  ...questionsOfEveryCall,
}

/** Settles a create in doubt first. While the create may still take effect, a thing with its key may be another thing. */
async function settled(record: ResourceRecord, control: StepControl, session: Doubting): Promise<Answer> {
  const known = await settleForRemoval(record, control, session)
  return known === undefined ? { kind: 'over' } : { kind: 'found', record: known }
}

async function sharing(
  record: ResourceRecord,
  session: Asking & Pick<Session, 'journal'>,
): Promise<Answer | undefined> {
  const found = await sharingId(record, session)
  if (found === undefined) return undefined
  const { other, isProven } = found
  const because = isProven ? isSameThing(other) : `${whyKept(record, other)}; ${howToDestroy(record, session)}`
  return unlessStruck({ kind: 'forgotten', other, because, isSure: isProven }, session)
}

async function keyShared(
  record: ResourceRecord,
  session: Asking & Pick<Session, 'doubts'>,
): Promise<Answer | undefined> {
  const other = await sameByNaturalKey(record, session)
  if (other === undefined) return undefined
  return unlessStruck({ kind: 'forgotten', other, because: whyKept(record, other), isSure: true }, session)
}

/** Drops an answer if the other record was removed since the question. */
function unlessStruck(
  answer: Extract<Answer, { kind: 'forgotten' }>,
  session: Pick<Session, 'records'>,
): Answer | undefined {
  return session.records.get(answer.other.id) === undefined ? undefined : answer
}

/** The reason why a resource is only forgotten: another record may be the same thing. */
function whyKept({ name }: ResourceRecord, other: ResourceRecord): string {
  const what = other.name === name ? 'the resource that took its name' : other.name
  return `it stays outside, because it may be the same thing as ${what}`
}

/** The hint for a user who knows that it is another thing: an instance of its own can import it. */
function howToDestroy({ name, type, spec }: ResourceRecord, session: Pick<Session, 'definition'>): string {
  const { idField = 'id' } = session.definition(type) ?? {}
  const id = revealed(valueAt(spec, idField) ?? '')
  const taken = shellWord(`${name.replaceAll('/', '-')}-left`)
  const words = typeof id === 'string' ? ` ${shellWord(id)}` : ''
  return `if it is another one, this destroys it: slipway import ${shellWord(name)}${words} --instance ${taken} && slipway destroy --instance ${taken}`
}

/**
 * Asks whether a resource may belong to somebody else, because it was seen with other settings of its provider and the provider does not
 * find it by id. With the present settings, a thing of the same name is another thing.
 */
function perhapsAnother(
  record: ResourceRecord,
  session: Pick<Session, 'calls' | 'settler' | 'definition'>,
): Promise<Answer | undefined> | undefined {
  return session.calls.settings.areOther(record) ? lookedFor(record, session) : undefined
}

async function lookedFor(
  record: ResourceRecord,
  session: Pick<Session, 'calls' | 'settler' | 'definition'>,
): Promise<Answer | undefined> {
  const { settings } = session.calls
  const found = await foundByKey(record, { definition: session.definition(record.type), settler: session.settler })
  if (found === undefined) return refused(notFoundWithOthers(record, settings))
  return isFoundById(found) ? undefined : refused(foundByNameWithOthers(record, settings))
}

function refused(failure: Failure, inDoubt = false): Answer {
  return { kind: 'refused', failure, inDoubt }
}

function notYetGone(
  record: ResourceRecord,
  session: Pick<Session, 'definition' | 'doubts' | 'timing' | 'journal'>,
): Promise<Answer | undefined> | undefined {
  return afterLateDelete(record, session)?.then((notYet) => notYet && refused(notYet, true))
}
