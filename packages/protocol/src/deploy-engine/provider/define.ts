import { TaggingSupport } from '../gen/sharedtypesv1.ts'
import {
  type DataSourceTypeDefinition,
  type DefinitionRequest,
  type FunctionDefinition,
  PluginFailure,
  type PropertySchema,
  type ProviderDefinition,
  type ResourceTypeDefinition,
} from '@slipway/model'

import { dataSourceFieldsFromWire, filterFieldsFromWire } from '../convert/definitions/data-source.ts'
import {
  configFromWire,
  replacementByFromWire,
  retryPolicyFromWire,
  schemaVersionFromWire,
  settlementFromWire,
} from '../convert/definitions/definition.ts'
import { functionFromWire } from '../convert/definitions/function.ts'
import { identityFromWire, settlesWithinFromWire } from '../convert/definitions/identity.ts'
import { present } from '../convert/present.ts'
import { schemaFromWire } from '../convert/definitions/schema.ts'
import { plainWords } from '../../plain-words.ts'
import { Provider as Methods } from '../gen/providerserverv1.ts'
import { descriptionOf } from './description-of.ts'
import { defineLinkType } from './define-link-type.ts'
import { defineVariableType } from './define-variable-type.ts'
import { examplesOf } from './examples-of.ts'
import { maxDefinitionWeight, weightOf } from './definition-weight.ts'
import type { CallOptions, PluginCalls } from './plugin-calls.ts'

/** The part of the definition that the plugin tells; the host adds id and version. */
type OwnWords = Omit<ProviderDefinition, 'pluginId' | 'pluginVersion'>

/**
 * Asks for every requested definition at once, and for nothing else. It asks for names before it knows whether the plugin has them, then
 * drops the answers for names that the plugin does not list.
 */
export async function defineProvider(
  calls: PluginCalls,
  request: DefinitionRequest,
  options: CallOptions,
): Promise<OwnWords> {
  const scale = new Scale(calls, options)
  const [own, resourceTypes, dataSourceTypes, functions, linkTypes, variableTypes] = await Promise.all([
    scale.weighed(ownWords(calls, scale.options)),
    each(request.resourceTypes, (type) => scale.weighed(resourceType(calls, type, scale.options))),
    each(request.dataSourceTypes, (type) => scale.weighed(dataSourceType(calls, type, scale.options))),
    each(request.functions, (name) => scale.weighed(functionDefinition(calls, name, scale.options))),
    each(request.linkTypes ?? [], (type) => scale.weighed(defineLinkType(calls, type, scale.options))),
    each(request.variableTypes ?? [], (type) => scale.weighed(defineVariableType(calls, type, scale.options))),
  ])
  return {
    ...own,
    resourceTypes: listed(own.resourceTypeNames, resourceTypes),
    dataSourceTypes: listed(own.dataSourceTypeNames, dataSourceTypes),
    functions: listed(own.functionNames, functions),
    ...present({
      linkTypes: listed(own.linkTypeNames ?? [], linkTypes),
      variableTypes: listed(own.variableTypeNames ?? [], variableTypes),
    }),
  }
}

/** Adds up the size of a plugin's description of itself, and stops reading when it grows too large. */
export class Scale {
  /** Options of the calls whose answers are added up. */
  readonly options: CallOptions
  readonly #calls: PluginCalls
  readonly #full = new AbortController()
  #weight = 0

  constructor(calls: PluginCalls, options: CallOptions) {
    this.#calls = calls
    const given = options.control?.signal
    const signal = given === undefined ? this.#full.signal : AbortSignal.any([given, this.#full.signal])
    this.options = { ...options, control: { ...options.control, signal } }
  }

