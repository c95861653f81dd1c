import {
  type CallLimits,
  type ComputedValues,
  Failure,
  type FunctionAnswer,
  type FunctionDefinition,
  type Gateway,
  type GatewayDeploy,
  type GatewayDestroy,
  type NamedCall,
  type RecordedResource,
  type WantedLock,
  type WantedResource,
} from '@slipway/model'

import type { RpcChannel } from '../../wire/rpc/channel.ts'
import { answerFromWire } from '../convert/calls/function-call.ts'
import { functionFromWire } from '../convert/definitions/function.ts'
import { jsonToWire } from '../convert/values/json.ts'
import { deployToWire, stateFromWire, stateToWire } from '../convert/calls/resource.ts'
import { valuesFromWire } from '../convert/values/value.ts'
import { Service } from '../gen/pluginservicev1.ts'
import { type CallOptions, PluginCalls } from '../provider/plugin-calls.ts'

/** The call in which the gateway is used. */
export interface CallOfGateway {
  readonly hostId: string
  /** The tag that the host sent. The host may give it to another call when this call is over. */
  readonly tag: string | undefined
  readonly isOver: () => boolean
}

/** The host's gateway for the code of a plugin in one call. The host decides how long each request may take. */
export class GatewayClient implements Gateway {
  readonly #calls: PluginCalls
  readonly #hostId: string
  readonly #call: CallOfGateway

  constructor(host: RpcChannel, call: CallOfGateway) {
    this.#calls = new PluginCalls(host, call.hostId, 'the host')
    this.#hostId = call.hostId
    this.#call = call
  }

  async functions(limits?: CallLimits): Promise<readonly string[]> {
    const options = this.#options('ListFunctions', limits)
    const answer = await this.#calls.call(Service.ListFunctions, {}, options)
    return this.#calls.needed(answer.functionList, options).functions
  }

  async hasFunction(functionName: string, limits?: CallLimits): Promise<boolean> {
    const options = this.#options('HasFunction', limits)
    const answer = await this.#calls.call(Service.HasFunction, { functionName }, options)
    return this.#calls.needed(answer.functionCheckResult, options).hasFunction
  }

  async defineFunction(name: string, limits?: CallLimits): Promise<FunctionDefinition> {
    const options = this.#options('GetFunctionDefinition', limits)
    const request = { functionName: name, hostId: this.#hostId, params: {} }
    const answer = await this.#calls.call(Service.GetFunctionDefinition, request, options)
    const definition = this.#calls.needed(answer.functionDefinition, options)
    return { ...this.#calls.understood(options, () => functionFromWire(definition)), name }
  }

  async callFunction({ name, args }: NamedCall, limits?: CallLimits): Promise<FunctionAnswer> {
    const options = this.#options('CallFunction', limits)
    const request = await this.#calls.prepared(options, () => ({
      functionName: name,
      hostId: this.#hostId,
      args: { args: jsonToWire(args) },
      callContext: {},
    }))
    const answer = await this.#calls.call(Service.CallFunction, request, options)
    const result = this.#calls.needed(answer.functionResult, options)
    return this.#calls.understood(options, () => answerFromWire(result))
  }

  async deploy({ waitUntilStable, ...request }: GatewayDeploy, limits?: CallLimits): Promise<ComputedValues> {
    const options = this.#options('DeployResource', limits)
    const wire = await this.#calls.prepared(options, () => ({
      deployRequest: deployToWire({ ...request, context: noContext }, this.#hostId, undefined),
      waitUntilStable,
    }))
    const answer = await this.#calls.call(Service.DeployResource, wire, options)
    const { computedFieldValues } = this.#calls.needed(answer.completeResponse, options)
    return this.#calls.understood(options, () => valuesFromWire(computedFieldValues))
  }

  async destroy({ current, ...identity }: GatewayDestroy, limits?: CallLimits): Promise<void> {
    const { type, resourceId, instanceId, instanceName } = identity
    const options = this.#options('DestroyResource', limits)
    const wire = await this.#calls.prepared(options, () => ({
      resourceType: { type },
      hostId: this.#hostId,
      instanceId,
      instanceName,
      resourceId,
      resourceState: stateToWire(current, identity, undefined),
    }))
    const answer = await this.#calls.call(Service.DestroyResource, wire, options)
    this.#calls.needed(answer.result, options)
  }

  async lookUp(wanted: WantedResource, limits?: CallLimits): Promise<RecordedResource | undefined> {
    const { instanceId, type, externalId } = wanted
    const options = this.#options('LookupResourceInState', limits)
    const request = { instanceId, resourceType: type, externalId }
    const answer = await this.#calls.call(Service.LookupResourceInState, request, options)
    const state = this.#calls.needed(answer.resource, options)
    if (state.id === '') return undefined
    return this.#calls.understood(options, () => ({
      type,
      resourceId: state.id,
      resourceName: state.name,
      instanceId: state.instanceId,
      instanceName: '',
      current: stateFromWire(state),
    }))
  }

  async lock({ instanceId, resourceName }: WantedLock, limits?: CallLimits): Promise<void> {
    const options = this.#options('AcquireResourceLock', limits)
    const answer = await this.#calls.call(Service.AcquireResourceLock, { instanceId, resourceName }, options)
    this.#calls.needed(answer.result, options)
  }

  #options(method: string, limits: CallLimits | undefined): CallOptions {
    const { tag, isOver } = this.#call
    if (isOver()) {
      throw new Failure(
        'protocol/call-over',
        `${method} is too late: the plugin has already answered the call that needs it`,
        {
          hint: 'wait for everything that a call needs before you answer it',
        },
      )
    }
    return {
      method: `host.${method}`,
      control: { ...limits, ...(tag !== undefined && { tag }) },
      deadlineMs: longestMs,
    }
  }
}

/** A limit that never applies: the host gives up much earlier. */
const longestMs = 2 ** 31 - 1

/** The host adds the settings of a provider; the caller does not know them. */
const noContext = { config: {}, variables: {} }
