import type {
  CallControl,
  PluginDiagnostic,
  Transformed,
  Transformer,
  TransformerDefinition,
  TransformerRequest,
  TransformRequest,
  ValidateAbstractRequest,
} from '@slipway/model'

import type { RpcChannel } from '../../wire/rpc/channel.ts'
import { blueprintFromWire, blueprintToWire } from '../convert/documents/blueprint.ts'
import { resourceOfDocument } from '../convert/documents/blueprint-resource.ts'
import { transformerContextToWire } from '../convert/calls/context.ts'
import { diagnosticsFromWire } from '../convert/calls/diagnostic.ts'
import { graphToWire } from '../convert/documents/link-graph.ts'
import { Transformer as Methods } from '../gen/transformerserverv1.ts'
import { type CallOptions, PluginCalls } from '../provider/plugin-calls.ts'
import { defineTransformer } from './define.ts'

export interface TransformerClientOptions {
  readonly hostId: string
  readonly pluginId: string
  readonly pluginVersion: string
  /** Limits in milliseconds; a call's own control takes precedence. */
  readonly deadlines?: Partial<TransformerDeadlines>
}

interface TransformerDeadlines {
  /** Limit for calls that describe the plugin; it answers them from memory. */
  readonly define: number
  readonly transform: number
}

const defaultDeadlines: TransformerDeadlines = { define: 10_000, transform: 120_000 }

/** A transformer in a plugin process, reached over the deploy-engine dialect. */
export class TransformerClient implements Transformer {
  readonly #calls: PluginCalls
  readonly #options: TransformerClientOptions
  readonly #deadlines: TransformerDeadlines

  constructor(channel: RpcChannel, options: TransformerClientOptions) {
    this.#options = options
    this.#calls = new PluginCalls(channel, options.hostId, options.pluginId)
    this.#deadlines = { ...defaultDeadlines, ...options.deadlines }
  }

  async define(request: TransformerRequest, control?: CallControl): Promise<TransformerDefinition> {
    const { pluginId, pluginVersion } = this.#options
    const options: CallOptions = { method: 'transformer.Define', control, deadlineMs: this.#deadlines.define }
    return { pluginId, pluginVersion, ...(await defineTransformer(this.#calls, request, options)) }
  }

  async validateResource(
    { type, resource, context }: ValidateAbstractRequest,
    control?: CallControl,
  ): Promise<readonly PluginDiagnostic[]> {
    const options = this.#working('transformer.CustomValidateAbstractResource', control)
    const request = await this.#calls.prepared(options, () => ({
      abstractResourceType: { type },
      hostId: this.#calls.hostId,
      schemaResource: resourceOfDocument(resource),
      context: transformerContextToWire(context),
    }))
    const answer = await this.#calls.callIfKnown(Methods.CustomValidateAbstractResource, request, options)
    return diagnosticsFromWire(answer?.completeResponse?.diagnostics ?? [])
  }

  async validateLinks(
    { blueprint, graph, context }: TransformRequest,
    control?: CallControl,
  ): Promise<readonly PluginDiagnostic[]> {
    const options = this.#working('transformer.ValidateLinks', control)
    const request = await this.#calls.prepared(options, () => ({
      blueprint: blueprintToWire(blueprint),
      linkGraph: graphToWire(graph),
      hostId: this.#calls.hostId,
      context: transformerContextToWire(context),
    }))
    const answer = await this.#calls.callIfKnown(Methods.ValidateLinks, request, options)
    return diagnosticsFromWire(answer?.completeResponse?.diagnostics ?? [])
  }

  async transform({ blueprint, graph, context }: TransformRequest, control?: CallControl): Promise<Transformed> {
    const options = this.#working('transformer.Transform', control)
    const request = await this.#calls.prepared(options, () => ({
      inputBlueprint: blueprintToWire(blueprint),
      linkGraph: graphToWire(graph),
      hostId: this.#calls.hostId,
      context: transformerContextToWire(context),
    }))
    const answer = await this.#calls.call(Methods.Transform, request, options)
    const { transformedBlueprint, diagnostics } = this.#calls.needed(answer.result, options)
    const found = diagnosticsFromWire(diagnostics)
    // A transformer that has found errors need not return a blueprint.
    if (transformedBlueprint === undefined && found.some(({ severity }) => severity === 'error'))
      return { blueprint: { kind: 'map', entries: [] }, diagnostics: found }
    const wire = this.#calls.needed(transformedBlueprint, options)
    return { blueprint: this.#calls.understood(options, () => blueprintFromWire(wire)), diagnostics: found }
  }

  #working(method: string, control: CallControl | undefined): CallOptions {
    return { method, control, deadlineMs: this.#deadlines.transform }
  }
}
