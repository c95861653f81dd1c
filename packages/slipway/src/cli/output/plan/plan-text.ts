import { type Plan, doomedSteps } from '@slipway/engine'
import type { PlannedTasks } from '@slipway/operations/events'
import { visible } from '@slipway/source/visible'
import { paint, type Colors, type Output } from '../../console/console.ts'
import { changeLines, type ChangeTextOptions } from '../steps/change-text.ts'
import { childTitle, planSections, type PlanSection } from './plan-sections.ts'
import { planSummary } from './plan-summary.ts'
import { plannedTasksText } from './planned-tasks-text.ts'
import { type Hinted, SharedHints } from '../shared-hints.ts'
import { linkLines, stepLines, type StepTextOptions } from '../steps/step-text.ts'

export interface PlanTextOptions extends ChangeTextOptions, Pick<StepTextOptions, 'fresh'> {
  /** True if the plan runs at once; the end of the run then gives advice about failures. */
  readonly isRunAtOnce?: boolean
}

/** How many steps a brief plan shows. */
const briefSteps = 200

/**
 * A plan for readers: each step with its differences, then the exports and stage tasks, then the number of steps of each kind. Nothing is
 * left out unless asked.
 */
export function planText(
  plan: Plan,
  output: Pick<Output, 'color'>,
  options: PlanTextOptions = {},
  tasks?: PlannedTasks,
): string {
  const colors = paint(output)
  const sections = planSections(plan)
  const count = sections.reduce((sum, { steps }) => sum + steps.length, 0)
  const hints = new SharedHints(
    options.isRunAtOnce === true ? [] : sections.flatMap(({ steps }) => steps.flatMap(hinted)),
  )
  const hintOf = (step: Hinted): string | undefined => (options.isRunAtOnce === true ? undefined : hints.own(step))
  const inVain = doomedSteps(plan)
  let left = options.brief === true ? briefSteps : count
  const parts = sections
    .map((section) => {
      const steps = section.steps.slice(0, left)
      left -= steps.length
      return sectionText({ ...section, steps }, plan, colors, { ...options, hintOf, inVain })
    })
    .filter((part) => part !== '')
  const more = left === 0 && count > briefSteps && options.brief === true ? count - briefSteps : 0
  if (more > 0) parts.push(`${parts.pop() ?? ''}\n… and ${more} more; without --brief all are shown`)
  const shared = hints.lines(colors, '')
  if (shared.length > 0) parts.push(shared.join('\n'))
  if (plan.protect !== undefined) parts.push(protectText(plan))
  const below = plannedTasksText(tasks, options)
  if (below.length > 0) parts.push(below.join('\n'))
  return [...parts, `${planSummary(plan, tasks)}\n`].join('\n\n')
}

function protectText({ protect, instance }: Plan): string {
  return protect === true
    ? `${instance} will be protected: nothing of it can be destroyed or replaced`
    : `${instance} will no longer be protected as a whole`
}

function hinted({ name, blocked }: PlanSection['steps'][number]): readonly Hinted[] {
  return blocked === undefined ? [] : [{ ...blocked, name }]
}

function sectionText(section: PlanSection, plan: Plan, colors: Colors, options: StepTextOptions): string {
  const { child, steps, exports } = section
  const lines = [
    ...steps.map((step) =>
      'a' in step ? linkLines(step, plan, colors, options) : stepLines(step, plan, colors, options),
    ),
    ...(exports.length === 0 ? [] : [exportLines(section, colors, options)]),
  ].flatMap(spaced)
  return [...(child === undefined ? [] : [colors.bold(`${visible(childTitle(section))}:`)]), ...lines].join('\n')
}

function exportLines({ exports }: PlanSection, colors: Colors, options: ChangeTextOptions): readonly string[] {
  return [colors.bold('exports:'), ...exports.flatMap((change) => changeLines(change, noReplacement, colors, options))]
}

const noReplacement = { replaceBecause: [] }

/** A step of one line is close to the next one; a longer step gets an empty line. */
function spaced(lines: readonly string[], index: number, all: readonly (readonly string[])[]): readonly string[] {
  const next = all[index + 1]
  return next !== undefined && next[0] !== '' && (lines.length > 1 || next.length > 1) ? [...lines, ''] : lines
}
