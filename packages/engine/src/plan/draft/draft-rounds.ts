import { setImmediate as othersTurn } from 'node:timers/promises'
import { Failure } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedBlueprint } from '../../check/checked.ts'
import type { DiffQuestion } from '../../providers/questions/answers.ts'
import { fewOf } from '../../language/few-of.ts'
import { type Known, UpDraft } from './draft.ts'
import type { Draft, DraftOptions } from './draft-result.ts'
import { formerNames } from '../match/former-names.ts'
import { isOfBlueprint } from '../match/made-by-plugins.ts'
import { type Renames, renamesOf, sameRenames } from '../match/match.ts'
import type { Gathered } from '../../reality/gathered/gathered.ts'

/** Drafts an `up`. Pure: values that only the outside knows count as unknown, and become questions. */
export function draftUp(blueprint: CheckedBlueprint, gathered: Known, options: DraftOptions): Draft {
  const drafting = draftUpInParts(blueprint, gathered, options)
  for (;;) {
    const { done, value } = drafting.next()
    if (done === true) return value
  }
}

/**
 * Drafts an `up` in parts, each of which yields the questions so far. The record of a resource may depend on its identity, and its identity on
 * values of other resources. So the draft is repeated until it finds the records that it was made with. Each round settles one more resource of a
 * chain.
 *
 * @throws Failure `engine/unsettled` if the rounds go in a circle, so that no draft is right
 */
export function* draftUpInParts(
  blueprint: CheckedBlueprint,
  gathered: Known,
  options: DraftOptions,
): Generator<readonly DiffQuestion[], Draft> {
  const records = (gathered.state?.resources ?? []).filter(isOfBlueprint)
  const former = formerNames(blueprint, records)
  const mostRounds = fewestRounds + 2 * (blueprint.resources.size + records.length)
  const goneFirst = new Set<string>()
  let renames = former
  let kept: Found = { renames, goneFirst: 0 }
  for (let round = 1; ; round++) {
    const draft = new UpDraft(blueprint, { ...gathered, renames, goneFirst }, options)
    const finished = yield* draft.finish()
    const found = renamesOf(records, draft.identities, gathered.providers, former)
    if (sameRenames(found, renames) && draft.goneFirst.isSubsetOf(goneFirst)) return finished
    for (const id of draft.goneFirst) goneFirst.add(id)
    const isCircle = goneFirst.size === kept.goneFirst && sameRenames(found, kept.renames)
    if (isCircle || round === mostRounds) {
      // An answer may still end the circle.
      if (finished.questions.length > 0) return { ...finished, isAllAsked: false }
      throw unsettled(records, renames, found)
    }
    // If a later round has the same findings, the rounds go in a circle. Keeping a round at each power of two finds circles of any length.
    if (Number.isInteger(Math.log2(round))) kept = { renames: found, goneFirst: goneFirst.size }
    renames = found
  }
}

/** The findings of a round. Containers that go first are only ever added. */
interface Found {
  readonly renames: Renames
  readonly goneFirst: number
}

const fewestRounds = 8

function unsettled(records: readonly ResourceRecord[], before: Renames, after: Renames): Failure {
  const names = records.flatMap(({ id, name }) => {
    const [one = name, other = name] = [before.get(id), after.get(id)]
    return one === other ? [] : [one, other]
  })
  const among = [...new Set(names)]
  const which = among.length === 0 ? 'these resources' : fewOf(among)
  const message = `Slipway cannot tell which records belong to ${which}: each answer changes the values that identify them`
  return new Failure('engine/unsettled', message, {
    hint: 'write the property that identifies one of them as a plain value, or make the change in several runs with --target',
  })
}

/** The gathered facts for a plan, with the draft that had no more questions. */
export type GatheredForPlan = Gathered & { readonly drafted?: Drafted }

/** A draft, and everything that it was made from. */
export interface Drafted {
  readonly draft: Draft
  readonly parts: readonly unknown[]
}

/** Makes a draft in parts, so that other work can go on in between and questions are passed on as early as possible. */
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

/** The draft of an `up`: the last draft of gathering, unless one of its inputs is different now. */
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
