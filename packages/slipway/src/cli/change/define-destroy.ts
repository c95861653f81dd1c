import { type Command, Option } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, planOptions, type BlueprintOptions } from '../requests/options.ts'

export function define(command: Command): void {
  command
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .addOption(new Option('--run-program', 'for a program: run it, so that its hooks are called'))
  addBlueprintOptions(command, [...planOptions, 'otherBlueprint', 'yes', 'wait']).action(destroy)
}

interface DestroyOptions extends BlueprintOptions {
  readonly runProgram?: boolean
}

async function destroy(file: string | undefined, options: DestroyOptions): Promise<void> {
  const [{ runChange }, { projectRequest }] = await Promise.all([
    import('./run-change.ts'),
    import('../requests/requests.ts'),
  ])
  process.exitCode = await runChange(processConsole(), options, async (slipway, wish, observe) => {
    const operation = await import('@slipway/operations/change/destroy')
    const { runProgram = false, otherBlueprint } = options
    const request = { ...projectRequest(file, options), ...wish, runProgram, otherBlueprint }
    return operation.destroy(slipway, request, observe)
  })
}
