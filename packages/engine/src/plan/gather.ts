import type { CheckedBlueprint } from '../check/checked.ts'
import type { Question } from '../providers/answers.ts'
import { gatherReality, type GatherRequest as RealityRequest } from '../reality/gather-reality.ts'
import type { Gathered } from '../reality/gathered.ts'
import { draftUp } from './draft.ts'
import type { PlanOptions } from './make-plan.ts'
import { Refusal } from './refusal.ts'
import { selectPart, type Selection } from './targets.ts'

export interface GatherRequest extends Omit<RealityRequest, 'operation' | 'questions' | 'about'> {
  /** Of the plan that is to be made: they decide what has to be asked. */
  readonly options: PlanOptions
}

/**
 * Everything that a plan needs to know of the outside.
 *
 * @throws Refusal when an expression has no value
 */
export function gather({ options, ...request }: GatherRequest): Promise<Gathered> {
  const { blueprint } = request
  const questions = (gathered: Gathered): readonly Question[] =>
    blueprint === undefined ? [] : openQuestions(blueprint, gathered, options)
  return gatherReality({ ...request, operation: options.operation, questions, about: aboutOf(request, options) })
}

/** What the plan is not about is not asked for. */
function aboutOf({ blueprint, state }: Omit<GatherRequest, 'options'>, options: PlanOptions): Selection {
  const wanted = options.operation === 'up' ? blueprint?.resources : undefined
  return selectPart(options, wanted ?? new Map(), state?.resources ?? [])
}

function openQuestions(blueprint: CheckedBlueprint, gathered: Gathered, options: PlanOptions): readonly Question[] {
  const { questions, diagnostics } = draftUp(blueprint, gathered, options)
  if (questions.length > 0 && diagnostics.length > 0) throw new Refusal(diagnostics)
  return questions
}
