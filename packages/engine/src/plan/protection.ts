import { Failure } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'
import { type Plan, type PlanStep, triggeredBy, triggeredWords } from './plan.ts'

/**
 * Fails when a plan would destroy what is protected: by what is recorded, or by what the blueprint says now.
 *
 * @param wanted the resources of the blueprint, by name
 */
export function refuseProtected(
  { steps }: Pick<Plan, 'steps'>,
  wanted: ReadonlyMap<string, Pick<CheckedResource, 'options'>> = new Map(),
): void {
  const hit = steps.filter((step) => isDestroyed(step) && isProtected(step, wanted))
  if (hit.length === 0) return
  const names = [...new Set(hit.map(({ name }) => name))]
  const [first] = hit
  const isOne = names.length === 1 && first !== undefined
  const message = isOne ? becauseOf(first) : `${shown(names)} are protected, and would be destroyed or replaced`
  throw new Failure('engine/protected', message, {
    details: isOne ? [] : hit.map(becauseOf),
    hint: `${isOne ? `if it may go: slipway state unprotect ${names[0]}` : 'for each that may go: slipway state unprotect NAME'}; or "protect: false" in the blueprint, and an up of its own before`,
  })
}

/** Of a resource that a run was about to destroy, which its plan did not know. */
export function protectedFailure({ name, type }: ResourceRecord): Failure {
  return new Failure('engine/protected', `${name} (${type}) is protected, and stays`, {
    hint: `if it may go: slipway state unprotect ${name}`,
  })
}

function isDestroyed({ action, conditionUntil }: PlanStep): boolean {
  return action === 'delete' || (action === 'replace' && conditionUntil === undefined)
}

function isProtected(
  { name, action, current }: PlanStep,
  wanted: ReadonlyMap<string, Pick<CheckedResource, 'options'>>,
): boolean {
  if (current === undefined) return false
  const isNewlyProtected = action === 'replace' && wanted.get(name)?.options?.protect === true
  return current.options?.protect === true || isNewlyProtected
}

function becauseOf({ name, type, action, reason, replaceBecause }: PlanStep): string {
  const paths = replaceBecause.filter((path) => path !== 'requested' && path !== triggeredBy).join(', ')
  const replaced = paths === '' ? undefined : `${paths} cannot change in place`
  const triggered = replaceBecause.includes(triggeredBy) ? triggeredWords : undefined
  const why = [reason === 'destroy' ? undefined : reason, replaced, triggered].filter((part) => part !== undefined)
  const verb = action === 'delete' ? 'destroyed' : 'replaced'
  return `${name} (${type}) is protected, and would be ${verb}${why.length === 0 ? '' : `: ${why.join('; ')}`}`
}

/** Names in one sentence. */
const mostNames = 5

function shown(names: readonly string[]): string {
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return names.slice(0, mostNames).join(', ') + more
}
