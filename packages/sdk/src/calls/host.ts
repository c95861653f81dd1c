import { safeParse, type $ZodType, type output } from 'zod/v4/core'
import {
  type CallLimits,
  type FunctionDefinition,
  type Gateway,
  PartialFunction,
  PluginFailure,
  Failure,
  type ResourceMetadata,
  type Value,
  type ValueMap,
} from '@slipway/model'
import { badInput, CallError, unexpected } from '../errors.ts'
import { reasonsOfIssues } from '../schema/issues.ts'
import { toValue, toValueMap } from '../schema/to-value.ts'

/** Questions that a plugin's code may put to the engine during a call. The engine knows which plugin answers, and where it is. */
export interface Host {
  /**
   * Calls a function of the language or of any installed provider, including this one. `called` is the name alone, or the name after its
   * provider: `shapes::area`. With a schema, the answer has the schema's type.
   */
  call(called: string | PartialFunction, args?: readonly unknown[]): Promise<Value>
  call<R extends $ZodType>(called: string | PartialFunction, args: readonly unknown[], returns: R): Promise<output<R>>
  /** Calls a function that gives a function: `split_g`. The result can be called, and be an argument. */
  callForFunction(called: string | PartialFunction, args?: readonly unknown[]): Promise<PartialFunction>
  /** Names of all functions, sorted. */
  functions(): Promise<readonly string[]>
  hasFunction(name: string): Promise<boolean>
  defineFunction(name: string): Promise<FunctionDefinition>
  /**
   * Deploys a resource of any installed provider, while this call deploys or destroys a resource itself, and returns its computed
   * properties: `{ id: … }`. The resource is recorded, and goes together with the resource that it was made for. A second deploy under the
   * same name changes it.
   */
  deploy(wanted: HostDeploy): Promise<Readonly<Record<string, Value>>>
  /** Destroys a resource that `deploy` made; it may be gone already. */
  destroy(wanted: Pick<HostDeploy, 'type' | 'name' | 'id'>): Promise<void>
  /** Finds a resource of the instance by the value of its id field; `undefined` when there is none. Leaves out other providers' secrets. */
  find(wanted: { readonly type: string; readonly id: string }): Promise<FoundResource | undefined>
  /** Waits until no other call has the lock of a resource of this name. It is free again when this call ends. */
  lock(resourceName: string): Promise<void>
}

export interface HostDeploy {
  /** `local/file` */
  readonly type: string
  /** Distinguishes the resources that one call makes. */
  readonly name: string
  /** Its key: the same for the same thing. Default: the resource or link of this call, and the name. */
  readonly id?: string
  readonly spec: object
  readonly metadata?: ResourceMetadata
  /** Resolve only when it is stable. Default: as soon as it is deployed. */
  readonly waitUntilStable?: boolean
}

export interface FoundResource {
  readonly resourceId: string
  readonly resourceName: string
  readonly spec: ValueMap
}

/** @param owner the subject of the call: ids of the resources that it makes begin with it */
export function hostOf(gateway: Gateway | undefined, limits: CallLimits, owner: string | undefined): Host {
  return new GatewayHost(gateway, limits, owner)
}

class GatewayHost implements Host {
  readonly #given: Gateway | undefined
  readonly #limits: CallLimits
  readonly #owner: string | undefined

  constructor(gateway: Gateway | undefined, limits: CallLimits, owner: string | undefined) {
    this.#given = gateway
    this.#limits = limits
    this.#owner = owner
  }

  async call(called: string | PartialFunction, args: readonly unknown[] = [], returns?: $ZodType): Promise<Value> {
    const answer = await this.#call(called, args)
    const name = nameOf(called)
    if (answer instanceof PartialFunction) throw unexpected(`${name} returns a function: call it with callForFunction`)
    if (returns === undefined) return answer
    const result = safeParse(returns, answer, { reportInput: true })
    if (result.success) return result.data as Value
    throw unexpected(`${name} gave an unexpected answer`, reasonsOfIssues(result.error.issues, name))
  }

