import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addPlanFormats } from '../output/plan/plan-formats.ts'
import type { ShowOptions } from './show-saved-plan.ts'

export function define(command: Command): void {
  command.argument('<plan>', 'a file from slipway plan --out')
  addPlanFormats(command, 'show')
  command
    .option('--brief', 'one line for each property, shortened if long')
    .option('--show-secrets', 'show secrets in plain text')
    .action(async (file: string, options: ShowOptions) => {
      const { showSavedPlan } = await import('./show-saved-plan.ts')
      await showSavedPlan(file, options, processConsole())
    })
}
