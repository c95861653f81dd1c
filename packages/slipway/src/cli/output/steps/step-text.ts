import { plainWords } from '../plain-words.ts'
import {
  type Action,
  becauseReplaced,
  existenceOf,
  isUnread,
  type Plan,
  type PlanStep,
  type Wish,
} from '@slipway/engine'
import { shownType } from '@slipway/programs/shown-type'
import { visible, visibleBelow } from '@slipway/source/visible'
import type { Colors } from '../../console/console.ts'
import { shortened } from '../bounds.ts'
import { changeLines, shortPath, type ChangeTextOptions } from './change-text.ts'
import type { Hinted } from '../shared-hints.ts'
import { toldChanges } from './told-changes.ts'

export type PlannedLink = NonNullable<Plan['links']>[number]

const symbols: Readonly<Record<Action, string>> = {
  create: '+',
  update: '~',
  replace: '-/+',
  delete: '-',
  forget: 'x',
  none: ' ',
}

/** The words for an action after `will`. */
const verbs: Readonly<Record<Action, string>> = {
  create: 'be created',
  update: 'be updated in place',
  replace: 'be replaced',
  delete: 'be destroyed',
  forget: 'be forgotten',
  none: 'stay',
}

/** A step, or the parts of it that an event reports. */
interface Told {
  readonly action: Action
  readonly found?: Wish['found']
}

/** True for a found resource, which is neither made nor changed. */
export function isFound({ found, action }: Told): boolean {
  return found !== undefined && (action === 'create' || action === 'update')
}

export function isFoundStep({ action, wish: { found } = {} }: PlanStep): boolean {
  return found !== undefined && isFound({ action, found })
}

export function symbolOf(told: Told): string {
  return isFound(told) ? '=' : symbols[told.action]
}

/** The colour of an action, which is the same everywhere. */
export function colorOf(action: Action, colors: Colors): (text: string) => string {
  if (action === 'create') return colors.green
  if (action === 'update') return colors.yellow
  if (action === 'none') return colors.dim
  return action === 'forget' ? colors.magenta : colors.red
}

export interface StepTextOptions extends ChangeTextOptions {
  /** Finds the hint for a step; absent: the step's own hint is used. */
  readonly hintOf?: (step: Hinted) => string | undefined
  /** Reasons why steps will not be taken, by the keys of the steps. */
  readonly inVain?: ReadonlyMap<string, string>
  /** Keys of the steps that are new or different since the last plan, and are marked. */
  readonly fresh?: ReadonlySet<string>
}

/** One step with its differences, the first line without a margin. */
export function stepLines(step: PlanStep, plan: Plan, colors: Colors, options: StepTextOptions): readonly string[] {
  if (step.blocked?.isAsBefore === true) return [asBeforeText(step, step.blocked.message, colors)]
  const color = colorOf(step.action, colors)
  const because = becauseOf(step, plan.operation)
  const type = colors.dim(`(${visible(stepType(step))})`)
  const { madeFrom, recorded = [], found } = step.wish ?? {}
  const source = madeFrom === undefined ? '' : colors.dim(` from ${visible(madeFrom.resource)}`)
  const what = `${colors.bold(visible(step.name))} ${type}${source}`
  const head = `${color(symbolOf({ action: step.action, ...(found && { found }) }))} ${what} ${visible(fateOf(step, plan.operation))}`
  const mark = options.fresh?.has(step.key) === true ? colors.yellow('  <- changed since the last plan') : ''
  const lines = [`${because === '' ? head : `${head}: ${visible(shortened(because))}`}${mark}`]
  lines.push(...blockedText(step, colors, options))
  const inVain = options.inVain?.get(step.key)
  if (inVain !== undefined) lines.push(`    ${colors.red('!')} ${visible(inVainText(step, inVain))}`)
  if (step.lostWith !== undefined)
    lines.push(
      `    ${colors.red('!')} it will be lost anyway: it is inside ${visible(step.lostWith)}, which is destroyed`,
    )
  if (step.action !== 'delete' && step.action !== 'forget') {
    for (const change of [...toldChanges(step), ...recorded]) lines.push(...changeLines(change, step, colors, options))
  }
  return lines
}

/** The text for a step that does nothing: the resource stays as before, and nothing fails. */
function asBeforeText(step: PlanStep, why: string, colors: Colors): string {
  const what = `${colors.bold(visible(step.name))} ${colors.dim(`(${visible(stepType(step))})`)}`
  return `${symbols.none} ${what} will stay: ${visible(shortened(why))}`
}

function inVainText({ action }: PlanStep, why: string): string {
  return `it will ${action === 'delete' ? 'stay' : 'be skipped'}: ${why}`
}

export function stepType({ type, wish, current }: PlanStep): string {
  return shownType({ type, spec: wish?.spec ?? current?.spec })
}

