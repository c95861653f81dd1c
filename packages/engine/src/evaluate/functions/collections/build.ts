import { isList, valueMap, type Value, type ValueMap } from '@slipway/model'
import { nodeSize, sizeOf } from '../../../language/bounded.ts'
import { describe, scalarText } from '../../../language/scalar-text.ts'
import { FunctionProblem, isNone, list, map, number, value } from '../argument.ts'
import type { Argument } from '../argument.ts'
import { parameters } from '../core-function.ts'
import { shortest } from '../numbers.ts'
import type { PlainFunction } from '../core-function.ts'

/** Functions that make lists and maps out of other lists and maps. */
export const collectionFunctions: readonly PlainFunction[] = [
  {
    name: 'range',
    extension: true,
    summary:
      'Returns a list of numbers: `range(3)` is 0, 1, 2, `range(1, 4)` is 1, 2, 3, and `range(1, 8, 3)` is 1, 4, 7. The limit itself is not part of it.',
    parameters: parameters('limit: float', 'end?: float', 'step?: float'),
    returns: 'list',
    size: (args) => nodeSize * count(args),
    call: (args) => {
      const { start, step } = bounds(args)
      return Array.from({ length: count(args) }, (_, index) =>
        typeof start === 'bigint' ? shortest(start + BigInt(index) * BigInt(step)) : start + index * Number(step),
      )
    },
  },
  {
    name: 'concat',
    extension: true,
    summary: 'Joins lists into one.',
    parameters: parameters('…lists: list'),
    returns: 'list',
    size: ofAll,
    call: (lists) => lists.flatMap((each) => list(each)),
  },
  {
    name: 'merge',
    extension: true,
    summary: 'Joins maps into one. Of a key that several maps have, the value of the last one counts.',
    parameters: parameters('…maps: map'),
    returns: 'map',
    size: ofAll,
    call: (maps) => valueMap(maps.flatMap((each) => Object.entries(map(each)))),
  },
  {
    name: 'slice',
    extension: true,
    summary:
      'Returns the items of a list from the index `start` up to, but not including, the index `end`. Without `end`, returns the rest of the list.',
    parameters: parameters('list: list', 'start: integer', 'end?: integer'),
    returns: 'list',
    size: ([items]) => nodeSize * list(items).length,
    call: ([items, start, end]) => sliced(list(items), Number(number(start)), end),
  },
  {
    name: 'zipmap',
    extension: true,
    summary: 'Returns a map with the keys of one list and the values of another.',
    parameters: parameters('keys: list', 'values: list'),
    returns: 'map',
    size: ([keys, values]) => sizeOf(list(keys)) + sizeOf(list(values)),
    call: ([keys, values]) => zipped(list(keys), list(values)),
  },
  {
    name: 'flatten',
    extension: true,
    summary: 'Replaces each item that is a list by its items, at every depth.',
    parameters: parameters('list: list'),
    returns: 'list',
    size: ([items]) => sizeOf(list(items)),
    call: ([items]) => flat(list(items)),
  },
  {
    name: 'setproduct',
    extension: true,
    summary: 'Returns a list of all combinations of an item of each list: `setproduct(["a", "b"], [1, 2])` has four.',
    parameters: parameters('…lists: list'),
    returns: 'list',
    size: (lists) => {
      const combinations = lists.reduce<number>((whole, each) => whole * list(each).length, 1)
      return (
        combinations * (nodeSize * (lists.length + 1) + lists.reduce<number>((sum, each) => sum + longest(each), 0))
      )
    },
    call: (lists) => (lists.length === 0 ? [] : product(lists.map(list))),
  },
  {
    name: 'chunklist',
    extension: true,
    summary: 'Splits a list into lists of this length; the last one may be shorter.',
    parameters: parameters('list: list', 'length: integer'),
    returns: 'list',
    size: ([items]) => 2 * nodeSize * list(items).length,
    call: ([items, length]) => chunks(list(items), Number(number(length))),
  },
  {
    name: 'compact',
    extension: true,
    summary: 'Returns the items of a list without those that are none or an empty string.',
    parameters: parameters('list: list'),
    returns: 'list',
    size: ([items]) => nodeSize * list(items).length,
    call: ([items]) => list(items).filter((item) => !isNone(item) && item !== ''),
  },
  {
    name: 'element',
    extension: true,
    summary: 'Returns the item at an index. An index past the end begins at the front again, and -1 is the last item.',
    parameters: parameters('list: list', 'index: integer'),
    returns: 'any',
    call: ([items, index]) => itemAt(list(items), BigInt(number(index))),
  },
  {
    name: 'reverse',
    extension: true,
    summary: 'Returns a list, or the characters of a string, in the opposite order.',
    parameters: parameters('of: any'),
    returns: 'any',
    size: ([of]) => sizeOf(value(of)),
    call: ([of]) => reversed(value(of)),
  },
  {
    name: 'transpose',
    extension: true,
    summary:
      'Takes a map of lists of strings. Returns the map from each of these strings to the keys whose list had it.',
    parameters: parameters('map: map'),
    returns: 'map',
    size: ([given]) => 2 * sizeOf(map(given)) + longestKey(map(given)) * Object.keys(map(given)).length,
    call: ([given]) => transposed(map(given)),
  },
  {
    name: 'one',
    extension: true,
    summary: 'Returns the only item of a list, or none if the list is empty. More items are refused.',
    parameters: parameters('list: list'),
    returns: 'any',
    call: ([items]) => onlyItem(list(items)),
  },
]

