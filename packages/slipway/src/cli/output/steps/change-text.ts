import type { PlanStep } from '@slipway/engine'
import { isList, isMap, Secret, type FieldChange, type Value } from '@slipway/model'
import { visible } from '@slipway/source/visible'
import type { Colors } from '../../console/console.ts'
import { shortened } from '../bounds.ts'
import { changedLines } from './text-diff.ts'
import { changedText, valueText } from '../values/value-text.ts'

export interface ChangeTextOptions {
  readonly showSecrets?: boolean
  /** Prints one line for each property, cut if it is long. */
  readonly brief?: boolean
}

/** The change of one property: one line or, if that would be long, a line for each item, entry or line of text. */
export function changeLines(
  change: FieldChange,
  step: Pick<PlanStep, 'replaceBecause'>,
  colors: Colors,
  options: ChangeTextOptions,
): readonly string[] {
  const { previous, next } = change
  const name = visible(shortPath(change.path))
  const needsNew = step.replaceBecause.includes(change.path) ? colors.red('  # needs a new one') : ''
  const because = change.loses === undefined ? needsNew : colors.red(`  # ${visible(change.loses)} is lost`)
  if (previous === undefined && next !== undefined) return marked('+', colors.green, name, next, because, options)
  if (next === undefined && previous !== undefined) {
    // A user who removes an item looks for a line about it.
    if (name.endsWith(']'))
      return [`${margin}${colors.red('-')} ${name}: ${valueText(previous, limits(options))}${because}`]
    return marked('-', colors.red, name, previous, because, options)
  }
  const head = `${margin}${colors.yellow('~')} ${name}:`
  if (isLongText(previous) && isLongText(next)) {
    const lines = changedLines(previous, next, options.brief === true ? briefLines : undefined).map(
      (line) => `        ${paintLine(visible(cut(line, options)), colors)}`,
    )
    return [`${head}${because}`, ...lines]
  }
  const [before, after] = [previous ?? null, next ?? null]
  if (options.brief !== true && (isLong(before, options) || isLong(after, options))) {
    const old = block(before, `${margin}  ${colors.red('-')} `, options)
    return [`${head}${because}`, ...old, ...block(after, `${margin}  ${colors.green('+')} `, options)]
  }
  const [from, to] = differing(...changedText(before, after, limits(options)))
  return [`${head} ${from} ${colors.dim('->')} ${to}${because}`]
}

export function shortPath(path: string): string {
  return path.startsWith('spec.') ? path.slice('spec.'.length) : path
}

const margin = '    '

/** How many lines of one text a brief plan shows; other plans show all. */
const briefLines = 24

/** The longest value, in characters, that may stand beside its name. */
const oneLine = 80

/** The lines of something that is added or removed: each has its mark. */
function marked(
  mark: string,
  color: (text: string) => string,
  name: string,
  value: Value,
  because: string,
  options: ChangeTextOptions,
): readonly string[] {
  const sign = `${margin}${color(mark)} `
  if (options.brief === true || !isWide(value, options))
    return [`${sign}${name}: ${valueText(value, limits(options))}${because}`]
  return [`${sign}${name}:${because}`, ...block(value, `${sign}  `, options)]
}

function limits({ showSecrets = false, brief = false }: ChangeTextOptions) {
  return { showSecrets, limit: brief ? oneLine : Number.POSITIVE_INFINITY }
}

/** True for values that are easier to read over several lines. */
function isWide(value: Value, options: ChangeTextOptions): boolean {
  if (value instanceof Secret) return options.showSecrets === true && isWide(value.value, options)
  if (typeof value === 'string') return isLongText(value)
  return (
    (isList(value) || isMap(value)) && valueText(value, { ...limits(options), limit: oneLine + 1 }).length > oneLine
  )
}

/** True for values that would push the other value out of sight. */
function isLong(value: Value, options: ChangeTextOptions): boolean {
  return isWide(value, options) || valueText(value, { ...limits(options), limit: oneLine }).length > oneLine
}

/** A value over several lines, each of which begins with `sign`. */
function block(value: Value, sign: string, options: ChangeTextOptions): readonly string[] {
  if (value instanceof Secret && options.showSecrets === true) return block(value.value, sign, options)
  if (isLongText(value))
    return value
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => `${sign}| ${visible(line)}`)
  if (isWide(value, options) && isList(value)) return value.flatMap((item) => entry('-', item, sign, options))
  if (isWide(value, options) && isMap(value))
    return Object.entries(value).flatMap(([key, item]) =>
      entry(`${visible(key)}:`, item, sign, isInternal(key) ? { ...options, brief: true } : options),
    )
  return [`${sign}${valueText(value, limits(options))}`]
}

function entry(head: string, value: Value, sign: string, options: ChangeTextOptions): readonly string[] {
  return options.brief !== true && isWide(value, options)
    ? [`${sign}${head}`, ...block(value, `${sign}  `, options)]
    : [`${sign}${head} ${valueText(value, limits(options))}`]
}

/** True for an SDK's own properties, such as the code of a dynamic provider: one line shows that they exist. */
function isInternal(key: string): boolean {
  return key.startsWith('__')
}

/** A text of several lines is easier to compare line by line. */
function isLongText(value: FieldChange['next']): value is string {
  return typeof value === 'string' && value.trimEnd().includes('\n')
}

function cut(line: string, { brief = false }: ChangeTextOptions): string {
  return brief ? shortened(line) : line
}

function paintLine(line: string, colors: Colors): string {
  if (line.startsWith('- ')) return colors.red(line)
  return line.startsWith('+ ') ? colors.green(line) : colors.dim(line)
}

/** Distinguishes two secrets, which look the same: the reader should know that they differ. */
function differing(before: string, after: string): readonly [string, string] {
  return before === after ? [before, `${after} (changed)`] : [before, after]
}
