import { InvalidArgumentError, Option, type Command } from 'commander'
import { Failure } from '@slipway/model'

/** The options of every command that is about a blueprint. All take all of them, so that scripts can pass one set. */
export interface BlueprintOptions {
  readonly yes?: boolean
  readonly trust?: boolean
  readonly install?: boolean
  readonly json?: boolean
  readonly var: readonly string[]
  readonly varFile: readonly string[]
  readonly instance?: string
  readonly create?: boolean
  readonly otherVariables?: boolean
  readonly otherBlueprint?: boolean
  readonly stack?: string
  readonly parallel?: string
  readonly refresh?: boolean
  readonly target: readonly string[]
  readonly exclude: readonly string[]
  readonly replace: readonly string[]
  readonly showSecrets?: boolean
  readonly brief?: boolean
  readonly verbose?: boolean
  readonly detailedExitcode?: boolean
  readonly settle: readonly string[]
  readonly wait?: number
  readonly set: readonly string[]
  readonly policyPack: readonly string[]
  readonly inspectPlugin?: readonly string[]
  readonly attach?: readonly string[]
}

export const usageCode = 'cli/usage'

/** A command line whose parts are valid but do not fit together. */
export function usage(message: string): Failure {
  return new Failure(usageCode, message, { hint: 'add --help to see the options of a command' })
}

export type OptionName = keyof BlueprintOptions

const list = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value]

export function count(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(value)
}

function seconds(value: string): number {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(value)) throw new InvalidArgumentError('It must be a number of seconds.')
  return Number(value)
}

function named(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return value
}

const options: Readonly<Record<OptionName, () => Option>> = {
  yes: () => new Option('-y, --yes', 'do not ask before anything is changed'),
  trust: () => new Option('--trust', 'let the folder run its own code from now on'),
  install: () => new Option('--install', 'install missing plugins without a question'),
  json: () => new Option('--json', 'machine-readable output on stdout'),
  var: () => new Option('--var <name=value>', 'value of a variable').argParser(list),
  varFile: () => new Option('--var-file <file>', 'values of variables, in YAML or JSON').argParser(list),
  instance: () =>
    new Option(
      '--instance <name>',
      'name of the deployed instance (default: SLIPWAY_INSTANCE, or from the name of the file)',
    ).argParser(named),
  create: () => new Option('--create', 'create a new instance without a question'),
  otherVariables: () => new Option('--other-variables', 'use variables files of another instance'),
  otherBlueprint: () => new Option('--other-blueprint', 'take over an instance from another file of the folder'),
  stack: () => new Option('--stack <name>', 'the stack of a program (default: the selected one)').argParser(named),
  parallel: () => new Option('--parallel <n>', 'steps at the same time'),
  refresh: () => new Option('--refresh', 'read the real state of every resource first'),
  target: () => new Option('--target <resource>', 'only this resource and its dependencies').argParser(list),
  exclude: () => new Option('--exclude <resource>', 'all but this resource and its dependents').argParser(list),
  replace: () => new Option('--replace <resource>', 'replace this resource').argParser(list),
  showSecrets: () => new Option('--show-secrets', 'show secrets in plain text'),
  brief: () => new Option('--brief', 'one line for each property of a plan, shortened if long'),
  verbose: () => new Option('--verbose', 'show all output of stage tasks, not only the last lines'),
  detailedExitcode: () => new Option('--detailed-exitcode', 'exit with 2 when there are changes'),
  settle: () =>
    new Option(
      '--settle <resource=exists|exists:ID|missing>',
      'report the outcome of an interrupted call; * means all of them',
    ).argParser(list),
  wait: () => new Option('--wait <seconds>', 'how long to wait for another run to end').argParser(seconds),
  policyPack: () => new Option('--policy-pack <dir>', 'a policy pack that must allow the plan').argParser(list),
  inspectPlugin: () =>
    new Option('--inspect-plugin <id[=port]>', 'start the plugin so that it waits for a Node debugger').argParser(list),
  attach: () => new Option('--attach <id=host:port>', 'use the plugin that you started in a debugger').argParser(list),
  set: () => new Option('--set <key=value>', 'a setting, for this command').argParser(list),
}

const repeatable = [
  'inspectPlugin',
  'attach',
  'var',
  'varFile',
  'target',
  'exclude',
  'replace',
  'settle',
  'set',
  'policyPack',
] as const

export const planOptions = [
  'json',
  'trust',
  'install',
  'instance',
  'stack',
  'parallel',
  'refresh',
  'target',
  'exclude',
  'brief',
  'detailedExitcode',
  'settle',
  'policyPack',
  'inspectPlugin',
  'attach',
  'set',
] as const satisfies readonly OptionName[]

/** Options that let a command go on with an instance that it would otherwise refuse. */
export const instanceOptions = ['create', 'otherVariables', 'otherBlueprint'] as const satisfies readonly OptionName[]

/** Adds them all; the help shows those that matter to this command. */
export function addBlueprintOptions(command: Command, shown: readonly OptionName[]): Command {
  const wanted = new Set<string>(shown)
  for (const [name, make] of Object.entries(options)) command.addOption(make().hideHelp(!wanted.has(name)))
  // Set here and not as defaults, which the help would show.
  for (const name of repeatable) command.setOptionValue(name, [])
  return command
}
