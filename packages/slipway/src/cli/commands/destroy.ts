import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../options.ts'

export function define(command: Command): void {
  command.argument('[blueprint]', 'file, or folder with one blueprint')
  addBlueprintOptions(command, [
    'yes',
    'json',
    'instance',
    'parallel',
    'refresh',
    'target',
    'detailedExitcode',
    'settle',
    'wait',
    'set',
  ]).action(destroy)
}

/** Works from the state: the blueprint tells only what is meant, and may have become unreadable since. */
async function destroy(file: string | undefined, options: BlueprintOptions): Promise<void> {
  const console = processConsole()
  const [{ projectFor }, { changeInstance }] = await Promise.all([
    import('../with-engine.ts'),
    import('../change-instance.ts'),
  ])
  const project = await projectFor(console, file, options, true)
  process.exitCode = await changeInstance({ operation: 'destroy', project, options, console })
}
