import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../options.ts'

export function define(command: Command): void {
  command.argument('[blueprint]', 'file, or folder with one blueprint')
  addBlueprintOptions(command, [
    'json',
    'instance',
    'parallel',
    'target',
    'showSecrets',
    'detailedExitcode',
    'settle',
    'wait',
    'set',
  ]).action(refresh)
}

/** Writes down how things really are; makes and destroys nothing. */
async function refresh(file: string | undefined, options: BlueprintOptions): Promise<void> {
  const console = processConsole()
  const [{ projectFor }, { changeInstance }] = await Promise.all([
    import('../with-engine.ts'),
    import('../change-instance.ts'),
  ])
  const project = await projectFor(console, file, options, true)
  process.exitCode = await changeInstance({ operation: 'refresh', project, options, console })
}
