import { isNoted, isUnread, notedAs, summary, type Plan, type PlanStep } from '@slipway/engine'
import type { PlannedTasks } from '@slipway/operations/events'
import { isFoundStep } from '../steps/step-text.ts'
import { planSubject } from './plan-subject.ts'

/** `Plan for site: 3 to create, 1 to update, 4 unchanged`; or that there is nothing to do. */
export function planSummary(plan: Plan, tasks?: PlannedTasks): string {
  const parts = counted(plan)
  const { subject } = planSubject(plan)
  const isProtectionNew = plan.protect !== undefined
  const exportsChanged = plan.exportsChanged || (plan.children ?? []).some((child) => child.exportsChanged)
  const count = (tasks?.tasks ?? []).filter(({ skipped }) => skipped === undefined).length
  const toRun = count === 0 ? [] : [count === 1 ? '1 stage task to run' : `${count} stage tasks to run`]
  if (parts.length + toRun.length === 0 && !isProtectionNew)
    return exportsChanged ? `Plan for ${subject}: only the exports change` : idle(plan)
  if (parts.length === 0 && plan.operation !== 'tasks')
    parts.push(exportsChanged && !isProtectionNew ? 'only the exports change' : 'no resource changes')
  return `Plan for ${subject}: ${[...parts, ...toRun].join(', ')}`
}

function counted(plan: Plan): string[] {
  // Usually nothing but the number of steps has to be counted.
  const steps = plan.steps.filter((step) => !isUntouched(step))
  const found = steps.filter(isFoundStep)
  const own = steps.filter((step) => !isFoundStep(step) && !isUnread(step) && step.blocked?.isAsBefore !== true)
  const counts = summary({ steps: own, ...(plan.links !== undefined && { links: plan.links }) })
  const parts = (['create', 'update', 'replace', 'delete', 'forget'] as const)
    .filter((action) => counts[action] > 0)
    .map((action) => `${counts[action]} to ${plan.operation === 'refresh' && action === 'update' ? 'record' : action}`)
  const unread = steps.filter(isUnread).length
  if (unread > 0) parts.push(`${unread} that cannot be compared`)
  const noted = Map.groupBy(steps, notedAs)
  const [renamed = 0, recorded = 0] = (['rename', 'record'] as const).map((what) => noted.get(what)?.length)
  if (renamed > 0) parts.push(`${renamed} to rename`)
  const imported = steps.filter(({ wish }) => wish?.importedAs !== undefined)
  const [read = [], takenIn = []] = (['read', 'import'] as const).map((by) =>
    found.filter((step) => step.wish?.found?.by === by),
  )
  if (imported.length + takenIn.length > 0) parts.push(`${imported.length + takenIn.length} to import`)
  if (read.length > 0) parts.push(`${read.length} to read`)
  const onlyImported = imported.filter(({ action }) => action === 'none').length
  if (recorded > 0) parts.push(`${recorded} to record`)
  const open = steps.filter(({ wish, current }) => wish?.conditionUntil !== undefined && current !== undefined)
  if (open.length > 0) parts.push(`${open.length} that may be destroyed`)
  const openLinks = (plan.links ?? []).filter(({ conditionUntil, current }) => conditionUntil !== undefined && current)
  if (openLinks.length > 0)
    parts.push(openLinks.length === 1 ? '1 link that may be undone' : `${openLinks.length} links that may be undone`)
  const openAsTheyAre = [...open, ...openLinks].filter(({ action }) => action === 'none').length
  const untouched = plan.steps.length - steps.length
  const unchanged = untouched + counts.none - renamed - recorded - onlyImported - openAsTheyAre
  if (parts.length > 0 && unchanged > 0) parts.push(`${unchanged} unchanged`)
  return parts
}

/** True for a resource that stays as it is and has no remarks. */
function isUntouched(step: PlanStep): boolean {
  return step.action === 'none' && step.blocked === undefined && !isNoted(step)
}

function idle(plan: Plan): string {
  const { operation, instance, isOfProgram, isWayBack = false, leavesRecords = false } = plan
  const { subject, verb } = planSubject(plan)
  if (leavesRecords) return `Nothing to do: what is left of ${subject} needs a key that is not here`
  if (operation === 'destroy') return `Nothing to do: nothing is left of ${subject}`
  if (operation === 'tasks') return `Nothing to do: ${instance} has no stage task that could run`
  if (operation === 'refresh') return `Nothing to do: ${subject} ${verb} as it was recorded`
  if (isWayBack) return `Nothing to do: ${subject} ${verb} as before`
  return `Nothing to do: ${subject} ${verb} as the ${isOfProgram === true ? 'program wants' : 'blueprint describes'} it`
}
