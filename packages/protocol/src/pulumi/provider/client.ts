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
  type ListedThings,
  type ListRequest,
  type PluginDiagnostic,
  type PropertySchema,
  type Provider,
  type ProviderConfiguration,
  type ProviderContext,
  type ProviderDefinition,
  type ResourceDiff,
  type ResourceStatus,
  type StabilisedResult,
  type ValidateResourceRequest,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { type CallDeadlines, defaultCallDeadlines } from '../../call-deadlines.ts'
import type { RpcChannel } from '../../wire/rpc/channel.ts'
import { structFromWire, structToWire, type Understood } from '../convert/struct.ts'
import type { ErrorResourceInitFailed } from '../gen/errors.ts'
import { ResourceProvider as Methods } from '../gen/provider.ts'
import { type PulumiCallOptions, PulumiCalls, secondsAllowed, wordsOf } from './calls/calls.ts'
import { type Change, changed, computedBy, created, given as givenId, halfMade, type Made } from './compare/change.ts'
import { type Checked, Checks, type Compared, type ToCheck } from './compare/checks.ts'
import { type Accepted, Configuration, type ConfigurationOptions } from './configuration.ts'
import { definitionOf } from './calls/definition.ts'
import { exported, type Invocation, invocationOf, invocationOfCall } from './calls/invoke.ts'
import { externalSpec } from './resource/external.ts'
import { listed } from './calls/list.ts'
import { Planned } from './compare/planned.ts'
import { preview } from './compare/preview.ts'
import { replacedAlways } from './compare/replaced-by.ts'
import { Schemas, type Subpackage } from './calls/schemas.ts'
import { ViewDesk, viewsIn, type ViewWatch } from './resource/views.ts'
import { viewsName } from '../convert/schema.ts'
import { isWhole } from './resource/whole.ts'
import { about, idOf, inputsOf, type Named, outputsOf, placeOf, withId } from './resource/resource.ts'

export interface PulumiProviderOptions extends Pick<ConfigurationOptions, 'namespace' | 'settingsAt' | 'launch'> {
  readonly pluginId: string
  /** Returns the plugin's version, after its greeting; empty when it is unknown. */
  readonly pluginVersion: () => string
  /** The namespace whose settings the plugin gets, if it is not its own. */
  readonly configuredAs?: string | undefined
  /** The capabilities from its greeting; `undefined` for a process that reports them when it is configured. */
  readonly accepted?: () => Accepted | undefined
  /** The desk where its process reports the parts of resources; absent when the process does not know of a desk. */
  readonly views?: () => ViewDesk | undefined
  /** The package that the plugin serves with its parameters; most plugins have none. */
  readonly subpackage?: () => Subpackage | undefined
  /** Returns the schema of a type's spec when it is known from a definition: schemas of clouds are large. */
  readonly knownSchema?: (type: string) => PropertySchema | undefined
  /** Limits in milliseconds; a call's own control takes precedence. */
  readonly deadlines?: Partial<CallDeadlines>
}

/** The desk for a plugin that does not report to one. */
const nowhere = new ViewDesk()

const unplanned = {
  code: 'protocol/unplanned-replacement',
  hint: 'run slipway up again: the new plan shows the replacement',
}

/** Statuses of a create that has certainly failed, or of a place that was made free. */
const unmade: ReadonlySet<ResourceStatus> = new Set(['absent', 'creating', 'create-failed', 'create-interrupted'])

const withoutId = {
  code: 'protocol/no-id',
  hint: 'remove the resource outside, then make Slipway forget it: slipway state rm NAME',
}

/**
 * A resource plugin of Pulumi as a provider. Its resources are known outside by an id that the plugin makes, so a create in doubt cannot be
 * found again: the engine asks the user to settle such types. `Diff` decides while a change is planned whether it needs a new resource; if
 * the answer differs at the change itself, nothing is changed.
 */
export class PulumiProvider implements Provider {
  readonly #calls: PulumiCalls
  readonly #options: PulumiProviderOptions
  readonly #deadlines: CallDeadlines
  readonly #schemas: Schemas
  readonly #configuration: Configuration
  readonly #checks: Checks
  readonly #planned = new Planned()

