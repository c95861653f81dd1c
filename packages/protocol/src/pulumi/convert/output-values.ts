import type { Struct, Value as WireValue } from '../gen/google-protobuf-struct.ts'
import { secretSignature, signatureKey, signatures, unknowns } from './struct.ts'

/** URNs of the resources that values came from, by property name. */
export type DependenciesByProperty = Readonly<Record<string, readonly string[]>>

/**
 * Returns properties in the form for transforms. Secrets, unknowns and values from other resources become outputs, which programs can
 * `apply` a function to; other values stay unchanged.
 */
export function withOutputValues(struct: Struct | undefined, dependencies: DependenciesByProperty): Struct {
  return mapped(struct, (value, name) => dependent(upgraded(value), dependencies[name] ?? []))
}

/** Returns the URNs that the outputs among the properties came from, by property. Properties without outputs have an empty list. */
export function dependenciesOfOutputs(struct: Struct | undefined): DependenciesByProperty {
  return Object.fromEntries(
    Object.entries(struct?.fields ?? {}).map(([name, value]) => [name, [...new Set(urnsIn(value))]]),
  )
}

function mapped(struct: Struct | undefined, change: (value: WireValue, name: string) => WireValue): Struct {
  const fields: Record<string, WireValue> = Object.create(null)
  for (const [name, value] of Object.entries(struct?.fields ?? {})) fields[name] = change(value, name)
  return { fields }
}

function upgraded(value: WireValue): WireValue {
  const { stringValue, listValue, structValue } = value
  if (stringValue !== undefined) return unknowns.has(stringValue) ? outputOf({}) : value
  if (listValue !== undefined) return { ...value, listValue: { values: listValue.values.map(upgraded) } }
  if (structValue === undefined) return value
  const { [signatureKey]: signature, value: inner } = structValue.fields
  if (signature?.stringValue === signatures.output) return value
  if (signature?.stringValue !== secretSignature) return { ...value, structValue: mapped(structValue, upgraded) }
  const isKnown = inner !== undefined && !unknowns.has(inner.stringValue ?? '')
  return outputOf({ ...(isKnown && { value: inner }), secret: { ...nothing, boolValue: true } })
}

/** Adds the URNs of the resources from which a value came. */
function dependent(value: WireValue, urns: readonly string[]): WireValue {
  const known = new Set(urnsIn(value))
  if (urns.every((urn) => known.has(urn))) return value
  const fields = value.structValue?.fields ?? {}
  const isOutput = fields[signatureKey]?.stringValue === signatures.output
  const all = isOutput ? new Set([...ownUrns(fields), ...urns]) : new Set(urns)
  const values = Array.from(all, (urn) => ({ ...nothing, stringValue: urn }))
  return outputOf({ ...(isOutput ? fields : { value }), dependencies: { ...nothing, listValue: { values } } })
}

function urnsIn({ listValue, structValue }: WireValue): readonly string[] {
  if (listValue !== undefined) return listValue.values.flatMap(urnsIn)
  if (structValue === undefined) return []
  const { fields } = structValue
  const own = fields[signatureKey]?.stringValue === signatures.output ? ownUrns(fields) : []
  return [...own, ...Object.values(fields).flatMap(urnsIn)]
}

function ownUrns({ dependencies }: Struct['fields']): readonly string[] {
  return (
    dependencies?.listValue?.values.flatMap(({ stringValue = '' }) => (stringValue === '' ? [] : [stringValue])) ?? []
  )
}

const nothing: WireValue = {
  nullValue: undefined,
  numberValue: undefined,
  stringValue: undefined,
  boolValue: undefined,
  structValue: undefined,
  listValue: undefined,
}

function outputOf(fields: Struct['fields']): WireValue {
  const signature = { ...nothing, stringValue: signatures.output }
  return { ...nothing, structValue: { fields: { ...fields, [signatureKey]: signature } } }
}
