import { equalValues, isList, isMap, valueMap, type Value } from '@slipway/model'
import { nodeSize, sizeOf } from '../../language/bounded.ts'
import { charactersIn } from '../../language/scalar-text.ts'
import { FunctionProblem, isNone, map, stored, text, value } from './argument.ts'
import type { Argument } from './argument.ts'
import { parameters } from './core-function.ts'
import type { CoreFunction } from './core-function.ts'

export const listFunctions: readonly CoreFunction[] = [
  {
    name: 'list',
    summary: 'Returns a list of the arguments.',
    parameters: parameters('…items: any'),
    returns: 'list',
    lazy: (args) => args.map((argument) => stored(argument.value())).filter((item) => !isNone(item)),
  },
  {
    name: 'object',
    summary: 'Returns a map of the named arguments: `object(id = "a", size = 2)`.',
    parameters: parameters('…fields: any'),
    returns: 'object',
    named: true,
    lazy: (args) =>
      valueMap(
        args
          .map((argument) => [argument.name ?? '', stored(argument.value())] as const)
          .filter(([, field]) => !isNone(field)),
      ),
  },
  {
    name: 'len',
    summary: 'Returns the number of characters in a string, items in a list, or keys in a map.',
    parameters: parameters('value: any'),
    returns: 'integer',
    call: ([given]) => length(value(given)),
  },
  {
    name: 'contains',
    summary: 'Returns whether a string contains another string, or a list contains a value.',
    parameters: parameters('in: any', 'search: any'),
    returns: 'boolean',
    call: ([where, search]) => contains(value(where), value(search)),
  },
  {
    name: 'keys',
    summary: 'Returns the keys of a map, in the order of the map.',
    parameters: parameters('map: map'),
    returns: 'list',
    size: ([given]) => sizeOf(map(given)) + nodeSize * Object.keys(map(given)).length,
    call: ([given]) => entries(given).map(([key]) => key),
  },
  {
    name: 'vals',
    summary: 'Returns the values of a map, in the order of the map.',
    parameters: parameters('map: map'),
    returns: 'list',
    size: ([given]) => nodeSize * Object.keys(map(given)).length,
    call: ([given]) => entries(given).map(([, field]) => field),
  },
  {
    name: 'lookup',
    summary:
      'Returns the value of a key in a map. If the map does not have the key, returns the third argument, or none without one.',
    parameters: parameters('map: map', 'key: string', 'otherwise?: any'),
    returns: 'any',
    takesNone: true,
    call: ([from = null, key = null, otherwise = null]) =>
      from === null || key === null ? null : (map(from)[text(key)] ?? otherwise),
  },
]

function length(of: Value): number {
  if (typeof of === 'string') return charactersIn(of)
  if (isList(of)) return of.length
  if (isMap(of)) return Object.keys(of).length
  throw new FunctionProblem('only text, a list or a map has a length')
}

function contains(where: Value, search: Value): boolean {
  if (isList(where)) return where.some((item) => equalValues(item, search))
  if (typeof where !== 'string') throw new FunctionProblem('only text or a list can contain something')
  if (typeof search !== 'string') throw new FunctionProblem('only text can occur in text')
  return where.includes(search)
}

/** The entries of a map without nones. */
function entries(given: Argument | undefined): readonly (readonly [string, Value])[] {
  return Object.entries(map(given)).filter(([, field]) => !isNone(field))
}
