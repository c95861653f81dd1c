import {
  type PropertySchema,
  type ResourceIdentity,
  revealed,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'

/** Names a resource to a plugin. There are no projects here, and an instance is what a stack is. */
export function about({ type, resourceName, instanceName }: ResourceIdentity) {
  return { urn: `urn:pulumi:${instanceName}::slipway::${type}::${resourceName}`, name: resourceName, type }
}

/** Under which its plugin knows a resource outside; `undefined` before there is one. */
export function idOf(spec: ValueMap | undefined): string | undefined {
  const id = revealed(spec?.['id'] ?? null)
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** The part of a spec that the blueprint may give. */
export function inputsOf(schema: PropertySchema, spec: ValueMap): ValueMap {
  return entries(spec, (name) => attribute(schema, name)?.computed !== true)
}

/** A plugin's answer about a resource, beside its id: all of its properties. */
export function outputsOf(spec: ValueMap): ValueMap {
  return entries(spec, (name) => name !== 'id')
}

/** The part of an answer that the schema knows. Plugins answer more: fields of their own, which are nobody else's. */
export function attributesOf(schema: PropertySchema, answer: ValueMap): ValueMap {
  return entries(answer, (name, value) => value !== null && attribute(schema, name) !== undefined)
}

/** The path of a property in a resource: `spec.password`, `spec["a b"]`. */
export function pathOf(name: string): string {
  return /^[A-Za-z_][\w-]*$/.test(name) ? `spec.${name}` : `spec[${JSON.stringify(name)}]`
}

/** The same for what plugins say of properties: `password`, `rules[0].port`, nothing for all of it. */
export function placeOf(path: string): string {
  if (path === '') return 'spec'
  return /^[A-Za-z_][\w-]*[.[]/.test(path) ? `spec.${path}` : pathOf(path)
}

function attribute({ attributes = {} }: PropertySchema, name: string): PropertySchema | undefined {
  return Object.hasOwn(attributes, name) ? attributes[name] : undefined
}

function entries(map: ValueMap, isKept: (name: string, value: Value) => boolean): ValueMap {
  return valueMap(Object.entries(map).filter(([name, value]) => isKept(name, value)))
}
