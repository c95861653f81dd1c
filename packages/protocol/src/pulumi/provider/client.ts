import {
  equalValues,
  type CallControl,
  type ComputedValues,
  type CurrentResource,
  type DefinitionRequest,
  type DeployRequest,
  type DestroyRequest,
  type DiffRequest,
  type ExternalStateRequest,
  type PluginDiagnostic,
  type PluginFailure,
  type ProviderContext,
  type PropertySchema,
  type Provider,
  type ProviderDefinition,
  type ResourceDiff,
  type ResourceIdentity,
  type ResourceStatus,
  type ResourceTypeDefinition,
  type StabilisedResult,
  type ValidateResourceRequest,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { type CallDeadlines, defaultCallDeadlines } from '../../call-deadlines.ts'
import type { RpcChannel } from '../../wire/rpc/channel.ts'
import { type PackageSchema, configOf, replacedOnChange, resourceTypeNames, resourceTypeOf } from '../convert/schema.ts'
import { structFromWire, structToWire } from '../convert/struct.ts'
import { type CheckResponse, DiffChanges, type DiffResponse, ResourceProvider as Methods } from '../gen/provider.ts'
import { about, attributesOf, idOf, inputsOf, outputsOf, pathOf, placeOf } from './resource.ts'
import { type PulumiCallOptions, PulumiCalls } from './calls.ts'

export interface PulumiProviderOptions {
  readonly pluginId: string
  readonly pluginVersion: string
  /** With the colon that ends it: `random:`. */
  readonly namespace: string
  /** Of the process that answers now: another one must be configured anew. */
  readonly launch: () => string
  /** Milliseconds; a call's own control comes first. */
  readonly deadlines?: Partial<CallDeadlines>
}

const unplanned = {
  code: 'protocol/unplanned-replacement',
  hint: 'what it computes has changed meanwhile: run slipway up again',
}

/** A create that has failed for sure, or a place that was made free. */
const unmade: ReadonlySet<ResourceStatus> = new Set(['absent', 'creating', 'create-failed', 'create-interrupted'])

const withoutId = {
  code: 'protocol/no-id',
  hint: 'remove it outside, then have Slipway forget it: slipway state rm NAME',
}

/**
 * A resource plugin of Pulumi as a provider. Its resources are known outside by an id that it makes, so a create in doubt
 * cannot be found again: such types are settled by asking the user. Whether a change needs a new resource, its `Diff` says
 * while the change is planned; one that says otherwise when it comes to it changes nothing.
 */
export class PulumiProvider implements Provider {
  readonly #calls: PulumiCalls
  readonly #options: PulumiProviderOptions
  readonly #deadlines: CallDeadlines
  #schema: Promise<PackageSchema> | undefined
  #configured: { readonly launch: string; readonly done: Promise<void> } | undefined

  constructor(channel: RpcChannel, options: PulumiProviderOptions) {
    this.#calls = new PulumiCalls(channel, options.pluginId)
    this.#options = options
    this.#deadlines = { ...defaultCallDeadlines, ...options.deadlines }
  }

  async define({ resourceTypes }: DefinitionRequest, control?: CallControl): Promise<ProviderDefinition> {
    const { pluginId, pluginVersion, namespace } = this.#options
    const schema = await this.#package(control)
    const known = resourceTypes.flatMap((type) => this.#typeIn(schema, type) ?? [])
    return {
      pluginId,
      pluginVersion,
      namespace,
      config: configOf(schema),
      resourceTypeNames: resourceTypeNames(schema),
      dataSourceTypeNames: [],
      functionNames: [],
      resourceTypes: Object.fromEntries(known.map((definition) => [definition.type, definition])),
      dataSourceTypes: {},
      functions: {},
    }
  }

  /** Plugins check the inputs of a resource as a whole, so all of them must be known. */
  async validateResource(
    request: ValidateResourceRequest,
    control?: CallControl,
  ): Promise<readonly PluginDiagnostic[]> {
    const { type, spec, isPartial = false } = request
    if (isPartial) return []
    const schema = await this.#specSchema(type, control)
    await this.#configure(request.context, control)
    // What it is asked here no plugin remembers.
    const asked = { ...request, resourceId: '', instanceId: '', instanceName: 'validated' }
    const { failures } = await this.#check(asked, inputsOf(schema, spec), undefined, control)
    return failures.map((failure) => ({
      severity: 'error',
      message: wordsOf(failure),
      path: placeOf(failure.property),
    }))
  }

  async diff(request: DiffRequest, control?: CallControl): Promise<ResourceDiff> {
    const { type, spec, current } = request
    const unable = { replaceBecause: [], destroyFirst: false }
    // What was made under an id that nobody knows cannot be compared; the update will say so.
    if (idOf(current.spec) === undefined) return unable
    const schema = await this.#specSchema(type, control)
    await this.#configure(request.context, control)
    const recorded = inputsOf(schema, current.spec)
    const checked = await this.#check(request, inputsOf(schema, spec), recorded, control)
    // Inputs that it refuses are refused before anything is changed, with all that is wrong with them.
    if (checked.failures.length > 0) return unable
    const inputs = this.#inputsIn(checked)
    const { replaces, deleteBeforeReplace } = await this.#diff(
      request,
      { schema, inputs, recorded: current.spec },
      control,
    )
    const always = replacedOnChange(await this.#package(control), type).filter(
      (name) => !equalValues(recorded[name] ?? null, inputs[name] ?? null),
    )
    const names = new Set([...replaces, ...always])
    return { replaceBecause: Array.from(names, placeOf), destroyFirst: deleteBeforeReplace }
  }

  async deploy(request: DeployRequest, control?: CallControl): Promise<ComputedValues> {
    const { type, spec, current } = request
    const schema = await this.#specSchema(type, control)
    await this.#configure(request.context, control)
    const recorded = this.#isMade(current, 'provider.Update') ? current.spec : undefined
    const inputs = await this.#checked(request, inputsOf(schema, spec), recorded && inputsOf(schema, recorded), control)
    const outputs =
      recorded === undefined
        ? await this.#create(request, inputs, control)
        : await this.#update(request, { schema, inputs, recorded }, control)
    const computed: Record<string, Value> = {}
    for (const [name, property] of Object.entries(schema.attributes ?? {})) {
      const value = outputs[name]
      const isFilledIn =
        property.computed === true || (property.computedWhenOmitted === true && spec[name] === undefined)
      if (isFilledIn && value !== undefined) computed[pathOf(name)] = value
    }
    return computed
  }

  /** Plugins answer when a resource is ready. */
  async hasStabilised(): Promise<StabilisedResult> {
    return { stabilised: true, computed: {} }
  }

  async externalState(request: ExternalStateRequest, control?: CallControl): Promise<ValueMap | undefined> {
    const { type, spec } = request
    const id = idOf(spec)
    if (id === undefined) return undefined
    const schema = await this.#specSchema(type, control)
    await this.#configure(request.context, control)
    const options = this.#asking('provider.Read', control)
    const asked = { ...about(request), id, properties: outputsOf(spec), inputs: inputsOf(schema, spec) }
    const sent = this.#calls.prepared(options, () => ({
      ...asked,
      properties: structToWire(asked.properties),
      inputs: structToWire(asked.inputs),
    }))
    const answer = await this.#calls.call(Methods.Read, sent, options)
    if (answer.id === '') return undefined
    return this.#calls.understood(options, () => {
      const known = { ...structFromWire(answer.properties), ...(answer.inputs && structFromWire(answer.inputs)) }
      return attributesOf(schema, { ...known, id: answer.id })
    })
  }

  async destroy(request: DestroyRequest, control?: CallControl): Promise<void> {
    if (!this.#isMade(request.current, 'provider.Delete')) return
    const { spec } = request.current
    const id = idOf(spec) ?? ''
    const schema = await this.#specSchema(request.type, control)
    await this.#configure(request.context, control)
    const options = this.#changing('provider.Delete', control)
    const sent = this.#calls.prepared(options, () => ({
      ...about(request),
      id,
      properties: structToWire(outputsOf(spec)),
      oldInputs: structToWire(inputsOf(schema, spec)),
    }))
    await this.#calls.call(Methods.Delete, sent, options)
  }

  fetch(): Promise<ValueMap> {
    return Promise.reject(this.#unknown('data sources', 'provider.Invoke'))
  }

  callFunction(): Promise<Value> {
    return Promise.reject(this.#unknown('functions', 'provider.Invoke'))
  }

  /** False for what was never made. Fails for what was made in a call that nobody got the id from. */
  #isMade(current: CurrentResource | undefined, method: string): current is CurrentResource {
    if (idOf(current?.spec) !== undefined) return true
    if (current === undefined || unmade.has(current.status)) return false
    throw this.#calls.refusal(['it exists, but under which id is not known'], { method }, withoutId)
  }

  /** The inputs as the plugin wants them, with its own defaults. */
  async #checked(
    request: DeployRequest,
    news: ValueMap,
    olds: ValueMap | undefined,
    control: CallControl | undefined,
  ): Promise<ValueMap> {
    const answer = await this.#check(request, news, olds, control)
    if (answer.failures.length > 0)
      throw this.#calls.refusal(answer.failures.map(wordsOf), { method: 'provider.Check' })
    return this.#inputsIn(answer)
  }

  #check(
    request: ResourceIdentity,
    news: ValueMap,
    olds: ValueMap | undefined,
    control: CallControl | undefined,
  ): Promise<CheckResponse> {
    const options = this.#asking('provider.Check', control)
    const sent = this.#calls.prepared(options, () => ({
      ...about(request),
      olds: structToWire(olds ?? valueMap()),
      news: structToWire(news),
      // Names that a plugin makes up are the same when a call is made again.
      randomSeed: Buffer.from(request.resourceId),
    }))
    return this.#calls.call(Methods.Check, sent, options)
  }

  #inputsIn({ inputs }: CheckResponse): ValueMap {
    return this.#calls.understood(this.#asking('provider.Check', undefined), () => structFromWire(inputs))
  }

  async #create(request: DeployRequest, inputs: ValueMap, control: CallControl | undefined): Promise<ValueMap> {
    const options = { ...this.#changing('provider.Create', control), makes: true }
    const sent = this.#calls.prepared(options, () => ({ ...about(request), properties: structToWire(inputs) }))
    const { id, properties } = await this.#calls.call(Methods.Create, sent, options)
    return this.#calls.understood(options, () => {
      if (id === '') throw new TypeError('it gives no id')
      return { ...structFromWire(properties), id }
    })
  }

  async #update(request: DeployRequest, change: Change, control: CallControl | undefined): Promise<ValueMap> {
    const { changes, replaces } = await this.#diff(request, change, control)
    const id = idOf(change.recorded) ?? ''
    if (replaces.length > 0)
      throw this.#calls.refusal(
        [`a change of ${replaces.join(', ')} needs a new resource`],
        { method: 'provider.Diff' },
        unplanned,
      )
    if (changes === DiffChanges.NONE) return { ...outputsOf(change.recorded), id }
    const options = this.#changing('provider.Update', control)
    const sent = this.#calls.prepared(options, () => changed(request, change))
    const { properties } = await this.#calls.call(Methods.Update, sent, options)
    return this.#calls.understood(options, () => ({ ...structFromWire(properties), id }))
  }

  #diff(request: ResourceIdentity, change: Change, control: CallControl | undefined): Promise<DiffResponse> {
    const options = this.#asking('provider.Diff', control)
    const sent = this.#calls.prepared(options, () => changed(request, change))
    return this.#calls.call(Methods.Diff, sent, options)
  }

  /** Once for each process; a process that has replaced another one in this very moment may refuse one call. */
  async #configure({ config }: ProviderContext, control: CallControl | undefined): Promise<void> {
    if (this.#configured === undefined || this.#configured.launch !== this.#options.launch()) {
      const options = this.#defining('provider.Configure', control)
      const variables = Object.entries(config).map(([key, value]) => [
        `${this.#options.namespace}config:${key}`,
        String(value),
      ])
      const request = this.#calls.prepared(options, () => ({
        variables: Object.fromEntries(variables) as Record<string, string>,
        args: structToWire(config),
        sendsOldInputs: true,
        sendsOldInputsToDelete: true,
      }))
      const done = this.#calls.call(Methods.Configure, request, options).then(() => undefined)
      this.#configured = { launch: this.#options.launch(), done }
      done.catch(() => (this.#configured = undefined))
    }
    await this.#configured.done
  }

  #package(control: CallControl | undefined): Promise<PackageSchema> {
    if (this.#schema === undefined) {
      const options = this.#defining('provider.GetSchema', control)
      const answer = this.#calls.call(Methods.GetSchema, { version: 0 }, options)
      this.#schema = answer.then(({ schema }) =>
        this.#calls.understood(options, () => JSON.parse(schema) as PackageSchema),
      )
      // A failure belongs to the call that asked; the next one asks again.
      this.#schema.catch(() => (this.#schema = undefined))
    }
    return this.#schema
  }

  #typeIn(schema: PackageSchema, type: string): ResourceTypeDefinition | undefined {
    return this.#calls.understood(this.#defining('provider.GetSchema', undefined), () => resourceTypeOf(schema, type))
  }

  async #specSchema(type: string, control: CallControl | undefined): Promise<PropertySchema> {
    const known = this.#typeIn(await this.#package(control), type)
    if (known === undefined) throw this.#unknown(`the type ${type}`, 'provider.GetSchema')
    return known.schema
  }

  #unknown(what: string, method: string): PluginFailure {
    const options = this.#defining(method, undefined)
    return this.#calls.refusal([`Slipway does not know ${what} of ${this.#options.pluginId}`], options)
  }

  #defining(method: string, control: CallControl | undefined): PulumiCallOptions {
    return { method, control, deadlineMs: this.#deadlines.define }
  }

  #asking(method: string, control: CallControl | undefined): PulumiCallOptions {
    return { method, control, deadlineMs: this.#deadlines.ask }
  }

  #changing(method: string, control: CallControl | undefined): PulumiCallOptions {
    return { method, control, deadlineMs: this.#deadlines.change, changes: true }
  }
}

/** From what is recorded to inputs that the plugin has checked. */
interface Change {
  readonly schema: PropertySchema
  readonly inputs: ValueMap
  readonly recorded: ValueMap
}

function changed(request: ResourceIdentity, { schema, inputs, recorded }: Change) {
  return {
    ...about(request),
    id: idOf(recorded) ?? '',
    olds: structToWire(outputsOf(recorded)),
    news: structToWire(inputs),
    oldInputs: structToWire(inputsOf(schema, recorded)),
  }
}

function wordsOf({ property, reason }: { readonly property: string; readonly reason: string }): string {
  return property === '' ? reason : `${property}: ${reason}`
}
