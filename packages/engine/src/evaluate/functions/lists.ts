import { isList, isMap, valueMap } from '@slipway/model'
import type { Value } from '@slipway/model'
import { charactersIn } from '../../language/scalar-text.ts'
import { FunctionProblem, parameters } from './core-function.ts'
import type { CoreFunction } from './core-function.ts'

export const listFunctions: readonly CoreFunction[] = [
  {
    name: 'list',
    summary: 'A list of the arguments.',
    parameters: parameters('…items: any'),
    returns: 'list',
    lazy: (args) => args.map(({ value }) => value()),
  },
  {
    name: 'object',
    summary: 'A map of the named arguments: `object(id = "a", size = 2)`.',
    parameters: parameters('…fields: any'),
    returns: 'object',
    named: true,
    lazy: (args) => valueMap(args.map(({ name = '', value }) => [name, value()] as const)),
  },
  {
    name: 'len',
    summary: 'The number of characters of a text, items of a list, or keys of a map.',
    parameters: parameters('value: any'),
    returns: 'integer',
    call: ([value]) => length(value ?? null),
  },
  {
    name: 'min',
    summary: 'The smallest of the numbers, given one by one or as a list.',
    parameters: parameters('…numbers: any'),
    returns: 'float',
    call: (args) => numbers(args).reduce((least, number) => (number < least ? number : least)),
  },
  {
    name: 'max',
    summary: 'The largest of the numbers, given one by one or as a list.',
    parameters: parameters('…numbers: any'),
    returns: 'float',
    call: (args) => numbers(args).reduce((most, number) => (number > most ? number : most)),
  },
]

function length(value: Value): number {
  if (typeof value === 'string') return charactersIn(value)
  if (isList(value)) return value.length
  if (isMap(value)) return Object.keys(value).length
  throw new FunctionProblem('only a text, a list or a map has a length')
}

function numbers(args: readonly Value[]): readonly (number | bigint)[] {
  const [first] = args
  const all = args.length === 1 && isList(first) ? first : args
  const found = all.filter((item) => typeof item === 'number' || typeof item === 'bigint')
  if (found.length === 0 || found.length < all.length) throw new FunctionProblem('it needs numbers, one at least')
  return found
}
