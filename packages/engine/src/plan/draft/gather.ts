import type { Question, Answers } from '../../providers/questions/answers.ts'
import { gatherReality, type GatherRequest as RealityRequest } from '../../reality/gather-reality.ts'
import type { Draft } from './draft-result.ts'
import { type Drafted, draftedInParts, type GatheredForPlan } from './draft-rounds.ts'
import type { PlanOptions } from './make-plan.ts'
import { Refusal } from '../decide/refusal.ts'
import { selectPart, type Selection } from '../match/targets.ts'
import type { ResourceDiff } from '@slipway/model'

export interface GatherRequest extends Omit<RealityRequest, 'operation' | 'questions' | 'about'> {
  /** The options of the plan, which decide what has to be asked. */
  readonly options: PlanOptions
}

/**
 * Reads everything outside that a plan needs.
 *
 * @throws Refusal when an expression has no value
 */
export async function gather({ options, ...request }: GatherRequest): Promise<GatheredForPlan> {
  const { blueprint } = request
  let last: Drafted | undefined
  const questions: RealityRequest['questions'] = async (gathered, askAhead) => {
    if (blueprint === undefined) return []
    if (last !== undefined && isAccepted(last.draft, gathered.answers)) {
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

/** The selection of the plan. Nothing else is asked about. */
function aboutOf({ blueprint, state }: Omit<GatherRequest, 'options'>, options: PlanOptions): Selection {
  const wanted = options.operation === 'up' ? blueprint?.resources : undefined
  return selectPart(options, wanted ?? new Map(), state?.resources ?? [])
}

function openQuestions({ questions, diagnostics }: Draft): readonly Question[] {
  if (questions.length > 0 && diagnostics.length > 0) throw new Refusal(diagnostics)
  return questions
}

/**
 * True if the draft found no change, and no provider has found a difference. Another draft would then give the same plan, so none is made. Most
 * plans with nothing to do end this way.
 *
 * @param answers to all questions of the draft
 */
export function isAccepted({ questions, isAllAsked, steps }: Draft, answers: Answers): boolean {
  if (questions.length === 0 || !isAllAsked) return false
  const unchanged = new Map(
    steps.flatMap(({ action, name, current }) => (action === 'none' ? [[name, current?.id]] : [])),
  )
  return questions.every((question) => {
    if (question.kind !== 'diff') return false
    const { resourceName, resourceId } = question.request
    return unchanged.get(resourceName) === resourceId && findsNothing(answers.to(question))
  })
}

function findsNothing(diff: ResourceDiff | undefined): boolean {
  if (diff === undefined) return false
  const { replaceBecause, destroyFirst, differs, hidden } = diff
  return replaceBecause.length === 0 && !destroyFirst && differs === undefined && hidden === undefined
}
