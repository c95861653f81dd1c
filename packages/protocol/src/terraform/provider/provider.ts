import {
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
  messageOf,
  type PluginDiagnostic,
  type Provider,
  type ProviderContext,
  type ProviderDefinition,
  type ResourceDiff,
  type ResourceStatus,
  type StabilisedResult,
  type TakeOverRequest,
  type UpgradeRequest,
  type ValidateResourceRequest,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { type CallDeadlines, defaultCallDeadlines } from '../../call-deadlines.ts'
import type { TerraformClient, Told } from '../client/client.ts'
import { type CtyValue, isWhollyKnown } from '../cty/value.ts'
import type { TerraformDiagnostic } from '../convert/message-parts.ts'
import { definitionOf, ownName } from '../definition/definition.ts'
import { ephemeralNamed } from '../definition/ephemeral-names.ts'
import { keptOf, terraformName } from '../kept.ts'
import { blockCountProblems } from '../rules/block-counts.ts'
import { applied, destroyed, type ToApply } from './applying.ts'
import { calledFunction } from './calling.ts'
import { fetched, type Reading, validatedDataSource } from './data-source.ts'
import { Descriptions } from './described.ts'
import type { Ephemerals } from './ephemerals.ts'
import { filledIn, recordedValues } from './filled-in.ts'
import { found, imported, type ToFind } from './finding.ts'
import { listed } from './listing.ts'
import { specPath } from './paths.ts'
import { Planned } from './planned.ts'
import { differingIn, type PlanAsker, planned, type PlannedChange, putOffCode, requireAgreement } from './planning.ts'
import type { Described, Held } from './held.ts'
import { configOf, hasState, importedSpec, realSpec, withoutComputed } from './record.ts'
import { isRefusal, reasonsOf, unlessAnswered, unlessRefused } from './refused-plan.ts'
import { Settings } from './settings.ts'
import { States } from './states.ts'
import { Stops } from './stops.ts'
import { asPluginDiagnostics, type Asked, refusal, withoutAnswer } from './told.ts'

export interface TerraformProviderOptions {
  /** The address of the plugin's source, with the host: `registry.opentofu.org/hashicorp/local`. */
  readonly pluginId: string
  readonly pluginVersion: () => string
  /** The project's key for the provider, with which its types begin: `tflocal`. */
  readonly namespace: string
  /** The place of the user's settings, for messages. */
  readonly settingsAt?: string | undefined
  /** Id of the plugin's present launch. */
  readonly launch: () => string
  /** The ephemeral resources that are open in that launch. */
  readonly ephemerals: () => Ephemerals
  /** The hash of the provider's binary; empty if it is unknown. */
  readonly binary: () => string
  readonly deadlines?: Partial<CallDeadlines>
}

/** Statuses of records without a real resource. */
const unmade: ReadonlySet<ResourceStatus> = new Set(['absent', 'create-failed', 'create-interrupted'])

const unplanned = {
  code: 'protocol/unplanned-replacement',
  hint: 'run slipway up again: the new plan shows the replacement',
}

/**
 * A provider of Terraform as a provider of Slipway. The provider itself decides, in a plan, on the effect of a change: the engine asks it
 * about every resource. A create that was cut off is found by its identity, if its provider has identities; otherwise the user settles it.
 */
export class TerraformProvider implements Provider {
  readonly #client: TerraformClient
  readonly #options: TerraformProviderOptions
  readonly #deadlines: CallDeadlines
  readonly #descriptions: Descriptions
  readonly #settings: Settings
  readonly #states: States
  readonly #stops: Stops
  readonly #planned = new Planned()
  readonly answersCancelled = true

  constructor(client: TerraformClient, options: TerraformProviderOptions) {
    const { pluginId, namespace, settingsAt = `providers."${namespace}" in slipway.config.yaml` } = options
    this.#client = client
    this.#options = options
    this.#deadlines = { ...defaultCallDeadlines, ...options.deadlines }
    this.#descriptions = new Descriptions(client, pluginId)
    this.#settings = new Settings(client, this.#descriptions, { ...options, settingsAt })
    this.#states = new States(client, options)
    this.#stops = new Stops(client)
  }

  async define(request: DefinitionRequest, control?: CallControl): Promise<ProviderDefinition> {
    const schemas = await this.#descriptions.schemas(this.#within('define', control))
    const identities = await this.#descriptions.identities(this.#within('define', control))
    return definitionOf({ schemas, identities }, request, {
      ...this.#options,
      pluginVersion: this.#options.pluginVersion(),
    })
  }

  async validateSettings(context: ProviderContext, control?: CallControl): Promise<readonly PluginDiagnostic[]> {
    return await this.#settings.problems(context, this.#within('ask', control))
  }

  async validateResource(
    request: ValidateResourceRequest,
    control?: CallControl,
  ): Promise<readonly PluginDiagnostic[]> {
    const { type: name, spec, isPartial = false, open = isPartial ? undefined : spec } = request
    if (open === undefined) return []
    const { type, limits } = await this.#ready(name, undefined, control)
    const asked = this.#asked('provider.ValidateResourceConfig')
    const config = this.#config(type, open, asked)
    const { diagnostics } = await this.#answered(asked, this.#client.validateResource(type, config, limits))
    const all = [...blockCountProblems(type.block, config), ...diagnostics]
    const said = asPluginDiagnostics({ diagnostics: all }, asked.method)
    // The plan of an invalid resource fails for the same reasons.
    return said.some(({ severity }) => severity === 'error') ? said : [...said, ...this.#planned.remarks(request)]
  }

  async diff(request: DiffRequest, control?: CallControl): Promise<ResourceDiff> {
    const { current, spec } = request
    const destroyFirst = keptOf(current.spec).createBeforeDestroy !== true
    const order = { destroyFirst, ...(destroyFirst && { isHabit: true as const }) }
    const unable = { replaceBecause: [], ...order }
    // A resource without a recorded state cannot be compared; the update will report that.
    if (!hasState(current.spec)) return unable
    const { type, limits } = await this.#ready(request.type, request.context, control)
    if (isTainted(current)) return { ...unable, replaceBecause: ['tainted'] }
    const prior = await this.#states.held(type, current.spec, limits)
    const config = this.#config(type, spec, this.#asked('provider.PlanResourceChange'))
    // A refused change still counts as a change. Its validation then gives the reasons, with their places.
    const plan = await this.#plan(request, { type, prior, config }, limits).catch(unlessAnswered)
    if (plan === undefined) return { ...unable, differs: [] }
    if (plan.isSame && plan.replaces.length === 0) return { ...unable, isSame: true }
    return {
      replaceBecause: plan.replaces.map(specPath),
      ...order,
      differs: differingIn(type, prior.state, plan.result.planned),
    }
  }

  async preview(request: DeployRequest, control?: CallControl): Promise<ComputedValues | undefined> {
    const { type, limits } = await this.#ready(request.type, request.context, control)
    const { spec, current } = request
    const isNew = current === undefined || !hasState(current.spec)
    const prior = isNew ? undefined : await this.#states.held(type, current.spec, limits)
    const config = this.#config(type, spec, this.#asked('provider.PlanResourceChange'))
    const plan = await this.#plan(request, { type, config, ...(prior !== undefined && { prior }) }, limits).catch(
      unlessRefused,
    )
    if (plan === undefined) return undefined
    return filledIn(type, request.resourceName, spec, plan.result.planned)
  }

  /** Configures the provider and has it plan, as the deploy then does. */
  async prepare(request: DeployRequest, control?: CallControl): Promise<void> {
    const { type, limits } = await this.#ready(request.type, request.context, control)
    const { current } = request
    const prior = this.#isMade(current) ? await this.#states.held(type, current.spec, limits) : undefined
    this.#planned.keep(request, await this.#finalPlan(request, type, prior, limits))
  }

  async deploy(request: DeployRequest, control?: CallControl): Promise<ComputedValues> {
    const { type, limits } = await this.#ready(request.type, request.context, control)
    const { spec, current, resourceName } = request
    const prior = this.#isMade(current) ? await this.#states.held(type, current.spec, limits) : undefined
    const plan = await this.#finalPlan(request, type, prior, limits)
    if (plan.replaces.length > 0)
      throw refusal(
        [`a change of ${plan.replaces.map(specPath).join(', ')} needs a new resource`],
        this.#asked('provider.PlanResourceChange'),
        unplanned,
      )
    const wanted = { type, resourceName, spec, config: plan.config, before: current?.spec, by: this.#options.binary() }
    const recorded = (held: Held): ComputedValues => recordedValues(wanted, held)
    if (plan.isSame && prior !== undefined) return recorded(prior)
    try {
      return recorded(await this.#changing(control, (change) => applied(this.#client, plan, { ...change, recorded })))
    } finally {
      this.#planned.forget(request)
    }
  }

  /** Answers at once: providers answer only when a resource is ready. */
  async hasStabilised(): Promise<StabilisedResult> {
    return { stabilised: true, computed: {} }
  }

  async externalState(request: ExternalStateRequest, control?: CallControl): Promise<ValueMap | undefined> {
    const { spec, importedAs } = request
    const { type, limits } = await this.#ready(request.type, request.context, control)
    const finding: ToFind = { ...this.#reading(), type }
    const by = this.#options.binary()
    if (importedAs !== undefined || !hasState(spec)) {
      const now = await imported(finding, { spec, id: importedAs }, limits)
      return now && importedSpec(type, spec, now, by)
    }
    const before = await this.#states.held(type, spec, limits)
    const now = await found(finding, before, limits)
    return now && realSpec(type, spec, { before, now, by })
  }

  async upgrade(request: UpgradeRequest, control?: CallControl): Promise<ValueMap> {
    const { type, limits } = await this.#ready(request.type, request.context, control)
    const { spec, schemaVersion } = request
    // Slipway counts versions from 1, and providers count from 0.
    const now = await this.#states.held(type, spec, limits, schemaVersion - 1)
    const beside = valueMap([[terraformName, spec[terraformName] ?? null]])
    return importedSpec(type, beside, now, this.#options.binary())
  }

  /** Takes over a resource; a provider that cannot do this answers with errors. */
  async takeOver(request: TakeOverRequest, control?: CallControl): Promise<ValueMap | undefined> {
    const { spec } = request
    if (!hasState(spec)) return undefined
    const { type, limits } = await this.#ready(request.type, request.context, control)
    const now = await this.#states.moved(type, request, limits)
    const beside = valueMap([[terraformName, spec[terraformName] ?? null]])
    return now && importedSpec(type, beside, now, this.#options.binary())
  }

  async destroy(request: DestroyRequest, control?: CallControl): Promise<void> {
    const { current, resourceName } = request
    if (!this.#isMade(current)) return
    const { type, limits } = await this.#ready(request.type, request.context, control)
    const prior = await this.#states.held(type, current.spec, limits)
    const { capabilities } = await this.#descriptions.schemas(limits)
    const spec = withoutComputed(type, current.spec)
    const given = { type, resourceName, spec, before: current.spec, by: this.#options.binary() }
    const recorded = (held: Held): ComputedValues => recordedValues(given, held)
    const wish = { type, prior, plansDestroy: capabilities.planDestroy }
    await this.#changing(control, (change) => destroyed(this.#client, wish, { ...change, recorded }))
  }

  async validateDataSource(request: FetchRequest, control?: CallControl): Promise<readonly PluginDiagnostic[]> {
    const limits = this.#within('ask', control)
    const { dataSources } = await this.#descriptions.schemas(limits)
    // An ephemeral resource is checked when it is opened.
    return dataSources.get(ownName(request.type)) === undefined
      ? []
      : await validatedDataSource(this.#reading(), request, limits)
  }

  async fetch(request: FetchRequest, control?: CallControl): Promise<ValueMap> {
    const limits = this.#within('ask', control)
    await this.#settings.ready(request.context, limits)
    const ephemeral = ephemeralNamed(await this.#descriptions.schemas(limits), ownName(request.type))
    if (ephemeral === undefined) return await fetched(this.#reading(), request, limits)
    return await this.#options.ephemerals().opened(this.#reading(), { type: ephemeral, request }, limits)
  }

  async list(request: ListRequest, control?: CallControl): Promise<ListedThings> {
    const { type, limits } = await this.#ready(request.type, request.context, control)
    return await listed(this.#reading(), type, request, limits)
  }

  async callFunction(request: FunctionCallRequest, control?: CallControl): Promise<Value> {
    return await calledFunction(this.#reading(), request, this.#within('ask', control))
  }

  /** Returns the type, once the provider has its settings. */
  async #ready(
    name: string,
    context: ProviderContext | undefined,
    control: CallControl | undefined,
  ): Promise<{ readonly type: Described; readonly limits: CallControl }> {
    const limits = this.#within('ask', control)
    const type = await this.#descriptions.resource(name, limits)
    if (context !== undefined) await this.#settings.ready(context, limits)
    return { type, limits }
  }

  #config(type: Described, spec: ValueMap, asked: Asked): CtyValue {
    try {
      return configOf(type, spec)
    } catch (thrown) {
      throw refusal([messageOf(thrown)], asked)
    }
  }

  /** Plans a change; `undefined` if the provider puts the plan off because not everything is known yet. */
  async #plan(
    request: DiffRequest | DeployRequest,
    wish: Pick<PlannedChange, 'type' | 'prior' | 'config'>,
    limits: CallControl,
  ): Promise<PlannedChange | undefined> {
    const known = this.#planned.find(request, wish.prior?.state ?? null, wish.config)
    if (known !== undefined) return known
    let errors: readonly TerraformDiagnostic[] = []
    try {
      const plan = await this.#asPlanned(request, wish, limits, (told) => (errors = told))
      this.#planned.keep(request, plan)
      return plan
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown
      if (thrown.code === putOffCode && !isWhollyKnown(wish.config)) return undefined
      this.#planned.refuse(request, wish.prior === undefined, reasonsOf(thrown, errors))
      throw thrown
    }
  }

  #asPlanned(
    request: DiffRequest | DeployRequest,
    wish: Pick<PlannedChange, 'type' | 'prior' | 'config'>,
    limits: CallControl,
    onErrors?: PlanAsker['onErrors'],
  ): Promise<PlannedChange> {
    // A replacement gets the notes of the plan that has demanded it.
    const change = wish.prior === undefined ? this.#planned.last(request, false) : undefined
    const notes = change !== undefined && change.replaces.length > 0 ? { notes: change.result.private } : {}
    const { pluginId } = this.#options
    return planned(this.#client, { ...wish, ...notes }, { pluginId, onErrors }, limits)
  }

  /** Returns the plan that is carried out: the plan that the user has seen, if everything was known then. */
  async #finalPlan(
    request: DeployRequest,
    type: Described,
    prior: Held | undefined,
    limits: CallControl,
  ): Promise<PlannedChange> {
    const config = this.#config(type, request.spec, this.#asked('provider.PlanResourceChange'))
    const known = this.#planned.find(request, prior?.state ?? null, config)
    if (known !== undefined) return known
    const first = this.#planned.last(request, prior === undefined)
    const plan = await this.#asPlanned(request, { type, config, ...(prior !== undefined && { prior }) }, limits)
    requireAgreement(first, plan, this.#options.pluginId)
    return plan
  }

  /** Whether a resource exists; false if it was never made. Fails for a resource that exists without a recorded state. */
  #isMade(current: CurrentResource | undefined): current is CurrentResource {
    if (current === undefined) return false
    if (hasState(current.spec)) return true
    if (unmade.has(current.status)) return false
    throw refusal(['it exists, but its state is not known'], this.#asked('provider.ApplyResourceChange'), {
      code: 'protocol/no-id',
      hint: 'make Slipway forget it, and import it: slipway state rm NAME',
    })
  }

  async #changing<T>(
    control: CallControl | undefined,
    change: (options: Omit<ToApply, 'recorded'>) => Promise<T>,
  ): Promise<T> {
    const { pluginId } = this.#options
    return await this.#stops.during(control, (limits) => change({ pluginId, control: limits }))
  }

  async #answered<T extends Told>(asked: Asked, answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (thrown) {
      throw withoutAnswer(thrown, asked, 'none')
    }
  }

  #reading(): Reading {
    return { client: this.#client, descriptions: this.#descriptions, pluginId: this.#options.pluginId }
  }

  #asked(method: string): Asked {
    return { pluginId: this.#options.pluginId, method }
  }

  #within(kind: 'define' | 'ask', control: CallControl | undefined): CallControl {
    return { ...control, deadlineMs: control?.deadlineMs ?? this.#deadlines[kind] }
  }
}

/** Whether a resource exists and must be replaced: its create failed, or a state marks it. */
function isTainted({ spec, status }: CurrentResource): boolean {
  return keptOf(spec).tainted === true || status === 'create-failed'
}
