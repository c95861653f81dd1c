import type { ProviderSchemas, TypeSchema } from '../schema/schema.ts'

type Books = Pick<ProviderSchemas, 'dataSources' | 'ephemeralResources'>

/** Goes before the name of an ephemeral resource where a data source has the same name. */
const prefix = 'ephemeral_'

/** The names by which blueprints read ephemeral resources, among those of data sources. */
export function ephemeralNames({ dataSources, ephemeralResources }: Books): readonly string[] {
  const taken = new Set(dataSources.names)
  return ephemeralResources.names.map((name) => (taken.has(name) ? `${prefix}${name}` : name))
}

/** The ephemeral resource that a blueprint calls by this name; `undefined` if it is none. A data source wins. */
export function ephemeralNamed({ dataSources, ephemeralResources }: Books, name: string): TypeSchema | undefined {
  if (dataSources.names.includes(name)) return undefined
  const plain = name.startsWith(prefix) ? name.slice(prefix.length) : ''
  return ephemeralResources.get(name) ?? (dataSources.names.includes(plain) ? ephemeralResources.get(plain) : undefined)
}
