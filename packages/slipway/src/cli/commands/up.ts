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
  const [{ projectFor }, { startEarly }] = await Promise.all([
    import('../with-engine.ts'),
    import('../early-engine.ts'),
  ])
  const project = await projectFor(console, file, options)
  const started = startEarly(project, console, options, 'up')
  try {
    await started.launched
    const [{ loadForCommand }, { changeInstance }] = await Promise.all([
      import('../checked-blueprint.ts'),
      import('../change-instance.ts'),
    ])
    const { blueprint } = project
    const loaded = blueprint === undefined ? undefined : await loadForCommand(blueprint, options, console)
    const request = { operation: 'up', project, options, console, started, ...(loaded && { loaded }) } as const
    process.exitCode = await changeInstance(request)
  } finally {
    await started.stop().catch(() => undefined)
  }
}
