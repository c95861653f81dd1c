import { Command, CommanderError } from 'commander'
import { Failure } from '@slipway/model'
import { commandNamed, commands } from './commands.ts'
import { processConsole, type Console } from './console/console.ts'
import { exitCodes } from './console/exit-codes.ts'
import type { TypedLine } from './reporting/report-error.ts'
import { keepEarlyStack } from './requests/early-stack.ts'
import { rootHelp } from './help.ts'
import { version } from '@slipway/operations/version'

/**
 * Runs one command line and sets the exit code of the process. Never throws.
 *
 * @param stack the process of the stack that the line seems to name, if it was started already
 */
export async function runCommandLine(
  args: readonly string[],
  stack?: Parameters<typeof keepEarlyStack>[0],
): Promise<void> {
  keepEarlyStack(stack)
  const console = processConsole()
  process.exitCode = await exitCodeOf(args, console)
}

async function exitCodeOf(args: readonly string[], console: Console): Promise<number> {
  let program: Command | undefined
  try {
    const given = args.length === 0 || (args.length === 1 && args[0] === 'help') ? ['--help'] : args
    program = await programFor(given, console)
    await program.parseAsync(given, { from: 'user' })
    return Number(process.exitCode ?? exitCodes.ok)
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok
    const { reportError, reportUsage } = await import('./reporting/report-error.ts')
    if (error instanceof CommanderError) return reportUsage(error, console, { args, ...typedIn(program, args) })
    return reportError(error, console, args)
  }
}

/** Defines only the requested command: the others need not even be read. */
async function programFor(args: readonly string[], console: Console): Promise<Command> {
  const program = new Command('slipway').version(version, '-V, --version')
  settle(program, console)
  program.helpInformation = rootHelp
  const [name = ''] = args[0] === 'help' ? args.slice(1) : args
  const entry = commandNamed(name)
  if (entry === undefined) {
    if (!name.startsWith('-')) throw await unknownCommand(name, args)
    return program
  }
  const { define } = await entry.load()
  const command = new Command(entry.name).description(entry.summary)
  program.addCommand(command)
  define(command, commands)
  settle(command, console)
  if (args[0] === 'help') command.help()
  return program
}

/** Added commands do not inherit these settings, only commands that a parent makes. */
function settle(command: Command, console: Console): void {
  const { out, err } = console
  command
    .exitOverride()
    .helpCommand(false)
    .configureOutput({
      writeOut: (text) => out.write(text),
      writeErr: (text) => err.write(text),
      outputError: () => {},
    })
  for (const child of command.commands) settle(child, console)
}

/** The command that a line is about, as it is typed: `slipway state show`; and its options. */
function typedIn(program: Command | undefined, args: readonly string[]): Pick<TypedLine, 'path' | 'options'> {
  const path = ['slipway']
  let at = program
  for (const word of args) {
    const next = at?.commands.find((command) => command.name() === word)
    if (next === undefined) break
    at = next
    path.push(word)
  }
  return { path: path.join(' '), options: (at?.options ?? []).flatMap(({ long }) => (long ? [long] : [])) }
}

async function unknownCommand(name: string, args: readonly string[]): Promise<Failure> {
  const [{ didYouMean }, { knownElsewhere }] = await Promise.all([
    import('@slipway/source'),
    import('./reporting/known-elsewhere.ts'),
  ])
  return new Failure('cli/unknown-command', `there is no command called ${name}`, {
    hint:
      knownElsewhere(args[0] === 'help' ? [name] : args) ??
      didYouMean(
        name,
        commands.map((command) => command.name),
      ) ??
      'slipway --help shows all commands',
  })
}
