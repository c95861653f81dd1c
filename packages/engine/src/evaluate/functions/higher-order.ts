import { isList, isMap, type Unknown, type Value } from '@slipway/model'
import { nodeSize } from '../../language/bounded.ts'
import { describe } from '../../language/scalar-text.ts'
import { FunctionProblem, FunctionValue, isNone, list, number, stored, text, unknownIn, value } from './argument.ts'
import type { Argument, Caller } from './argument.ts'
import { parameters } from './core-function.ts'
import type { PlainFunction } from './core-function.ts'

/** Functions that take or make functions. */
export const higherOrderFunctions: readonly PlainFunction[] = [
  {
    name: 'map',
    summary:
      'Calls a function with each item and returns the list of the results. Results that are none are left out. The function may take the index as a second argument.',
    parameters: parameters('items: list', 'function: function'),
    returns: 'list',
    size: ofItems,
    call: ([items, made], caller) =>
      ofEach(items, made, caller, (results) => results.filter((result) => !isNone(result))),
  },
  {
    name: 'filter',
    summary: 'Returns the items for which a function returns true.',
    parameters: parameters('items: list', 'function: function'),
    returns: 'list',
    size: ofItems,
    call: ([items, test], caller) =>
      ofEach(items, test, caller, (results) => list(items).filter((_, index) => asTest(results[index] ?? null, test))),
  },
  {
    name: 'flatmap',
    summary: 'Calls a function that returns a list with each item, and joins all these lists into one.',
    parameters: parameters('items: list', 'function: function'),
    returns: 'list',
    size: ofItems,
    call: ([items, made], caller) =>
      ofEach(items, made, caller, (results) =>
        results
          .filter((result) => !isNone(result))
          .flatMap((result) => {
            if (isList(result)) return result
            throw new FunctionProblem(`${nameOf(made)} gives ${describe(result)}, but a list is needed`)
          })
          .filter((result) => !isNone(result)),
      ),
  },
  {
    name: 'reduce',
    summary:
      'Calls a function with the initial value and the first item, then with that result and the second item, and so on. Returns the last result.',
    parameters: parameters('items: list', 'function: function', 'initial: any'),
    returns: 'any',
    call: ([items, step, initial], caller) => {
      let result = value(initial)
      for (const [index, item] of list(items).entries()) {
        if (unknownIn([result]) !== undefined) break
        result = stored(call(caller, step, [result, item], index))
      }
      return result
    },
  },
  {
    name: 'sort',
    summary:
      'Sorts the items. The function compares two items: it returns a number below 0 if the first item comes first, and above 0 if the second does. Without it, numbers are sorted by size and strings by their characters.',
    parameters: parameters('items: list', 'function?: function'),
    returns: 'list',
    size: ofItems,
    call: ([items, compare], caller) =>
      compare === undefined ? naturally(list(items)) : sorted(list(items), compare, caller),
  },
  {
    name: 'compose',
    summary:
      'Returns a function that calls the given functions from right to left, each with the result of the call before.',
    parameters: parameters('…functions: function'),
    returns: 'function',
    call: (functions) => chain('compose', functions.toReversed()),
  },
  {
    name: 'pipe',
    summary:
      'Returns a function that calls the given functions from left to right, each with the result of the call before.',
    parameters: parameters('…functions: function'),
    returns: 'function',
    call: (functions) => chain('pipe', functions),
  },
  {
    name: 'getattr',
    summary: 'Returns a function that returns the value of this key in a map.',
    parameters: parameters('key: string'),
    returns: 'function',
    call: ([key]) => new FunctionValue(`getattr(${JSON.stringify(key)})`, 1, ([from]) => attribute(from, text(key))),
  },
  {
    name: 'getelem',
    summary: 'Returns a function that returns the item of a list at this index, counted from 0.',
    parameters: parameters('index: integer'),
    returns: 'function',
    call: ([index]) =>
      new FunctionValue(`getelem(${number(index)})`, 1, ([from]) => element(from, Number(number(index)))),
  },
]

function ofItems([items]: readonly Argument[]): number {
  return nodeSize * list(items).length
}

function nameOf(given: Argument | undefined): string {
  return given instanceof FunctionValue ? given.name : 'the function'
}

