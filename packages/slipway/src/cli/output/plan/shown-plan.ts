import type { Plan } from '@slipway/engine'
import type { PlannedTasks } from '@slipway/operations/events'
import type { Output } from '../../console/console.ts'
import { pictureHtml } from './picture-html.ts'
import { jsonLine } from '../values/json-value.ts'
import type { PlanFormatName } from './plan-formats.ts'
import { planJson } from './plan-json.ts'
import { planMarkdown } from './plan-markdown.ts'
import { planPicture } from './plan-picture.ts'
import { planText, type PlanTextOptions } from './plan-text.ts'

interface Shown {
  readonly plan: Plan
  readonly tasks: PlannedTasks | undefined
  readonly options: PlanTextOptions
  readonly out: Pick<Output, 'color'>
}

const formats: Readonly<Record<PlanFormatName | 'text', (shown: Shown) => string>> = {
  text: ({ plan, tasks, options, out }) => planText(plan, out, options, tasks),
  json: ({ plan, tasks, options }) => jsonLine({ ...planJson(plan, options), ...tasks }),
  markdown: ({ plan, tasks, options }) => planMarkdown(plan, options, tasks),
  html: ({ plan, tasks, options }) => pictureHtml(planPicture(plan, options, tasks)),
}

/** A plan in one of its formats. */
export function shownPlan(format: PlanFormatName | 'text', shown: Shown): string {
  return formats[format](shown)
}
