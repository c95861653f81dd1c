import {
  type CallControl,
  type ComputedValues,
  type DefinitionRequest,
  type DeployRequest,
  type DestroyRequest,
  type DiffRequest,
  type ExternalStateRequest,
  type FetchRequest,
  type FunctionAnswer,
  type FunctionCallRequest,
  isMap,
  namespaceOf,
  type PluginDiagnostic,
  type PropertySchema,
  type Provider,
  type ProviderDefinition,
  type ResourceDiff,
  type StabilisedRequest,
  type StabilisedResult,
  type ListedThings,
  type ListRequest,
  type UpgradeRequest,
  type ValidateResourceRequest,
  type ValueMap,
} from '@slipway/model'

import { type CallDeadlines, defaultCallDeadlines } from '../../call-deadlines.ts'
import { plainWords } from '../../plain-words.ts'
import type { Init, Method } from '../../wire/codec/message.ts'
import { blueprintParamsToWire, contextToWire } from '../convert/calls/context.ts'
import { dataSourceToWire, exportedFromWire, fetchToWire } from '../convert/definitions/data-source.ts'
import { diagnosticsFromWire } from '../convert/calls/diagnostic.ts'
import { answerFromWire } from '../convert/calls/function-call.ts'
import { jsonFromWire, jsonToWire } from '../convert/values/json.ts'
import { deployToWire, metadataToWire, stateToWire } from '../convert/calls/resource.ts'
import { mapFromWire, requiredValueToWire, valuesFromWire } from '../convert/values/value.ts'
import { Provider as Methods } from '../gen/providerserverv1.ts'
import type { RpcChannel } from '../../wire/rpc/channel.ts'
import { defineProvider, specSchema } from './define.ts'
import { LinkClient } from './link-client.ts'
import { type Answer, type CallOptions, ifKnown, PluginCalls } from './plugin-calls.ts'

export interface ProviderClientOptions {
  /** The host's id, which the plugin learns in the answer to its registration. */
  readonly hostId: string
  readonly pluginId: string
  readonly pluginVersion: string
  /** Limits in milliseconds; a call's own control takes precedence. */
  readonly deadlines?: Partial<CallDeadlines>
  /** Returns the schema of a type's spec, if the caller has it from a definition; the client then need not ask the plugin again. */
  readonly knownSchema?: (type: string) => PropertySchema | undefined
}

/** The empty list of changes that travels: the plugin finds out by itself which properties have changed. */
const noChanges = { mustRecreate: false, modified: [], added: [], removed: [], unchanged: [], computed: [] }

/** A provider in a plugin process, reached over the deploy-engine dialect. */
export class ProviderClient implements Provider {
  readonly links: LinkClient
  readonly #calls: PluginCalls
  readonly #options: ProviderClientOptions
  readonly #deadlines: CallDeadlines
  /** The prefix of the provider's settings in calls of functions: the last part of the id, until the plugin has reported its namespace. */
  #namespace: string
  /** Schemas of specs by resource type: they distinguish integers from floats. */
  readonly #schemas = new Map<string, Promise<PropertySchema | undefined>>()

  constructor(channel: RpcChannel, options: ProviderClientOptions) {
    this.#options = options
    this.#calls = new PluginCalls(channel, options.hostId, options.pluginId)
    this.#deadlines = { ...defaultCallDeadlines, ...options.deadlines }
    this.#namespace = options.pluginId.slice(options.pluginId.lastIndexOf('/') + 1)
    this.links = new LinkClient({
      calls: this.#calls,
      schemaOf: async (type, control) =>
        namespaceOf(type) === this.#namespace ? this.#schemaOf(type, control) : this.#options.knownSchema?.(type),
      defining: (method, control) => this.#defining(method, control),
      asking: (method, control) => this.#asking(method, control),
      changing: (method, control) => this.#changing(method, control),
    })
  }

