import type { Argument, Command, Option } from 'commander'

/** The text before the word that is being typed. */
export interface Typed {
  /** The deepest command named so far. */
  readonly command: Command
  readonly operands: readonly string[]
  /** The last value of each option, by its long name. */
  readonly options: ReadonlyMap<string, string>
  /** The option whose value comes next. */
  readonly pending?: Option
  /** True after `--`: no options follow. */
  readonly onlyOperands: boolean
}

/** Reads words as commander does, but accepts all of them, because the line is not finished yet. */
export function readTyped(root: Command, words: readonly string[]): Typed {
  let command = root
  let pending: Option | undefined
  let onlyOperands = false
  const operands: string[] = []
  const options = new Map<string, string>()
  for (const word of words) {
    const isFlag = !onlyOperands && word.length > 1 && word.startsWith('-')
    if (pending !== undefined && !(pending.variadic && isFlag)) {
      options.set(pending.long ?? '', word)
      if (!pending.variadic) pending = undefined
    } else if (isFlag) {
      pending = undefined
      onlyOperands = word === '--'
      const { flag, value } = flagOf(word)
      const option = optionOf(command, flag)
      if (option?.required === true && value === undefined) pending = option
      if (value !== undefined) options.set(flag, value)
    } else {
      const below = operands.length === 0 ? command.commands.find((child) => child.name() === word) : undefined
      if (below === undefined) operands.push(word)
      else command = below
    }
  }
  return { command, operands, options, ...(pending && { pending }), onlyOperands }
}

export function flagOf(word: string): { readonly flag: string; readonly value?: string } {
  const equals = word.indexOf('=')
  return equals === -1 ? { flag: word } : { flag: word.slice(0, equals), value: word.slice(equals + 1) }
}

export function optionOf(command: Command, flag: string): Option | undefined {
  return command.options.find(({ short, long }) => flag === short || flag === long)
}

/** The next operand; the last one of a command may be variadic. */
export function nextArgument({ command, operands }: Pick<Typed, 'command' | 'operands'>): Argument | undefined {
  const last = command.registeredArguments.at(-1)
  return command.registeredArguments[operands.length] ?? (last?.variadic === true ? last : undefined)
}

/**
 * Joins the words that bash splits at the `=` of `--target=a` and at the `:` of names; also returns the part of the last word that bash
 * keeps.
 */
export function joinBashWords(words: readonly string[]): { readonly words: readonly string[]; readonly kept: string } {
  const joined: string[] = []
  let kept = ''
  let isOpen = false
  for (const word of words) {
    const isBreak = /^[=:]+$/.test(word)
    if (joined.length > 0 && (isBreak || isOpen)) {
      const before = joined.pop() ?? ''
      kept = isBreak ? before + word : before
      joined.push(before + word)
    } else {
      kept = ''
      joined.push(word)
    }
    isOpen = isBreak
  }
  return { words: joined, kept }
}
