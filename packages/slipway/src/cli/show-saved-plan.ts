import { savedPlan } from '@slipway/operations/change/saved-plan'
import type { Console } from './console.ts'
import { jsonLine } from './output/json-value.ts'
import { planJson } from './output/plan-json.ts'
import { planMarkdown } from './output/plan-markdown.ts'
import { planPicture } from './output/plan-picture.ts'
import { planText } from './output/plan-text.ts'
import { writePicture } from './picture-file.ts'
import { slipwayOf } from './slipway-of.ts'

export interface ShowOptions {
  readonly json?: boolean
  readonly markdown?: boolean
  readonly html?: string
  readonly brief?: boolean
  readonly showSecrets?: boolean
}

/** `slipway show PLAN`. */
export async function showSavedPlan(file: string, options: ShowOptions, console: Console): Promise<void> {
  const { out } = console
  const { plan, tasks } = await savedPlan(slipwayOf(console), file)
  if (options.html !== undefined) writePicture(options.html, planPicture(plan, options, tasks), console)
  else if (options.json === true) out.write(jsonLine({ ...planJson(plan, options), ...tasks }))
  else if (options.markdown === true) out.write(planMarkdown(plan, options, tasks))
  else out.write(planText(plan, out, options, tasks))
}
