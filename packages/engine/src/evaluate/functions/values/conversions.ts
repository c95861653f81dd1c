import { isSecret } from '@slipway/model'
import { exactInteger } from '@slipway/source'
import { EvaluationFailure } from '../../../language/failure.ts'
import { describe, scalarText } from '../../../language/scalar-text.ts'
import {
  FunctionProblem,
  isMarked,
  isNone,
  isValue,
  marked,
  number,
  secrecyOf,
  stricter,
  text,
  unknownIn,
  value,
} from '../argument.ts'
import type { Argument, Secrecy } from '../argument.ts'
import { parameters } from '../core-function.ts'
import type { CoreFunction, LazyArgument } from '../core-function.ts'

/** Functions that change the type of a value, or find out whether there is one. */
export const conversionFunctions: readonly CoreFunction[] = [
  {
    name: 'tostring',
    extension: true,
    summary: 'Returns a number, a boolean or a string as a string.',
    parameters: parameters('value: string'),
    returns: 'string',
    call: ([given]) => text(given),
  },
  {
    name: 'tonumber',
    extension: true,
    summary: 'Returns the number that a string holds; a number stays unchanged.',
    parameters: parameters('value: any'),
    returns: 'float',
    call: ([given]) => numberOf(given),
  },
  {
    name: 'tobool',
    extension: true,
    summary: 'Returns the boolean that a string holds, which is `true` or `false`; a boolean stays unchanged.',
    parameters: parameters('value: string'),
    returns: 'boolean',
    call: ([given]) => {
      if (given === 'true' || given === 'false') return given === 'true'
      throw new FunctionProblem(`${describe(value(given))} is neither true nor false`)
    },
  },
  {
    name: 'parseint',
    extension: true,
    summary: 'Returns the integer that a string holds in a base from 2 to 36.',
    parameters: parameters('text: string', 'base: integer'),
    returns: 'integer',
    call: ([written, base]) => parsed(text(written), Number(number(base))),
  },
  {
    name: 'sensitive',
    extension: true,
    summary: 'Returns the value as a secret: it is sealed in the state and hidden in everything that is shown.',
    parameters: parameters('value: any'),
    returns: 'any',
    lazy: ([given]) => {
      const found = given?.value() ?? null
      return found === null ? null : marked(found)
    },
  },
  {
    name: 'issensitive',
    extension: true,
    summary: 'Returns whether a value is secret, or has a secret inside.',
    parameters: parameters('value: any'),
    returns: 'boolean',
    lazy: ([given]) => isMarked(given?.value() ?? null),
  },
  {
    name: 'try',
    extension: true,
    summary:
      'Returns the first argument that can be worked out and is not none. If there is no such argument, the call reports what is wrong with the last one.',
    parameters: parameters('…values: any'),
    returns: 'any',
    lazy: firstThatWorks,
  },
  {
    name: 'can',
    extension: true,
    summary: 'Returns whether a value can be worked out and is not none.',
    parameters: parameters('value: any'),
    returns: 'boolean',
    lazy: ([given]) => {
      const tried = given === undefined ? failure : attempt(given)
      const isOpen = tried.result !== undefined && isValue(tried.result) && unknownIn([tried.result]) !== undefined
      if (isOpen) return tried.result ?? null
      const works = tried.result !== undefined && !isNone(tried.result)
      return marked(works, tried.secrecy)
    },
  },
]

interface Attempt {
  /** The result; absent if the evaluation failed. */
  readonly result?: Argument
  /** The secrecy of the values on which the success of the evaluation depends. */
  readonly secrecy: Secrecy
}

const failure: Attempt = { secrecy: 'open' }

/** Evaluates an argument. Only errors of the expression are caught, and not an exhausted budget. */
function attempt({ value: work }: LazyArgument): Attempt {
  try {
    const result = work()
    return { result, secrecy: isValue(result) && isSecret(result) ? secrecyOf([result]) : 'open' }
  } catch (thrown) {
    if (thrown instanceof FunctionProblem) return failure
    if (!(thrown instanceof EvaluationFailure) || thrown.code === 'blueprint/too-large') throw thrown
    return { secrecy: thrown.isOfSecret ? 'secret' : 'open' }
  }
}

function firstThatWorks(args: readonly LazyArgument[]): Argument {
  let secrecy: Secrecy = 'open'
  for (const argument of args.slice(0, -1)) {
    const { result, secrecy: own } = attempt(argument)
    secrecy = stricter(secrecy, own)
    if (result !== undefined && !isNone(result)) return marked(result, secrecy)
  }
  return marked(args.at(-1)?.value() ?? null, secrecy)
}

const decimal = /^\s*[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d{1,3})?\s*$/

function numberOf(given: Argument | undefined): number | bigint {
  if (typeof given === 'number' || typeof given === 'bigint') return given
  const written = given === undefined ? undefined : scalarText(value(given))
  if (written !== undefined && decimal.test(written)) {
    const found = /^\s*[-+]?\d+\s*$/.test(written) ? exactInteger(written.trim().replace('+', '')) : Number(written)
    if (found !== undefined && (typeof found === 'bigint' || Number.isFinite(found))) return found
  }
  throw new FunctionProblem(`${describe(value(given))} holds no number`)
}

function parsed(written: string, base: number): number | bigint {
  if (base < 2 || base > 36) throw new FunctionProblem(`the base ${base} is not from 2 to 36`)
  const [, sign = '', digits = ''] = /^([-+]?)([\da-z]{1,1000})$/i.exec(written.trim()) ?? []
  let found = 0n
  for (const digit of digits.toLowerCase()) {
    const worth = Number.parseInt(digit, 36)
    if (worth >= base) throw new FunctionProblem(`"${digit}" is not a digit in base ${base}`)
    found = found * BigInt(base) + BigInt(worth)
  }
  if (digits === '') throw new FunctionProblem('the text holds no integer')
  const whole = sign === '-' ? -found : found
  const short = Number(whole)
  return Number.isSafeInteger(short) ? short : whole
}
