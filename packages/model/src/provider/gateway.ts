import { isList, isMap, type Value, valueMap } from '../value.ts'
import type {
  CallLimits,
  ComputedValues,
  CurrentResource,
  DeployRequest,
  DestroyRequest,
  ResourceIdentity,
} from './calls.ts'
import type { FunctionDefinition } from './definition.ts'

/**
 * The requests that a plugin may make of its host during a call. The engine implements them, the wire carries them, and the SDK gives them
 * to the plugin's code. So plugins reach each other without knowing where the others are.
 *
 * Every method fails with a Failure and nothing else.
 */
export interface Gateway {
  /** Names of all functions, of the language and of all installed providers; sorted. */
  functions(limits?: CallLimits): Promise<readonly string[]>
  hasFunction(name: string, limits?: CallLimits): Promise<boolean>
  defineFunction(name: string, limits?: CallLimits): Promise<FunctionDefinition>
  /** The name may have its provider before it, if several providers have a function of that name: `shapes::area`. */
  callFunction(call: NamedCall, limits?: CallLimits): Promise<FunctionAnswer>
  deploy(request: GatewayDeploy, limits?: CallLimits): Promise<ComputedValues>
  destroy(request: GatewayDestroy, limits?: CallLimits): Promise<void>
  /** A recorded resource; `undefined` if there is none. */
  lookUp(wanted: WantedResource, limits?: CallLimits): Promise<RecordedResource | undefined>
  /** Waits until nobody else has the lock. The caller keeps it until the end of the call in which it was taken. */
  lock(wanted: WantedLock, limits?: CallLimits): Promise<void>
}

export interface NamedCall {
  readonly name: string
  /** A function as an argument has the form of `PartialFunction.asValue`. */
  readonly args: readonly Value[]
}

/** A function with some of its arguments already given: the result of a function that makes functions. */
export class PartialFunction {
  readonly name: string
  readonly args: readonly Value[]
  /** How many arguments of a call come before `args`; the others come behind them. */
  readonly offset: number

  constructor(name: string, args: readonly Value[], offset = 0) {
    this.name = name
    this.args = args
    this.offset = offset
  }

  /** The whole call, once the open arguments are given. */
  with(open: readonly Value[]): NamedCall {
    return { name: this.name, args: [...open.slice(0, this.offset), ...this.args, ...open.slice(this.offset)] }
  }

  /** The form as an argument of a call, which must be a value. Other SDKs use the same form. */
  asValue(): Value {
    return valueMap([
      ['FunctionName', this.name],
      ['PartialArgs', this.args],
      ['ArgsOffset', this.offset],
    ])
  }

  /** The function that an argument stands for; `undefined` for every other value. */
  static from(value: Value): PartialFunction | undefined {
    if (!isMap(value) || Object.keys(value).length !== 3) return undefined
    const { FunctionName: name, PartialArgs: args, ArgsOffset: offset } = value
    if (typeof name !== 'string' || name === '' || typeof offset !== 'number') return undefined
    return args === null || isList(args) ? new PartialFunction(name, args ?? [], offset) : undefined
  }
}

export type FunctionAnswer = Value | PartialFunction

/** An empty `instanceId` stands for the instance that is being deployed. */
export interface GatewayDeploy extends Omit<DeployRequest, 'context'> {
  /** Answer only when the resource has stabilised. */
  readonly waitUntilStable: boolean
}

export type GatewayDestroy = Omit<DestroyRequest, 'context'>

export interface WantedResource {
  readonly instanceId: string
  readonly type: string
  /** The value of the type's id field. */
  readonly externalId: string
}

export interface RecordedResource extends ResourceIdentity {
  readonly current: CurrentResource
}

export interface WantedLock {
  readonly instanceId: string
  readonly resourceName: string
}

/** The resource that a plugin call deploys or destroys, or the link whose phase it runs. */
export interface ChangedByCall {
  readonly kind: 'resource' | 'link'
  readonly id: string
  /** A link's name: `a::b`. */
  readonly name: string
}

/** A call of a plugin that has not ended. */
export interface CallUnderWay {
  /** The called plugin. */
  readonly pluginId: string
  /** For people: `shapes::area`, `DeployResource local/file site`. */
  readonly title: string
  /** The object that the call changes. Absent if the call only asks. */
  readonly changes?: ChangedByCall | undefined
  /** The call during which this one is made. If absent, it is the engine's own call. */
  readonly within?: CallUnderWay
}
