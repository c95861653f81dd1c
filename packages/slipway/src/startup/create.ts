/** `npm create slipway`, built to dist/create-slipway.cjs of that package: runs `slipway new`, on Node 20, too. */
import './older-node.ts'
import { argv, platform } from 'node:process'
import { Command, CommanderError } from 'commander'
import { define } from '../cli/new/define-new.ts'
import { processConsole } from '../cli/console/console.ts'
import { exitCodes } from '../cli/console/exit-codes.ts'
import { reportError, reportUsage } from '../cli/reporting/report-error.ts'

void create(argv.slice(2))

/** Sets the exit code of the process. Never throws. */
async function create(args: readonly string[]): Promise<void> {
  process.exitCode = await exitCodeOf(args)
}

async function exitCodeOf(args: readonly string[]): Promise<number> {
  const console = processConsole()
  if (platform === 'win32') {
    console.err.write('slipway: runs on Linux, and on Windows in WSL: open a terminal of WSL, and start there\n')
    return exitCodes.failed
  }
  const path = 'npm create slipway'
  const command = new Command(path).description('start a stack, a blueprint, a plugin or an app, or copy a template')
  define(command)
  command.exitOverride().configureOutput({ writeOut: (text) => console.out.write(text), outputError: () => {} })
  try {
    await command.parseAsync(args, { from: 'user' })
    return exitCodes.ok
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportError(error, console, args)
    if (error.exitCode === 0) return exitCodes.ok
    return reportUsage(error, console, { args, path, options: [] })
  }
}
