import { equalValues, isList, isMap, type Value } from '@slipway/model'

/**
 * True when a value that a plugin has read says what was wanted. What is empty, or null, does not travel, and what is left
 * out of a map may have its default: neither is a mistake of the plugin.
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
  const items = isList(found) ? found : []
  return (
    (isList(found) || isNothing(found)) &&
    items.length === wanted.length &&
    wanted.every((item, at) => says(items[at], item))
  )
}

function isNothing(value: Value | undefined): boolean {
  return value === undefined || value === null
}