  async callForFunction(called: string | PartialFunction, args: readonly unknown[] = []): Promise<PartialFunction> {
    const answer = await this.#call(called, args)
    if (answer instanceof PartialFunction) return answer
    throw unexpected(`${nameOf(called)} returns a value, not a function`)
  }

  functions(): Promise<readonly string[]> {
    return this.#ask((gateway) => gateway.functions(this.#limits))
  }

  hasFunction(name: string): Promise<boolean> {
    return this.#ask((gateway) => gateway.hasFunction(name, this.#limits))
  }

  defineFunction(name: string): Promise<FunctionDefinition> {
    return this.#ask((gateway) => gateway.defineFunction(name, this.#limits))
  }

  async deploy(wanted: HostDeploy): Promise<Readonly<Record<string, Value>>> {
    const { spec, metadata, waitUntilStable = false } = wanted
    const request = {
      ...this.#identity(wanted),
      spec: toValueMap(spec, 'spec'),
      ...(metadata === undefined ? {} : { metadata }),
      changes: unknownChanges,
      waitUntilStable,
    }
    const computed = await this.#ask((gateway) => gateway.deploy(request, this.#limits))
    return Object.fromEntries(Object.entries(computed).map(([path, value]) => [path.replace(/^spec\./, ''), value]))
  }

  destroy(wanted: Pick<HostDeploy, 'type' | 'name' | 'id'>): Promise<void> {
    const current = { spec: {}, status: 'created', dependsOn: [], lastDeployed: 0 } as const
    return this.#ask((gateway) => gateway.destroy({ ...this.#identity(wanted), current }, this.#limits))
  }

  async find({ type, id }: { readonly type: string; readonly id: string }): Promise<FoundResource | undefined> {
    const found = await this.#ask((gateway) => gateway.lookUp({ instanceId: '', type, externalId: id }, this.#limits))
    return found && { resourceId: found.resourceId, resourceName: found.resourceName, spec: found.current.spec }
  }

  lock(resourceName: string): Promise<void> {
    return this.#ask((gateway) => gateway.lock({ instanceId: '', resourceName }, this.#limits))
  }

  #call(called: string | PartialFunction, args: readonly unknown[]) {
    const values = args.map((arg, index) =>
      arg instanceof PartialFunction
        ? arg.asValue()
        : toValue(arg ?? null, `argument ${index + 1} of ${nameOf(called)}`),
    )
    const call = typeof called === 'string' ? { name: called, args: values } : called.with(values)
    return this.#ask((gateway) => gateway.callFunction(call, this.#limits))
  }

  #identity({ type, name, id }: Pick<HostDeploy, 'type' | 'name' | 'id'>) {
    const resourceId = id ?? (this.#owner === undefined ? undefined : `${this.#owner}:${name}`)
    if (resourceId === undefined) throw badInput(`${name} needs an id: this call is about no resource and no link`)
    return { type, resourceId, resourceName: name, instanceId: '', instanceName: '' }
  }

  /** A failure there is no failure of this call yet: its code may go on without the answer. */
  async #ask<T>(work: (gateway: Gateway) => Promise<T>): Promise<T> {
    if (this.#given === undefined) throw unexpected('this call has no engine to ask')
    try {
      return await work(this.#given)
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown
      const { message, hint } = thrown
      if (!(thrown instanceof PluginFailure))
        throw unexpected(message, { cause: thrown, ...(hint !== undefined && { hint }) })
      const { pluginErrorCode: code, reasons } = thrown
      throw new CallError(code, message, { reasons, cause: thrown, ...(hint !== undefined && { hint }) })
    }
  }
}

function nameOf(called: string | PartialFunction): string {
  return typeof called === 'string' ? called : called.name
}

/** The engine computes these from its record. */
const unknownChanges = { mustRecreate: false, modified: [], added: [], removed: [], unchanged: [], computed: [] }
