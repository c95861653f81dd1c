import { FunctionProblem, isValue, list, number } from './argument.ts'
import type { Argument } from './argument.ts'
import { parameters } from './core-function.ts'
import type { PlainFunction } from './core-function.ts'

type Numeric = number | bigint

export const numberFunctions: readonly PlainFunction[] = [
  {
    name: 'min',
    summary: 'Returns the smallest number. The numbers are separate arguments or one list.',
    parameters: parameters('…numbers: any'),
    returns: 'float',
    call: (args) => numbers(args).reduce((least, each) => (each < least ? each : least)),
  },
  {
    name: 'max',
    summary: 'Returns the largest number. The numbers are separate arguments or one list.',
    parameters: parameters('…numbers: any'),
    returns: 'float',
    call: (args) => numbers(args).reduce((most, each) => (each > most ? each : most)),
  },
  {
    name: 'abs',
    summary: 'Returns the absolute value of a number.',
    parameters: parameters('number: float'),
    returns: 'float',
    call: ([given]) => (number(given) < 0 ? shortest(-number(given)) : number(given)),
  },
  comparison('gt', 'Returns whether the first number is greater than the second.', (a, b) => a > b),
  comparison('ge', 'Returns whether the first number is greater than or equal to the second.', (a, b) => a >= b),
  comparison('lt', 'Returns whether the first number is less than the second.', (a, b) => a < b),
  comparison('le', 'Returns whether the first number is less than or equal to the second.', (a, b) => a <= b),
  {
    name: 'add',
    extension: true,
    summary: 'Adds numbers.',
    parameters: parameters('a: float', 'b: float', '…more: float'),
    returns: 'float',
    call: (args) => args.map(number).reduce((sum, each) => calculated(sum, each, plus)),
  },
  {
    name: 'subtract',
    extension: true,
    summary:
      'Subtracts the second number from the first. As the function of `sort`, it puts the smallest number first.',
    parameters: parameters('a: float', 'b: float'),
    returns: 'float',
    call: ([a, b]) => calculated(number(a), number(b), minus),
  },
  {
    name: 'multiply',
    extension: true,
    summary: 'Multiplies numbers.',
    parameters: parameters('a: float', 'b: float', '…more: float'),
    returns: 'float',
    call: (args) => args.map(number).reduce((product, each) => calculated(product, each, times)),
  },
  {
    name: 'divide',
    extension: true,
    summary:
      'Divides the first number by the second. The result of two integers is an integer if there is no remainder, otherwise a float.',
    parameters: parameters('a: float', 'b: float'),
    returns: 'float',
    call: ([a, b]) => quotient(number(a), divisor(b)),
  },
  {
    name: 'modulo',
    extension: true,
    summary: 'Returns the remainder of a division. It has the sign of the first number.',
    parameters: parameters('a: float', 'b: float'),
    returns: 'float',
    call: ([a, b]) => calculated(number(a), divisor(b), modulo),
  },
  rounding('ceil', 'Returns the smallest integer that is not below a number.', Math.ceil),
  rounding('floor', 'Returns the largest integer that is not above a number.', Math.floor),
  rounding('round', 'Returns the integer that is nearest to a number; one half is rounded away from 0.', nearest),
  {
    name: 'pow',
    extension: true,
    summary: 'Returns the first number to the power of the second.',
    parameters: parameters('base: float', 'exponent: float'),
    returns: 'float',
    call: ([base, exponent]) => power(number(base), number(exponent)),
  },
  {
    name: 'log',
    extension: true,
    summary: 'Returns the logarithm of a number to a base.',
    parameters: parameters('number: float', 'base: float'),
    returns: 'float',
    call: ([given, base]) => finite(Math.log(Number(number(given))) / Math.log(Number(number(base)))),
  },
  {
    name: 'signum',
    extension: true,
    summary: 'Returns -1 for a number below 0, 1 for a number above 0, and 0 for 0.',
    parameters: parameters('number: float'),
    returns: 'integer',
    call: ([given]) => (number(given) < 0 ? -1 : Number(number(given) > 0)),
  },
  {
    name: 'sum',
    extension: true,
    summary: 'Adds the numbers of a list.',
    parameters: parameters('numbers: list'),
    returns: 'float',
    call: ([given]) =>
      list(given).length === 0 ? 0 : numbers(list(given)).reduce((sum, each) => calculated(sum, each, plus)),
  },
]

