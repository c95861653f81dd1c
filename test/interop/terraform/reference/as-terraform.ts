import { published, type ProviderName } from '../build.ts'
import { type Configuration, type Given, Reference } from './case.ts'

/** Writes the configuration in the reference's JSON syntax. */
export function asTerraform(wanted: Configuration, providers: readonly ProviderName[]): string {
  const named = Object.entries(wanted)
  const typeOf = (name: string): string => wanted[name]?.type ?? ''
  const resource: Record<string, Record<string, object>> = {}
  for (const [name, { type, spec, createFirst, ignoring }] of named) {
    const lifecycle = {
      ...(createFirst === undefined ? {} : { create_before_destroy: true }),
      ...(ignoring === undefined ? {} : { ignore_changes: ignoring }),
    }
    const fields = writtenFields(spec, typeOf)
    if (Object.keys(lifecycle).length > 0) fields['lifecycle'] = lifecycle
    resource[type] = Object.assign({}, resource[type], { [name]: fields })
  }
  const imports = named.flatMap(([name, { type, imported }]) =>
    imported === undefined ? [] : [{ to: `${type}.${name}`, id: imported }],
  )
  const required = Object.fromEntries(providers.map((name) => [name, { source: published(name).source }]))
  return JSON.stringify(
    {
      terraform: { required_providers: required },
      ...(named.length > 0 && { resource }),
      ...(imports.length > 0 && { import: imports }),
    },
    undefined,
    1,
  )
}

function writtenFields(
  spec: Readonly<Record<string, Given>>,
  typeOf: (name: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(spec).map(([name, value]) => [name, written(value, typeOf)]))
}

function written(value: Given, typeOf: (name: string) => string): unknown {
  if (value instanceof Reference) return `\${${typeOf(value.resource)}.${value.resource}.${value.attribute}}`
  if (Array.isArray(value)) return value.map((each: Given) => written(each, typeOf))
  if (typeof value === 'object' && value !== null)
    return writtenFields(value as Readonly<Record<string, Given>>, typeOf)
  return value
}
