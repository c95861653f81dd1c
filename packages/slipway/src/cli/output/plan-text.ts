import { childOf, summary, type Action, type Plan, type PlanStep } from '@slipway/engine'
import { visible, visibleLines } from '@slipway/source/visible'
import { paint, type Colors, type Output } from '../console.ts'
import { shortened } from './bounds.ts'
import { changeLines, shortPath, type ChangeTextOptions } from './change-text.ts'

export type PlanTextOptions = ChangeTextOptions

const symbols: Readonly<Record<Action, string>> = {
  create: '+',
  update: '~',
  replace: '-/+',
  delete: '-',
  forget: 'x',
  none: ' ',
}

/** How an action reads after `will`. */
const verbs: Readonly<Record<Action, string>> = {
  create: 'be created',
  update: 'be updated in place',
  replace: 'be replaced',
  delete: 'be destroyed',
  forget: 'be forgotten',
  none: 'stay',
}

/** Steps that a brief plan shows. */
const briefSteps = 200

/** A plan for people: each step with its differences, then how many there are of each kind. Nothing is left out unless asked. */
export function planText(plan: Plan, output: Pick<Output, 'color'>, options: PlanTextOptions = {}): string {
  const colors = paint(output)
  const links = (plan.links ?? []).filter(({ action }) => action !== 'none')
  const steps = [...plan.steps.filter((step) => isShown(step, plan)), ...links]
  const most = options.brief === true ? briefSteps : steps.length
  const parts = byChild(steps.slice(0, most)).map(([child, own]) => {
    const lines = own
      .map((step) => ('a' in step ? linkLines(step, colors, options) : stepLines(step, plan, colors, options)))
      .flatMap(spaced)
    return [...(child === undefined ? [] : [colors.bold(`${visible(child)}:`)]), ...lines].join('\n')
  })
  const more = steps.length > most ? `… and ${steps.length - most} more; without --brief all are shown\n` : ''
  const listed = parts.length === 0 ? '' : `${parts.join('\n\n')}\n${more}\n`
  return `${listed}${planSummary(plan)}\n`
}

function isShown(step: PlanStep, plan: Plan): boolean {
  const { action, renamedFrom, conditionUntil } = step
  return action !== 'none' || renamedFrom !== undefined || conditionUntil !== undefined || isLeft(step, plan)
}

/** The steps of a child stand together, after those of its parent. */
function byChild<Step extends PlanStep | PlannedLink>(
  steps: readonly Step[],
): readonly (readonly [string | undefined, readonly Step[]])[] {
  const groups = Map.groupBy(steps, ({ name }) => childOf(name))
  const own = groups.get(undefined)
  groups.delete(undefined)
  return [...(own === undefined ? [] : [[undefined, own] as const]), ...groups]
}

/** Nobody wants it any more, and yet it cannot go now. */
function isLeft({ action, reason }: PlanStep, { operation }: Plan): boolean {
  return action === 'none' && reason !== undefined && operation === 'up'
}

/** `Plan for site: 3 to create, 1 to update, 4 unchanged`. */
function planSummary(plan: Plan): string {
  const counts = summary(plan)
  const parts = (['create', 'update', 'replace', 'delete', 'forget'] as const)
    .filter((action) => counts[action] > 0)
    .map((action) => `${counts[action]} to ${action}`)
  const renamed = onlyRenamed(plan)
  if (renamed > 0) parts.push(`${renamed} to rename`)
  const open = plan.steps.filter(({ conditionUntil, current }) => conditionUntil !== undefined && current !== undefined)
  if (open.length > 0) parts.push(`${open.length} that may be destroyed`)
  const exportsChanged = plan.exportsChanged || (plan.children ?? []).some((child) => child.exportsChanged)
  if (parts.length === 0) return exportsChanged ? `Plan for ${plan.instance}: only the exports change` : idle(plan)
  const unchanged = counts.none - renamed - open.filter(({ action }) => action === 'none').length
  if (unchanged > 0) parts.push(`${unchanged} unchanged`)
  return `Plan for ${plan.instance}: ${parts.join(', ')}`
}

/** How many resources get another name and nothing else. */
export function onlyRenamed({ steps }: Plan): number {
  return steps.filter(({ action, renamedFrom }) => action === 'none' && renamedFrom !== undefined).length
}

