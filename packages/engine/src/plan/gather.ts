import type { Question } from '../providers/answers.ts'
import { gatherReality, type GatherRequest as RealityRequest } from '../reality/gather-reality.ts'
import { isConfirmed } from './confirmed.ts'
import type { Draft } from './drafted.ts'
import { type Drafted, draftedInParts, type GatheredForPlan } from './final-draft.ts'
import type { PlanOptions } from './make-plan.ts'
import { Refusal } from './refusal.ts'
import { selectPart, type Selection } from './targets.ts'

export interface GatherRequest extends Omit<RealityRequest, 'operation' | 'questions' | 'about'> {
  /** Options of the plan: they decide what has to be asked. */
  readonly options: PlanOptions
}

/**
 * Reads everything that a plan needs to know of the outside.
 *
 * @throws Refusal when an expression has no value
 */
export async function gather({ options, ...request }: GatherRequest): Promise<GatheredForPlan> {
  const { blueprint } = request
  let last: Drafted | undefined
  const questions: RealityRequest['questions'] = async (gathered, askAhead) => {
    if (blueprint === undefined) return []
    if (last !== undefined && isConfirmed(last.draft, gathered.answers)) {
      last = { ...last, draft: { ...last.draft, questions: [] } }
      return []
    }
    last = await draftedInParts(blueprint, gathered, options, askAhead)
    return openQuestions(last.draft)
  }
  const about = aboutOf(request, options)
  const gathered = await gatherReality({ ...request, operation: options.operation, questions, about })
  return last === undefined ? gathered : { ...gathered, drafted: last }
}

/** What the plan is about: nothing else is asked for. */
function aboutOf({ blueprint, state }: Omit<GatherRequest, 'options'>, options: PlanOptions): Selection {
  const wanted = options.operation === 'up' ? blueprint?.resources : undefined
  return selectPart(options, wanted ?? new Map(), state?.resources ?? [])
}

function openQuestions({ questions, diagnostics }: Draft): readonly Question[] {
  if (questions.length > 0 && diagnostics.length > 0) throw new Refusal(diagnostics)
  return questions
}
