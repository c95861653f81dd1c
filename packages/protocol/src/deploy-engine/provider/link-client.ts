import {
  type CallControl,
  endsOfLinkType,
  type IntermediariesResult,
  type IntermediaryStates,
  type IntermediaryStatesRequest,
  type LinkChanges,
  type LinkPhaseResult,
  type LinkProvider,
  type PluginDiagnostic,
  type PropertySchema,
  type StageLinkRequest,
  type UpdateIntermediariesRequest,
  type UpdateLinkedRequest,
  type ValidateLinkRequest,
  type ValueMap,
} from '@slipway/model'

import type { Init, Method } from '../../wire/codec/message.ts'
import { linkContextToWire } from '../convert/calls/context.ts'
import { diagnosticsFromWire } from '../convert/calls/diagnostic.ts'
import {
  currentLinkToWire,
  intermediaryFromWire,
  linkActionToWire,
  linkChangesFromWire,
  linkChangesToWire,
  linkedChangesToWire,
  linkedToWire,
  type SchemaOf,
} from '../convert/calls/link.ts'
import { scalarsToWire } from '../convert/values/scalar.ts'
import { mapFromWire, requiredValueToWire } from '../convert/values/value.ts'
import { Provider as OldMethods } from '../gen/providerserver2025.ts'
import { Provider as Methods, type UpdateLinkResourceCompleteResponse } from '../gen/providerserverv1.ts'
import { type Answer, type CallOptions, ifKnown, type PluginCalls } from './plugin-calls.ts'

export interface LinkClientOptions {
  readonly calls: PluginCalls
  /** The schema of a resource type of this plugin; `undefined` for other plugins' types. */
  readonly schemaOf: (type: string, control: CallControl | undefined) => Promise<PropertySchema | undefined>
  readonly defining: (method: string, control: CallControl | undefined) => CallOptions
  readonly asking: (method: string, control: CallControl | undefined) => CallOptions
  readonly changing: (method: string, control: CallControl | undefined) => CallOptions
}

/** The links of a provider in a plugin process. */
export class LinkClient implements LinkProvider {
  readonly #calls: PluginCalls
  readonly #options: LinkClientOptions
  /** True for a plugin on the SDK of mid-2025, which reads other numbers than we write. */
  #isOld: Promise<boolean> | undefined

  constructor(options: LinkClientOptions) {
    this.#calls = options.calls
    this.#options = options
  }

