import { equalValues, isList, isMap, revealed, type DataSourceFilter, type Value, type ValueMap } from '@slipway/model'
import type { FilterOperator } from './define-data-source.ts'

type Test = (value: Value, search: readonly Value[]) => boolean

/** Numbers by their size, texts by their characters; anything else is neither before nor after. */
function compared(value: Value, [other = null]: readonly Value[], fits: (order: number) => boolean): boolean {
  const areNumbers = isNumber(value) && isNumber(other)
  const areTexts = typeof value === 'string' && typeof other === 'string'
  if (!areNumbers && !areTexts) return false
  return fits(value < other ? -1 : Number(value > other))
}

function isNumber(value: Value): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

const isAny: Test = (value, search) => search.some((wanted) => equalValues(value, wanted))
const hasKey: Test = (value, search) =>
  search.some((key) => typeof key === 'string' && isMap(value) && Object.hasOwn(value, key))
const contains: Test = (value, search) =>
  search.some((part) => {
    if (isList(value)) return isAny(part, value)
    return typeof value === 'string' && typeof part === 'string' && value.includes(part)
  })
const starts: Test = (value, search) =>
  search.some((part) => typeof value === 'string' && typeof part === 'string' && value.startsWith(part))
const ends: Test = (value, search) =>
  search.some((part) => typeof value === 'string' && typeof part === 'string' && value.endsWith(part))

function not(test: Test): Test {
  return (value, search) => !test(value, search)
}

const tests: Readonly<Record<FilterOperator, Test>> = {
  '=': isAny,
  '!=': not(isAny),
  '>': (value, search) => compared(value, search, (order) => order > 0),
  '>=': (value, search) => compared(value, search, (order) => order >= 0),
  '<': (value, search) => compared(value, search, (order) => order < 0),
  '<=': (value, search) => compared(value, search, (order) => order <= 0),
  in: isAny,
  'not in': not(isAny),
  'has key': hasKey,
  'not has key': not(hasKey),
  contains,
  'not contains': not(contains),
  'starts with': starts,
  'not starts with': not(starts),
  'ends with': ends,
  'not ends with': not(ends),
}

/**
 * True when a thing fits all filters of a call: for plugins whose service cannot search by itself. Several search values are alternatives;
 * with `not`, none of them may match.
 * @param fields the thing's values, by the names of the filters; a missing value is null
 */
export function matches(filters: readonly DataSourceFilter[], fields: ValueMap): boolean {
  return filters.every(({ field, operator, search }) => {
    const test = Object.hasOwn(tests, operator) ? tests[operator as FilterOperator] : undefined
    return test?.(revealed(fields[field] ?? null), search.map(revealed)) === true
  })
}
