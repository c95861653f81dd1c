import { Option, type Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../options.ts'

export function define(command: Command): void {
  command
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .addOption(new Option('--plan <file>', 'carry out a plan that slipway plan --out has saved'))
  addBlueprintOptions(command, [
    'yes',
    'json',
    'var',
    'varFile',
    'instance',
    'parallel',
    'refresh',
    'target',
    'replace',
    'showSecrets',
    'detailedExitcode',
    'settle',
    'wait',
    'set',
  ]).action(up)
}

async function up(file: string | undefined, options: BlueprintOptions & { readonly plan?: string }): Promise<void> {
  const console = processConsole()
  if (options.plan !== undefined) {
    const { upSavedPlan } = await import('../saved-plan.ts')
    process.exitCode = await upSavedPlan(file, options.plan, options, console)
    return
  }
  const [{ projectFor }, { loadForCommand }, { changeInstance }] = await Promise.all([
    import('../with-engine.ts'),
    import('../checked-blueprint.ts'),
    import('../change-instance.ts'),
  ])
  const project = await projectFor(console, file, options)
  const loaded = project.blueprint === undefined ? undefined : await loadForCommand(project.blueprint, options, console)
  process.exitCode = await changeInstance({ operation: 'up', project, options, console, ...(loaded && { loaded }) })
}
