import {
  PluginFailure,
  valueMap,
  type CurrentResource,
  type PropertySchema,
  type ProviderContext,
  type Provider,
  type ResourceIdentity,
  type ResourceStatus,
  type Scalar,
  type ValueMap,
} from '@slipway/model'

import { withDefaults } from './schema/defaults.ts'

export { PluginFailure } from '@slipway/model'
export { withDefaults } from './schema/defaults.ts'

export interface TrialOptions {
  readonly resourceId?: string
  readonly variables?: Readonly<Record<string, Scalar>>
  readonly config?: Readonly<Record<string, Scalar>>
}

/** One resource of a provider in this process, driven as the engine would. For the tests of a plugin. */
export interface Trial {
  readonly identity: ResourceIdentity
  /** Creates the resource. Returns the spec with its defaults and computed properties. */
  create(spec: object): Promise<ValueMap>
  /** @param status after the last call; by default that of a success */
  update(current: ValueMap, spec: object, status?: ResourceStatus): Promise<ValueMap>
  /** Paths of properties that cannot change in place from one spec to the other, according to the type. */
  replaces(current: ValueMap, spec: object): Promise<readonly string[]>
  /** Turns the recorded state of an earlier version of the type into the present shape. */
  upgrade(state: object, schemaVersion: number): Promise<ValueMap>
  /** Asks once whether it has stabilised. */
  stabilised(state: ValueMap): Promise<boolean>
  /** Asks until it has stabilised, at most `attempts` times. */
  settle(state: ValueMap, attempts?: number): Promise<void>
  read(state: object): Promise<ValueMap | undefined>
  destroy(state: ValueMap): Promise<void>
}

export function trial(provider: Provider, type: string, options: TrialOptions = {}): Trial {
  const resourceId = options.resourceId ?? 'resource-1'
  const identity = { type, resourceId, resourceName: 'it', instanceId: 'instance-1', instanceName: 'trial' }
  const context: ProviderContext = { config: options.config ?? {}, variables: options.variables ?? {} }
  const changes = { mustRecreate: false, modified: [], added: [], removed: [], unchanged: [], computed: [] }

  const schema = async (): Promise<PropertySchema | undefined> => {
    const asked = { resourceTypes: [type], dataSourceTypes: [], functions: [] }
    return (await provider.define(asked)).resourceTypes[type]?.schema
  }

  async function deploy(given: ValueMap, current: CurrentResource | undefined): Promise<ValueMap> {
    const spec = withDefaults((await schema()) ?? { type: 'object' }, given)
    const request = { ...identity, spec, changes, context, ...(current !== undefined && { current }) }
    const state = valueMap(Object.entries(spec))
    for (const [path, value] of Object.entries(await provider.deploy(request))) {
      state[path.replace(/^spec\./, '')] = value
    }
    return state
  }

  const stabilised = async (spec: ValueMap): Promise<boolean> =>
    (await provider.hasStabilised({ ...identity, spec, context })).stabilised

  return {
    identity,
    create: (spec) => deploy(mapOf(spec), undefined),
    update: (current, spec, status) => deploy(mapOf(spec), recorded(current, status)),
    async replaces(current, spec) {
      const request = { ...identity, current: recorded(current), spec: mapOf(spec), context }
      return (await provider.diff?.(request))?.replaceBecause ?? []
    },
    async upgrade(state, schemaVersion) {
      if (provider.upgrade === undefined) throw new TypeError(`there is no upgrade for a ${type}`)
      return await provider.upgrade({ ...identity, spec: mapOf(state), schemaVersion, context })
    },
    stabilised,
    async settle(state, attempts = 100) {
      for (let attempt = 0; attempt < attempts; attempt++) if (await stabilised(state)) return
      throw new Error(`not stable after ${attempts} questions`)
    },
    read: (state) => provider.externalState({ ...identity, spec: mapOf(state), context }),
    destroy: (state) => provider.destroy({ ...identity, current: recorded(state), context }),
  }
}

function recorded(spec: ValueMap, status: ResourceStatus = 'created'): CurrentResource {
  return { spec, status, dependsOn: [], lastDeployed: 0 }
}

function mapOf(spec: object): ValueMap {
  return valueMap(Object.entries(spec))
}

/** The failure of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<PluginFailure> {
  const thrown: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (thrown instanceof PluginFailure) return thrown
  throw new Error('the call did not fail as a plugin call', { cause: thrown })
}
