import { Option, type Command } from 'commander'
import { processConsole } from '../console.ts'
import type { ShowOptions } from '../show-saved-plan.ts'

export function define(command: Command): void {
  command
    .argument('<plan>', 'a file that slipway plan --out has saved')
    .option('--json', 'machine-readable output on stdout, as of slipway plan --json')
    .addOption(new Option('--markdown', 'for a comment on a pull request').conflicts('json'))
    .option('--html <file>', 'write it as a page with its graph instead')
    .option('--brief', 'one line for each property, cut where it is long')
    .option('--show-secrets', 'show secrets in plain text')
    .action(async (file: string, options: ShowOptions) => {
      const { showSavedPlan } = await import('../show-saved-plan.ts')
      await showSavedPlan(file, options, processConsole())
    })
}
