import {
  type ComputedValues,
  equalValues,
  Failure,
  isList,
  isMap,
  isUnknown,
  kindOf,
  type MutableValueMap,
  type PropertySchema,
  type ResourceTypeDefinition,
  revealed,
  SecretTraces,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { sensitiveValues, withSecretsOf } from './sensitive-values.ts'
import { withEmpty } from './untravelled.ts'
import { pathSteps, recordedComputed, valueAt } from './computed-paths.ts'

/**
 * The spec with the provider's computed values. Earlier computed values that it does not mention now stay; values that it now calls empty
 * are gone.
 *
 * Sensitive values become secret, and so does each part that contains one, or a secret of the spec, in any spelling.
 *
 * @param alsoGiven values whose secrets the provider knows, too
 * @throws Failure `engine/bad-computed-value` for a value that the type's schema does not allow
 */
export function mergeComputed(...given: Parameters<typeof mergeAllowed>): ValueMap {
  const { merged, failure } = mergeAllowed(...given)
  if (failure !== undefined) throw failure
  return merged
}

/**
 * The spec with the provider's computed values, except those that the schema does not allow. The other values may be all that its provider needs to
 * find the thing.
 */
export function mergeAllowed(
  { type, schema }: ResourceTypeDefinition,
  spec: ValueMap,
  computed: ComputedValues,
  recorded: ValueMap | undefined,
  alsoGiven: readonly Value[] = [],
): { readonly merged: ValueMap; readonly failure: Failure | undefined } {
  let merged = recorded === undefined ? spec : recordedComputed(schema, spec, recorded, nothingIn(computed))
  const sensitive = Object.entries(computed).flatMap(([path, value]) =>
    value === undefined ? [] : sensitiveValues(propertyAt(schema, path), value),
  )
  const secrets = new SecretTraces([spec, ...sensitive, ...alsoGiven])
  const copies = new Copies()
  let failure: Failure | undefined
  for (const path in computed) {
    const said = computed[path]
    if (said === undefined) continue
    const property = propertyAt(schema, path)
    const value = withEmpty(property, said)
    if (value === null) continue
    const given = valueAt(spec, path)
    // If a value is computed only when it is omitted, and the blueprint gives it, the given value counts. The provider only repeats it in another
    // spelling.
    if (property?.computedWhenOmitted === true && given !== undefined) continue
    const steps = pathSteps(path)
    const problem = skipsItems(merged, steps) ? 'it skips items of a list' : problemOf(property, value, given)
    if (problem !== undefined) {
      failure ??= badValue(type, path, problem)
      continue
    }
    merged = setAt(merged, steps, withSecretsOf(property, value, secrets), copies) as ValueMap
  }
  return { merged, failure }
}

/** Paths of the spec for which the provider answers `null`. */
function nothingIn(computed: ComputedValues): ReadonlySet<string> {
  const paths = Object.keys(computed).filter((path) => computed[path] === null)
  return new Set(paths.map((path) => ['spec', ...pathSteps(path)].join('.')))
}

function badValue(type: string, path: string, problem: string): Failure {
  return new Failure('engine/bad-computed-value', `the provider of ${type} answered ${path}: ${problem}`, {
    hint: 'this is a bug in the plugin: correct it if it is yours, or else report it to its authors',
  })
}

function propertyAt(schema: PropertySchema, path: string): PropertySchema | undefined {
  let property: PropertySchema | undefined = schema
  for (const step of pathSteps(path)) {
    if (property === undefined) return undefined
    if (typeof step === 'number') property = property.items
    else if (property.attributes !== undefined && Object.hasOwn(property.attributes, step)) {
      property = property.attributes[step]
    } else property = property.mapValues
  }
  return property
}

/** True for a path to a list item after a gap, so that items before it would be missing. */
function skipsItems(target: ValueMap, steps: readonly (string | number)[]): boolean {
  let value: Value | undefined = target
  for (const step of steps) {
    if (typeof step === 'number') {
      if (step > (isList(value) ? value.length : 0)) return true
      value = isList(value) ? value[step] : undefined
    } else value = isMap(value) ? value[step] : undefined
  }
  return false
}

function problemOf(property: PropertySchema | undefined, value: Value, given: Value | undefined): string | undefined {
  if (property === undefined) return 'its schema has no such property'
  if (given !== undefined && !equalValues(given, value)) return 'the blueprint gives another value for it'
  return fits(property, value) ? undefined : `it must be of type ${property.type}, but this is of type ${kindOf(value)}`
}

/** True if a value has the type of the schema, at every depth. */
function fits(schema: PropertySchema, marked: Value): boolean {
  const value = revealed(marked)
  // Only resources that do not exist yet have unknown values, as in a preview.
  if (value === null || isUnknown(value)) return true
  switch (schema.type) {
    case 'string':
      return typeof value === 'string'
    case 'boolean':
      return typeof value === 'boolean'
    case 'integer':
      return typeof value === 'bigint' || Number.isSafeInteger(value)
    case 'float':
      return typeof value === 'bigint' || typeof value === 'number'
    case 'map':
    case 'object':
      return isMap(value) && Object.entries(value).every(([key, item]) => fitsBelow(schema, key, item))
    case 'array':
      return isList(value) && value.every((item) => schema.items === undefined || fits(schema.items, item))
    case 'union':
      return schema.oneOf === undefined || schema.oneOf.some((alternative) => fits(alternative, value))
  }
}

function fitsBelow(schema: PropertySchema, key: string, value: Value): boolean {
  const { attributes, mapValues } = schema
  if (attributes === undefined) return mapValues === undefined || fits(mapValues, value)
  const attribute = Object.hasOwn(attributes, key) ? attributes[key] : undefined
  return attribute !== undefined && fits(attribute, value)
}

/**
 * A copy with one value set. Missing lists and maps on the way are made. Maps among the `copies` are our own and are changed in place, so that
 * several values in one map do not need a copy each.
 */
function setAt(target: Value | undefined, steps: readonly (string | number)[], value: Value, copies: Copies): Value {
  const [step, ...rest] = steps
  if (step === undefined) return value
  if (typeof step === 'number') {
    const list = copies.listOf(target)
    list[step] = setAt(list[step], rest, value, copies)
    return list
  }
  const map = copies.mapOf(target)
  map[step] = setAt(map[step], rest, value, copies)
  return map
}

class Copies {
  readonly #made = new Set<unknown>()

  listOf(value: Value | undefined): Value[] {
    if (this.#made.has(value)) return value as Value[]
    const list = isList(value) ? [...value] : []
    this.#made.add(list)
    return list
  }

  mapOf(value: Value | undefined): MutableValueMap {
    if (this.#made.has(value)) return value as MutableValueMap
    const map = valueMap(isMap(value) ? Object.entries(value) : [])
    this.#made.add(map)
    return map
  }
}
