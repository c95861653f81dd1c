import type { CheckedBlueprint } from '../check/checked.ts'
import type { DiffQuestion } from '../providers/answers.ts'
import { type Known, UpDraft } from './draft.ts'
import type { Draft, DraftOptions } from './drafted.ts'
import { formerNames } from './former-names.ts'
import { isOfBlueprint } from './made-for.ts'
import { renamesOf, sameRenames } from './match.ts'

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