  constructor(channel: RpcChannel, options: PulumiProviderOptions) {
    this.#calls = new PulumiCalls(channel, options.pluginId)
    this.#options = options
    this.#deadlines = { ...defaultCallDeadlines, ...options.deadlines }
    const { define: deadlineMs } = this.#deadlines
    const namespace = options.configuredAs ?? options.namespace
    this.#schemas = new Schemas(this.#calls, { deadlineMs, ...options })
    this.#configuration = new Configuration(this.#calls, { accepted: () => undefined, ...options, namespace })
    this.#checks = new Checks(this.#calls, { launch: options.launch, deadlineMs: this.#deadlines.ask })
  }

  async define(request: DefinitionRequest, control?: CallControl): Promise<ProviderDefinition> {
    const schema = await this.#schemas.package(control)
    return this.#calls.understood(this.#defining('provider.GetSchema', control), () =>
      definitionOf(schema, request, { ...this.#options, pluginVersion: this.#options.pluginVersion() }),
    )
  }

  configured(): ProviderConfiguration | undefined {
    return this.#configuration.settings
  }

  /** Asks the plugin to check the inputs of a resource as a whole, with marks for unknown inputs. */
  async validateResource(
    request: ValidateResourceRequest,
    control?: CallControl,
  ): Promise<readonly PluginDiagnostic[]> {
    const { type, spec, isPartial = false, open = isPartial ? undefined : spec, instanceName = 'validated' } = request
    if (open === undefined) return []
    const schema = await this.#schemas.ofSpec(type, control)
    const understood = await this.#configure(request.context, control)
    const asked = { type, resourceName: request.resourceName, instanceName }
    const { failures } = await this.#validated(asked, { news: inputsOf(schema, open), understood }, control)
    return failures.map((failure) => ({
      severity: 'error',
      message: wordsOf(failure),
      path: placeOf(failure.property),
    }))
  }

  async diff(request: DiffRequest, control?: CallControl): Promise<ResourceDiff> {
    const { type, spec, current, ignoreChanges } = request
    const unable = { replaceBecause: [], destroyFirst: false }
    // A resource without a known id cannot be compared; the update will report the missing id.
    if (idOf(current.spec) === undefined) return unable
    const schema = await this.#schemas.ofSpec(type, control)
    const understood = await this.#configure(request.context, control)
    const [olds, news] = [inputsOf(schema, current.spec), inputsOf(schema, spec)]
    const checked = await this.#checks.check(request, { news, olds, understood }, control)
    // Inputs that the plugin refuses fail before anything is changed, with all complaints about them.
    if (checked.failures.length > 0) {
      this.#planned.keep(request, { news, olds, checked })
      return { ...unable, differs: [] }
    }
    const { inputs } = checked
    const change = { inputs, olds, recorded: current.spec, understood, ignoreChanges }
    const said = await this.#checks.diff(request, change, control)
    const always = await replacedAlways(type, schema, { olds, inputs }, () => this.#schemas.package(control))
    const compared = { ...said, replaces: [...new Set([...said.replaces, ...always])] }
    const { replaces } = compared
    const differs = compared.differs ?? (isWhole(current) ? undefined : [])
    const isSame = differs === undefined && replaces.length === 0 && equalValues(olds, inputs)
    if (!isSame) this.#planned.keep(request, { news, olds, checked, compared, ignoreChanges })
    return {
      replaceBecause: replaces.map(placeOf),
      destroyFirst: said.destroyFirst,
      ...(differs !== undefined && { differs: differs.map(placeOf) }),
      ...(said.removed.length > 0 && { removed: said.removed }),
    }
  }

  async preview(request: DeployRequest, control?: CallControl): Promise<ComputedValues | undefined> {
    const { type, spec, current } = request
    const schema = await this.#schemas.ofSpec(type, control)
    const understood = await this.#configure(request.context, control)
    const isLost = current !== undefined && idOf(current.spec) === undefined
    if (!this.#configuration.previews || isLost) return undefined
    const olds = current && inputsOf(schema, current.spec)
    const news = inputsOf(schema, spec)
    const asked = { news, ...(olds !== undefined && { olds }) }
    const known = this.#planned.find(request, asked)
    const checked = known?.checked ?? (await this.#checks.check(request, { ...asked, understood }, control))
    if (known === undefined) this.#planned.keep(request, { ...asked, checked })
    // `validateResource` reports problems with the inputs.
    if (checked.failures.length > 0) return undefined
    const made: Made = { schema, spec, inputs: checked.inputs, understood }
    const isNew = current === undefined || olds === undefined
    const ignoreChanges = known?.ignoreChanges
    const planned = isNew ? made : { ...made, recorded: current.spec, olds, ignoreChanges }
    return await preview(this.#calls, request, planned, this.#asking('provider.Preview', control))
  }

  async deploy(request: DeployRequest, control?: CallControl): Promise<ComputedValues> {
    const { type, spec, current } = request
    const schema = await this.#schemas.ofSpec(type, control)
    const understood = await this.#configure(request.context, control)
    const there = this.#isMade(current, 'provider.Update') ? current : undefined
    const olds = there && inputsOf(schema, there.spec)
    const asked = { news: inputsOf(schema, spec), ...(olds !== undefined && { olds }) }
    const planned = this.#planned.take(request, asked)
    const checked = planned?.checked ?? (await this.#checks.check(request, { ...asked, understood }, control))
    if (checked.failures.length > 0)
      throw this.#calls.refusal(checked.failures.map(wordsOf), { method: 'provider.Check' })
    const made: Made = { schema, spec, inputs: checked.inputs, understood }
    if (there === undefined || olds === undefined) return await this.#create(request, made, control)
    const change: Change = { ...made, recorded: there.spec, olds, ignoreChanges: planned?.ignoreChanges }
    const compared = planned?.compared ?? (await this.#checks.diff(request, change, control))
    return await this.#update(request, change, compared, control)
  }

  /** Answers at once: plugins answer only when a resource is ready. */
  async hasStabilised(): Promise<StabilisedResult> {
    return { stabilised: true, computed: {} }
  }

  async externalState(request: ExternalStateRequest, control?: CallControl): Promise<ValueMap | undefined> {
    const { type, spec, isFirstLook = false } = request
    const id = idOf(spec)
    if (id === undefined) return undefined
    const schema = await this.#schemas.ofSpec(type, control)
    const understood = await this.#configure(request.context, control)
    const options = this.#asking('provider.Read', control)
    const asked = { properties: outputsOf(spec), inputs: inputsOf(schema, spec) }
    const { answer, views } = await this.#watching(spec, async (watch) => {
      const sent = this.#calls.prepared(options, () => ({
        ...about(request),
        ...watch.placeBeside(understood),
        id,
        // A plugin treats a read without properties and inputs as an import, and finds out both itself.
        properties: structToWire(isFirstLook ? valueMap() : asked.properties, understood),
        inputs: structToWire(isFirstLook ? valueMap() : asked.inputs, understood),
        timeout: secondsAllowed(control),
      }))
      return { answer: await this.#calls.read(sent, options), views: watch.views }
    })
    if (answer.id === '') return undefined
    this.#calls.bounded(answer.properties, options)
    const read = this.#calls.understood(options, () => ({
      outputs: structFromWire(answer.properties),
      inputs: answer.inputs && structFromWire(answer.inputs),
    }))
    const { outputs } = read
    const inputs = read.inputs ?? mapEntries(asked.inputs, (value, name) => outputs[name] ?? value)
    const recorded = withId(outputs, answer.id)
    const change = { inputs: asked.inputs, olds: inputs, recorded, outputs, understood }
    // Only the plugin knows which differences do not count: documents, for example, may come back in another form.
    const said = await this.#checks.diff(request, change, control).catch(() => undefined)
    const isSame = said !== undefined && said.replaces.length === 0 && said.differs === undefined
    const known = isSame ? { inputs: asked.inputs, said: asked.inputs } : { inputs, said: read.inputs }
    const { id: realId, refreshBeforeUpdate: isReadFirst, reasons: initErrors } = answer
    return externalSpec(schema, spec, { id: realId, outputs, views, isReadFirst, initErrors, ...known })
  }

