import { savedPlan } from '@slipway/operations/change/saved-plan'
import type { Console } from '../console/console.ts'
import { shownPlan } from '../output/plan/shown-plan.ts'
import { writePage } from './picture-file.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

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
  const shown = { plan, tasks, options, out }
  if (options.html !== undefined) writePage(options.html, shownPlan('html', shown), console)
  else if (options.json === true) out.write(shownPlan('json', shown))
  else out.write(shownPlan(options.markdown === true ? 'markdown' : 'text', shown))
}
