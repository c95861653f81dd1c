import type { InstanceState, ResourceRecord, StateChange } from '@slipway/stores'
import type { CheckedBlueprint, CheckedResource } from '../../check/checked.ts'
import { concurrently } from '../../providers/waiting/concurrently.ts'
import { said } from '../../providers/failures/about-subject.ts'
import type { Providers } from '../../providers/providers.ts'
import { recordedPlugin } from '../../providers/definitions/recorded-plugin.ts'
import { namespaceOf } from '@slipway/model'
import { upgradedSpec } from '../../spec/upgraded-spec.ts'
import type { Settler } from '../doubt/doubt-verdict.ts'
import { certainlyExists } from '../recorded/life-cycle.ts'
import { optionsOf } from '../recorded/options-for-provider.ts'

export interface TakenOver {
  readonly state: InstanceState
  /** The changes of records, which are written when the plan is carried out. */
  readonly changes: readonly StateChange[]
}

export interface TakingOver {
  readonly providers: Providers
  readonly settler: Settler
  readonly parallelism: number
}

/**
 * The state with the records that have become resources of other types. The blueprint has another type under the same name, or under the name that
 * `moved` gives, and the provider of this type can make use of the record. Otherwise the resource is replaced. Changes nothing.
 */
export async function takenOver(
  state: InstanceState,
  { resources, moved = [] }: Pick<CheckedBlueprint, 'resources' | 'moved'>,
  { providers, settler, parallelism }: TakingOver,
): Promise<TakenOver | undefined> {
  const formerName = new Map(moved.map(({ from, to }) => [to, from]))
  const pairs = [...resources.values()].flatMap((resource): (readonly [CheckedResource, ResourceRecord])[] => {
    if (resource.definition.takesOver !== true) return []
    const names = new Set([resource.name, formerName.get(resource.name)])
    const record = state.resources.find(({ name, replaced }) => !replaced && names.has(name))
    const isOther = record !== undefined && record.type !== resource.type && certainlyExists(record)
    return isOther ? [[resource, record]] : []
  })
  if (pairs.length === 0) return undefined
  const now = new Map<ResourceRecord, ResourceRecord>()
  await concurrently(pairs, parallelism, async ([{ type, definition }, record]) => {
    const { id, name, spec, schemaVersion = 1, pluginId } = record
    const { calls, instanceId, instanceName } = settler
    const resource = { type, resourceId: id, resourceName: name, instanceId, instanceName, spec, schemaVersion }
    const asked = calls.takeOver({ ...resource, former: { type: record.type, pluginId }, ...optionsOf(record) })
    const taken = await said(`turning ${name} from ${record.type} into ${type}`, asked)
    if (taken === undefined) return
    now.set(record, {
      ...record,
      type,
      ...recordedPlugin(providers.byNamespace.get(namespaceOf(type)), undefined),
      spec: upgradedSpec(definition.schema, spec, taken),
      ...(definition.schemaVersion !== undefined && { schemaVersion: definition.schemaVersion }),
    })
  })
  return {
    state: { ...state, resources: state.resources.map((record) => now.get(record) ?? record) },
    changes: Array.from(now.values(), (resource) => ({ kind: 'resource', resource })),
  }
}
