import {
  type CallUnderWay,
  type ChangedByCall,
  type ComputedValues,
  equalValues,
  Failure,
  type GatewayDeploy,
  type GatewayDestroy,
  namespaceOf,
  PluginFailure,
  type ProviderDefinition,
  type RecordedResource,
  type ResourceTypeDefinition,
  SecretTraces,
  type WantedResource,
} from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { providersOf } from '../../providers/definitions/ask-providers.ts'
import { ProviderCalls, type ProviderCallsOptions } from '../../providers/calls/provider-calls.ts'
import { existenceOf } from '../../reality/recorded/life-cycle.ts'
import { computedPaths, valueAt } from '../../spec/computed-paths.ts'
import { withSecretsOf } from '../../spec/sensitive-values.ts'
import { DeployCall } from '../step/deploy-call.ts'
import { currentResource } from '../../reality/recorded/current-resource.ts'
import { recordToBe } from '../step/resolve-deployment.ts'
import { removeThing } from '../step/remove-step.ts'
import type { Session } from '../session/session.ts'
import { DeskControl } from './desk-control.ts'
import { ResourceLocks } from './resource-locks.ts'
import { deploymentFor, nameFor } from './deployment-for.ts'
import { Limits } from '../session/limits.ts'

/** The call during which a plugin asks for something. */
export interface AskingCall {
  readonly call: CallUnderWay | undefined
  /** Aborts with the call, or when the call takes too long. */
  readonly signal: AbortSignal
  /** Milliseconds for each call of another plugin. */
  readonly deadlineMs: number
}

/**
 * Makes, changes and destroys resources for plugins in a run, beyond its plan. These steps are journaled like all others. Resources that plugins
 * make get names of their own, and go once the resource or link for which they were made has gone.
 */
export class PluginDesk {
  readonly locks = new ResourceLocks()
  readonly #session: Session
  readonly #options: ProviderCallsOptions
  /** The providers of types that neither the blueprint nor the state has. */
  readonly #definitions = new Map<string, ProviderDefinition>()
  /** Names of resources that are being made and have no record yet. */
  readonly #names = new Set<string>()
  /** The work under way, by id of the resource, so that calls about the same resource take turns. */
  readonly #busy = new Map<string, Promise<unknown>>()

  constructor(session: Session, options: ProviderCallsOptions) {
    this.#session = session
    this.#options = options
  }

  /**
   * Deploys a resource for a plugin.
   *
   * @throws Failure when the plugin may not deploy it, or the deploy failed
   */
  deploy(request: GatewayDeploy, asking: AskingCall): Promise<ComputedValues> {
    return this.#inTurn(request.resourceId, () => this.#deploy(request, asking))
  }

  /**
   * Destroys a resource for a plugin.
   *
   * @throws Failure when the plugin may not destroy it, or the destroy failed
   */
  destroy(request: GatewayDestroy, asking: AskingCall): Promise<void> {
    return this.#inTurn(request.resourceId, () => this.#destroy(request, asking))
  }

  async #inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = this.#busy.get(id)
    const mine = (before ?? Promise.resolve()).then(work, work)
    if (id === '') return mine
    this.#busy.set(id, mine)
    try {
      return await mine
    } finally {
      if (this.#busy.get(id) === mine) this.#busy.delete(id)
    }
  }

