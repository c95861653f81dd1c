import {
  type AnalyzedIdentity,
  type AnalyzedOptions,
  type AnalyzedProvider,
  type AnalyzedResource,
  isList,
  isMap,
  isPart,
  type Value,
  type ValueMap,
  valueMap,
  typeOfPart,
} from '@slipway/model'
import {
  builtInNamespace,
  componentType,
  ownType,
  parseProviderReference,
  parseUrn,
  type ProgramCatalog,
  recordedResource,
} from '@slipway/programs'
import type { PolicyView } from '../policies/policies.ts'

/** Facts about a program besides its records. */
interface Known {
  readonly wishes: Pick<ProgramCatalog['wishes'], 'of'>
  readonly connections: { settings(reference: string): { readonly config: ValueMap } | undefined }
}

/** Makes the view for programs. Policies see a program's inputs and outputs, and components with the program's type names. */
export function viewOfPrograms(known: () => Known): PolicyView {
  return {
    of: (resource) => asProgramsSay(resource, known()),
    withProperties: ({ properties: spec }, inputs) => valueMap([...Object.entries(spec), ['inputs', inputs]]),
  }
}

/** Makes the view for blueprints. Parts of components look like a program's resources; all other resources look as recorded. */
export function viewOfParts(known: () => Known): PolicyView {
  const ofPrograms = viewOfPrograms(known)
  return {
    of: (resource) => (isPart(resource) ? ofPrograms.of({ ...resource, type: typeOfPart(resource.type) }) : resource),
    withProperties: (resource, properties) =>
      isPart(resource) ? ofPrograms.withProperties(resource, properties) : properties,
  }
}

function asProgramsSay(resource: AnalyzedResource, { wishes, connections }: Known): AnalyzedResource {
  const { properties: spec, type } = resource
  const { inputs = null, outputs = null } = spec
  const { urn, parent, provider } = recordedResource(spec)
  const parts = parseUrn(urn)
  if (parts === undefined) return resource
  const made = isMap(outputs) && Object.keys(outputs).length > 0 ? outputs : inputs
  const identity: AnalyzedIdentity = {
    urn,
    parent,
    dependencies: urnsIn(spec['dependencies']),
    propertyDependencies: byInput(spec['propertyDependencies']),
  }
  const isBehindNothing = type === componentType || type.startsWith(builtInNamespace)
  return {
    ...resource,
    type: ownType(parts),
    properties: isMap(made) ? made : valueMap(),
    identity,
    options: { ...resource.options, ...wished(wishes.of(urn)) },
    provider: isBehindNothing ? undefined : providerAt(provider ?? '', connections),
  }
}

function providerAt(reference: string, connections: Known['connections']): AnalyzedProvider | undefined {
  const { urn = reference } = parseProviderReference(reference) ?? {}
  const settings = connections.settings(reference) ?? connections.settings(urn)
  return { urn, name: parseUrn(urn)?.name ?? urn, properties: settings?.config ?? valueMap() }
}

/** Returns the options of a request; programs give times in seconds. Empty if no running program has requested the resource. */
function wished(wish: ReturnType<Known['wishes']['of']>): AnalyzedOptions {
  if (wish === undefined) return {}
  const { ignoreChanges, additionalSecretOutputs, deleteBeforeReplace: destroyFirst, timeouts } = wish
  const { create = 0, update = 0, delete: destroy = 0, read = 0 } = timeouts
  const isLimited = Object.keys(timeouts).length > 0
  return {
    ...(ignoreChanges.length > 0 && { ignoreChanges }),
    ...(additionalSecretOutputs.length > 0 && { additionalSecretOutputs }),
    ...(destroyFirst !== undefined && { destroyFirst }),
    ...(isLimited && {
      timeouts: { create: create * 1000, update: update * 1000, destroy: destroy * 1000, read: read * 1000 },
    }),
  }
}

function urnsIn(value: Value | undefined): readonly string[] {
  return isList(value) ? value.filter((urn) => typeof urn === 'string') : []
}

function byInput(value: Value | undefined): Readonly<Record<string, readonly string[]>> {
  const map: ValueMap = isMap(value ?? null) ? (value as ValueMap) : valueMap()
  return Object.fromEntries(Object.entries(map).map(([name, urns]) => [name, urnsIn(urns)]))
}