/** Calls a function for some items. It also gets the index if it takes more arguments than the items. */
function call(caller: Caller, given: Argument | undefined, items: readonly Value[], index?: number): Argument {
  if (!(given instanceof FunctionValue)) return null
  const isAsked = index !== undefined && given.takes > items.length
  return caller.apply(given, isAsked ? [...items, index] : items)
}

/** Evaluates all results before it stops at an unknown one, so that questions to the outside are asked side by side. */
function ofEach(
  items: Argument | undefined,
  given: Argument | undefined,
  caller: Caller,
  finish: (results: readonly Value[]) => Value,
): Value {
  const results = list(items).map((item, index) => stored(call(caller, given, [item], index)))
  return unknownIn(results) ?? finish(results)
}

function asTest(result: Value, test: Argument | undefined): boolean {
  if (typeof result === 'boolean') return result
  if (result === null) return false
  throw new FunctionProblem(`${nameOf(test)} gives ${describe(result)}, but true or false is needed`)
}

/** Sorts numbers or strings in their natural order. */
function naturally(items: readonly Value[]): readonly Value[] {
  const isText = typeof items[0] === 'string'
  for (const item of items) {
    const fits = isText ? typeof item === 'string' : typeof item === 'number' || typeof item === 'bigint'
    if (!fits)
      throw new FunctionProblem(
        `without a function, all items are numbers or all are strings, but one is ${describe(item)}`,
      )
  }
  return items.toSorted((a, b) => ((a ?? 0) < (b ?? 0) ? -1 : Number((a ?? 0) > (b ?? 0))))
}

/** Sorts by merging runs that double in length. Items that count as equal stay in their order. */
function sorted(items: readonly Value[], compare: Argument | undefined, caller: Caller): Value {
  let runs: readonly (readonly Value[])[] = items.map((item) => [item])
  while (runs.length > 1) {
    const merged: (readonly Value[])[] = []
    let open: Unknown | undefined
    for (let at = 0; at < runs.length; at += 2) {
      const run = merge(runs[at] ?? [], runs[at + 1] ?? [], compare, caller)
      if (isList(run)) merged.push(run)
      else open ??= run
    }
    if (open !== undefined) return open
    runs = merged
  }
  return runs[0] ?? []
}

function merge(
  left: readonly Value[],
  right: readonly Value[],
  compare: Argument | undefined,
  caller: Caller,
): readonly Value[] | Unknown {
  const merged: Value[] = []
  let next = 0
  for (const item of right) {
    for (let first = left[next]; first !== undefined; first = left[next]) {
      const order = stored(call(caller, compare, [first, item]))
      const unknown = unknownIn([order])
      if (unknown !== undefined) return unknown
      if (typeof order !== 'number' && typeof order !== 'bigint')
        throw new FunctionProblem(`${nameOf(compare)} gives ${describe(order)}, but a number is needed`)
      if (order > 0) break
      merged.push(first)
      next++
    }
    merged.push(item)
  }
  return [...merged, ...left.slice(next)]
}

function chain(name: string, functions: readonly Argument[]): FunctionValue {
  return new FunctionValue(`${name}(…)`, 1, ([first = null], caller) =>
    functions.reduce((result, each) => {
      if (unknownIn([result]) !== undefined) return result
      return each instanceof FunctionValue ? caller.apply(each, [result]) : result
    }, first),
  )
}

function attribute(from: Argument | undefined, key: string): Value {
  const given = value(from)
  if (given === null) return null
  if (!isMap(given)) throw new FunctionProblem(`getattr("${key}") needs a map, but was given ${describe(given)}`)
  const found = given[key]
  if (found !== undefined) return found
  const keys = Object.keys(given).slice(0, 10).join(', ')
  throw new FunctionProblem(`the map has no "${key}"${keys === '' ? '' : `; it has: ${keys}`}`)
}

function element(from: Argument | undefined, index: number): Value {
  const given = value(from)
  if (given === null) return null
  if (!isList(given)) throw new FunctionProblem(`getelem(${index}) needs a list, but was given ${describe(given)}`)
  const found = given[index]
  if (found !== undefined) return found
  throw new FunctionProblem(`the list has no item [${index}]: it has ${given.length}, counted from 0`)
}
