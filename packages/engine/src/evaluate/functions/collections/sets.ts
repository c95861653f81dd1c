import { equalValues, isList, isMap, type Value } from '@slipway/model'
import { nodeSize, sizeOf } from '../../../language/bounded.ts'
import { describe, scalarText } from '../../../language/scalar-text.ts'
import { FunctionProblem, list, value } from '../argument.ts'
import { parameters } from '../core-function.ts'
import type { PlainFunction } from '../core-function.ts'
import { ofAll } from './build.ts'

/** Functions that compare the items of lists. */
export const setFunctions: readonly PlainFunction[] = [
  {
    name: 'distinct',
    extension: true,
    summary: 'Returns the items of a list without those that equal an earlier one.',
    parameters: parameters('list: list'),
    returns: 'list',
    size: ([items]) => nodeSize * list(items).length,
    steps: ([items]) => sizeOf(list(items)) / nodeSize,
    call: ([items]) => distinct(list(items)),
  },
  {
    name: 'setunion',
    extension: true,
    summary: 'Returns the items that are in at least one of the lists, each once.',
    parameters: parameters('…lists: list'),
    returns: 'list',
    size: ofAll,
    steps: (lists) => ofAll(lists) / nodeSize,
    call: (lists) => distinct(lists.flatMap((each) => list(each))),
  },
  {
    name: 'setintersection',
    extension: true,
    summary: 'Returns the items of the first list that are in all others, each once.',
    parameters: parameters('first: list', '…others: list'),
    returns: 'list',
    size: ([first]) => sizeOf(list(first)),
    steps: (lists) => ofAll(lists) / nodeSize,
    call: ([first, ...others]) => {
      const keys = others.map((each) => keysOf(list(each)))
      return distinct(list(first)).filter((item) => keys.every((each) => each.has(keyOf(item))))
    },
  },
  {
    name: 'setsubtract',
    extension: true,
    summary: 'Returns the items of the first list that are not in the second, each once.',
    parameters: parameters('first: list', 'second: list'),
    returns: 'list',
    size: ([first]) => sizeOf(list(first)),
    steps: (lists) => ofAll(lists) / nodeSize,
    call: ([first, second]) => {
      const keys = keysOf(list(second))
      return distinct(list(first)).filter((item) => !keys.has(keyOf(item)))
    },
  },
  {
    name: 'indexof',
    extension: true,
    summary: 'Returns the index at which a list first has a value, or -1 if it does not have it.',
    parameters: parameters('list: list', 'value: any'),
    returns: 'integer',
    call: ([items, search]) => list(items).findIndex((item) => equalValues(item, value(search))),
  },
  {
    name: 'alltrue',
    extension: true,
    summary: 'Returns whether all items of a list are true.',
    parameters: parameters('list: list'),
    returns: 'boolean',
    call: ([items]) => booleans(list(items)).every((item) => item),
  },
  {
    name: 'anytrue',
    extension: true,
    summary: 'Returns whether at least one item of a list is true.',
    parameters: parameters('list: list'),
    returns: 'boolean',
    call: ([items]) => booleans(list(items)).includes(true),
  },
]

/** The items as booleans. The text "true" is refused, because as false it would silently decide the result. */
function booleans(items: readonly Value[]): readonly boolean[] {
  return items.map((item) => {
    if (typeof item === 'boolean') return item
    throw new FunctionProblem(`each item must be true or false, but one is ${describe(item)}`)
  })
}

/** The key of an item. Equal values have equal keys, and different values have different keys. */
function keyOf(item: Value): string {
  if (isList(item)) return `[${item.map(keyOf).join(',')}]`
  if (isMap(item)) {
    const fields = Object.entries(item).map(([key, field]) => `${JSON.stringify(key)}:${keyOf(field)}`)
    return `{${fields.sort().join(',')}}`
  }
  return typeof item === 'string' ? JSON.stringify(item) : (scalarText(item) ?? '')
}

function keysOf(items: readonly Value[]): ReadonlySet<string> {
  return new Set(items.map(keyOf))
}

function distinct(items: readonly Value[]): readonly Value[] {
  const found = new Map<string, Value>()
  for (const item of items) {
    const key = keyOf(item)
    if (!found.has(key)) found.set(key, item)
  }
  return [...found.values()]
}
