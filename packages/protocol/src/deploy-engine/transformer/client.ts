import type { CallControl } from '@slipway/model'

import { plainWords } from '../../plain-words.ts'
import { Transformer as Methods } from '../gen/transformerserverv1.ts'
import { type CallOptions, PluginCalls } from '../provider/plugin-calls.ts'
import type { RpcChannel } from '../../wire/rpc/channel.ts'

/** A transformer's description of itself. */
export interface TransformerDefinition {
  readonly pluginId: string
  readonly pluginVersion: string
  /** Named by a blueprint's `transform`. */
  readonly transformName: string
  readonly abstractResourceTypes: readonly string[]
}

export interface TransformerClientOptions {
  readonly hostId: string
  readonly pluginId: string
  readonly pluginVersion: string
}

const defineDeadlineMs = 10_000

/** A transformer in a plugin process. */
export class TransformerClient {
  readonly #calls: PluginCalls
  readonly #options: TransformerClientOptions

  constructor(channel: RpcChannel, options: TransformerClientOptions) {
    this.#options = options
    this.#calls = new PluginCalls(channel, options.hostId, options.pluginId)
  }

  /** Fails with a PluginFailure. */
  async define(control?: CallControl): Promise<TransformerDefinition> {
    const options: CallOptions = { method: 'transformer.Define', control, deadlineMs: defineDeadlineMs }
    const request = { hostId: this.#calls.hostId }
    const [name, types] = await Promise.all([
      this.#calls.call(Methods.GetTransformName, request, options),
      this.#calls.callIfKnown(Methods.ListAbstractResourceTypes, request, options),
    ])
    return {
      pluginId: this.#options.pluginId,
      pluginVersion: this.#options.pluginVersion,
      transformName: plainWords(this.#calls.needed(name.nameInfo, options).transformName),
      abstractResourceTypes: (types?.abstractResourceTypes?.resourceTypes ?? []).map(({ type }) => plainWords(type)),
    }
  }
}
