import type { CheckedBlueprint } from '../check/checked.ts'
import type { Gathered } from '../reality/gathered.ts'
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { DiffQuestion } from '../providers/answers.ts'
import { draftUp, draftUpInParts } from './draft-rounds.ts'
import type { Draft, DraftOptions } from './drafted.ts'

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
