import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import { addPlanFormats } from '../output/plan/plan-formats.ts'
import type { ShowOptions } from '../show-saved-plan.ts'

export function define(command: Command): void {
  command.argument('<plan>', 'a file that slipway plan --out has saved')
  addPlanFormats(command, 'show')
  command
    .option('--brief', 'one line for each property, cut where it is long')
    .option('--show-secrets', 'show secrets in plain text')
    .action(async (file: string, options: ShowOptions) => {
      const { showSavedPlan } = await import('../show-saved-plan.ts')
      await showSavedPlan(file, options, processConsole())
    })
}
