import { childOf, hasChanges, isNoted, isOfNothing, type Plan, type PlanStep } from '@slipway/engine'
import type { FieldChange } from '@slipway/model'
import type { PlannedLink } from '../steps/step-text.ts'

/** The part of a plan that is about one blueprint: the instance's own, or that of a child. */
export interface PlanSection {
  /** The path of the child; `undefined`: the instance itself. */
  readonly child: string | undefined
  readonly change?: 'new' | 'gone'
  /** Resources, then links, of those with something to report. */
  readonly steps: readonly (PlanStep | PlannedLink)[]
  readonly exports: readonly FieldChange[]
}

/** The sections of a plan, the instance's own part before its children. */
export function planSections(plan: Plan): readonly PlanSection[] {
  const links = (plan.links ?? []).filter(
    ({ action, conditionUntil }) => action !== 'none' || conditionUntil !== undefined,
  )
  const shown: readonly (PlanStep | PlannedLink)[] = [...plan.steps.filter((step) => isShown(step, plan)), ...links]
  const steps = Map.groupBy(shown, ({ name }) => childOf(name))
  const children = new Map((plan.children ?? []).map((child) => [child.name, child]))
  const names = new Set([...steps.keys(), ...children.keys()].filter((name) => name !== undefined))
  // After a destroy there are no exports, which need not be said.
  const exportsOf = ({ exportChanges = [] }: Pick<Plan, 'exportChanges'> = {}): readonly FieldChange[] =>
    plan.operation === 'destroy' ? [] : exportChanges
  return [
    { child: undefined, steps: steps.get(undefined) ?? [], exports: exportsOf(plan) },
    ...Array.from(names, (name): PlanSection => {
      const child = children.get(name)
      const change = child?.change === undefined || plan.operation === 'destroy' ? {} : { change: child.change }
      return { child: name, ...change, steps: steps.get(name) ?? [], exports: exportsOf(child) }
    }),
    // A child whose resources were imported is new, but nothing is to be done for it.
  ].filter(
    ({ steps: own, exports, change }) => own.length + exports.length > 0 || (change !== undefined && hasChanges(plan)),
  )
}

function isShown(step: PlanStep, plan: Plan): boolean {
  return step.action === 'none' ? isNoted(step) || isLeft(step, plan) : !isOfNothing(step)
}

/** True for an unwanted resource that cannot go now. */
function isLeft({ action, reason }: PlanStep, { operation }: Plan): boolean {
  return action === 'none' && reason !== undefined && operation === 'up'
}

/** `net (new child)`, for the heading of a child's part. */
export function childTitle({ child = '', change }: PlanSection): string {
  if (change === undefined) return child
  return `${child} (${change === 'new' ? 'new child' : 'child to be removed'})`
}
