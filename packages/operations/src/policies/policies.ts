import { asPluginsKnow, configuringResource, type Plan } from '@slipway/engine'
import {
  type AnalyzedOptions,
  type AnalyzedProvider,
  type AnalyzedResource,
  type Analyzer,
  type ConfiguredStack,
  Failure,
  namespaceOf,
  PluginFailure,
  type PolicyConfig,
  type PolicySetting,
  type PolicyViolation,
  type ProviderContext,
  type StackOfPolicies,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { terraformName } from '@slipway/protocol/terraform/kept'
import type { InstanceState } from '@slipway/stores'
import type { Redactor } from '../redaction/redactor.ts'
import type { Settings } from '../settings/settings.ts'
import type { SettingTree, SettingValue } from '../settings/known.ts'
import { isPackOfUser } from '../plugins/policy-packs.ts'
import type { PluginsPart } from '../plugins/plugins-part.ts'
import { providersNamespace } from '../provider-settings/provider-resources.ts'

/** Translates between a recorded resource and the form that policies see. */
export interface PolicyView {
  of(resource: AnalyzedResource): AnalyzedResource
  /** Returns the record of a resource, with corrected properties. */
  withProperties(resource: AnalyzedResource, properties: ValueMap): ValueMap
}

export interface PoliciesOptions {
  readonly settings: Settings
  /** Learns the secrets that policies see, because policies may quote them. */
  readonly redactor: Pick<Redactor, 'learn' | 'redact'>
  /** Returns the settings of a provider. */
  readonly configOf: (namespace: string, configuration?: string) => ValueMap
}

/** A running pack. `id` names the pack until it reports its own name. */
interface RunningPack {
  readonly id: string
  readonly analyzer: Analyzer
}

/** The policy packs of a run. They start when the first resource is checked. */
export class Policies {
  readonly #plugins: PluginsPart
  readonly #options: PoliciesOptions
  #started: Promise<readonly RunningPack[]> | undefined
  /** The project of a program. `undefined` for a blueprint, whose instance is a stack of `slipway`. */
  #project: string | undefined
  /** The options that each resource was requested with. */
  readonly #said = new Map<string, AnalyzedOptions>()
  /** Translates resources of a program and parts of components. `undefined`: policies see the records. */
  view: PolicyView | undefined
  #configured: ConfiguredStack | undefined
  /** The specs of resources that configure providers, by the names of those resources. */
  readonly #configuring = new Map<string, ValueMap>()
  /** The corrections, by resource name. */
  readonly #remedies = new Map<string, readonly PolicyViolation[]>()

  constructor(plugins: PluginsPart, options: PoliciesOptions) {
    this.#plugins = plugins
    this.#options = options
  }

  ofProgram({ project }: { readonly project: string }, view: PolicyView): void {
    this.#project = project
    this.view = view
  }

  /** Sets the configuration of a program's stack. Call it before the first resource is checked. */
  configure(configured: ConfiguredStack): void {
    this.#configured = configured
  }

  get areThere(): boolean {
    return this.#plugins.policyPacks.length > 0
  }

  /** Returns the properties of a resource after the corrections of each pack in turn. The plan shows the corrections. */
  async remedied(resource: AnalyzedResource): Promise<ValueMap> {
    const told: PolicyViolation[] = []
    if (resource.options !== undefined) this.#said.set(keyOf(resource), resource.options)
    const seen = this.#seen(resource)
    let { properties } = seen
    for (const { id, analyzer } of await this.#packs(resource.instance)) {
      const remedy = await this.#asked(id, seen.name, analyzer.remediate?.({ ...seen, properties }))
      if (remedy === undefined) continue
      told.push(...this.#clean(remedy.told))
      properties = remedy.properties
    }
    this.#remedies.set(resource.name, told)
    return this.view === undefined ? properties : this.view.withProperties(resource, properties)
  }

  /**
   * Checks the resources that a plan would make, change or leave, each by itself and all together. Does not report corrections of unchanged
   * resources.
   */
  async violationsOf(plan: Plan, parallelism: number): Promise<readonly PolicyViolation[]> {
    if (!this.areThere || plan.operation !== 'up') return []
    const after = plan.steps.filter(({ wish }) => wish?.spec !== undefined)
    for (const { name, wish } of after) this.#configuring.set(name, wish?.spec ?? {})
    const dependsOn = namesNeeded(plan)
    const resources = after.map(({ key, type, name, wish }) => {
      const needed = dependsOn.get(key) ?? []
      return { type, name, instance: plan.instance, properties: wish?.spec ?? {}, dependsOn: needed }
    })
    const changed = resources.filter((_, index) => after[index]?.action !== 'none')
    const told = changed.flatMap(({ name }) => this.#remedies.get(name) ?? [])
    return [...told, ...(await this.#each(resources, parallelism)), ...(await this.#all(resources))]
  }

  /** Checks all recorded resources together. */
  async violationsIn(state: InstanceState | undefined): Promise<readonly PolicyViolation[]> {
    if (!this.areThere || state === undefined) return []
    const { name: instance } = state.instance
    const present = state.resources.filter(({ replaced, status }) => !replaced && status !== 'destroyed')
    for (const { name, spec } of present) this.#configuring.set(name, spec)
    return await this.#all(
      present.map(({ type, name, spec, dependsOn }) => ({ type, name, instance, properties: spec, dependsOn })),
    )
  }

  /**
   * Checks one resource with everything known about the resource by now.
   *
   * @param config the settings of its provider
   */
  async violationsBy(
    resource: AnalyzedResource,
    config: ProviderContext['config'],
  ): Promise<readonly PolicyViolation[]> {
    const by = configuringResource(this.#said.get(keyOf(resource))?.provider)
    if (by !== undefined) this.#configuring.set(by, valueMap(Object.entries(config)))
    return this.areThere ? await this.#each([resource], 1) : []
  }

  async #each(resources: readonly AnalyzedResource[], parallelism: number): Promise<readonly PolicyViolation[]> {
    const packs = await this.#packs(resources[0]?.instance)
    const found: PolicyViolation[][] = resources.map(() => [])
    const queue = resources.entries()
    const worker = async (): Promise<void> => {
      for (const [index, resource] of queue)
        for (const { id, analyzer } of packs) {
          const told = await this.#asked(id, resource.name, analyzer.analyze(this.#seen(resource)))
          found[index]?.push(...this.#clean(told))
        }
    }
    await Promise.all(Array.from({ length: Math.min(parallelism, resources.length) }, worker))
    return found.flat()
  }

  async #all(resources: readonly AnalyzedResource[]): Promise<readonly PolicyViolation[]> {
    const packs = await this.#packs(resources[0]?.instance)
    const seen = resources.map((resource) => this.#seen(resource))
    const asked = packs.map(({ id, analyzer }) => this.#asked(id, undefined, analyzer.analyzeAll(seen)))
    return this.#clean((await Promise.all(asked)).flat())
  }

  /** Returns the resource with everything known that a policy may need. */
  #seen(resource: AnalyzedResource): AnalyzedResource {
    this.#options.redactor.learn(resource.properties)
    if (resource.identity !== undefined) return resource
    const options = resource.options ?? this.#said.get(keyOf(resource)) ?? {}
    const seen = { ...resource, options }
    const viewed = withoutNotes(this.view?.of(seen) ?? seen)
    if ('provider' in viewed && viewed.provider === undefined) return viewed
    // A resource that configures a provider has no provider itself.
    const isConfiguring = viewed.identity === undefined && viewed.type.startsWith(providersNamespace)
    if (isConfiguring) return { ...viewed, provider: undefined }
    const { provider = this.#providerOf(viewed) } = viewed
    this.#options.redactor.learn(provider.properties)
    return { ...viewed, provider }
  }

  #providerOf({ type, options }: AnalyzedResource): AnalyzedProvider {
    const { provider: name } = options ?? {}
    const by = configuringResource(name)
    const properties =
      by === undefined ? this.#options.configOf(namespaceOf(type), name) : (this.#configuring.get(by) ?? valueMap())
    return { name: by ?? name ?? 'default', properties }
  }

  /** Adds the pack and the checked resource to a failure. */
  async #asked<T>(pack: string, name: string | undefined, answer: Promise<T> | T): Promise<T> {
    try {
      return await answer
    } catch (error) {
      if (!(error instanceof PluginFailure)) throw error
      const { message, details, code } = error
      if (code === badConfig) throw error
      const [first = '', ...more] = this.#options.redactor.redact(message).split('\n')
      const about = name === undefined ? 'all resources' : name
      throw error.reworded({
        message: `the policy pack ${pack.replace(/^.*analyzer-/, '')} did not check ${about}: ${first}`,
        details: [...more, ...details.map(this.#options.redactor.redact)],
      })
    }
  }

  #clean(violations: readonly PolicyViolation[]): readonly PolicyViolation[] {
    const { redact } = this.#options.redactor
    return violations.map((violation) => ({ ...violation, message: redact(violation.message) }))
  }

  #packs(instance = ''): Promise<readonly RunningPack[]> {
    this.#started ??= this.#start(instance)
    return this.#started
  }

  async #start(instance: string): Promise<readonly RunningPack[]> {
    const { settings } = this.#options
    const project = this.#project ?? 'slipway'
    const stack = this.#project === undefined ? instance : instance.slice(project.length + 1)
    const options = {
      deadlineMs: settings.number('plugins', 'callMs'),
      stack: { project, stack, ...(this.#configured && { configured: this.#configured }) },
    }
    const environment = environmentOf(options.stack)
    const [config, ofUser] = [settings.tree('policyConfig'), settings.ofUser('policyConfig')?.value].map(configOf)
    const starting = this.#plugins.policyPacks.map(async (pack) => {
      const { id, dialect } = pack
      const running = await this.#plugins.host.connect(id, undefined, { environment })
      const own = isPackOfUser(pack, settings) ? ofUser : config
      const analyzer = dialect.analyzer?.(running, { ...options, config: own ?? {} })
      return analyzer === undefined ? [] : [{ id, analyzer }]
    })
    return (await Promise.all(starting)).flat()
  }
}

const badConfig = 'cli/bad-policy-config'

/** Leaves out what a record holds for its provider of Terraform alone: the state as it was written, and private bytes. */
function withoutNotes(resource: AnalyzedResource): AnalyzedResource {
  if (!Object.hasOwn(resource.properties, terraformName)) return resource
  const { [terraformName]: _, ...properties } = resource.properties
  return { ...resource, properties }
}

/** Returns the same key for both names of a child's resource: the engine's and the plugin's. */
function keyOf({ name: resourceName, instance: instanceName }: AnalyzedResource): string {
  const known = asPluginsKnow({ resourceName, instanceName })
  return `${known.instanceName} ${known.resourceName}`
}

/** Returns the environment variables of Pulumi, which its SDKs read. */
function environmentOf({ project, stack, configured }: StackOfPolicies): Readonly<Record<string, string>> {
  const config = configured && {
    PULUMI_CONFIG: JSON.stringify(configured.config),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(configured.configSecretKeys),
  }
  const told = { ORGANIZATION: 'organization', PROJECT: project, STACK: stack, DRY_RUN: 'true' }
  const named = Object.fromEntries(
    Object.entries(told).flatMap(([name, value]) => [
      [`PULUMI_${name}`, value],
      [`PULUMI_NODEJS_${name}`, value],
    ]),
  )
  return { ...named, ...config }
}

/** Fails if any violation is mandatory. */
export function assertAllowed(violations: readonly PolicyViolation[], what: string): void {
  const mandatory = violations.filter(({ enforcement }) => enforcement === 'mandatory')
  if (mandatory.length === 0) return
  const count = mandatory.length === 1 ? 'a mandatory policy' : `${mandatory.length} mandatory policies`
  throw new Failure('cli/policy-violation', `${what} against ${count}`, {
    hint: 'change the blueprint or the program, or the settings of the policy in policyConfig',
  })
}

/** Returns the names of the resources that each step needs, by the key of the step. */
function namesNeeded({ steps }: Plan): ReadonlyMap<string, readonly string[]> {
  const names = new Map(steps.map(({ key, name }) => [key, name]))
  return new Map(steps.map(({ key, after }) => [key, after.flatMap((other) => names.get(other) ?? [])]))
}

function configOf(tree: SettingValue | undefined): Record<string, PolicyConfig> {
  return Object.fromEntries(
    Object.entries(treeOf(tree)).map(([pack, policies]) => [
      pack,
      Object.fromEntries(
        Object.entries(treeOf(policies)).map(([policy, said]) => [policy, policySetting(policy, said)]),
      ),
    ]),
  )
}

const enforcements: ReadonlySet<unknown> = new Set(['advisory', 'mandatory', 'disabled', 'remediate'])

/** Reads `advisory`, or a map with `enforcementLevel` and the policy's own properties. */
function policySetting(policy: string, said: SettingValue): PolicySetting {
  const { enforcementLevel, ...own } = typeof said === 'string' ? { enforcementLevel: said } : treeOf(said)
  if (enforcementLevel !== undefined && !enforcements.has(enforcementLevel))
    throw new Failure(
      'cli/bad-setting',
      `policyConfig: ${policy} must be one of advisory, mandatory, disabled, remediate`,
    )
  const enforcement = enforcementLevel as PolicySetting['enforcement']
  return { properties: mapOf(own), ...(enforcement !== undefined && { enforcement }) }
}

function treeOf(value: SettingValue | undefined): SettingTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as SettingTree) : {}
}

function mapOf(tree: SettingTree): ValueMap {
  return valueMap(Object.entries(tree).map(([name, value]) => [name, valueOf(value)]))
}

function valueOf(value: SettingValue): Value {
  if (Array.isArray(value)) return value.map(valueOf)
  return typeof value === 'object' && value !== null ? mapOf(value as SettingTree) : value
}
