import { type Command, Option } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions } from '../options.ts'
import type { TestsOptions } from '../run-tests.ts'

export function define(command: Command): void {
  command
    .argument('[path...]', 'test files, or folders in which to look for *.test.ts and the like (default: this one)')
    .option('--watch', 'run them anew whenever a file changes that they import')
    .addOption(new Option('--name <pattern>', 'only tests with such a name: a regular expression'))
  addBlueprintOptions(command, ['trust']).action(async (paths: readonly string[], options: TestsOptions) => {
    const { runTestsInFront } = await import('../run-tests.ts')
    process.exitCode = await runTestsInFront(paths, options, processConsole())
  })
}