  async define(request: DefinitionRequest, control?: CallControl): Promise<ProviderDefinition> {
    const { pluginId, pluginVersion } = this.#options
    const definition = await defineProvider(this.#calls, request, this.#defining('provider.Define', control))
    this.#namespace = definition.namespace
    for (const { type, schema } of Object.values(definition.resourceTypes))
      this.#schemas.set(type, Promise.resolve(schema))
    return { pluginId, pluginVersion, ...definition }
  }

  async validateResource(
    request: ValidateResourceRequest,
    control?: CallControl,
  ): Promise<readonly PluginDiagnostic[]> {
    const options = this.#asking('provider.Resource.CustomValidate', control)
    const { type, spec, context } = request
    const asked = this.#call(Methods.CustomValidateResource, type, options, (schema) => ({
      resourceType: { type },
      hostId: this.#calls.hostId,
      schemaResource: { type, spec: requiredValueToWire(spec, schema) },
      context: contextToWire(context),
    }))
    const answer = await ifKnown(asked)
    return diagnosticsFromWire(answer?.completeResponse?.diagnostics ?? [])
  }

  async diff(request: DiffRequest, control?: CallControl): Promise<ResourceDiff> {
    const options = this.#asking('provider.Resource.Diff', control)
    const answer = await this.#call(Methods.SlipwayDiffResource, request.type, options, (schema) =>
      deployToWire({ ...request, changes: noChanges }, this.#calls.hostId, schema),
    )
    const { replaceBecause, destroyFirst } = this.#calls.needed(answer.diff, options)
    return { replaceBecause: replaceBecause.map(plainWords), destroyFirst }
  }

  async upgrade(request: UpgradeRequest, control?: CallControl): Promise<ValueMap> {
    const options = this.#asking('provider.Resource.Upgrade', control)
    const { type, resourceId, resourceName, instanceId, instanceName, schemaVersion, spec, context } = request
    const asked = await this.#calls.prepared(options, () => ({
      resourceType: { type },
      hostId: this.#calls.hostId,
      instanceId,
      instanceName,
      resourceId,
      resourceName,
      schemaVersion,
      spec: jsonToWire(spec),
      context: contextToWire(context),
    }))
    const answer = await this.#calls.call(Methods.SlipwayUpgradeResource, asked, options)
    const wire = this.#calls.needed(answer.spec, options)
    const upgraded = this.#calls.understood(options, () => jsonFromWire(wire))
    if (!isMap(upgraded)) throw this.#calls.failure('protocol/bad-answer', 'the upgraded spec is not a map', options)
    return upgraded
  }

  async list(request: ListRequest, control?: CallControl): Promise<ListedThings> {
    const options = this.#asking('provider.Resource.List', control)
    const { type, query, limit, context } = request
    const asked = await this.#calls.prepared(options, () => ({
      resourceType: { type },
      hostId: this.#calls.hostId,
      query: requiredValueToWire(query),
      limit,
      context: contextToWire(context),
    }))
    const { listed } = await this.#calls.call(Methods.SlipwayListResources, asked, options)
    if (listed === undefined) throw this.#calls.failure('protocol/unimplemented', `${type} cannot be listed`, options)
    const things = listed.resources.map(({ id, name }) => ({ id: plainWords(id), name: plainWords(name) }))
    return { things: things.slice(0, limit), isCut: listed.isCut || things.length > limit }
  }

  async deploy(request: DeployRequest, control?: CallControl): Promise<ComputedValues> {
    const options = this.#changing('provider.Resource.Deploy', control)
    const answer = await this.#call(Methods.DeployResource, request.type, options, (schema) =>
      deployToWire(request, this.#calls.hostId, schema),
    )
    const { computedFieldValues } = this.#calls.needed(answer.completeResponse, options)
    return this.#calls.understood(options, () => valuesFromWire(computedFieldValues))
  }

  async hasStabilised(request: StabilisedRequest, control?: CallControl): Promise<StabilisedResult> {
    const options = this.#asking('provider.Resource.HasStabilised', control)
    const { type, resourceId, resourceName, instanceId, instanceName, spec, metadata, context } = request
    const answer = await this.#call(Methods.ResourceHasStabilised, type, options, (schema) => ({
      resourceType: { type },
      hostId: this.#calls.hostId,
      instanceId,
      instanceName,
      resourceId,
      resourceSpec: requiredValueToWire(spec, schema),
      resourceMetadata: metadataToWire(metadata),
      context: contextToWire(context),
      slipwayResourceName: resourceName,
    }))
    const info = this.#calls.needed(answer.resourceStabilisationInfo, options)
    const computed = this.#calls.understood(options, () => valuesFromWire(info.computedFieldValues))
    return { stabilised: info.stabilised, computed }
  }

  async externalState(request: ExternalStateRequest, control?: CallControl): Promise<ValueMap | undefined> {
    const options = this.#asking('provider.Resource.GetExternalState', control)
    const { type, resourceId, resourceName, instanceId, instanceName, spec, metadata, importedAs, context } = request
    const answer = await this.#call(Methods.GetResourceExternalState, type, options, (schema) => ({
      resourceType: { type },
      hostId: this.#calls.hostId,
      instanceId,
      instanceName,
      resourceId,
      resourceName,
      currentResourceSpec: requiredValueToWire(spec, schema),
      currentResourceMetadata: metadataToWire(metadata),
      slipwayImportedAs: importedAs,
      context: contextToWire(context),
    }))
    const node = this.#calls.needed(answer.resourceSpecState, options)
    // Whether a node is empty, which means that there is no such resource.
    const isNothing =
      node.scalar === undefined &&
      node.stringWithSubstitutions === undefined &&
      node.items.length === 0 &&
      Object.keys(node.fields).length === 0
    return isNothing ? undefined : this.#calls.understood(options, () => mapFromWire(node, 'the external state'))
  }

  async destroy(request: DestroyRequest, control?: CallControl): Promise<void> {
    const options = this.#changing('provider.Resource.Destroy', control)
    const { type, resourceId, instanceId, instanceName, current, context } = request
    const answer = await this.#call(Methods.DestroyResource, type, options, (schema) => ({
      resourceType: { type },
      hostId: this.#calls.hostId,
      instanceId,
      instanceName,
      resourceId,
      resourceState: stateToWire(current, request, schema),
      context: contextToWire(context),
    }))
    const { destroyed } = this.#calls.needed(answer.result, options)
    if (!destroyed)
      throw this.#calls.failure('protocol/not-destroyed', 'the plugin says that it did not destroy the resource', {
        ...options,
        changes: false,
      })
  }

  async fetch(request: FetchRequest, control?: CallControl): Promise<ValueMap> {
    const options = this.#asking('provider.DataSource.Fetch', control)
    const answer = await this.#calls.call(
      Methods.FetchDataSource,
      {
        dataSourceType: { type: request.type },
        dataSourceWithResolvedSubs: fetchToWire(request),
        hostId: this.#calls.hostId,
        context: contextToWire(request.context),
      },
      options,
    )
    const { data } = this.#calls.needed(answer.completeResponse, options)
    return this.#calls.understood(options, () => exportedFromWire(data, request.exports))
  }

  async validateDataSource(request: FetchRequest, control?: CallControl): Promise<readonly PluginDiagnostic[]> {
    const options = this.#asking('provider.DataSource.CustomValidate', control)
    const { type, context } = request
    const asked = {
      dataSourceType: { type },
      hostId: this.#calls.hostId,
      schemaDataSource: dataSourceToWire(request),
      context: contextToWire(context),
    }
    const answer = await this.#calls.callIfKnown(Methods.CustomValidateDataSource, asked, options)
    return diagnosticsFromWire(answer?.completeResponse?.diagnostics ?? [])
  }

  async callFunction(request: FunctionCallRequest, control?: CallControl): Promise<FunctionAnswer> {
    const options = this.#asking('provider.Function.Call', control)
    const answer = await this.#calls.call(
      Methods.CallFunction,
      {
        functionName: request.name,
        hostId: this.#calls.hostId,
        args: { args: jsonToWire(request.args) },
        callContext: { params: blueprintParamsToWire(request.context, this.#namespace) },
      },
      options,
    )
    const result = this.#calls.needed(answer.functionResult, options)
    return this.#calls.understood(options, () => answerFromWire(result))
  }

  /** Calls a method about a resource type; the type's schema decides how values travel. */
  async #call<Request, Response extends Answer>(
    method: Method<Request, Response>,
    type: string,
    options: CallOptions,
    request: (schema: PropertySchema | undefined) => Init<Request>,
  ): Promise<Response> {
    const prepare = async () => request(await this.#schemaOf(type, options.control))
    return this.#calls.call(method, await this.#calls.prepared(options, prepare), options)
  }

  #schemaOf(type: string, control: CallControl | undefined): Promise<PropertySchema | undefined> {
    const known = this.#schemas.get(type)
    if (known !== undefined) return known
    const told = this.#options.knownSchema?.(type)
    if (told !== undefined) return Promise.resolve(told)
    const asked = specSchema(this.#calls, type, this.#defining('provider.Resource.GetSpecDefinition', control))
    this.#schemas.set(type, asked)
    // A failure belongs to the call that asked; the next call asks again.
    asked.catch(() => this.#schemas.delete(type))
    return asked
  }

  #defining(method: string, control: CallControl | undefined): CallOptions {
    return { method, control, deadlineMs: this.#deadlines.define }
  }

  #asking(method: string, control: CallControl | undefined): CallOptions {
    return { method, control, deadlineMs: this.#deadlines.ask }
  }

  #changing(method: string, control: CallControl | undefined): CallOptions {
    return { method, control, deadlineMs: this.#deadlines.change, changes: true }
  }
}
