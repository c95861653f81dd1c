import type { ProviderCatalog } from '@slipway/engine'
import type { AskingCall, PluginDesk } from '@slipway/engine/run'
import type { Caller } from '@slipway/host'
import {
  type CallLimits,
  type ComputedValues,
  containsSecret,
  Failure,
  type FunctionAnswer,
  type FunctionDefinition,
  type Gateway,
  type GatewayDeploy,
  type GatewayDestroy,
  isMap,
  isSecret,
  type NamedCall,
  namespaceOf,
  PluginFailure,
  type RecordedResource,
  type ValueMap,
  valueMap,
  type WantedLock,
  type WantedResource,
} from '@slipway/model'
import type { Settings } from '../settings/settings.ts'
import { Functions } from './functions.ts'
import { namedFailure } from './named-failure.ts'

export interface GatewayParts {
  readonly catalog: ProviderCatalog
  readonly settings: Settings
  /** The desk of the present deployment; `undefined` outside a deployment. */
  readonly desk: () => PluginDesk | undefined
}

/** Handles the requests of plugins to the engine. Connects host, catalog and run. */
export class PluginGateway {
  readonly #parts: GatewayParts
  readonly #functions: Functions

  constructor(parts: GatewayParts) {
    this.#parts = parts
    this.#functions = new Functions(parts.catalog)
  }

  readonly of = (caller: Caller): Gateway => new CallersGateway(caller, this.#functions, this.#parts)
}

/** The gateway for one call of one plugin. */
class CallersGateway implements Gateway {
  readonly #caller: Caller
  readonly #functions: Functions
  readonly #parts: GatewayParts

  constructor(caller: Caller, functions: Functions, parts: GatewayParts) {
    this.#caller = caller
    this.#functions = functions
    this.#parts = parts
  }

  functions(limits?: CallLimits): Promise<readonly string[]> {
    return this.#within('gatewayMs', limits, 'the list of functions', () => this.#functions.names())
  }

  hasFunction(name: string, limits?: CallLimits): Promise<boolean> {
    return this.#within('gatewayMs', limits, `the function ${name}`, () => this.#functions.has(name))
  }

  defineFunction(name: string, limits?: CallLimits): Promise<FunctionDefinition> {
    const { namespace } = this.#caller.plugin
    const define = () => this.#functions.define(name, namespace)
    return this.#within('gatewayMs', limits, `the definition of ${name}`, define)
  }

  callFunction(call: NamedCall, limits?: CallLimits): Promise<FunctionAnswer> {
    const { plugin, call: within } = this.#caller
    return this.#within('gatewayMs', limits, `the function ${call.name}`, (signal, deadlineMs) =>
      this.#functions.call(call, plugin.namespace, { signal, deadlineMs, ...(within !== undefined && { within }) }),
    )
  }

  deploy(request: GatewayDeploy, limits?: CallLimits): Promise<ComputedValues> {
    const what = `the deployment of ${request.type} ${request.resourceName}`
    const key = request.waitUntilStable ? 'gatewayStableMs' : 'gatewayMs'
    return this.#within(key, limits, what, (signal, deadlineMs) =>
      named(this.#desk().deploy(request, this.#asking(signal, deadlineMs)), request),
    )
  }

  destroy(request: GatewayDestroy, limits?: CallLimits): Promise<void> {
    const what = `the end of ${request.type} ${request.resourceName}`
    return this.#within('gatewayMs', limits, what, (signal, deadlineMs) =>
      named(this.#desk().destroy(request, this.#asking(signal, deadlineMs)), request),
    )
  }

  async lookUp(wanted: WantedResource, limits?: CallLimits): Promise<RecordedResource | undefined> {
    const found = await this.#within('gatewayMs', limits, `the resource ${wanted.externalId}`, () =>
      this.#desk().lookUp(wanted, this.#caller.call),
    )
    const isOwn = namespaceOf(wanted.type) === this.#caller.plugin.namespace
    return found === undefined || isOwn ? found : withoutSecrets(found)
  }

  lock({ instanceId, resourceName }: WantedLock, limits?: CallLimits): Promise<void> {
    const { plugin, call, key, ended } = this.#caller
    if (key === '') return Promise.reject(notInCall(plugin.id, `lock ${resourceName}`))
    const holder = { key: `${plugin.id} ${key}`, title: `${call?.title ?? 'a call'} (${plugin.id})`, ended }
    return this.#within('lockMs', limits, `the lock of ${resourceName}`, async (signal) => {
      const desk = this.#desk()
      desk.checkInstance(instanceId)
      await desk.locks.lock(resourceName, holder, signal)
    })
  }

  #desk(): PluginDesk {
    const desk = this.#parts.desk()
    if (desk === undefined) throw notInCall(this.#caller.plugin.id, 'ask for resources now')
    return desk
  }

  #asking(signal: AbortSignal, deadlineMs: number): AskingCall {
    return { call: this.#caller.call, signal, deadlineMs }
  }

  /** Limits the work by the request, the surrounding call and a deadline, so that it never hangs. */
  async #within<T>(
    key: 'gatewayMs' | 'gatewayStableMs' | 'lockMs',
    { signal: asked }: CallLimits = {},
    what: string,
    work: (signal: AbortSignal, deadlineMs: number) => Promise<T>,
  ): Promise<T> {
    const ms = this.#parts.settings.number('plugins', key)
    const late = new AbortController()
    const { promise: over, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      reject(tooLate(what, ms, key))
      late.abort()
    }, ms)
    const { ended } = this.#caller
    try {
      return await Promise.race([
        over,
        work(AbortSignal.any([late.signal, ended, ...(asked === undefined ? [] : [asked])]), ms),
      ])
    } finally {
      clearTimeout(timer)
    }
  }
}

function tooLate(what: string, ms: number, key: string): Failure {
  return new Failure('engine/gateway-deadline', `${what} took longer than ${ms / 1000} s`, {
    hint: `if that is too short, raise plugins.${key}`,
  })
}

function notInCall(pluginId: string, what: string): Failure {
  return new Failure('engine/nothing-to-make-for', `${pluginId} cannot ${what}: nothing is being deployed`, {
    hint: 'this is only possible during a call that deploys or destroys a resource, or does a phase of a link',
  })
}

/** Renames a failure of the other plugin for the plugin that asked. */
async function named<T>(work: Promise<T>, { type }: { readonly type: string }): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    throw thrown instanceof PluginFailure ? namedFailure(thrown, type) : thrown
  }
}

/** Removes secrets, because a plugin sees only the secrets of its own types. */
function withoutSecrets(found: RecordedResource): RecordedResource {
  const { metadata: _, ...current } = found.current
  return { ...found, current: { ...current, spec: publicPart(current.spec) } }
}

function publicPart(map: ValueMap): ValueMap {
  const kept = valueMap()
  for (const [key, value] of Object.entries(map)) {
    if (isSecret(value)) continue
    if (!containsSecret(value)) kept[key] = value
    else if (isMap(value)) kept[key] = publicPart(value)
  }
  return kept
}
