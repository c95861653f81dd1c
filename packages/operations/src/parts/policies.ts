import type { Plan } from '@slipway/engine'
import {
  type AnalyzedResource,
  type Analyzer,
  Failure,
  type PolicyConfig,
  type PolicySetting,
  type PolicyViolation,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import type { InstanceState } from '@slipway/stores'
import type { Settings } from '../settings/settings.ts'
import type { SettingTree, SettingValue } from '../settings/known.ts'
import type { PluginsPart } from './plugins-part.ts'

/** What policies see of a resource whose record is not what they are about. */
export interface PolicyView {
  of(resource: AnalyzedResource): AnalyzedResource
  /** What is recorded of a resource, with properties that were put right. */
  withProperties(resource: AnalyzedResource, properties: ValueMap): ValueMap
}

/** The policy packs of a run, started when the first resource is held against them. */
export class Policies {
  readonly #plugins: PluginsPart
  readonly #settings: Settings
  #started: Promise<readonly Analyzer[]> | undefined
  /** How resources of a program, and parts of components, are told of; left out: as they are recorded. */
  view: PolicyView | undefined
  /** What was put right, by the names of the resources. */
  readonly #remedies = new Map<string, readonly PolicyViolation[]>()

  constructor(plugins: PluginsPart, settings: Settings) {
    this.#plugins = plugins
    this.#settings = settings
  }

  get areThere(): boolean {
    return this.#plugins.policyPacks.length > 0
  }

  /** A resource as policies put it right, one pack after the other. What they have done is told with the plan. */
  async remedied(resource: AnalyzedResource): Promise<ValueMap> {
    const told: PolicyViolation[] = []
    const seen = this.#seen(resource)
    let { properties } = seen
    for (const pack of await this.#packs()) {
      const remedy = await pack.remediate?.({ ...seen, properties })
      if (remedy === undefined) continue
      told.push(...remedy.told)
      properties = remedy.properties
    }
    this.#remedies.set(resource.name, told)
    return this.view === undefined ? properties : this.view.withProperties(resource, properties)
  }

  /** What a plan would make or change, each by itself and all resources together as they would be. */
  async violationsOf(plan: Plan, parallelism: number): Promise<readonly PolicyViolation[]> {
    if (!this.areThere || plan.operation !== 'up') return []
    const after = plan.steps.filter(({ desired }) => desired !== undefined)
    const dependsOn = namesNeeded(plan)
    const resources = after.map(({ key, type, name, desired = {} }) => {
      const needed = dependsOn.get(key) ?? []
      return { type, name, instance: plan.instance, properties: desired, dependsOn: needed }
    })
    const changed = resources.filter((_, index) => after[index]?.action !== 'none')
    const told = changed.flatMap(({ name }) => this.#remedies.get(name) ?? [])
    return [...told, ...(await this.#each(changed, parallelism)), ...(await this.#all(resources))]
  }

  /** All resources together as they are recorded. */
  async violationsIn(state: InstanceState | undefined): Promise<readonly PolicyViolation[]> {
    if (!this.areThere || state === undefined) return []
    const { name: instance } = state.instance
    const present = state.resources.filter(({ replaced, status }) => !replaced && status !== 'destroyed')
    return await this.#all(
      present.map(({ type, name, spec, dependsOn }) => ({ type, name, instance, properties: spec, dependsOn })),
    )
  }

  /** One resource, with all that is known of it now. */
  async violationsBy(resource: AnalyzedResource): Promise<readonly PolicyViolation[]> {
    return this.areThere ? await this.#each([resource], 1) : []
  }

  async #each(resources: readonly AnalyzedResource[], parallelism: number): Promise<readonly PolicyViolation[]> {
    const packs = await this.#packs()
    const found: PolicyViolation[][] = resources.map(() => [])
    const queue = resources.entries()
    const worker = async (): Promise<void> => {
      for (const [index, resource] of queue)
        for (const pack of packs) found[index]?.push(...(await pack.analyze(this.#seen(resource))))
    }
    await Promise.all(Array.from({ length: Math.min(parallelism, resources.length) }, worker))
    return found.flat()
  }

  async #all(resources: readonly AnalyzedResource[]): Promise<readonly PolicyViolation[]> {
    const packs = await this.#packs()
    const seen = resources.map((resource) => this.#seen(resource))
    return (await Promise.all(packs.map((pack) => pack.analyzeAll(seen)))).flat()
  }

  #seen(resource: AnalyzedResource): AnalyzedResource {
    return this.view?.of(resource) ?? resource
  }

  #packs(): Promise<readonly Analyzer[]> {
    this.#started ??= this.#start()
    return this.#started
  }

  async #start(): Promise<readonly Analyzer[]> {
    const options = {
      deadlineMs: this.#settings.number('plugins', 'callMs'),
      config: configOf(this.#settings.tree('policyConfig')),
    }
    const starting = this.#plugins.policyPacks.map(async ({ id, dialect }) => {
      const running = await this.#plugins.host.connect(id)
      return dialect.analyzer?.(running, options) ?? []
    })
    return (await Promise.all(starting)).flat()
  }
}

/** Fails when something mandatory is among them. */
export function assertAllowed(violations: readonly PolicyViolation[], what: string): void {
  const mandatory = violations.filter(({ enforcement }) => enforcement === 'mandatory')
  if (mandatory.length === 0) return
  const count = mandatory.length === 1 ? 'a mandatory policy' : `${mandatory.length} mandatory policies`
  throw new Failure('cli/policy-violation', `${what} against ${count}`, {
    hint: 'change the blueprint, or what policyConfig says of the policy',
  })
}

/** Names of what the resource of each step needs, by the key of the step. */
function namesNeeded({ steps }: Plan): ReadonlyMap<string, readonly string[]> {
  const names = new Map(steps.map(({ key, name }) => [key, name]))
  return new Map(steps.map(({ key, after }) => [key, after.flatMap((other) => names.get(other) ?? [])]))
}

function configOf(tree: SettingTree | readonly SettingValue[] | undefined): Record<string, PolicyConfig> {
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

/** `advisory`, or a map with `enforcementLevel` and properties of the policy's own. */
function policySetting(policy: string, said: SettingValue): PolicySetting {
  const { enforcementLevel, ...own } = typeof said === 'string' ? { enforcementLevel: said } : treeOf(said)
  if (enforcementLevel !== undefined && !enforcements.has(enforcementLevel))
    throw new Failure(
      'cli/bad-setting',
      `policyConfig: ${policy} is to be one of advisory, mandatory, disabled, remediate`,
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
