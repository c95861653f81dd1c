import type { Plan, PlanStep } from '@slipway/engine'
import { isList, isMap, Secret, type Value } from '@slipway/model'

const signs = { create: '+', update: '~', replace: '!', delete: '-', forget: 'x', none: ' ' } as const

/**
 * A plan as text for readers and for snapshots: a line for each step that changes something, with the given or changed properties below it. The same
 * plan gives the same text; secrets stay hidden.
 */
export function planText(plan: Plan): string {
  const steps = plan.steps.filter(({ action }) => action !== 'none')
  if (steps.length === 0) return 'nothing to do\n'
  const lines: string[] = []
  for (const step of steps.toSorted(byName)) {
    lines.push(`${signs[step.action]} ${step.name}  ${step.type}${because(step)}`)
    for (const field of fieldsOf(step)) lines.push(`    ${field}`)
  }
  return `${lines.join('\n')}\n`
}

const byName = (a: PlanStep, b: PlanStep): number => (a.key < b.key ? -1 : Number(a.key > b.key))

function because({ replaceBecause, reason, blocked }: PlanStep): string {
  const why = [
    ...(replaceBecause.length > 0 ? [`anew because of ${replaceBecause.join(', ')}`] : []),
    ...(reason === undefined ? [] : [reason]),
    ...(blocked === undefined ? [] : ['blocked']),
  ]
  return why.length === 0 ? '' : ` (${why.join('; ')})`
}

function fieldsOf(step: PlanStep): readonly string[] {
  if (step.action === 'create' && step.wish.spec !== undefined)
    return Object.entries(step.wish.spec).map(([name, value]) => `${name}: ${valueText(value)}`)
  return step.changes.map(({ path, previous, next }) => {
    const name = path.replace(/^spec\./, '')
    return `${name}: ${previous === undefined ? 'absent' : valueText(previous)} -> ${next === undefined ? 'absent' : valueText(next)}`
  })
}

function valueText(value: Value): string {
  if (value instanceof Secret) return '(secret)'
  if (typeof value === 'bigint') return String(value)
  if (isList(value)) return `[${value.map(valueText).join(', ')}]`
  if (isMap(value))
    return `{ ${Object.entries(value)
      .map(([name, inner]) => `${name}: ${valueText(inner)}`)
      .join(', ')} }`
  return typeof value === 'object' && value !== null ? value.toJSON() : JSON.stringify(value)
}
