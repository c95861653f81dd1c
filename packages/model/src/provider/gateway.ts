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
 * What a plugin may ask of its host in a call. The engine fills it, the wire carries it, the SDK hands it to the code of a
 * plugin: so plugins reach each other without knowing where the others are.
 *
 * Every method fails with a Failure and nothing else.
 */
export interface Gateway {
  /** Names of all functions, of the language and of all installed providers; sorted. */
  functions(limits?: CallLimits): Promise<readonly string[]>
  hasFunction(name: string, limits?: CallLimits): Promise<boolean>
  defineFunction(name: string, limits?: CallLimits): Promise<FunctionDefinition>
  /** `name` alone, or with its provider before it where several have one of that name: `shapes::area`. */
  callFunction(call: NamedCall, limits?: CallLimits): Promise<FunctionAnswer>
  deploy(request: GatewayDeploy, limits?: CallLimits): Promise<ComputedValues>
  destroy(request: GatewayDestroy, limits?: CallLimits): Promise<void>
  /** A resource that is recorded; `undefined` when there is none. */
  lookUp(wanted: WantedResource, limits?: CallLimits): Promise<RecordedResource | undefined>
  /** Waits until nobody else has the lock. It is the caller's until the call ends in which it was taken. */
  lock(wanted: WantedLock, limits?: CallLimits): Promise<void>
}

export interface NamedCall {
  readonly name: string
  /** A function among them stands as `PartialFunction.asValue` gives it. */
  readonly args: readonly Value[]
}

/** A function with some of its arguments in place: what a function gives that makes functions. */
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

  /** The call that it stands for, with the arguments that were open. */
  with(open: readonly Value[]): NamedCall {
    return { name: this.name, args: [...open.slice(0, this.offset), ...this.args, ...open.slice(this.offset)] }
  }

  /** As an argument of a call, where only values can stand; the SDKs of others write it the same way. */
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
  /** What the type's id field holds. */
  readonly externalId: string
}

export interface RecordedResource extends ResourceIdentity {
  readonly current: CurrentResource
}

export interface WantedLock {
  readonly instanceId: string
  readonly resourceName: string
}

/** What a call of a plugin deploys or destroys, or the link of which it does a phase. */
export interface ChangedByCall {
  readonly kind: 'resource' | 'link'
  readonly id: string
  /** Of a link: `a::b`. */
  readonly name: string
}

/** A call of a plugin that has not ended. */
export interface CallUnderWay {
  /** Of the plugin that is called. */
  readonly pluginId: string
  /** For people: `shapes::area`, `DeployResource local/file site`. */
  readonly title: string
  /** What it is to change; absent for calls that only ask. */
  readonly changes?: ChangedByCall | undefined
  /** The call in which this one is made. Absent: it is the engine's own. */
  readonly within?: CallUnderWay
}