  async destroy(request: DestroyRequest, control?: CallControl): Promise<void> {
    if (!this.#isMade(request.current, 'provider.Delete')) return
    const { spec } = request.current
    const id = idOf(spec) ?? ''
    const schema = await this.#schemas.ofSpec(request.type, control)
    const understood = await this.#configure(request.context, control)
    const options = this.#changing('provider.Delete', control)
    await this.#watching(spec, async (watch) => {
      const sent = this.#calls.prepared(options, () => ({
        ...about(request),
        ...watch.placeBeside(understood),
        id,
        properties: structToWire(outputsOf(spec), understood),
        oldInputs: structToWire(inputsOf(schema, spec), understood),
        timeout: secondsAllowed(control),
      }))
      await this.#calls.call(Methods.Delete, sent, options)
    })
  }

  async fetch(request: FetchRequest, control?: CallControl): Promise<ValueMap> {
    return exported(request, await this.#invoke(invocationOf(request), request.context, control))
  }

  async callFunction(request: FunctionCallRequest, control?: CallControl): Promise<Value> {
    const invocation = invocationOfCall(request, await this.#schemas.package(control))
    if (invocation !== undefined) return await this.#invoke(invocation, request.context, control)
    throw this.#calls.refusal([`${request.name} takes one map of arguments`], { method: 'provider.Invoke' })
  }

  async list(request: ListRequest, control?: CallControl): Promise<ListedThings> {
    const understood = await this.#configure(request.context, control)
    return await listed(this.#calls, request, understood, this.#asking('provider.List', control))
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

  /** Whether a resource exists; false if it was never created. Fails for a resource whose create call did not report its id. */
  #isMade(current: CurrentResource | undefined, method: string): current is CurrentResource {
    if (idOf(current?.spec) !== undefined) return true
    if (current === undefined || unmade.has(current.status)) return false
    throw this.#calls.refusal(['it exists, but its id is not known'], { method }, withoutId)
  }

  /**
   * Returns the checked inputs. Inputs that were checked while planning are not checked again, except for a replaced resource, which is
   * checked as a new one.
   */
  async #validated(
    asked: Named,
    { news, understood }: ToCheck,
    control: CallControl | undefined,
  ): Promise<Pick<Checked, 'failures'>> {
    const change = this.#planned.findChange(asked, news)
    const isReplaced = (change?.compared?.replaces.length ?? 0) > 0
    if (change !== undefined && !isReplaced) return change.checked
    // A preview has already asked the plugin.
    const made = this.#planned.find(asked, { news })
    if (made !== undefined) return made.checked
    const checked = await this.#checks.check(asked, { news, understood }, control)
    this.#planned.keep(asked, { news, checked })
    return checked
  }

  #create(request: DeployRequest, given: Made, control: CallControl | undefined): Promise<ComputedValues> {
    return this.#watching(valueMap(), async (watch) => {
      const made = (isReadFirst = false): Made => ({ ...given, views: watch.views, isReadFirst })
      const options = {
        ...this.#changing('provider.Create', control),
        makes: true,
        left: (failed: ErrorResourceInitFailed) =>
          computedBy(halfMade(made(), failed), structFromWire(failed.properties), givenId(failed.id)),
      }
      const sent = this.#calls.prepared(options, () => ({
        ...created(request, given),
        ...watch.place,
        timeout: secondsAllowed(control),
      }))
      const { id, properties, refreshBeforeUpdate: first } = await this.#calls.call(Methods.Create, sent, options)
      if (id !== '') this.#calls.bounded(properties, options, () => computedBy(made(first), valueMap(), id))
      return this.#calls.understood(options, () => computedBy(made(first), structFromWire(properties), givenId(id)))
    })
  }

  async #update(
    request: DeployRequest,
    change: Change,
    { replaces, differs }: Compared,
    control: CallControl | undefined,
  ): Promise<ComputedValues> {
    if (replaces.length > 0)
      throw this.#calls.refusal(
        [`a change of ${replaces.join(', ')} needs a new resource`],
        { method: 'provider.Diff' },
        unplanned,
      )
    const id = idOf(change.recorded) ?? ''
    if (differs === undefined && (request.current === undefined || isWhole(request.current)))
      return computedBy(change, outputsOf(change.recorded), id)
    return await this.#watching(change.recorded, async (watch) => {
      const now = (isReadFirst = false): Change => ({ ...change, views: watch.views, isReadFirst })
      const options = {
        ...this.#changing('provider.Update', control),
        left: (failed: ErrorResourceInitFailed) =>
          computedBy(halfMade(now(), failed), structFromWire(failed.properties), id),
      }
      const sent = this.#calls.prepared(options, () => ({
        ...changed(request, change),
        ...watch.placeBeside(change.understood),
        timeout: secondsAllowed(control),
      }))
      const { properties, refreshBeforeUpdate: first } = await this.#calls.call(Methods.Update, sent, options)
      this.#calls.bounded(properties, options, () => computedBy(now(first), outputsOf(change.recorded), id))
      return this.#calls.understood(options, () => computedBy(now(first), structFromWire(properties), id))
    })
  }

  #watching<T>(recorded: ValueMap, work: (watch: ViewWatch) => Promise<T>): Promise<T> {
    return (this.#options.views?.() ?? nowhere).during(viewsIn(recorded[viewsName]), work)
  }

  #configure(context: ProviderContext, control: CallControl | undefined): Promise<Understood> {
    return this.#configuration.ready(context, this.#defining('provider.Configure', control))
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