  async validate(request: ValidateLinkRequest, control?: CallControl): Promise<readonly PluginDiagnostic[]> {
    const options = this.#options.asking('provider.Link.ValidateLink', control)
    const { type, a, b, annotations, context } = request
    const wire = await this.#request(options, type, (schemaOf) => ({
      hostId: this.#calls.hostId,
      resourceASpec: requiredValueToWire(a.spec, schemaOf(a.type)),
      resourceBSpec: requiredValueToWire(b.spec, schemaOf(b.type)),
      resourceAName: a.resourceName,
      resourceBName: b.resourceName,
      resourceAType: { type: a.type },
      resourceBType: { type: b.type },
      annotations: scalarsToWire(annotations),
      linkContext: linkContextToWire(context),
    }))
    const answer = await ifKnown(this.#calls.call(Methods.ValidateLink, wire, options))
    return diagnosticsFromWire(answer?.completeResponse?.diagnostics ?? [])
  }

  async stage(request: StageLinkRequest, control?: CallControl): Promise<LinkChanges> {
    const options = this.#options.asking('provider.Link.StageChanges', control)
    const { type, a, b, changes, current, context } = request
    const wire = await this.#request(options, type, (schemaOf) => ({
      linkType: { type },
      hostId: this.#calls.hostId,
      resourceAChanges: linkedChangesToWire(a, changes.a, schemaOf),
      resourceBChanges: linkedChangesToWire(b, changes.b, schemaOf),
      currentLinkState: current && currentLinkToWire(current, request),
      context: linkContextToWire(context),
    }))
    const answer = await this.#call(Methods.StageLinkChanges, OldMethods.StageLinkChanges, wire, type, options)
    return this.#calls.understood(options, () => linkChangesFromWire(answer.completeResponse?.changes))
  }

  async updateResource(request: UpdateLinkedRequest, control?: CallControl): Promise<LinkPhaseResult> {
    const { type, end, linkId, instanceName, action, changes, resource, other, current, context } = request
    const name = end === 'a' ? 'UpdateLinkResourceA' : 'UpdateLinkResourceB'
    const options = this.#options.changing(`provider.Link.UpdateResource${end.toUpperCase()}`, control)
    const wire = await this.#request(options, type, (schemaOf) => ({
      linkType: { type },
      hostId: this.#calls.hostId,
      changes: linkChangesToWire(changes),
      resourceInfo: linkedToWire(resource, schemaOf),
      otherResourceInfo: linkedToWire(other, schemaOf),
      instanceName,
      updateType: linkActionToWire(action),
      currentLinkState: current && currentLinkToWire(current, request),
      context: linkContextToWire(context),
      linkId,
    }))
    const answer = await this.#call(Methods[name], OldMethods[name], wire, type, options)
    const complete = this.#calls.needed(answer.completeResponse, options)
    return this.#calls.understood(options, () => phaseFromWire(complete))
  }

  async updateIntermediaries(
    request: UpdateIntermediariesRequest,
    control?: CallControl,
  ): Promise<IntermediariesResult> {
    const { type, linkId, instanceName, action, changes, a, b, current, context } = request
    const options = this.#options.changing('provider.Link.UpdateIntermediaryResources', control)
    const wire = await this.#request(options, type, (schemaOf) => ({
      linkType: { type },
      hostId: this.#calls.hostId,
      resourceAInfo: linkedToWire(a, schemaOf),
      resourceBInfo: linkedToWire(b, schemaOf),
      linkId,
      changes: linkChangesToWire(changes),
      instanceName,
      updateType: linkActionToWire(action),
      currentLinkState: current && currentLinkToWire(current, request),
      context: linkContextToWire(context),
    }))
    const { UpdateLinkIntermediaryResources: method } = Methods
    const answer = (await this.#isOldPlugin(type, control))
      ? await this.#calls.call(at(OldMethods.UpdateLinkIntermediaryResources, method), wire, options)
      : await this.#calls.call(method, wire, options)
    const complete = this.#calls.needed(answer.completeResponse, options)
    return this.#calls.understood(options, () => ({
      ...phaseFromWire(complete),
      intermediaries: complete.intermediaryResourceStates.map(intermediaryFromWire),
    }))
  }

  async intermediaryStates(request: IntermediaryStatesRequest, control?: CallControl): Promise<IntermediaryStates> {
    const options = this.#options.asking('provider.Link.GetIntermediaryExternalState', control)
    const { type, linkId, linkName, instanceId, instanceName, a, b, current, context } = request
    const wire = await this.#request(options, type, (schemaOf) => ({
      linkType: { type },
      hostId: this.#calls.hostId,
      instanceId,
      instanceName,
      linkId,
      linkName,
      resourceAInfo: linkedToWire(a, schemaOf),
      resourceBInfo: linkedToWire(b, schemaOf),
      intermediaryResourceIds: current.intermediaries.map(({ resourceId }) => resourceId),
      currentLinkState: currentLinkToWire(current, request),
      context: linkContextToWire(context),
    }))
    const answer = await ifKnown(this.#calls.call(Methods.GetLinkIntermediaryExternalState, wire, options))
    return this.#calls.understood(options, () => {
      const states: Record<string, ValueMap | undefined> = Object.create(null)
      for (const [id, state] of Object.entries(answer?.completeResponse?.intermediaryStates ?? {}))
        states[id] = state.exists ? mapFromWire(state.specData, 'the state of an intermediary resource') : undefined
      return states
    })
  }

  /** Makes a request about a link of this type, with the schemas of its ends; a failure here means that nothing has reached the plugin. */
  async #request<Request>(
    options: CallOptions,
    type: string,
    make: (schemaOf: SchemaOf) => Init<Request>,
  ): Promise<Init<Request>> {
    return this.#calls.prepared(options, async () => {
      const ends: readonly string[] = endsOfLinkType(type) ?? []
      const schemas = await Promise.all(ends.map((end) => this.#options.schemaOf(end, options.control)))
      return make((end) => schemas[ends.indexOf(end)])
    })
  }

  /** Calls the old or the current method; both give the same answer. */
  async #call<Request, OldRequest, Response extends Answer>(
    method: Method<Request, Response>,
    old: Method<OldRequest, Response>,
    wire: Init<Request> & Init<OldRequest>,
    type: string,
    options: CallOptions,
  ): Promise<Response> {
    return (await this.#isOldPlugin(type, options.control))
      ? this.#calls.call(at(old, method), wire, options)
      : this.#calls.call(method, wire, options)
  }

  /** Whether the plugin is old: it lacks a method that came with today's numbers. */
  #isOldPlugin(type: string, control: CallControl | undefined): Promise<boolean> {
    const options = this.#options.defining('provider.Link.GetCardinality', control)
    const ask = async (): Promise<boolean> => {
      const request = { linkType: { type }, hostId: this.#calls.hostId, context: {} }
      return (await this.#calls.callIfKnown(Methods.GetLinkCardinality, request, options)) === undefined
    }
    this.#isOld ??= ask().catch((error: unknown) => {
      this.#isOld = undefined
      throw error
    })
    return this.#isOld
  }
}

/** Combines an old message with a current path: the SDK of mid-2025 serves its messages at the same paths. */
function at<Request, Response>(old: Method<Request, Response>, { path }: { readonly path: string }) {
  return { ...old, path }
}

function phaseFromWire({
  linkData,
  resourceDataMappings,
}: Pick<UpdateLinkResourceCompleteResponse, 'linkData' | 'resourceDataMappings'>): LinkPhaseResult {
  return { data: mapFromWire(linkData, 'the data of the link'), mappings: resourceDataMappings }
}
