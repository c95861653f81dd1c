import { Option, type Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addPlanFormats } from '../output/plan/plan-formats.ts'
import { addBlueprintOptions, instanceOptions, planOptions } from '../requests/options.ts'
import type { PlanCommandOptions } from './show-plan.ts'

export function define(command: Command): void {
  command
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .addOption(new Option('--out <file>', 'save the plan, for slipway up --plan FILE'))
    .addOption(new Option('--force', 'save the plan even over another file'))
    .addOption(new Option('--destroy', 'show what destroy would do'))
  addPlanFormats(command, 'plan')
  addBlueprintOptions(command, [...planOptions, ...instanceOptions, 'var', 'varFile', 'replace', 'showSecrets']).action(
    plan,
  )
}

async function plan(file: string | undefined, options: PlanCommandOptions): Promise<void> {
  const { showPlan } = await import('./show-plan.ts')
  process.exitCode = await showPlan(file, options, processConsole())
}