  async #deploy(request: GatewayDeploy, asking: AskingCall): Promise<ComputedValues> {
    const { type } = request
    const maker = this.#makerOf(asking, `deploy ${type}`)
    this.checkInstance(request.instanceId)
    const definition = await this.#definition(type)
    const known = this.#ownRecord(request.resourceId, type, maker.pluginId)
    const session = this.#inCall(asking, request.waitUntilStable)
    const id = request.resourceId === '' ? session.journal.newId() : request.resourceId
    const isTaken = (wanted: string): boolean => this.#names.has(wanted) || session.records.named(wanted) !== undefined
    const name =
      known?.name ?? nameFor(request, session.records.nameOf(maker.changes.id) ?? maker.changes.name, isTaken)
    this.#names.add(name)
    const removalPolicy = this.#removalPolicyOf(maker.changes)
    const { pluginId, changes } = maker
    const spec = withSecretsOf(definition.schema, request.spec, this.#secretsOf(changes, known)) as typeof request.spec
    const deployment = deploymentFor({ ...request, spec, resourceName: name }, definition, { known, removalPolicy })
    const record = { ...recordToBe(deployment, id, session), madeFor: { pluginId, id: changes.id } }
    const control = new DeskControl(record, deployment.action === 'update' ? 'update' : 'create', session)
    await new DeployCall(deployment, record, control, session).run().finally(() => this.#names.delete(name))
    this.#noteChange(changes, control.failure)
    const made = session.records.get(id)
    const computed = Object.fromEntries(
      computedPaths(definition.schema).flatMap((path) => {
        const value = made === undefined ? undefined : valueAt(made.spec, path)
        return value === undefined ? [] : [[path, value]]
      }),
    )
    session.asked.hear(changes.id, ...Object.values(computed))
    return computed
  }

  /** The secrets that the plugin knows in this call. */
  #secretsOf({ kind, id, name }: ChangedByCall, known: ResourceRecord | undefined): SecretTraces {
    const session = this.#session
    const ends = kind === 'link' ? name.split('::').map((end) => session.records.named(end)) : [session.records.get(id)]
    const recorded = [...ends, known].flatMap((record) => [record?.spec ?? null, record?.mayHold ?? null])
    return new SecretTraces([...session.asked.known(id), ...recorded])
  }

