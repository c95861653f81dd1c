import { published, type ProviderName } from '../build.ts'
import { type Configuration, type Given, Reference } from './case.ts'

/** The namespace of a provider's types in these tests: plugins that come with Slipway use some of the providers' own names. */
export function namespaceOf(provider: ProviderName): string {
  return `tf${provider}`
}

/** The type as a blueprint names it: `tfharbor/harbor_berth`. */
export function typeOf(type: string): string {
  return `tf${type.split('_')[0]}/${type}`
}

/** Writes the configuration as a blueprint in JSON. */
export function asBlueprint(wanted: Configuration, providers: readonly ProviderName[]): string {
  const plugins = Object.fromEntries(
    providers.map((name) => [namespaceOf(name), `terraform:${published(name).source}@${published(name).version}`]),
  )
  const resources: Record<string, object> = {}
  for (const [name, { type, spec, createFirst, ignoring, imported }] of Object.entries(wanted)) {
    const options = {
      ...(createFirst === undefined ? {} : { replaceOrder: 'create-first' }),
      ...(ignoring === undefined ? {} : { ignoreChanges: ignoring }),
      ...(imported === undefined ? {} : { import: imported }),
    }
    resources[name] = {
      type: typeOf(type),
      spec: writtenFields(spec),
      ...(Object.keys(options).length > 0 && { options }),
    }
  }
  return JSON.stringify({ version: '2025-11-02', metadata: { slipway: { plugins } }, resources }, undefined, 1)
}

function writtenFields(spec: Readonly<Record<string, Given>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(spec).map(([name, value]) => [name, written(value)]))
}

function written(value: Given): unknown {
  if (value instanceof Reference) return `\${resources.${value.resource}.spec.${value.attribute}}`
  if (Array.isArray(value)) return value.map(written)
  if (typeof value === 'object' && value !== null) return writtenFields(value as Readonly<Record<string, Given>>)
  return value
}