function idle({ operation, instance }: Plan): string {
  if (operation === 'destroy') return `Nothing to do: nothing is left of ${instance}`
  if (operation === 'refresh') return `Nothing to do: ${instance} is as it was recorded`
  return `Nothing to do: ${instance} is as the blueprint describes it`
}

export function symbolOf(action: Action): string {
  return symbols[action]
}

/** The colour of an action, everywhere the same. */
export function colorOf(action: Action, colors: Colors): (text: string) => string {
  if (action === 'create') return colors.green
  if (action === 'update') return colors.yellow
  if (action === 'none') return colors.dim
  return action === 'forget' ? colors.magenta : colors.red
}

/** A step of one line stands close to the next one; a longer one gets room. */
function spaced(lines: readonly string[], index: number, all: readonly (readonly string[])[]): readonly string[] {
  const next = all[index + 1]
  return next !== undefined && next[0] !== '' && (lines.length > 1 || next.length > 1) ? [...lines, ''] : lines
}

function stepLines(step: PlanStep, plan: Plan, colors: Colors, options: PlanTextOptions): readonly string[] {
  const color = colorOf(step.action, colors)
  const reason = plan.operation === 'destroy' && step.reason === 'destroy' ? undefined : step.reason
  const because = [reason, replaceReason(step)].filter((part) => part !== undefined).join('; ')
  const type = colors.dim(`(${visible(step.type)})`)
  const source = step.madeFrom === undefined ? '' : colors.dim(` from ${visible(step.madeFrom.resource)}`)
  const what = `${colors.bold(visible(step.name))} ${type}${source}`
  const head = `${color(symbols[step.action])} ${what} ${visible(fateOf(step))}`
  const lines = [because === '' ? head : `${head}: ${visible(shortened(because))}`]
  if (step.blocked !== undefined) lines.push(...blockedText(step.blocked, colors))
  if (step.action !== 'delete' && step.action !== 'forget') {
    for (const change of step.changes) lines.push(...changeLines(change, step, colors, options))
  }
  return lines
}

/** What happens to a resource, or may happen while others decide. */
function fateOf(step: PlanStep): string {
  const { conditionUntil, current } = step
  if (conditionUntil === undefined) return `will ${verbOf(step)}`
  const condition = `its condition is known after ${conditionUntil}`
  if (current === undefined) return `may ${verbOf(step)}: ${condition}`
  const end = current.removalPolicy === 'retain' ? 'forgotten' : 'destroyed'
  return `may be ${end}: ${condition}; if it holds, ${step.name} will ${verbOf(step)}`
}

type PlannedLink = NonNullable<Plan['links']>[number]

/** A link stands after the resources that it links. */
function linkLines(link: PlannedLink, colors: Colors, options: PlanTextOptions): readonly string[] {
  const { name, type, action, reason, blocked, changes } = link
  const verb = action === 'delete' ? 'be undone' : action === 'create' ? 'be made' : 'be updated'
  const what = `link ${colors.bold(visible(name))} ${colors.dim(`(${visible(type)})`)} will ${verb}`
  const because = reason === undefined || reason === 'destroy' ? '' : `: ${visible(shortened(reason))}`
  const lines = [`${colorOf(action, colors)(symbols[action])} ${what}${because}`]
  if (blocked !== undefined) lines.push(...blockedText(blocked, colors))
  if (action !== 'delete')
    for (const change of changes) lines.push(...changeLines(change, { replaceBecause: [] }, colors, options))
  return lines
}

function verbOf({ action, destroyFirst, renamedFrom }: PlanStep): string {
  const verb = action === 'replace' && destroyFirst === true ? 'be destroyed, then created' : verbs[action]
  if (renamedFrom === undefined) return verb
  return action === 'none' ? `get its new name: it was ${renamedFrom}` : `${verb} (it was ${renamedFrom})`
}

function blockedText({ message, hint }: NonNullable<PlanStep['blocked']>, colors: Colors): readonly string[] {
  const lines = [`    ${colors.red('!')} this will fail: ${visibleLines(shortened(message))}`]
  return hint === undefined ? lines : [...lines, `      ${colors.cyan('hint:')} ${visibleLines(shortened(hint))}`]
}

function replaceReason({ action, replaceBecause }: PlanStep): string | undefined {
  if (action !== 'replace' || replaceBecause.length === 0) return undefined
  const paths = replaceBecause.filter((path) => path !== 'requested')
  if (paths.length === 0) return 'you asked for it'
  return `${paths.map(shortPath).join(', ')} cannot change in place`
}
