import type { Value } from '@slipway/model'
import { sizeOf } from '../../language/bounded.ts'
import { describe, scalarText } from '../../language/scalar-text.ts'
import { FunctionProblem, text, value } from './argument.ts'
import { parameters } from './core-function.ts'
import type { PlainFunction } from './core-function.ts'
import { writeJson } from './write-json.ts'

export const formatFunctions: readonly PlainFunction[] = [
  {
    name: 'format',
    extension: true,
    summary:
      'Inserts values into a format string: `%s` a string, `%d` an integer, `%x` an integer in hexadecimal, `%f` a number, `%q` a string in quotes, `%t` true or false, `%v` any value, `%%` a percent sign. `%05d`, `%-8s` and `%.2f` set the width and the number of digits.',
    parameters: parameters('format: string', '…values: any'),
    returns: 'string',
    size: ([pattern, ...values]) =>
      text(pattern).length * (mostWidth / 2) + values.reduce<number>((sum, each) => sum + 6 * sizeOf(value(each)), 0),
    call: ([pattern, ...values]) => format(text(pattern), values.map(value)),
  },
]

/** The maximum width or number of digits. */
const mostWidth = 100

const verbs = /%([-0+]*)(\d*)(?:\.(\d+))?(.?)/gsu

function format(pattern: string, values: readonly Value[]): string {
  let next = 0
  const written = pattern.replaceAll(
    verbs,
    (whole: string, flags: string, width: string, digits: string | undefined, verb: string) => {
      if (verb === '%') return '%'
      if (Number(width) > mostWidth || Number(digits ?? 0) > mostWidth)
        throw new FunctionProblem(`"${whole}" asks for more than ${mostWidth} characters`)
      const given = values[next++]
      if (given === undefined)
        throw new FunctionProblem(`there is no value for "${whole}", the ${ordinal(next)} of the text`)
      return padded(one(whole, verb, digits, given), flags, Number(width))
    },
  )
  if (next < values.length)
    throw new FunctionProblem(`it has ${values.length} values, but the text has places for ${next}`)
  return written
}

function one(whole: string, verb: string, digits: string | undefined, given: Value): string {
  const refuse = (wanted: string): never => {
    throw new FunctionProblem(`"${whole}" is for ${wanted}, but it was given ${describe(given)}`)
  }
  switch (verb) {
    case 's':
      return scalarText(given) ?? refuse('a text')
    case 'q':
      return JSON.stringify(scalarText(given) ?? refuse('a text'))
    case 'd':
      return isInteger(given) ? String(given) : refuse('an integer')
    case 'x':
      return isInteger(given) ? given.toString(16) : refuse('an integer')
    case 'f':
      return isNumber(given) ? decimal(given, Number(digits ?? 6)) : refuse('a number')
    case 't':
      return typeof given === 'boolean' ? String(given) : refuse('true or false')
    case 'v':
      return scalarText(given) ?? writeJson(given)
    default:
      throw new FunctionProblem(`"${whole}" is not known: there are %s, %d, %x, %f, %q, %t, %v and %%`)
  }
}

function isNumber(given: Value): given is number | bigint {
  return typeof given === 'number' || typeof given === 'bigint'
}

function isInteger(given: Value): given is number | bigint {
  return typeof given === 'bigint' || Number.isInteger(given)
}

function decimal(given: number | bigint, digits: number): string {
  if (typeof given === 'number') return given.toFixed(digits)
  return digits === 0 ? String(given) : `${given}.${'0'.repeat(digits)}`
}

function padded(written: string, flags: string, width: number): string {
  const signed = flags.includes('+') && /^\d/.test(written) ? `+${written}` : written
  if (flags.includes('-')) return signed.padEnd(width)
  if (!flags.includes('0')) return signed.padStart(width)
  const [, sign = '', rest = ''] = /^([+-]?)(.*)$/s.exec(signed) ?? []
  return sign + rest.padStart(width - sign.length, '0')
}

function ordinal(count: number): string {
  return ['first', 'second', 'third', 'fourth'][count - 1] ?? `${count}th`
}
