import { Option, type Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, instanceOptions, planOptions, type BlueprintOptions } from '../requests/options.ts'

export function define(command: Command): void {
  command
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .addOption(new Option('--plan <file>', 'carry out a plan that slipway plan --out has saved'))
    .addOption(
      new Option(
        '--continue-on-error',
        'let a program continue with everything that does not need the failed resource',
      ),
    )
    .addOption(
      new Option('--after-restore', 'also create resources that may exist already since a backup was restored'),
    )
    .addOption(new Option('--rollback', 'if the run fails, return to the state before it'))
  addBlueprintOptions(command, [
    ...planOptions,
    ...instanceOptions,
    'yes',
    'var',
    'varFile',
    'replace',
    'showSecrets',
    'wait',
    'verbose',
  ]).action(up)
}

interface UpOptions extends BlueprintOptions {
  readonly plan?: string
  readonly continueOnError?: boolean
  readonly rollback?: boolean
  readonly afterRestore?: boolean
}

async function up(file: string | undefined, options: UpOptions): Promise<void> {
  const console = processConsole()
  const [{ runChange }, { blueprintRequest, instanceWish }] = await Promise.all([
    import('./run-change.ts'),
    import('../requests/requests.ts'),
  ])
  process.exitCode = await runChange(console, options, async (slipway, wish, observe) => {
    const { rollback = false, continueOnError = false } = options
    const { afterRestoreAgreement } = await import('../state/after-restore.ts')
    const afterRestore = afterRestoreAgreement(console, options)
    const asked = { ...blueprintRequest(file, options, console), ...instanceWish(options, console) }
    const request = { ...asked, ...wish, rollback, continueOnError, afterRestore }
    if (options.plan !== undefined) {
      const { upSaved } = await import('@slipway/operations/change/saved-plan')
      return upSaved(slipway, options.plan, request, observe)
    }
    const operation = await import('@slipway/operations/change/up')
    return operation.up(slipway, request, observe)
  })
  const { renewedTypes } = await import('../declarations/renewed-types.ts')
  await renewedTypes(file, options, console)
}
