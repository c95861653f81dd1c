import {
  isList,
  isMap,
  mapEntries,
  type MutableValueMap,
  type PropertySchema,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'

const pathsBySchema = new WeakMap<PropertySchema, readonly string[]>()

/** Paths of the properties that a provider may fill in, outside of lists and maps: `spec.id`, `spec.endpoint.port`. */
export function computedPaths(schema: PropertySchema): readonly string[] {
  const known = pathsBySchema.get(schema)
  if (known !== undefined) return known
  const paths: string[] = []
  collectPaths(schema, 'spec', paths)
  pathsBySchema.set(schema, paths)
  return paths
}

function collectPaths(schema: PropertySchema, path: string, paths: string[]): void {
  const attributes = schema.attributes ?? {}
  for (const name in attributes) {
    const attribute = attributes[name]
    if (attribute === undefined) continue
    if (attribute.computed === true || attribute.computedWhenOmitted === true) paths.push(`${path}.${name}`)
    else collectPaths(attribute, `${path}.${name}`, paths)
  }
}

/**
 * The spec as others see it before the provider has answered: the wanted values, and the result of `fill` for each computed property. If
 * the result is `undefined`, the property stays absent.
 */
export function withComputed(
  schema: PropertySchema,
  spec: ValueMap,
  path: string,
  fill: (path: string, schema: PropertySchema) => Value | undefined,
): ValueMap {
  const attributes = schema.attributes ?? {}
  let filled: MutableValueMap | undefined
  for (const name in attributes) {
    const attribute = attributes[name]
    if (attribute === undefined) continue
    const given = spec[name]
    const value = filledProperty(attribute, given, `${path}.${name}`, fill)
    if (value === given || value === undefined) continue
    filled ??= valueMap(Object.entries(spec))
    filled[name] = value
  }
  return filled ?? spec
}

function filledProperty(
  schema: PropertySchema,
  given: Value | undefined,
  path: string,
  fill: (path: string, schema: PropertySchema) => Value | undefined,
): Value | undefined {
  if (given === undefined) {
    return schema.computed === true || schema.computedWhenOmitted === true ? fill(path, schema) : undefined
  }
  if (schema.type === 'object' && isMap(given)) return withComputed(schema, given, path, fill)
  const { items, mapValues } = schema
  if (items?.type === 'object' && isList(given) && computedPaths(items).length > 0) {
    return given.map((item, index) => (isMap(item) ? withComputed(items, item, `${path}[${index}]`, fill) : item))
  }
  if (mapValues?.type === 'object' && isMap(given) && computedPaths(mapValues).length > 0) {
    return mapEntries(given, (item, key) =>
      isMap(item) ? withComputed(mapValues, item, below(path, key), fill) : item,
    )
  }
  return given
}

/** Adds the recorded computed fields, except those that are gone. */
export function recordedComputed(
  schema: PropertySchema,
  spec: ValueMap,
  recorded: ValueMap,
  gone: ReadonlySet<string> = new Set(),
): ValueMap {
  return withComputed(schema, spec, 'spec', (path) => (gone.has(path) ? undefined : valueAt(recorded, path)))
}

/** The value at a path such as `spec.endpoint.port` or `spec.tags[0].name`; `undefined` if there is none. */
export function valueAt(spec: ValueMap, path: string): Value | undefined {
  let value: Value | undefined = spec
  for (const step of pathSteps(path)) {
    if (typeof step === 'number') value = isList(value) ? value[step] : undefined
    else value = isMap(value) && Object.hasOwn(value, step) ? value[step] : undefined
  }
  return value
}

const stepsByPath = new Map<string, readonly (string | number)[]>()

/** The maximum number of cached paths. Schemas have few paths. */
const mostPaths = 1000

/** The steps of a path below `spec`: `tags`, 0 and `name` for `spec.tags[0].name`. */
export function pathSteps(path: string): readonly (string | number)[] {
  // Such a path is not cached, because lists may have any number of items.
  if (path.includes('[')) return cutUp(path)
  let steps = stepsByPath.get(path)
  if (steps === undefined) {
    steps = cutUp(path)
    if (stepsByPath.size < mostPaths) stepsByPath.set(path, steps)
  }
  return steps
}

function cutUp(path: string): readonly (string | number)[] {
  if (!path.includes('[')) return belowSpec(path.split('.'))
  const steps: (string | number)[] = []
  for (const [, name, index, quoted] of path.matchAll(/(?:^|\.)([^.[\]]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g)) {
    if (index !== undefined) steps.push(Number(index))
    else if (quoted !== undefined) steps.push(String(JSON.parse(quoted)))
    else if (name !== undefined) steps.push(name)
  }
  return belowSpec(steps)
}

function belowSpec(steps: (string | number)[]): (string | number)[] {
  return steps[0] === 'spec' ? steps.slice(1) : steps
}

const plainName = /^[A-Za-z_][A-Za-z0-9_-]*$/

/** The path of a key: `spec.tags.name`, or `spec.tags["a.b"]` for a key that is not a plain name. */
export function below(path: string, key: string): string {
  return plainName.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`
}
