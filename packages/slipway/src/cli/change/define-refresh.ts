import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../requests/options.ts'

export function define(command: Command): void {
  command.argument('[blueprint]', 'file, or folder with one blueprint')
  addBlueprintOptions(command, [
    'json',
    'trust',
    'install',
    'instance',
    'stack',
    'parallel',
    'target',
    'exclude',
    'showSecrets',
    'detailedExitcode',
    'settle',
    'wait',
    'set',
  ]).action(refresh)
}

/** Records the real properties of things; makes and destroys nothing. */
async function refresh(file: string | undefined, options: BlueprintOptions): Promise<void> {
  const [{ runChange }, { projectRequest }] = await Promise.all([
    import('./run-change.ts'),
    import('../requests/requests.ts'),
  ])
  process.exitCode = await runChange(processConsole(), options, async (slipway, wish, observe) => {
    const operation = await import('@slipway/operations/change/refresh')
    return operation.refresh(slipway, { ...projectRequest(file, options), ...wish }, observe)
  })
}
