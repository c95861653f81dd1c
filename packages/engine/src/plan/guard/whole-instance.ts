import { Failure, isSecret, isUnknown, shellWord } from '@slipway/model'
import type { InstanceRecord } from '@slipway/stores'
import type { CheckedBlueprint } from '../../check/checked.ts'
import { evaluate } from '../../evaluate/evaluate.ts'
import type { Scope } from '../../evaluate/scope.ts'
import { truthHint } from '../../evaluate/truth.ts'
import { EvaluationFailure } from '../../language/failure.ts'
import { fewOf } from '../../language/few-of.ts'
import { describe } from '../../language/scalar-text.ts'
import { isDestroyed } from './protection.ts'
import type { Plan, PlanStep } from '../shape/plan.ts'

type Recorded = Pick<InstanceRecord, 'name' | 'protect'> | undefined

/** The path at which a blueprint protects all of its instance. */
export const protectPath = 'metadata.slipway.protect'

/**
 * Whether a blueprint protects all of its instance; `undefined` if it does not say, so that the record stays.
 *
 * @throws EvaluationFailure when the value is not known before something is deployed, or is neither true nor false
 */
export function saidOfAll({ protect }: Pick<CheckedBlueprint, 'protect'>, scope: Scope): boolean | undefined {
  if (protect === undefined) return undefined
  const value = scope.budget.during(protectPath, protect.origin, () => evaluate(protect, scope))
  const plain = isSecret(value) ? value.value : value
  if (typeof plain === 'boolean') return plain
  const message = isUnknown(plain)
    ? `${protectPath} depends on ${plain.until}, which is unknown before the deployment`
    : `${protectPath} must be true or false, but this is ${describe(value)}`
  throw new EvaluationFailure('blueprint/wrong-type', protect.origin, message, truthHint)
}

/** Whether a program protects all of its instance; `undefined` if it does not say. The expressions of a program have been evaluated where it runs. */
export function literallySaid({ protect }: Pick<CheckedBlueprint, 'protect'>): boolean | undefined {
  return protect?.kind === 'literal' && typeof protect.value === 'boolean' ? protect.value : undefined
}

/** The `protect` field of a plan; only present if the record changes. */
export function protectInPlan(said: boolean | undefined, recorded: Recorded): Pick<Plan, 'protect'> {
  return said === undefined || said === (recorded?.protect === true) ? {} : { protect: said }
}

/** True if the whole instance is protected. The record still counts in the run that lifts the protection, as with a resource. */
export function isAllProtected({ protect }: Pick<Plan, 'protect'>, recorded: Recorded): boolean {
  return recorded?.protect === true || protect === true
}

/**
 * Fails if a plan would destroy or replace anything in an instance that is protected as a whole.
 *
 * @throws Failure `engine/protected`
 */
export function refuseAllProtected(plan: Pick<Plan, 'steps' | 'protect' | 'instance'>, recorded: Recorded): void {
  if (isAllProtected(plan, recorded)) refuseEnds(plan.instance, plan.steps)
}

/**
 * Refuses steps that end something in a protected instance.
 *
 * @throws Failure `engine/protected` when one of the steps of a protected instance destroys or replaces something
 */
export function refuseEnds(instance: string, steps: readonly PlanStep[]): void {
  const names = steps.filter(isDestroyed).map(({ name }) => name)
  if (names.length > 0) throw allProtected(instance, names, steps.some(isReplaced))
}

function isReplaced(step: PlanStep): boolean {
  return step.action === 'replace' && isDestroyed(step)
}

/**
 * The failure for an instance that is protected as a whole.
 *
 * @param names of the resources that a run was about to destroy or replace
 */
export function allProtected(instance: string, names: readonly string[], isReplacing = false): Failure {
  const message = `${instance} is protected as a whole, and ${fewOf(names)} would be destroyed${isReplacing ? ' or replaced' : ''}`
  return new Failure('engine/protected', message, {
    hint: `to remove it, first set "protect: false" in metadata.slipway (in a stack: stack({ protect: false }, …)), and run slipway up; or slipway state unprotect --instance ${shellWord(instance)}`,
  })
}

/** Blocks the steps at the end of a program that would destroy something. */
export function holdAll(steps: readonly PlanStep[], protectedInstance: string | undefined): readonly PlanStep[] {
  if (protectedInstance === undefined) return steps
  return steps.map((step) => {
    if (!isDestroyed(step) || step.blocked !== undefined) return step
    const { goesWith: _, ...alone } = step
    const { code, message, hint } = allProtected(protectedInstance, [step.name])
    return { ...alone, after: [], blocked: { code, message, ...(hint !== undefined && { hint }) } }
  })
}
