import { Command, type Option } from 'commander'
import type { NamedKind } from '@slipway/operations/look/names'
import type { ProjectRequest } from '@slipway/operations/project/project'
import type { CommandEntry } from '../command-entry.ts'
import { flagOf, nextArgument, optionOf, readTyped, type Typed } from './command-line.ts'

export interface Candidate {
  readonly word: string
  readonly about?: string
}

/** Finds the names of a kind; empty if there are none. */
export type NamesOf = (kind: NamedKind, request: ProjectRequest) => Promise<readonly string[]>

/** The kind of value of an option, by its flags; with `=` the value follows in the same word. */
const optionValues: Readonly<Record<string, NamedKind | `${NamedKind}=`>> = {
  '--target <resource>': 'resource',
  '--exclude <resource>': 'resource',
  '--replace <resource>': 'resource',
  '--only <resource...>': 'resource',
  '--settle <resource=exists|exists:ID|missing>': 'resource=',
  '--only <name>': 'export',
  '--instance <name>': 'instance',
  '--stack <name>': 'stack',
  '--from <name>': 'converter',
  '--var <name=value>': 'variable=',
  '--set <key=value>': 'setting=',
}

/** Likely values, by its flags, of an option that also takes others. */
const likelyValues: Readonly<Record<string, readonly string[]>> = {
  '--to <form>': ['yaml', 'json', 'bp', 'pcl', 'blueprint', 'stack', 'typescript', 'python', 'go', 'csharp', 'java'],
}

/** The kind of an operand, by its name or, when the name alone is ambiguous, by its command and name. */
const operandValues: Readonly<Record<string, NamedKind>> = {
  resource: 'resource',
  'mv name': 'resource',
  package: 'package',
  'select stack': 'stack',
  'rm stack': 'stack',
  'rename stack': 'stack',
  expression: 'function',
  code: 'code',
}

/**
 * Completions of the last of these words, without the name of the program; none: a file, perhaps.
 *
 * @param commands all of them
 */
export async function complete(
  given: readonly string[],
  commands: readonly CommandEntry[],
  namesOf: NamesOf,
): Promise<readonly Candidate[]> {
  // Leaves an open quotation mark to the shell.
  const words = [...given.slice(0, -1), (given.at(-1) ?? '').replace(/^["']/, '')]
  const [name = '', ...rest] = words
  const entry = commands.find((command) => command.name === name)
  const ofCommand = () => (entry === undefined ? [] : completeCommand(entry, commands, rest, namesOf))
  const found = words.length < 2 ? topLevel(commands) : await ofCommand()
  const typed = words.at(-1) ?? ''
  return found.filter(({ word }) => word.startsWith(typed) && /^[\w./:=@+-]+$/.test(word))
}

function topLevel(commands: readonly CommandEntry[]): readonly Candidate[] {
  return [
    ...commands.map(({ name, summary }) => ({ word: name, about: summary })),
    { word: '--help' },
    { word: '--version' },
  ]
}

async function completeCommand(
  { name, load }: CommandEntry,
  commands: readonly CommandEntry[],
  words: readonly string[],
  namesOf: NamesOf,
): Promise<readonly Candidate[]> {
  const root = new Command(name)
  const { define } = await load()
  define(root, commands)
  const current = words.at(-1) ?? ''
  const typed = readTyped(root, words.slice(0, -1))
  const { command, operands, pending, onlyOperands } = typed
  const find = (kind: NamedKind): Promise<readonly string[]> => namesOf(kind, requestOf(typed))
  const isFlag = !onlyOperands && current.startsWith('-')
  if (pending !== undefined && !(pending.variadic && isFlag)) return valuesOf(pending, find, current)
  if (isFlag) {
    const { flag, value } = flagOf(current)
    const option = optionOf(command, flag)
    if (value === undefined || option === undefined) return flagsOf(command)
    return (await valuesOf(option, find, value)).map(({ word }) => ({ word: `${flag}=${word}` }))
  }
  if (command.commands.length > 0 && operands.length === 0)
    return command.commands.map((child) => ({ word: child.name(), about: child.description() }))
  const argument = nextArgument(typed)
  if (argument?.argChoices !== undefined) return argument.argChoices.map((word) => ({ word }))
  const operand = argument?.name() ?? ''
  const kind = operandValues[`${command.name()} ${operand}`] ?? operandValues[operand]
  return kind === undefined ? [] : (await find(kind)).map((word) => ({ word }))
}

async function valuesOf(
  { flags, argChoices }: Option,
  find: (kind: NamedKind) => Promise<readonly string[]>,
  typed: string,
): Promise<readonly Candidate[]> {
  if (argChoices !== undefined) return argChoices.map((word) => ({ word }))
  const likely = likelyValues[flags]
  if (likely !== undefined) return likely.map((word) => ({ word }))
  const wanted = optionValues[flags]
  if (wanted === undefined) return []
  if (wanted === 'variable=' && typed.includes('=')) return (await find('variable value')).map((word) => ({ word }))
  const [kind, end] = wanted.endsWith('=') ? [wanted.slice(0, -1), '='] : [wanted, '']
  return (await find(kind as NamedKind)).map((word) => ({ word: `${word}${end}` }))
}

/** Options that the help shows. */
function flagsOf(command: Command): readonly Candidate[] {
  const shown = command.options.filter(({ hidden }) => !hidden)
  return [
    ...shown.map(({ long, short, description }) => ({ word: long ?? short ?? '', about: description })),
    { word: '--help' },
  ]
}

/** The project to which the typed part of the line refers. */
function requestOf({ command, operands, options }: Typed): ProjectRequest {
  const at = command.registeredArguments.findIndex((argument) => ['blueprint', 'folder'].includes(argument.name()))
  return { file: operands[at], instance: options.get('--instance'), stack: options.get('--stack') }
}
