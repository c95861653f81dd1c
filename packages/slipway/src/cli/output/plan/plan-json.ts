import { childOf, hasChanges, notedAs, summary, type Plan, type PlannedChild, type PlanStep } from '@slipway/engine'
import type { FieldChange } from '@slipway/model'
import { isFoundStep, stepType } from '../steps/step-text.ts'
import { jsonFormat, jsonObject, jsonValue, type JsonOptions } from '../values/json-value.ts'

/** A plan as --json prints it; docs/reference/json-output.md describes it. */
export function planJson(plan: Plan, options: JsonOptions = {}): object {
  return {
    format: jsonFormat,
    type: 'plan',
    operation: plan.operation,
    instance: plan.instance,
    ...plan.part,
    stateVersion: plan.stateVersion,
    blueprintHash: plan.blueprintHash,
    changes: hasChanges(plan),
    summary: countsOf(plan),
    steps: plan.steps.map((step) => stepJson(step, options)),
    ...(plan.links === undefined ? {} : { links: plan.links.map((link) => linkJson(link, options)) }),
    exports: jsonObject(plan.exports, options),
    exportsChanged: plan.exportsChanged,
    exportChanges: changesJson(plan, options),
    ...(plan.protect !== undefined && { protect: plan.protect }),
    ...(plan.checks !== undefined && { checks: plan.checks }),
    ...(plan.children !== undefined && { children: plan.children.map((child) => childJson(child, plan, options)) }),
  }
}

/** Resources that are imported, only read or only recorded again are listed separately, as after the run, and only if there are any. */
function countsOf({ steps, links = [] }: Pick<Plan, 'steps' | 'links'>): object {
  const apart = Map.groupBy(steps, (step) => (isFoundStep(step) ? step.wish?.found?.by : notedAs(step)))
  return {
    ...summary({ steps: apart.get(undefined) ?? [], links }),
    ...Object.fromEntries(
      Array.from(apart).flatMap(([what, { length }]) => (what === undefined ? [] : [[what, length]])),
    ),
  }
}

function childJson(child: PlannedChild, plan: Plan, options: JsonOptions): object {
  const { name, change, exports, exportsChanged } = child
  const steps = plan.steps.filter((step) => step.name.startsWith(`${name}/`))
  return {
    name,
    ...(change === undefined ? {} : { change }),
    summary: countsOf({ steps }),
    exports: jsonObject(exports, options),
    exportsChanged,
    exportChanges: changesJson(child, options),
  }
}

function changesJson({ exportChanges = [] }: Pick<Plan, 'exportChanges'>, options: JsonOptions): readonly object[] {
  return exportChanges.map((change) => changeJson(change, options))
}

function stepJson(step: PlanStep, options: JsonOptions): object {
  const { renamedFrom, madeFrom, conditionUntil, recorded, importedAs, found } = step.wish ?? {}
  return {
    name: step.name,
    ...(childOf(step.name) === undefined ? {} : { child: childOf(step.name) }),
    type: stepType(step),
    action: step.action,
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
    ...(madeFrom === undefined ? {} : { madeFrom }),
    ...(step.destroyFirst === true ? { destroyFirst: true } : {}),
    ...(step.retainsOld === true ? { retainsOld: true } : {}),
    ...(step.oldStays === undefined ? {} : { oldStays: step.oldStays }),
    ...(conditionUntil === undefined ? {} : { conditionUntil }),
    ...(conditionUntil === undefined || step.current === undefined ? {} : { mayBeDestroyed: true }),
    ...(step.reason === undefined ? {} : { reason: step.reason }),
    ...(step.replaceBecause.length === 0 ? {} : { replaceBecause: step.replaceBecause }),
    changes: step.changes.map((change) => changeJson(change, options)),
    ...(recorded === undefined ? {} : { recorded: recorded.map((change) => changeJson(change, options)) }),
    ...(importedAs === undefined ? {} : { importedAs }),
    ...(found === undefined ? {} : { found }),
    ...(step.goesWith === undefined ? {} : { goesWith: step.goesWith }),
    ...(step.lostWith === undefined ? {} : { lostWith: step.lostWith }),
    after: step.after,
    ...(step.blocked === undefined ? {} : { blocked: step.blocked }),
  }
}

function linkJson(link: NonNullable<Plan['links']>[number], options: JsonOptions): object {
  const { name, type, action, a, b, conditionUntil, current, reason, changes, after, blocked } = link
  return {
    name,
    type,
    action,
    a,
    b,
    ...(conditionUntil === undefined ? {} : { conditionUntil }),
    ...(conditionUntil === undefined || current === undefined ? {} : { mayBeUndone: true }),
    ...(reason === undefined ? {} : { reason }),
    changes: changes.map((change) => changeJson(change, options)),
    after,
    ...(blocked === undefined ? {} : { blocked }),
  }
}

function changeJson({ path, previous, next }: FieldChange, options: JsonOptions): object {
  return {
    path,
    ...(previous === undefined ? {} : { previous: jsonValue(previous, options) }),
    ...(next === undefined ? {} : { next: jsonValue(next, options) }),
  }
}
