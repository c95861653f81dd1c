import { type Diagnostic, Unknown } from '@slipway/model'
import type { CheckedBlueprint, CheckedResource } from '../../check/checked.ts'
import { unmetDiagnostic } from '../../check/resources/conditions.ts'
import { outcomeOf } from '../../evaluate/condition.ts'
import { truthOf } from '../../evaluate/truth.ts'
import type { Scope } from '../../evaluate/scope.ts'
import type { ConditionDeclaration } from '../../language/declarations.ts'
import { EvaluationFailure } from '../../language/failure.ts'
import type { Asking } from '../../providers/questions/answers.ts'
import type { Plan, PlannedCheck, PlanStep } from '../shape/plan.ts'
import { evaluationDiagnostic } from '../decide/refusal.ts'

type Source = CheckedBlueprint['source']

/**
 * The conditions of a resource that are known to be false, which refuse the plan. Preconditions only count if the step does something.
 * Postconditions also count if the resource stays as it is, because its readers rely on them.
 */
export function unmetDemands(
  { demands }: CheckedResource,
  { action, wish, blocked }: PlanStep,
  scope: Scope,
  source: Source,
): readonly Diagnostic[] {
  if (demands === undefined || blocked !== undefined) return []
  const isIdle = action === 'none' && wish?.conditionUntil === undefined
  const all = [...(isIdle ? [] : demands.preconditions), ...demands.postconditions]
  return all.flatMap((one) => unmet(one, scope, source))
}

/** The requirements of the blueprint that do not hold. Data and functions are known at this point. */
export function unmetRequirements({ requires = [], source }: CheckedBlueprint, scope: Scope): readonly Diagnostic[] {
  return requires.flatMap((one) => unmet(one, scope, source))
}

function unmet(condition: ConditionDeclaration, scope: Scope, source: Source): readonly Diagnostic[] {
  try {
    const outcome = outcomeOf(condition, scope)
    return outcome.kind === 'unmet' ? [unmetDiagnostic(condition, outcome, 'error', source)] : []
  } catch (thrown) {
    if (!(thrown instanceof EvaluationFailure)) throw thrown
    return [evaluationDiagnostic(thrown, condition.path, source)]
  }
}

/** The outcome of a check, which may be open. A check that cannot be evaluated is not met. */
export function checkOutcome(check: ConditionDeclaration, scope: Scope): PlannedCheck {
  const { path } = check
  try {
    const outcome = outcomeOf(check, scope)
    if (outcome.kind === 'open') return { path, outcome: 'open', until: outcome.until }
    return outcome.kind === 'met' ? { path, outcome: 'met' } : { path, outcome: 'unmet', message: outcome.message }
  } catch (thrown) {
    if (!(thrown instanceof EvaluationFailure)) throw thrown
    return { path, outcome: 'unmet', message: thrown.message }
  }
}

/**
 * The outcomes of a blueprint's checks before anything is done. Data that only checks use is read after the steps; until then, a check that
 * needs it is open.
 */
export function checksBefore(
  { checks = [] }: CheckedBlueprint,
  questions: Asking,
  scopeWith: (asking: Asking) => Scope,
): readonly PlannedCheck[] {
  if (checks.length === 0) return []
  const scope = scopeWith({
    ask: (question) => {
      // A drawn value is recorded with the plan.
      if (question.kind === 'drawn') questions.ask(question)
    },
    use: (key, drawn) => questions.use(key, drawn),
  })
  return checks.map((check) => checkOutcome(check, scope))
}

/** Warnings for the checks that are not met, except those that were not met before either. */
export function checkWarnings(
  found: Plan['checks'] = [],
  blueprint: CheckedBlueprint | undefined,
  before: Plan['checks'] = [],
): readonly Diagnostic[] {
  const known = new Set(before.flatMap(({ path, outcome }) => (outcome === 'unmet' ? [path] : [])))
  const declared = new Map(blueprint?.checks?.map((check) => [check.path, check]))
  return found.flatMap(({ path, outcome, message = '' }) => {
    const check = declared.get(path)
    if (outcome !== 'unmet' || check === undefined || known.has(path)) return []
    return [unmetDiagnostic(check, { kind: 'unmet', message }, 'warning', blueprint?.source)]
  })
}

/** The condition of a resource that a plan is not about. Such a plan does not complain if the condition cannot be evaluated. */
export function isToBeThere({ name, condition }: CheckedResource, scope: Scope): boolean | Unknown {
  try {
    return condition === undefined || truthOf(name, condition, scope)
  } catch (thrown) {
    if (thrown instanceof EvaluationFailure) return new Unknown(`resources.${name}.condition`)
    throw thrown
  }
}
