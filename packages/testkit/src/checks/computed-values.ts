import {
  type ComputedValues,
  isList,
  isMap,
  type PropertySchema,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'

type Step = string | number

const step = /\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g

/** The steps below `spec` of a path: `spec.tags[0].name` is `tags`, 0, `name`. */
function stepsOf(path: string): readonly Step[] {
  return Array.from(path.replace(/^spec\./, '').matchAll(step), ([, index, quoted, name]) =>
    index === undefined ? (quoted ?? name ?? '') : Number(index),
  )
}

/** The spec with the values that a provider has computed, each at its place. */
export function withComputed(spec: ValueMap, computed: ComputedValues): ValueMap {
  let whole: Value = spec
  for (const [path, value] of Object.entries(computed)) whole = setAt(whole, stepsOf(path), value ?? null)
  return whole as ValueMap
}

function setAt(whole: Value | undefined, [first, ...rest]: readonly Step[], value: Value): Value {
  if (first === undefined) return value
  if (typeof first === 'number') {
    const items = whole !== undefined && isList(whole) ? whole : []
    return [...items.slice(0, first), setAt(items[first], rest, value), ...items.slice(first + 1)]
  }
  const members = whole !== undefined && isMap(whole) ? whole : {}
  return valueMap([...Object.entries(members), [first, setAt(members[first], rest, value)]])
}

/** True if a provider may compute the property at a path, or anything in an object that it fills in. */
export function mayCompute(schema: PropertySchema, path: string): boolean {
  const steps = stepsOf(path)
  let at: PropertySchema | undefined = schema
  for (const each of steps) {
    at = typeof each === 'number' ? at?.items : (at?.attributes?.[each] ?? at?.mapValues)
    if (at?.computed === true || at?.computedWhenOmitted === true) return true
  }
  return schema.attributes?.[String(steps[0])]?.attributes !== undefined
}
