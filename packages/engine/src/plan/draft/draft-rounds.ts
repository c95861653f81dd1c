import type { CheckedBlueprint } from '../../check/checked.ts'
import type { DiffQuestion } from '../../providers/answers.ts'
import { type Known, UpDraft } from './draft.ts'
import type { Draft, DraftOptions } from './draft-result.ts'
import { formerNames } from '../match/former-names.ts'
import { isOfBlueprint } from '../match/made-by-plugins.ts'
import { renamesOf, sameRenames } from '../match/match.ts'
import type { Gathered } from '../../reality/gathered.ts'
import { setImmediate as othersTurn } from 'node:timers/promises'

/** How many times a plan is drafted at most, until every resource has found its record. */
const mostRounds = 8

/** Works out what an `up` has to do. Pure: what only the outside knows counts as unknown, and becomes a question. */
export function draftUp(blueprint: CheckedBlueprint, gathered: Known, options: DraftOptions): Draft {
  const drafting = draftUpInParts(blueprint, gathered, options)
  for (;;) {
    const { done, value } = drafting.next()
    if (done === true) return value
  }
}

/**
 * The same in parts; each yields what has to be asked by then. Which record belongs to a resource may depend on its identity, and
 * its identity on values of other resources. So the draft is repeated until it finds the records that it was made with.
 */
export function* draftUpInParts(
  blueprint: CheckedBlueprint,
  gathered: Known,
  options: DraftOptions,
): Generator<readonly DiffQuestion[], Draft> {
  const records = (gathered.state?.resources ?? []).filter(isOfBlueprint)
  const former = formerNames(blueprint, records)
  let renames = former
  const goneFirst = new Set<string>()
  for (let round = 1; ; round++) {
    const draft = new UpDraft(blueprint, { ...gathered, renames, goneFirst }, options)
    const finished = yield* draft.finish()
    const found = renamesOf(records, draft.identities, gathered.providers, former)
    const isSettled = sameRenames(found, renames) && draft.goneFirst.isSubsetOf(goneFirst)
    if (isSettled || round === mostRounds) return finished
    renames = found
    for (const id of draft.goneFirst) goneFirst.add(id)
  }
}

/** What was gathered for a plan, with the draft that had no questions any more. */
export type GatheredForPlan = Gathered & { readonly drafted?: Drafted }

/** A draft, and everything that it was made from. */
export interface Drafted {
  readonly draft: Draft
  readonly parts: readonly unknown[]
}

/** Makes a draft in parts: other work can go on in between, and questions are passed on as early as possible. */
export async function draftedInParts(
  blueprint: CheckedBlueprint,
  gathered: Gathered,
  options: DraftOptions,
  askAhead: (questions: readonly DiffQuestion[]) => void,
): Promise<Drafted> {
  const drafting = draftUpInParts(blueprint, gathered, options)
  for (;;) {
    const { done, value } = drafting.next()
    if (done === true) return { draft: value, parts: partsOf(blueprint, gathered, options) }
    askAhead(value)
    await othersTurn()
  }
}

/** The draft of an `up`: the last one of gathering, unless something that it was made from is different now. */
export function finalDraft(blueprint: CheckedBlueprint, gathered: GatheredForPlan, options: DraftOptions): Draft {
  const parts = partsOf(blueprint, gathered, options)
  const known = gathered.drafted
  const isSame = known !== undefined && known.parts.every((part, index) => part === parts[index])
  return isSame ? known.draft : draftUp(blueprint, gathered, options)
}

function partsOf(blueprint: CheckedBlueprint, gathered: Gathered, options: DraftOptions): readonly unknown[] {
  const { instance, state, undecided, mayCome, providers, drift, unread, seenWith, answers, linkDrift } = gathered
  return [
    blueprint,
    options,
    instance,
    state,
    undecided,
    mayCome,
    providers,
    drift,
    unread,
    seenWith,
    answers,
    linkDrift,
  ]
}