  async weighed<T>(answer: Promise<T>): Promise<T> {
    try {
      const said = await answer
      this.#weight += weightOf(said)
      if (this.#weight <= maxDefinitionWeight) return said
    } catch (error) {
      if (this.#weight <= maxDefinitionWeight) throw error
    }
    this.#full.abort()
    const { pluginId } = this.#calls
    const message = `the definitions of the types and functions of ${pluginId} take more than ${maxDefinitionWeight / 2 ** 20} MB`
    throw this.#calls.failure('protocol/definition-too-large', message, this.options)
  }
}

/** Asks for the schema of a resource type's spec; `undefined` when the plugin gives none. */
export async function specSchema(
  calls: PluginCalls,
  type: string,
  options: CallOptions,
): Promise<PropertySchema | undefined> {
  const answer = await calls.call(
    Methods.GetResourceSpecDefinition,
    { resourceType: { type }, hostId: calls.hostId, context: {} },
    options,
  )
  const schema = answer.specDefinition?.schema
  return schema && calls.understood(options, () => schemaFromWire(schema))
}

async function ownWords(
  calls: PluginCalls,
  options: CallOptions,
): Promise<Omit<OwnWords, 'resourceTypes' | 'dataSourceTypes' | 'functions' | 'linkTypes' | 'variableTypes'>> {
  const request = { hostId: calls.hostId }
  const [namespace, config, retry, resources, dataSources, functions, links, variables] = await Promise.all([
    calls.call(Methods.GetNamespace, request, options),
    calls.callIfKnown(Methods.GetConfigDefinition, request, options),
    calls.callIfKnown(Methods.GetRetryPolicy, request, options),
    calls.callIfKnown(Methods.ListResourceTypes, request, options),
    calls.callIfKnown(Methods.ListDataSourceTypes, request, options),
    calls.callIfKnown(Methods.ListFunctions, request, options),
    calls.callIfKnown(Methods.ListLinkTypes, request, options),
    calls.callIfKnown(Methods.ListCustomVariableTypes, request, options),
  ])
  const { configDefinition } = config ?? {}
  const retryPolicy = retry?.retryPolicy && retryPolicyFromWire(retry.retryPolicy)
  return {
    namespace: plainWords(calls.needed(namespace.namespace, options).namespace),
    config: calls.understood(options, () =>
      configDefinition === undefined ? { fields: {}, allowAdditionalFields: true } : configFromWire(configDefinition),
    ),
    ...(retryPolicy === undefined ? {} : { retryPolicy }),
    resourceTypeNames: namesOf(resources?.resourceTypes?.resourceTypes),
    dataSourceTypeNames: namesOf(dataSources?.dataSourceTypes?.dataSourceTypes),
    functionNames: (functions?.functionList?.functions ?? []).map(plainWords),
    ...present({
      linkTypeNames: namesOf(links?.linkTypes?.linkTypes),
      variableTypeNames: namesOf(variables?.customVariableTypes?.customVariableTypes),
    }),
  }
}

async function resourceType(calls: PluginCalls, type: string, options: CallOptions): Promise<ResourceTypeDefinition> {
  const request = { resourceType: { type }, hostId: calls.hostId, context: {} }
  const [spec, info, description, dependencies, links, terminal, examples] = await Promise.all([
    calls.call(Methods.GetResourceSpecDefinition, request, options),
    calls.callIfKnown(Methods.GetResourceType, request, options),
    calls.callIfKnown(Methods.GetResourceTypeDescription, request, options),
    calls.callIfKnown(Methods.GetResourceStabilisedDeps, request, options),
    calls.callIfKnown(Methods.CanResourceLinkTo, request, options),
    calls.callIfKnown(Methods.IsResourceCommonTerminal, request, options),
    calls.callIfKnown(Methods.GetResourceExamples, request, options),
  ])
  const wire = calls.needed(spec.specDefinition, options)
  const given = calls.needed(wire.schema, options)
  const schema = calls.understood(options, () => schemaFromWire(given))
  const identity = calls.understood(options, () => identityFromWire(wire.slipwayIdentity, type, schema))
  const settlesWithinMs = settlesWithinFromWire(wire.slipwaySettlesWithinMs)
  return {
    type,
    label: plainWords(info?.resourceTypeInfo?.label ?? '') || type,
    schema,
    destroyBeforeCreate: wire.destroyBeforeCreate,
    ...(wire.taggingSupport !== TaggingSupport.NONE && { tagsItself: true as const }),
    ...(wire.slipwayLiesInFolder && { liesInFolder: true as const }),
    ...(wire.slipwayUnstable && { unstableWith: wire.slipwayUnstable.fields }),
    settlement: settlementFromWire(wire.slipwaySettlement),
    // Zero counts as a promise, too.
    ...(settlesWithinMs === undefined ? {} : { settlesWithinMs }),
    ...(identity === undefined ? {} : { identity }),
    stabilisedDependencies: namesOf(dependencies?.stabilisedDependencies?.resourceTypes),
    ...present({
      idField: wire.idField,
      importedBy: plainWords(wire.slipwayImportedBy),
      replacementBy: replacementByFromWire(wire.slipwayReplacementBy),
      schemaVersion: schemaVersionFromWire(wire.slipwaySchemaVersion),
      description: descriptionOf(description),
      canLinkTo: namesOf(links?.resourceTypes?.resourceTypes),
      isCommonTerminal: terminal?.data?.isCommonTerminal,
      examples: examplesOf(examples),
    }),
  }
}

async function dataSourceType(
  calls: PluginCalls,
  type: string,
  options: CallOptions,
): Promise<DataSourceTypeDefinition> {
  const request = { dataSourceType: { type }, hostId: calls.hostId, context: {} }
  const [spec, filters, info, description, examples] = await Promise.all([
    calls.call(Methods.GetDataSourceSpecDefinition, request, options),
    calls.callIfKnown(Methods.GetDataSourceFilterFields, request, options),
    calls.callIfKnown(Methods.GetDataSourceType, request, options),
    calls.callIfKnown(Methods.GetDataSourceTypeDescription, request, options),
    calls.callIfKnown(Methods.GetDataSourceExamples, request, options),
  ])
  return {
    type,
    label: plainWords(info?.dataSourceTypeInfo?.label ?? '') || type,
    fields: dataSourceFieldsFromWire(calls.needed(spec.specDefinition, options).fields),
    filterFields: filterFieldsFromWire(filters?.filterFields?.filterFields ?? {}),
    ...present({ description: descriptionOf(description), examples: examplesOf(examples) }),
  }
}

async function functionDefinition(calls: PluginCalls, name: string, options: CallOptions): Promise<FunctionDefinition> {
  const request = { functionName: name, hostId: calls.hostId, params: {} }
  const answer = await calls.call(Methods.GetFunctionDefinition, request, options)
  // Some plugins leave out the name, which the caller knows.
  return { ...functionFromWire(calls.needed(answer.functionDefinition, options)), name }
}

export function namesOf(types: readonly { readonly type: string }[] = []): string[] {
  return types.map(({ type }) => plainWords(type))
}

/** Adds the name of the definition to a failure, except to a failure about the total size. */
async function about<T>(name: string, definition: Promise<T>): Promise<T> {
  try {
    return await definition
  } catch (thrown) {
    if (!(thrown instanceof PluginFailure) || thrown.code === 'protocol/definition-too-large') throw thrown
    if (thrown.message.startsWith(name)) throw thrown
    throw thrown.reworded({ message: `${name}: ${thrown.message}`, reasons: thrown.reasons })
  }
}

export async function each<T>(
  names: readonly string[],
  define: (name: string) => Promise<T>,
): Promise<[string, PromiseSettledResult<T>][]> {
  const results = await Promise.allSettled(names.map((name) => about(name, define(name))))
  return names.map((name, index) => [name, results[index] as PromiseSettledResult<T>])
}

/** Returns the definitions by the names that the plugin lists; a listed definition that failed fails the whole. */
export function listed<T>(
  names: readonly string[],
  results: readonly [string, PromiseSettledResult<T>][],
): Record<string, T> {
  const known = new Set(names)
  const kept: Record<string, T> = Object.create(null)
  for (const [name, result] of results) {
    if (!known.has(name)) continue
    if (result.status === 'rejected') throw result.reason
    kept[name] = result.value
  }
  return kept
}
