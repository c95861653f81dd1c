import { type Plan, doomedSteps } from '@slipway/engine'
import type { PlannedTasks } from '@slipway/operations/events'
import { visible } from '@slipway/source/visible'
import { paint } from '../../console/console.ts'
import { changeLines, type ChangeTextOptions } from '../steps/change-text.ts'
import { childTitle, planSections, type PlanSection } from './plan-sections.ts'
import { planSummary } from './plan-summary.ts'
import { plannedTasksText } from './planned-tasks-text.ts'
import { linkLines, stepLines, type StepTextOptions } from '../steps/step-text.ts'

/** GitHub allows 65,536 characters in a comment, and a user may want to write a line above this text. */
const mostCharacters = 60_000

/**
 * A plan as GitHub-flavoured Markdown, for a comment on a pull request: the summary, and each step as a line that opens to its differences.
 * Counts the steps that do not fit into a comment.
 */
export function planMarkdown(plan: Plan, options: ChangeTextOptions = {}, tasks?: PlannedTasks): string {
  const head = `### ${escaped(planSummary(plan, tasks))}\n`
  const below = plannedTasksText(tasks, options)
  const tail = below.length === 0 ? '' : `\n${fenced(below, '')}`
  const inVain = doomedSteps(plan)
  const parts = planSections(plan).flatMap((section) => sectionParts(section, plan, { ...options, inVain }))
  const shown: string[] = []
  let left = mostCharacters - head.length - tail.length
  for (const part of parts) {
    left -= part.length + 1
    if (left < 0) break
    shown.push(part)
  }
  const more = parts.length - shown.length
  const rest = more === 0 ? '' : `\n… and ${more} more: \`slipway show PLAN\` shows all\n`
  return [head, ...shown, rest, tail].filter((part) => part !== '').join('\n')
}

const plain = paint({ color: false })

function sectionParts(section: PlanSection, plan: Plan, options: StepTextOptions): readonly string[] {
  const steps = section.steps.map((step) =>
    'a' in step ? linkLines(step, plan, plain, options) : stepLines(step, plan, plain, options),
  )
  const changes = section.exports.flatMap((change) => changeLines(change, { replaceBecause: [] }, plain, options))
  return [
    ...(section.child === undefined ? [] : [`#### ${escaped(visible(childTitle(section)))}\n`]),
    ...steps.map(detailsText),
    ...(changes.length === 0 ? [] : [detailsText(['exports', ...changes])]),
  ]
}

/** The first line, and the other lines below it, which can be opened. */
function detailsText([head = '', ...lines]: readonly string[]): string {
  if (lines.length === 0) return `- <code>${escaped(head.trim())}</code>\n`
  return `<details><summary><code>${escaped(head.trim())}</code></summary>\n\n${fenced(lines.map(diffLine), 'diff')}\n</details>\n`
}

/** In a diff, only the first character of a line gives it a colour; `!` marks a change in place. */
function diffLine(line: string): string {
  const [, margin = '', sign = ' ', rest = ''] = /^( *)([-+~!]?)(.*)$/.exec(line) ?? []
  return `${sign === '' ? ' ' : sign === '~' ? '!' : sign}${margin.slice(4)}${rest}`.trimEnd()
}

/** The fence is longer than any row of backticks inside. */
function fenced(lines: readonly string[], language: string): string {
  const text = lines.join('\n')
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}\n`
}

/** Escapes all Markdown and HTML, and all mentions of users. */
function escaped(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N} /.,:;'"()=-]/gu, (sign) => `&#${sign.codePointAt(0) ?? 0};`)
}
