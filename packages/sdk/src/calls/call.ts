import type { CallControl, ProviderContext, ResourceIdentity, Scalar } from '@slipway/model'
import { hostOf, type Host } from './host.ts'
import { logOf, type Log, type LogSink } from './log.ts'

/** Carried by every call to a plugin's code. */
export interface Call<Config = unknown> {
  /** Aborts when the caller has given up: stop, and leave things in a state in which they can be found again. */
  readonly signal: AbortSignal
  readonly log: Log
  /** The provider's settings, parsed. */
  readonly config: Config
  /** Facts about the deployment: `blueprintDir`, `environment`, … */
  readonly variables: Readonly<Record<string, Scalar>>
  /** Access to functions and resources of other providers through the engine, wherever they are. */
  readonly host: Host
}

/** A call about a resource. */
export interface ResourceCall<Config = unknown> extends Call<Config> {
  /** Minted by the engine before the first call: the idempotency key, the same for every call about this resource. */
  readonly resourceId: string
  readonly resourceName: string
  readonly instanceId: string
  readonly instanceName: string
}

/** The parts that a provider gives to each of its types for a call. */
export interface Surroundings {
  readonly sink: LogSink
  readonly control: CallControl | undefined
  readonly context: ProviderContext
  /** Parses the provider's settings; BAD_INPUT when they are wrong. */
  config(context: ProviderContext): unknown
}

/** Makes the call. Reports a mistake in the settings before the plugin's own code sees it. */
export function callOf<Config>(subject: string, around: Surroundings, owner?: string): Call<Config> {
  around.config(around.context)
  return callOfFunction(subject, around, owner)
}

/**
 * The settings are parsed when they are asked for: hosts other than ours may call functions without any, and most
 * functions need none. Signal and log are made when they are first asked for: most calls need neither.
 */
export function callOfFunction<Config>(subject: string, around: Surroundings, owner?: string): Call<Config> {
  let signal: AbortSignal | undefined
  let log: Log | undefined
  let host: Host | undefined
  return {
    get signal() {
      return (signal ??= signalOf(around.control))
    },
    get log() {
      return (log ??= logOf(around.sink, subject))
    },
    get config() {
      return around.config(around.context) as Config
    },
    variables: around.context.variables,
    get host() {
      const { gateway, signal: given } = around.control ?? {}
      return (host ??= hostOf(gateway, given === undefined ? {} : { signal: given }, owner))
    },
  }
}

export function resourceCallOf<Config>(identity: ResourceIdentity, around: Surroundings): ResourceCall<Config> {
  const { type, resourceId, resourceName, instanceId, instanceName } = identity
  return Object.assign(callOf<Config>(`${type} ${resourceName}`, around, resourceId), {
    resourceId,
    resourceName,
    instanceId,
    instanceName,
  })
}

function signalOf({ signal, deadlineMs }: CallControl = {}): AbortSignal {
  const deadline = deadlineMs === undefined ? [] : [AbortSignal.timeout(deadlineMs)]
  const given = signal === undefined ? deadline : [signal, ...deadline]
  const [only] = given
  return given.length === 1 && only !== undefined ? only : AbortSignal.any(given)
}