function rounding(name: string, summary: string, round: (given: number) => number): PlainFunction {
  return {
    name,
    extension: true,
    summary,
    parameters: parameters('number: float'),
    returns: 'integer',
    call: ([given]) => {
      const found = number(given)
      return typeof found === 'bigint' ? found : finite(round(found))
    },
  }
}

function nearest(given: number): number {
  return Math.sign(given) * Math.round(Math.abs(given))
}

/** The power of two numbers. It is exact for integers: `pow(2, 64)` has all its digits. */
function power(base: Numeric, exponent: Numeric): Numeric {
  const isWhole = isInteger(base) && isInteger(exponent) && exponent >= 0
  if (!isWhole) return finite(Number(base) ** Number(exponent))
  const digits = Math.log10(Math.max(1, Math.abs(Number(base)))) * Number(exponent)
  if (digits > mostDigits) throw new FunctionProblem(`the result has more than ${mostDigits} digits`)
  return shortest(BigInt(base) ** BigInt(exponent))
}

function comparison(name: string, summary: string, holds: (a: Numeric, b: Numeric) => boolean): PlainFunction {
  return {
    name,
    summary,
    parameters: parameters('a: float', 'b: float'),
    returns: 'boolean',
    call: ([a, b]) => holds(number(a), number(b)),
  }
}

function numbers(args: readonly Argument[]): readonly Numeric[] {
  const [first] = args
  const isOneList = args.length === 1 && first !== undefined && isValue(first) && Array.isArray(first)
  const all = isOneList ? list(first) : args
  const found = all.filter((item) => typeof item === 'number' || typeof item === 'bigint')
  if (found.length === 0 || found.length < all.length) throw new FunctionProblem('it needs at least one number')
  return found
}

function divisor(given: Argument | undefined): Numeric {
  const found = number(given)
  if (Number(found) === 0) throw new FunctionProblem('a number cannot be divided by 0')
  return found
}

/** A calculation with integers, and the same calculation with floats. */
type Calculation = readonly [exactly: (a: bigint, b: bigint) => bigint, roughly: (a: number, b: number) => number]

const plus: Calculation = [(a, b) => a + b, (a, b) => a + b]
const minus: Calculation = [(a, b) => a - b, (a, b) => a - b]
const times: Calculation = [(a, b) => a * b, (a, b) => a * b]
const modulo: Calculation = [(a, b) => a % b, (a, b) => a % b]

/** The result of a calculation. Integers are calculated exactly. With a float, the result is a float. */
function calculated(a: Numeric, b: Numeric, [exactly, roughly]: Calculation): Numeric {
  return isInteger(a) && isInteger(b) ? shortest(exactly(BigInt(a), BigInt(b))) : finite(roughly(Number(a), Number(b)))
}

function quotient(a: Numeric, b: Numeric): Numeric {
  if (isInteger(a) && isInteger(b) && BigInt(a) % BigInt(b) === 0n) return shortest(BigInt(a) / BigInt(b))
  return finite(Number(a) / Number(b))
}

function isInteger(given: Numeric): boolean {
  return typeof given === 'bigint' || Number.isSafeInteger(given)
}

/** The maximum number of digits of an integer. No use needs longer integers, but a few multiplications could make them arbitrarily long. */
const mostDigits = 1000
const tooLong = 10n ** BigInt(mostDigits)

/** An integer in the only form that it may have: a number in the safe range, otherwise a bigint. */
export function shortest(given: Numeric): Numeric {
  if (typeof given === 'number') return given
  if (given >= tooLong || given <= -tooLong) throw new FunctionProblem(`the result has more than ${mostDigits} digits`)
  const short = Number(given)
  return Number.isSafeInteger(short) ? short : given
}

function finite(given: number): number {
  if (!Number.isFinite(given)) throw new FunctionProblem('the result is too large for a number')
  return given === 0 ? 0 : given
}