/** The effect of a step on its resource, or its possible effect if that depends on others. */
function fateOf(step: PlanStep, operation: Plan['operation']): string {
  const { current, action } = step
  const conditionUntil = step.wish?.conditionUntil
  if (isUnread(step)) return 'cannot be compared'
  // A refresh changes nothing outside: it records what it has found.
  if (operation === 'refresh' && action === 'update') return 'will be recorded as it is'
  if (conditionUntil === undefined) return `will ${verbOf(step)}`
  const condition = `its condition is known after ${conditionUntil}`
  if (current === undefined) return `may ${verbOf(step)}: ${condition}`
  const end = current.removalPolicy === 'retain' ? 'forgotten' : 'destroyed'
  return `may be ${end}: ${condition}; if it holds, ${step.name} will ${verbOf(step)}`
}

/** A link is listed after the resources that it links. */
export function linkLines(link: PlannedLink, plan: Plan, colors: Colors, options: StepTextOptions): readonly string[] {
  const { name, type, action, reason, changes } = link
  const changed = plan.operation === 'refresh' ? 'be recorded as it is' : 'be updated'
  const verb =
    action === 'none' ? 'stay' : action === 'delete' ? 'be undone' : action === 'create' ? 'be made' : changed
  const what = `link ${colors.bold(visible(name))} ${colors.dim(`(${visible(type)})`)} ${visible(linkFate(link, verb))}`
  const because = reason === undefined || reason === 'destroy' ? '' : `: ${visible(shortened(reason))}`
  const lines = [`${colorOf(action, colors)(symbols[action])} ${what}${because}`]
  lines.push(...blockedText(link, colors, options))
  if (action !== 'delete')
    for (const change of changes) lines.push(...changeLines(change, { replaceBecause: [] }, colors, options))
  return lines
}

/** A link is made and removed together with both its ends. */
function linkFate({ conditionUntil, current }: PlannedLink, verb: string): string {
  if (conditionUntil === undefined) return `will ${verb}`
  const known = `whether both ends should exist is known after ${conditionUntil}`
  return current === undefined ? `may ${verb}: ${known}` : `may be undone: ${known}; if they should, it will ${verb}`
}

function verbOf(step: PlanStep): string {
  const { action, destroyFirst, wish = {} } = step
  const { renamedFrom, recorded, importedAs, found } = wish
  if (found !== undefined && isFoundStep(step))
    return found.by === 'read' ? 'be read' : `be imported as ${JSON.stringify(found.id)}`
  if (importedAs !== undefined) {
    const then = action === 'none' ? '' : `, and then ${verbs[action]}`
    return `be imported as ${JSON.stringify(importedAs)}${then}`
  }
  const changed = isMadeAgain(step) ? 'be created again as it was asked for, and then updated' : verbs[action]
  const verb = action === 'replace' && destroyFirst === true ? 'be destroyed, then created' : changed
  if (renamedFrom === undefined) return action === 'none' && recorded !== undefined ? 'stay; its record changes:' : verb
  return action === 'none' ? `get its new name: it was ${renamedFrom}` : `${verb} (it was ${renamedFrom})`
}

/** True for a resource whose creation is in doubt: under its id it is created again first, and then changed. */
function isMadeAgain({ action, current }: PlanStep): boolean {
  return action === 'update' && current !== undefined && existenceOf(current) === 'doubtful'
}

function blockedText(
  { name, blocked }: Pick<PlanStep, 'name' | 'blocked'>,
  colors: Colors,
  { hintOf }: StepTextOptions,
): readonly string[] {
  if (blocked === undefined) return []
  const { message } = blocked
  const hint = hintOf === undefined ? blocked.hint : hintOf({ ...blocked, name })
  const lines = [`    ${colors.red('!')} this will fail: ${visibleBelow(plainWords(shortened(message)), '      ')}`]
  return hint === undefined
    ? lines
    : [...lines, `      ${colors.cyan('hint:')} ${visibleBelow(shortened(hint), '        ')}`]
}

/** The reason for a step; empty if it is obvious. */
function becauseOf(step: PlanStep, operation: Plan['operation']): string {
  const reason = operation === 'destroy' && step.reason === 'destroy' ? undefined : step.reason
  const retained = step.retainsOld === true ? 'the old one will be forgotten: retained' : undefined
  const kept = step.oldStays === undefined ? undefined : `the old one will stay: ${step.oldStays}`
  return [reason, replaceReason(step), retained, kept].filter((part) => part !== undefined).join('; ')
}

function replaceReason({ action, replaceBecause, goesWith }: PlanStep): string | undefined {
  // Shown even if there are other reasons for the replacement.
  if (action !== 'replace' || replaceBecause.length === 0 || goesWith !== undefined) return undefined
  const { paths, others } = becauseReplaced(replaceBecause)
  const fixed = paths.length === 0 ? [] : [`${paths.map(shortPath).join(', ')} cannot change in place`]
  return [...fixed, ...others].join('; ') || 'you asked for it'
}
