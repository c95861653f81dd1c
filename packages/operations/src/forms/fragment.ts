import {
  isList,
  isMap,
  isSecret,
  type PropertySchema,
  type ResourceTypeDefinition,
  type Value,
  type ValueMap,
} from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { blueprintVersion, bareName } from '@slipway/engine'
import { readSource, type Form } from '@slipway/source'
import { convertedText } from './convert.ts'

/** Returns the blueprint text that describes a recorded resource, without computed values. Secrets become variables and are not shown. */
export function fragmentOf(
  record: Pick<ResourceRecord, 'name' | 'type' | 'spec'>,
  { schema }: Pick<ResourceTypeDefinition, 'schema'>,
  form: Form,
): string {
  const name = bareName(record.name)
  const secrets: string[] = []
  const written = { secrets, prefix: name }
  const spec = specText(given(schema, record.spec), written)
  const variables = secrets.map((secret) => `  ${secret}: { type: string, secret: true }\n`)
  const yaml = [
    `version: ${blueprintVersion}\n`,
    ...(variables.length === 0 ? [] : ['variables:\n', ...variables]),
    `resources:\n  ${name}:\n    type: ${JSON.stringify(record.type)}\n`,
    spec,
  ].join('')
  return convertedText(readSource('fragment.yaml', yaml), 'yaml', form)
}

/** Returns the spec of a resource below its name, in YAML. Secrets become variables. */
export function specText(spec: ValueMap, written: Written): string {
  const lines = Object.entries(spec).map(
    ([key, value]) => `      ${JSON.stringify(key)}: ${textOf(value, [key], written)}\n`,
  )
  return lines.length === 0 ? '' : ['    spec:\n', ...lines].join('')
}

interface Written {
  /** The names of the variables that stand for secrets. */
  readonly secrets: string[]
  readonly prefix: string
}

function textOf(value: Value, path: readonly (string | number)[], written: Written): string {
  if (isSecret(value)) return JSON.stringify(`\${variables.${variableFor(path, written)}}`)
  if (isList(value)) return `[${value.map((item, index) => textOf(item, [...path, index], written)).join(', ')}]`
  if (isMap(value)) {
    const entries = Object.entries(value).map(
      ([key, item]) => `${JSON.stringify(key)}: ${textOf(item, [...path, key], written)}`,
    )
    return `{${entries.join(', ')}}`
  }
  if (typeof value === 'string') return JSON.stringify(value.replaceAll('${', '${"${"}'))
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value)
}

function variableFor(path: readonly (string | number)[], { secrets, prefix }: Written): string {
  const name = [prefix, ...path].join('_').replaceAll(/[^\w-]/g, '_')
  if (!secrets.includes(name)) secrets.push(name)
  return name
}

/** Returns the spec without computed fields, which a blueprint may not set, and without nulls. */
function given(schema: PropertySchema | undefined, spec: ValueMap): ValueMap {
  const kept = Object.entries(spec).flatMap(([key, value]) => {
    const attribute = schema?.attributes?.[key]
    if (attribute?.computed === true || value === null) return []
    return [[key, isMap(value) && attribute?.attributes !== undefined ? given(attribute, value) : value] as const]
  })
  return Object.fromEntries(kept)
}
