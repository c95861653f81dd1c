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
  const [{ projectFor }, { startEarly }] = await Promise.all([
    import('../with-engine.ts'),
    import('../early-engine.ts'),
  ])
  const project = await projectFor(console, file, options, true)
  const started = startEarly(project, console, options, 'destroy')
  try {
    await started.launched
    const { changeInstance } = await import('../change-instance.ts')
    process.exitCode = await changeInstance({ operation: 'destroy', project, options, console, started })
  } finally {
    await started.stop().catch(() => undefined)
  }
}