  async #destroy(request: GatewayDestroy, asking: AskingCall): Promise<void> {
    const { type, resourceId } = request
    const { pluginId, changes } = this.#makerOf(asking, `destroy ${type}`)
    this.checkInstance(request.instanceId)
    await this.#definition(type)
    const record = this.#ownRecord(resourceId, type, pluginId)
    if (record === undefined || existenceOf(record) === 'none') {
      throw new Failure('engine/not-made-here', `${pluginId} has not created a ${type} with the id ${resourceId}`, {
        hint: 'through the gateway, a plugin can only destroy its own resources',
      })
    }
    const session = this.#inCall(asking, true)
    const control = new DeskControl(record, 'delete', session)
    await removeThing(record, control, session)
    this.#noteChange(changes, control.failure)
  }

  /**
   * Notes that a call has changed something.
   *
   * @throws Failure when the change was not made
   */
  #noteChange({ id }: ChangedByCall, failure: Failure | undefined): void {
    const isUntouched = failure !== undefined && (!(failure instanceof PluginFailure) || failure.refused)
    if (!isUntouched) this.#session.asked.changed.add(id)
    if (failure !== undefined) throw failure
  }

  async lookUp(
    { instanceId, type, externalId }: WantedResource,
    call: CallUnderWay | undefined,
  ): Promise<RecordedResource | undefined> {
    this.checkInstance(instanceId)
    const { idField } = await this.#definition(type)
    for (const record of this.#session.records.all()) {
      if (record.type !== type || record.replaced || existenceOf(record) !== 'there') continue
      const id = idField === undefined ? record.id : (record.spec[idField] ?? null)
      if (!equalValues(id, externalId)) continue
      const { id: resourceId, name: resourceName } = record
      if (call?.changes !== undefined) this.#session.asked.hear(call.changes.id, record.spec)
      return { type, resourceId, resourceName, ...this.#session.instance, current: currentResource(record) }
    }
    return undefined
  }

  /**
   * Checks the instance that a plugin names.
   *
   * @throws Failure unless it is the id or the name of the instance that is being deployed, or empty, which means the same
   */
  checkInstance(asked: string): void {
    const { instanceId, instanceName } = this.#session.instance
    if (['', instanceId, instanceName].includes(asked)) return
    throw new Failure(
      'engine/other-instance',
      `${asked} is not the instance that is being deployed, which is ${instanceName}`,
      {
        hint: 'plugins cannot ask for anything of other instances',
      },
    )
  }

  #makerOf({ call }: AskingCall, what: string): { readonly pluginId: string; readonly changes: ChangedByCall } {
    if (call?.changes !== undefined) return { pluginId: call.pluginId, changes: call.changes }
    const who = call === undefined ? 'a plugin' : `${call.title} (${call.pluginId})`
    throw new Failure(
      'engine/nothing-to-make-for',
      `${who} cannot ${what}: it is not deploying or destroying anything`,
      {
        hint: 'this is only possible during a call that deploys or destroys a resource, or does a phase of a link',
      },
    )
  }

  /** The removal policy of the resource for which a call is made. A thing that was made for a retained resource is retained with it. */
  #removalPolicyOf({ id }: ChangedByCall): ResourceRecord['removalPolicy'] {
    const wanted =
      this.#session.blueprint?.resources.get(this.#session.records.nameOf(id) ?? '') ?? this.#session.records.get(id)
    return wanted?.removalPolicy ?? 'delete'
  }

  /** The record of a thing that this plugin has made through the gateway. It may not touch things of other plugins or of the blueprint. */
  #ownRecord(id: string, type: string, pluginId: string): ResourceRecord | undefined {
    const record = id === '' ? undefined : this.#session.records.get(id)
    if (record === undefined) return undefined
    if (record.madeFor?.pluginId === pluginId && record.type === type) return record
    const whose = record.madeFor === undefined ? 'the blueprint has it' : `${record.madeFor.pluginId} has made it`
    throw new Failure('engine/not-made-here', `${pluginId} cannot change ${record.name} (${record.type}): ${whose}`, {
      hint: 'through the gateway, a plugin can only change its own resources',
    })
  }

  async #definition(type: string): Promise<ResourceTypeDefinition> {
    const namespace = namespaceOf(type)
    const known = this.#session.definition(type) ?? this.#definitions.get(namespace)?.resourceTypes[type]
    if (known !== undefined) return known
    const request = { resourceTypes: [type], dataSourceTypes: [], functions: [] }
    const provider = await this.#options.ports.catalog.define(namespace, request)
    const definition = provider?.resourceTypes[type]
    if (provider === undefined || definition === undefined) {
      throw new Failure('engine/no-type', `no installed provider has the resource type ${type}`, {
        hint:
          (provider === undefined ? this.#options.ports.catalog.howToInstall?.(namespace, false) : undefined) ??
          'slipway plugin list shows the installed plugins',
      })
    }
    const resourceTypes = { ...this.#definitions.get(namespace)?.resourceTypes, ...provider.resourceTypes }
    this.#definitions.set(namespace, { ...provider, resourceTypes })
    return definition
  }

  /** The run's session for one call. The work belongs to that call, and its types may be unknown to the blueprint. */
  #inCall({ call, signal, deadlineMs }: AskingCall, waits: boolean): Session {
    const run = this.#session
    const cancel = AbortSignal.any([run.timing.cancel, signal])
    const more = providersOf(this.#definitions)
    const definition = (type: string): ResourceTypeDefinition | undefined => run.definition(type) ?? more.type(type)
    const { providers } = this.#options
    const byNamespace = new Map([...this.#definitions, ...providers.byNamespace])
    const options = {
      ...this.#options,
      providers: { ...providers, byNamespace, type: definition },
      deadlines: { ...this.#options.deadlines, deploy: deadlineMs, destroy: deadlineMs },
      stop: cancel,
      cancel,
      within: call,
    }
    const calls = waits ? new ProviderCalls(options) : new CallsWithoutWait(options)
    return {
      ...run,
      calls,
      get settler() {
        return { ...run.settler, calls }
      },
      providers: more,
      definition,
      provider: (type) => run.provider(type) ?? more.byNamespace.get(namespaceOf(type)),
      // The call has limits of its own. With the limits of the run it could wait for itself, because the asking call already uses some of that room.
      limits: new Limits(run.limits.parallelism, run.limits.oneOfAnId),
      timing: { ...run.timing, cancel },
      compose: (deployment, record) => run.compose(deployment, record),
    }
  }
}

/** Calls for a plugin that does not want to wait until its resource is stable. */
class CallsWithoutWait extends ProviderCalls {
  override hasStabilised() {
    return Promise.resolve({ stabilised: true, computed: {} })
  }
}
