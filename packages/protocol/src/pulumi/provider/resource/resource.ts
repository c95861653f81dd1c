import {
  equalValues,
  isList,
  isMap,
  type PropertySchema,
  type ResourceIdentity,
  revealed,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { keptName, notedNames } from '../../convert/schema.ts'

/** The identification of a resource inside Slipway; before its creation it may have no id. */
export type Named = Pick<ResourceIdentity, 'type' | 'resourceName' | 'instanceName'> &
  Partial<Pick<ResourceIdentity, 'resourceId'>>

/** Names a resource to a plugin. Slipway has no projects, and an instance corresponds to a stack. */
export function about({ type, resourceName, instanceName }: Named) {
  return { urn: `urn:pulumi:${instanceName}::slipway::${type}::${resourceName}`, name: resourceName, type }
}

/** Returns the id by which a plugin knows a resource outside; `undefined` before there is one. */
export function idOf(spec: ValueMap | undefined): string | undefined {
  const id = revealed(spec?.['id'] ?? null)
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** Returns the part of a spec that the blueprint may give; for a recorded spec, the inputs as the plugin has checked them. */
export function inputsOf(schema: PropertySchema, spec: ValueMap): ValueMap {
  const { inputs } = keptIn(spec)
  return isMap(inputs) ? inputs : givenInputs(schema, spec)
}

export function withId(outputs: ValueMap, id: Value): ValueMap {
  return valueMap([...Object.entries(outputs), ['id', id]])
}

/** Returns a plugin's answer about a resource: all of its properties, including the id if the plugin has reported it as a property, too. */
export function outputsOf(spec: ValueMap): ValueMap {
  const { outputs } = keptIn(spec)
  const own = entries(spec, (name) => name !== 'id' && !notedNames.has(name))
  return isMap(outputs) ? valueMap([...Object.entries(own), ...Object.entries(outputs)]) : own
}

/** Returns the part of a record beyond the spec; `undefined` when the spec is complete. */
export function keptOf(
  schema: PropertySchema,
  recorded: ValueMap,
  { inputs, outputs }: { readonly inputs: ValueMap; readonly outputs: ValueMap },
): ValueMap | undefined {
  // Some plugins look for the id among the properties, and others have no such property.
  const others = entries(outputs, (name, value) => name === 'id' || !equalValues(recorded[name] ?? null, value))
  const kept: [string, Value][] = []
  if (!equalValues(givenInputs(schema, recorded), inputs)) kept.push(['inputs', inputs])
  if (Object.keys(others).length > 0) kept.push(['outputs', others])
  return kept.length === 0 ? undefined : valueMap(kept)
}

/** Returns the part of an answer that the schema describes. Plugins also answer fields of their own, which have no meaning for others. */
export function attributesOf(schema: PropertySchema, answer: ValueMap): ValueMap {
  const known = entries(answer, (name, value) => value !== null && attribute(schema, name) !== undefined)
  return valueMap(Object.entries(known).map(([name, value]) => [name, fitted(attribute(schema, name), value)]))
}

/** Returns the path of a property in a resource: `spec.password`, `spec["a b"]`. */
export function pathOf(name: string): string {
  return /^[A-Za-z_][\w-]*$/.test(name) ? `spec.${name}` : `spec[${JSON.stringify(name)}]`
}

/** Like `pathOf`, for the paths in plugins' messages: `password`, `rules[0].port`, or empty for the whole spec. */
export function placeOf(path: string): string {
  if (path === '') return 'spec'
  return /^[A-Za-z_][\w-]*[.[]/.test(path) ? `spec.${path}` : pathOf(path)
}

function givenInputs(schema: PropertySchema, spec: ValueMap): ValueMap {
  return entries(spec, (name) => attribute(schema, name)?.computed !== true)
}

function keptIn(spec: ValueMap): ValueMap {
  const kept = revealed(spec[keptName] ?? null)
  return isMap(kept) ? kept : valueMap()
}

/** Drops the properties that the schema's objects do not have, at every depth. */
function fitted(schema: PropertySchema | undefined, value: Value): Value {
  if (schema?.type === 'array' && isList(value)) return value.map((item) => fitted(schema.items, item))
  if (!isMap(value) || (schema?.type !== 'object' && schema?.type !== 'map')) return value
  const { attributes, mapValues } = schema
  const known = attributes === undefined ? value : entries(value, (name) => Object.hasOwn(attributes, name))
  return valueMap(Object.entries(known).map(([name, inner]) => [name, fitted(attributes?.[name] ?? mapValues, inner)]))
}

function attribute({ attributes = {} }: PropertySchema, name: string): PropertySchema | undefined {
  return Object.hasOwn(attributes, name) ? attributes[name] : undefined
}

function entries(map: ValueMap, isKept: (name: string, value: Value) => boolean): ValueMap {
  return valueMap(Object.entries(map).filter(([name, value]) => isKept(name, value)))
}
