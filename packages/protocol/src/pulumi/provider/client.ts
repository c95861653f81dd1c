import {
  equalValues,
  mapEntries,
  type CallControl,
  type ComputedValues,
  type CurrentResource,
  type DefinitionRequest,
  type DeployRequest,
  type DestroyRequest,
  type DiffRequest,
  type ExternalStateRequest,
  type FetchRequest,
  type FunctionCallRequest,
  type PluginDiagnostic,
  type PluginFailure,
  type PropertySchema,
  type Provider,
  type ProviderContext,
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
import { type PackageSchema, keptName, replacedOnChange, resourceTypeOf } from '../convert/schema.ts'
import { structFromWire, structToWire, type Understood } from '../convert/struct.ts'
import type { ErrorResourceInitFailed } from '../gen/errors.ts'
import { type CheckResponse, DiffChanges, type DiffResponse, ResourceProvider as Methods } from '../gen/provider.ts'
import { type PulumiCallOptions, PulumiCalls, wordsOf } from './calls.ts'
import { type Change, changed, computedBy, given, type Made, withInputs } from './change.ts'
import { type Accepted, Configuration } from './configuration.ts'
import { definitionOf } from './definition.ts'
import { exported, type Invocation, invocationOf, invocationOfCall } from './invoke.ts'
import { replacedBy } from './replaced-by.ts'
import { about, attributesOf, idOf, inputsOf, keptOf, outputsOf, placeOf } from './resource.ts'

export interface PulumiProviderOptions {
  readonly pluginId: string
  readonly pluginVersion: string
  /** With the colon that ends it: `random:`. */
  readonly namespace: string
  /** Of the process that answers now: another one must be configured anew. */
  readonly launch: () => string
  /** What that process has said when it was greeted; `undefined` for one that says it when it is configured. */
  readonly accepted?: () => Accepted | undefined
  /** The package that it serves with its parameters; none for most. */
  readonly subpackage?: () => Subpackage | undefined
  /** The schema of a type's spec where it is known from a definition: schemas of clouds are large. */
  readonly knownSchema?: (type: string) => PropertySchema | undefined
  /** Milliseconds; a call's own control comes first. */
  readonly deadlines?: Partial<CallDeadlines>
}

interface Subpackage {
  readonly name: string
  readonly version: string
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
  readonly #configuration: Configuration

  constructor(channel: RpcChannel, options: PulumiProviderOptions) {
    this.#calls = new PulumiCalls(channel, options.pluginId)
    this.#options = options
    this.#deadlines = { ...defaultCallDeadlines, ...options.deadlines }
    this.#configuration = new Configuration(this.#calls, { accepted: () => undefined, ...options })
  }

  async define(request: DefinitionRequest, control?: CallControl): Promise<ProviderDefinition> {
    const schema = await this.#package(control)
    return this.#calls.understood(this.#defining('provider.GetSchema', control), () =>
      definitionOf(schema, request, this.#options),
    )
  }

  /** Plugins check the inputs of a resource as a whole, so all of them must be known. */
  async validateResource(
    request: ValidateResourceRequest,
    control?: CallControl,
  ): Promise<readonly PluginDiagnostic[]> {
    const { type, spec, isPartial = false } = request
    if (isPartial) return []
    const schema = await this.#specSchema(type, control)
    const understood = await this.#configure(request.context, control)
    // What it is asked here no plugin remembers.
    const asked = { ...request, resourceId: '', instanceId: '', instanceName: 'validated' }
    const { failures } = await this.#check(asked, { news: inputsOf(schema, spec), understood }, control)
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
    const understood = await this.#configure(request.context, control)
    const olds = inputsOf(schema, current.spec)
    const checked = await this.#check(request, { news: inputsOf(schema, spec), olds, understood }, control)
    // Inputs that it refuses are refused before anything is changed, with all that is wrong with them.
    if (checked.failures.length > 0) return unable
    const inputs = this.#inputsIn(checked)
    const change = { schema, inputs, recorded: current.spec, understood }
    const answer = await this.#diff(request, change, control)
    const isChanged = (name: string): boolean => !equalValues(olds[name] ?? null, inputs[name] ?? null)
    // Of those that the schema speaks of only the package says which need one whatever the plugin says.
    const mayBe = Object.keys(schema.attributes ?? {}).some(
      (name) => schema.attributes?.[name]?.mustRecreate === true && isChanged(name),
    )
    const always = mayBe ? replacedOnChange(await this.#package(control), type).filter(isChanged) : []
    const names = new Set([...replacedBy(answer), ...always])
    return { replaceBecause: Array.from(names, placeOf), destroyFirst: answer.deleteBeforeReplace }
  }

  async deploy(request: DeployRequest, control?: CallControl): Promise<ComputedValues> {
    const { type, spec, current } = request
    const schema = await this.#specSchema(type, control)
    const understood = await this.#configure(request.context, control)
    const recorded = this.#isMade(current, 'provider.Update') ? current.spec : undefined
    const olds = recorded && { olds: inputsOf(schema, recorded) }
    const inputs = await this.#checked(request, { news: inputsOf(schema, spec), ...olds, understood }, control)
    const made: Made = { schema, spec, inputs, understood }
    return recorded === undefined
      ? await this.#create(request, made, control)
      : await this.#update(request, { ...made, recorded }, control)
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
    const understood = await this.#configure(request.context, control)
    const options = this.#asking('provider.Read', control)
    const asked = { properties: outputsOf(spec), inputs: inputsOf(schema, spec) }
    const sent = this.#calls.prepared(options, () => ({
      ...about(request),
      id,
      properties: structToWire(asked.properties, understood),
      inputs: structToWire(asked.inputs, understood),
    }))
    const answer = await this.#calls.call(Methods.Read, sent, options)
    if (answer.id === '') return undefined
    return this.#calls.understood(options, () => {
      const outputs = structFromWire(answer.properties)
      const said = answer.inputs && structFromWire(answer.inputs)
      const inputs = said ?? mapEntries(asked.inputs, (value, name) => outputs[name] ?? value)
      const real = attributesOf(schema, { ...outputs, ...said, id: answer.id })
      const kept = keptOf(schema, valueMap([...Object.entries(spec), ...Object.entries(real)]), { inputs, outputs })
      const isKept = kept !== undefined || spec[keptName] !== undefined
      return isKept ? valueMap([...Object.entries(real), [keptName, kept ?? valueMap()]]) : real
    })
  }

  async destroy(request: DestroyRequest, control?: CallControl): Promise<void> {
    if (!this.#isMade(request.current, 'provider.Delete')) return
    const { spec } = request.current
    const id = idOf(spec) ?? ''
    const schema = await this.#specSchema(request.type, control)
    const understood = await this.#configure(request.context, control)
    const options = this.#changing('provider.Delete', control)
    const sent = this.#calls.prepared(options, () => ({
      ...about(request),
      id,
      properties: structToWire(outputsOf(spec), understood),
      oldInputs: structToWire(inputsOf(schema, spec), understood),
    }))
    await this.#calls.call(Methods.Delete, sent, options)
  }

  async fetch(request: FetchRequest, control?: CallControl): Promise<ValueMap> {
    return exported(request, await this.#invoke(invocationOf(request), request.context, control))
  }

  async callFunction(request: FunctionCallRequest, control?: CallControl): Promise<Value> {
    const invocation = invocationOfCall(request, await this.#package(control))
    if (invocation !== undefined) return await this.#invoke(invocation, request.context, control)
    throw this.#calls.refusal([`${request.name} takes one map of arguments`], { method: 'provider.Invoke' })
  }

  async #invoke(
    { token, args }: Invocation,
    context: ProviderContext,
    control: CallControl | undefined,
  ): Promise<ValueMap> {
    const understood = await this.#configure(context, control)
    const options = this.#asking('provider.Invoke', control)
    const sent = this.#calls.prepared(options, () => ({ tok: token, args: structToWire(args, understood) }))
    const { return: answer, failures } = await this.#calls.call(Methods.Invoke, sent, options)
    if (failures.length > 0) throw this.#calls.refusal(failures.map(wordsOf), options)
    return this.#calls.understood(options, () => structFromWire(answer))
  }

  /** False for what was never made. Fails for what was made in a call that nobody got the id from. */
  #isMade(current: CurrentResource | undefined, method: string): current is CurrentResource {
    if (idOf(current?.spec) !== undefined) return true
    if (current === undefined || unmade.has(current.status)) return false
    throw this.#calls.refusal(['it exists, but under which id is not known'], { method }, withoutId)
  }

  /** The inputs as the plugin wants them, with its own defaults. */
  async #checked(request: DeployRequest, inputs: ToCheck, control: CallControl | undefined): Promise<ValueMap> {
    const answer = await this.#check(request, inputs, control)
    if (answer.failures.length > 0)
      throw this.#calls.refusal(answer.failures.map(wordsOf), { method: 'provider.Check' })
    return this.#inputsIn(answer)
  }

  #check(
    request: ResourceIdentity,
    { news, olds = valueMap(), understood }: ToCheck,
    control: CallControl | undefined,
  ): Promise<CheckResponse> {
    const options = this.#asking('provider.Check', control)
    const sent = this.#calls.prepared(options, () => ({
      ...about(request),
      olds: structToWire(olds, understood),
      news: structToWire(news, understood),
      // Names that a plugin makes up are the same when a call is made again.
      randomSeed: Buffer.from(request.resourceId),
    }))
    return this.#calls.call(Methods.Check, sent, options)
  }

  #inputsIn({ inputs }: CheckResponse): ValueMap {
    return this.#calls.understood(this.#asking('provider.Check', undefined), () => structFromWire(inputs))
  }

  async #create(request: DeployRequest, made: Made, control: CallControl | undefined): Promise<ComputedValues> {
    const options = {
      ...this.#changing('provider.Create', control),
      makes: true,
      left: ({ id, properties, inputs }: ErrorResourceInitFailed) =>
        computedBy(withInputs(made, inputs), { ...structFromWire(properties), id: given(id) }),
    }
    const sent = this.#calls.prepared(options, () => ({
      ...about(request),
      properties: structToWire(made.inputs, made.understood),
    }))
    const { id, properties } = await this.#calls.call(Methods.Create, sent, options)
    return this.#calls.understood(options, () => computedBy(made, { ...structFromWire(properties), id: given(id) }))
  }

  async #update(request: DeployRequest, change: Change, control: CallControl | undefined): Promise<ComputedValues> {
    const answer = await this.#diff(request, change, control)
    const replaces = replacedBy(answer)
    if (replaces.length > 0)
      throw this.#calls.refusal(
        [`a change of ${replaces.join(', ')} needs a new resource`],
        { method: 'provider.Diff' },
        unplanned,
      )
    const id = idOf(change.recorded) ?? ''
    if (answer.changes === DiffChanges.NONE) return computedBy(change, { ...outputsOf(change.recorded), id })
    const options = {
      ...this.#changing('provider.Update', control),
      left: ({ properties, inputs }: ErrorResourceInitFailed) =>
        computedBy(withInputs(change, inputs), { ...structFromWire(properties), id }),
    }
    const sent = this.#calls.prepared(options, () => changed(request, change))
    const { properties } = await this.#calls.call(Methods.Update, sent, options)
    return this.#calls.understood(options, () => computedBy(change, { ...structFromWire(properties), id }))
  }

  #diff(
    request: ResourceIdentity,
    change: Omit<Change, 'spec'>,
    control: CallControl | undefined,
  ): Promise<DiffResponse> {
    const options = this.#asking('provider.Diff', control)
    const sent = this.#calls.prepared(options, () => changed(request, change))
    return this.#calls.call(Methods.Diff, sent, options)
  }

  #configure(context: ProviderContext, control: CallControl | undefined): Promise<Understood> {
    return this.#configuration.ready(context, this.#defining('provider.Configure', control))
  }

  #package(control: CallControl | undefined): Promise<PackageSchema> {
    if (this.#schema === undefined) {
      const options = this.#defining('provider.GetSchema', control)
      const { name: subpackageName, version: subpackageVersion } = this.#options.subpackage?.() ?? {}
      const request = {
        version: 0,
        ...(subpackageName !== undefined && { subpackageName }),
        ...(subpackageVersion !== undefined && { subpackageVersion }),
      }
      const answer = this.#calls.call(Methods.GetSchema, request, options)
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
    const cached = this.#options.knownSchema?.(type)
    if (cached !== undefined) return cached
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

interface ToCheck {
  readonly news: ValueMap
  readonly olds?: ValueMap
  readonly understood: Understood
}
