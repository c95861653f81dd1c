import { equalValues, type IntermediaryResource, type IntermediaryStates, type LinkedResource } from '@slipway/model'
import type { InstanceState, LinkEndRecord, LinkRecord } from '@slipway/stores'
import { bareName } from '../language/child-name.ts'
import { concurrently } from '../providers/concurrently.ts'
import type { Providers } from '../providers/providers.ts'
import type { LinkDrift } from './gathered.ts'
import { currentLink, currentOf, isWhole } from './link-life.ts'
import type { Settler } from './verdict.ts'

/**
 * Asks providers how what links have made for themselves really is. Links that are not whole are gone through again anyway.
 *
 * @throws PluginFailure of the first link whose provider does not say
 */
export async function findLinkDrift(
  state: InstanceState,
  providers: Providers,
  { calls, instanceId, instanceName }: Settler,
  parallelism: number,
): Promise<ReadonlyMap<string, LinkDrift>> {
  const found = new Map<string, LinkDrift>()
  const asked = (state.links ?? []).filter(
    (link) => isWhole(link) && link.intermediaries.length > 0 && providers.link(link.type) !== undefined,
  )
  const records = new Map(asked.length === 0 ? [] : state.resources.map((record) => [record.id, record]))
  const linked = ({ resourceId, name }: LinkEndRecord): LinkedResource | undefined => {
    const record = records.get(resourceId)
    if (record === undefined) return undefined
    const { type, spec, metadata } = record
    const beside = metadata === undefined ? {} : { metadata }
    return { type, resourceId, resourceName: bareName(name), instanceId, spec, ...beside, current: currentOf(record) }
  }
  await concurrently(asked, parallelism, async (link) => {
    const [a, b] = [linked(link.a), linked(link.b)]
    if (a === undefined || b === undefined) return
    const linkName = `${a.resourceName}::${b.resourceName}`
    const about = { type: link.type, linkId: link.id, linkName, instanceId, instanceName }
    const states = await calls.links.intermediaryStates({ ...about, a, b, current: currentLink(link) })
    const drift = driftOf(link, states)
    if (drift !== undefined) found.set(link.id, drift)
  })
  return found
}

/** Of what a provider says nothing, it may not know how it is: it is taken to be as recorded, unless it says so of others. */
function driftOf({ intermediaries }: LinkRecord, states: IntermediaryStates): LinkDrift | undefined {
  if (Object.keys(states).length === 0) return undefined
  const reasons: string[] = []
  const real = intermediaries.flatMap((resource): readonly IntermediaryResource[] => {
    const { resourceId, spec } = resource
    const state = states[resourceId]
    if (state === undefined) reasons.push(`${resourceId} is missing outside`)
    else if (!equalValues(state, spec)) reasons.push(`${resourceId} has changed outside`)
    return state === undefined ? [] : [{ ...resource, spec: state }]
  })
  return reasons.length === 0 ? undefined : { reason: reasons.join(', '), intermediaries: real }
}