/** The size of all arguments together. */
export function ofAll(args: readonly Argument[]): number {
  return args.reduce<number>((sum, each) => sum + sizeOf(value(each)), 0)
}

interface Bounds<T extends number | bigint> {
  readonly start: T
  readonly end: T
  readonly step: T
}

/** The bounds of a range. They are exact for integers of any size. */
function bounds([limit, end, step]: readonly Argument[]): Bounds<number> | Bounds<bigint> {
  const [from, to] = end === undefined || end === null ? [0, number(limit)] : [number(limit), number(end)]
  const by = step === undefined || step === null ? (from <= to ? 1 : -1) : number(step)
  if (Number(by) === 0) throw new FunctionProblem('the step is 0')
  const given = [from, to, by]
  if (given.every((each) => typeof each === 'number')) return { start: Number(from), end: Number(to), step: Number(by) }
  if (!given.every((each) => typeof each === 'bigint' || Number.isInteger(each)))
    throw new FunctionProblem('with an integer of this size, start, end and step must be integers')
  return { start: BigInt(from), end: BigInt(to), step: BigInt(by) }
}

function count(args: readonly Argument[]): number {
  const { start, end, step } = bounds(args)
  if (typeof start === 'number') return Math.max(0, Math.ceil((Number(end) - start) / Number(step)))
  const [way, by] = [BigInt(end) - start, BigInt(step)]
  const isEmpty = way === 0n || way > 0n !== by > 0n
  return isEmpty ? 0 : Number((way + by - (by > 0n ? 1n : -1n)) / by)
}

function sliced(items: readonly Value[], start: number, end: Argument | undefined): readonly Value[] {
  const to = end === undefined || end === null ? items.length : Number(number(end))
  if (start < 0 || to > items.length || start > to)
    throw new FunctionProblem(`${start} to ${to} is not a range of the list, which has ${items.length} items`)
  return items.slice(start, to)
}

function zipped(keys: readonly Value[], values: readonly Value[]): ValueMap {
  if (keys.length !== values.length)
    throw new FunctionProblem(`there are ${keys.length} keys, but ${values.length} values`)
  return valueMap(keys.map((key, index) => [keyText(key), values[index] ?? null] as const))
}

function keyText(key: Value): string {
  const written = scalarText(key)
  if (written === undefined) throw new FunctionProblem(`a key is text, not ${describe(key)}`)
  return written
}

function flat(items: readonly Value[]): readonly Value[] {
  return items.flatMap((item) => (isList(item) ? flat(item) : [item]))
}

function longest(given: Argument): number {
  return list(given).reduce<number>((most, item) => Math.max(most, sizeOf(item)), 0)
}

function longestKey(given: ValueMap): number {
  return Object.keys(given).reduce((most, key) => Math.max(most, key.length), 0)
}

function product([first = [], ...others]: readonly (readonly Value[])[]): readonly (readonly Value[])[] {
  if (others.length === 0) return first.map((item) => [item])
  const rest = product(others)
  return first.flatMap((item) => rest.map((each) => [item].concat(each)))
}

function chunks(items: readonly Value[], length: number): readonly Value[] {
  if (length < 1) throw new FunctionProblem('a part needs at least one item')
  const found: Value[] = []
  for (let at = 0; at < items.length; at += length) found.push(items.slice(at, at + length))
  return found
}

function itemAt(items: readonly Value[], index: bigint): Value {
  if (items.length === 0) throw new FunctionProblem('the list is empty')
  const length = BigInt(items.length)
  return items[Number(((index % length) + length) % length)] ?? null
}

function reversed(of: Value): Value {
  if (isList(of)) return of.toReversed()
  if (typeof of === 'string') return Array.from(of).toReversed().join('')
  throw new FunctionProblem(`only a list or a string can be reversed, not ${describe(of)}`)
}

function transposed(given: ValueMap): ValueMap {
  const found = new Map<string, string[]>()
  for (const [key, items] of Object.entries(given)) {
    if (!isList(items)) throw new FunctionProblem(`"${key}" is ${describe(items)}, but a list is needed`)
    for (const item of items) {
      const name = keyText(item)
      const keys = found.get(name)
      if (keys === undefined) found.set(name, [key])
      else keys.push(key)
    }
  }
  return valueMap(found)
}

function onlyItem(items: readonly Value[]): Value {
  if (items.length > 1) throw new FunctionProblem(`the list has ${items.length} items, but at most one is wanted`)
  return items[0] ?? null
}
