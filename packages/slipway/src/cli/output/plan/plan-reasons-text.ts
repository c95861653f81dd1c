import { becauseReplaced, type Plan, type PlanStep } from '@slipway/engine'
import { visible } from '@slipway/source/visible'
import { paint, type Output } from '../../console/console.ts'
import { stepType } from '../steps/step-text.ts'

/** The reasons behind a plan: for each step the record, the differences, and the steps that it waits for. */
export function planReasonsText(plan: Plan, only: readonly string[], output: Pick<Output, 'color'>): string {
  const colors = paint(output)
  const wanted = plan.steps.filter(({ name, key }) => only.length === 0 || only.includes(name) || only.includes(key))
  const parts = wanted.map((step) => {
    const lines = reasonsOf(step, plan).map((line) => `    ${visible(line)}\n`)
    return `${colors.bold(visible(step.key))} (${visible(stepType(step))}): ${step.action}\n${lines.join('')}`
  })
  const from = plan.stateVersion < 0 ? 'there is no state yet' : `made from version ${plan.stateVersion} of the state`
  const moved = plan.regrouped.length === 0 ? '' : `, of which ${plan.regrouped.length} records are sorted again first`
  return `${parts.join('\n')}\nThe plan of ${plan.operation} for ${visible(plan.instance)} is ${from}${moved}.\n`
}

function reasonsOf(step: PlanStep, plan: Plan): readonly string[] {
  const paths = step.changes.map(({ path }) => path).join(', ')
  const { renamedFrom, madeFrom, conditionUntil } = step.wish ?? {}
  const says: readonly (string | false | undefined)[] = [
    recordedText(step),
    renamedFrom !== undefined && `known again: it was called ${renamedFrom}`,
    madeFrom !== undefined && `made from ${madeFrom.resource}, which a transformer has expanded`,
    step.reason !== undefined && `because: ${step.reason}`,
    step.changes.length > 0 && `${step.current === undefined ? 'wanted' : 'differs in'}: ${paths}`,
    step.action === 'none' && step.reason === undefined && 'nothing differs from the record',
    ...replacedBecause(step),
    step.destroyFirst === true && 'is destroyed first, to make room',
    step.retainsOld === true && 'the old one is forgotten, and stays outside: it is retained',
    step.oldStays !== undefined && `the old one stays: ${step.oldStays}`,
    step.lostWith !== undefined && `is lost anyway, because it is inside ${step.lostWith}`,
    step.goesWith !== undefined && `goes with ${step.goesWith}, without its own call`,
    conditionUntil !== undefined && `whether it should exist is known after ${conditionUntil}`,
    step.after.length > 0 && `starts after: ${step.after.map((key) => afterText(key, plan)).join(', ')}`,
    (step.oldAfter ?? []).length > 0 && `the old one is destroyed after: ${(step.oldAfter ?? []).join(', ')}`,
    step.blocked !== undefined && `is blocked: ${JSON.stringify(step.blocked)}`,
  ]
  return says.filter((line) => typeof line === 'string')
}

function replacedBecause({ replaceBecause }: PlanStep): readonly string[] {
  if (replaceBecause.length === 0) return []
  const { paths, others } = becauseReplaced(replaceBecause)
  const fixed = paths.length === 0 ? [] : [`cannot change in place: ${paths.join(', ')}`]
  const all = [...fixed, ...others]
  return all.length === 0 ? ['is replaced because you asked for it'] : all
}

function recordedText({ current }: PlanStep): string {
  if (current === undefined) return 'it has no record'
  const { status, pluginId, pluginVersion, updatedAt, id } = current
  const when = new Date(updatedAt).toISOString().slice(0, 19).replace('T', ' ')
  return `recorded: ${status} since ${when} by ${pluginId} ${pluginVersion}, id ${id}`
}

/** No step waits for a step that does nothing. */
function afterText(key: string, plan: Plan): string {
  const action = plan.steps.find((step) => step.key === key)?.action
  return action === undefined || action === 'none' ? key : `${key} (${action})`
}
