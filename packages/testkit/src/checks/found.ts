import { equalValues, isList, isMap, type PropertySchema, type Value, type ValueMap } from '@slipway/model'
import { expect } from '../report.ts'

/**
 * True when a value that a plugin has read matches the wanted one, with lists in any order. Empty values and nulls do not travel, and
 * missing keys of a map may have their defaults: neither is a mistake of the plugin.
 */
export function says(found: Value | undefined, wanted: Value): boolean {
  if (wanted === null) return found === undefined || found === null
  if (isMap(wanted)) {
    const members = isMap(found) ? found : {}
    return (
      (isMap(found) || isNothing(found)) && Object.entries(wanted).every(([key, value]) => says(members[key], value))
    )
  }
  if (!isList(wanted)) return found !== undefined && equalValues(found, wanted)
  const items = isList(found) ? [...found] : []
  return (isList(found) || isNothing(found)) && items.length === wanted.length && wanted.every(takesFrom(items))
}

/** Takes the matching item out of the found ones. */
function takesFrom(items: Value[]): (wanted: Value) => boolean {
  return (wanted) => {
    const at = items.findIndex((item) => says(item, wanted))
    if (at >= 0) items.splice(at, 1)
    return at >= 0
  }
}

/** The first list that a plugin has read in another order than the wanted one, although its order matters. */
export function misorderedList(
  found: Value | undefined,
  wanted: Value,
  schema: PropertySchema | undefined,
  path = '',
): string | undefined {
  if (isMap(wanted)) {
    const members = isMap(found) ? found : {}
    const places = Object.entries(wanted).map(([key, value]) =>
      misorderedList(
        members[key],
        value,
        schema?.attributes?.[key] ?? schema?.mapValues,
        path === '' ? key : `${path}.${key}`,
      ),
    )
    return places.find((place) => place !== undefined)
  }
  const isOrdered = schema?.sortArrayByField === undefined && schema?.isSet !== true
  if (!isList(wanted) || !isList(found) || !isOrdered) return undefined
  return wanted.every((item, index) => says(found[index], item)) ? undefined : path
}

/**
 * Expects the read spec to match the deployed one, and returns a description of it. The engine takes a property that a plugin does not
 * mention as unchanged.
 */
export function expectFound(actual: ValueMap | undefined, spec: ValueMap): string {
  expect(actual !== undefined, 'it is not found')
  const [told, untold] = partition(Object.keys(spec), (name) => actual[name] !== undefined)
  for (const name of told)
    expect(says(actual[name], spec[name] ?? null), `"${name}" is read as something else than was deployed`)
  const properties = `${Object.keys(actual).length} properties`
  return untold.length === 0 ? properties : `${properties}, and nothing of ${untold.join(', ')}`
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))]
}

function isNothing(value: Value | undefined): boolean {
  return value === undefined || value === null
}
