import { type Command, Option } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, count } from '../requests/options.ts'
import type { TestsOptions } from './run-tests.ts'

export function define(command: Command): void {
  command
    .argument('[path...]', 'test files, or folders in which to look for *.test.ts and the like (default: this one)')
    .option('--watch', 'run them again whenever a file that they import changes')
    .addOption(new Option('--name <pattern>', 'only tests with a matching name: a regular expression'))
    .addOption(new Option('--timeout <seconds>', 'a test that takes longer fails (default: no limit)').argParser(count))
  addBlueprintOptions(command, ['trust']).action(async (paths: readonly string[], options: TestsOptions) => {
    const { runTestsInFront } = await import('./run-tests.ts')
    process.exitCode = await runTestsInFront(paths, options, processConsole())
  })
}
