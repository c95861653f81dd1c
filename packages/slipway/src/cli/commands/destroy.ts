import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, planOptions, type BlueprintOptions } from '../options.ts'

export function define(command: Command): void {
  command.argument('[blueprint]', 'file, or folder with one blueprint')
  addBlueprintOptions(command, [...planOptions, 'yes', 'wait']).action(destroy)
}

async function destroy(file: string | undefined, options: BlueprintOptions): Promise<void> {
  const [{ runChange }, { projectRequest }] = await Promise.all([import('../run-change.ts'), import('../requests.ts')])
  process.exitCode = await runChange(processConsole(), options, async (slipway, wish, observe) => {
    const operation = await import('@slipway/operations/change/destroy')
    return operation.destroy(slipway, { ...projectRequest(file, options), ...wish }, observe)
  })
}
