import {
  equalValues,
  Failure,
  type IntermediaryResource,
  type IntermediaryStates,
  type LinkedResource,
} from '@slipway/model'
import { type InstanceState, isWholeLink, type LinkEndRecord, type LinkRecord } from '@slipway/stores'
import { bareName } from '../../language/child-name.ts'
import { concurrently } from '../../providers/waiting/concurrently.ts'
import type { Providers } from '../../providers/providers.ts'
import { said, stateOf } from '../../providers/failures/about-subject.ts'
import type { LinkDrift } from '../gathered/gathered.ts'
import { currentResource } from '../recorded/current-resource.ts'
import { currentLink } from '../recorded/link-life.ts'
import { noProviderToAsk } from '../obstacles/obstacles.ts'
import type { Settler } from '../doubt/doubt-verdict.ts'

/**
 * Asks providers about the real state of the intermediaries of links. Links that are not whole are made again anyway.
 *
 * @param about names of resources whose links are read; absent for all
 */
export async function findLinkDrift(
  state: InstanceState,
  providers: Providers,
  { calls, instanceId, instanceName }: Settler,
  parallelism: number,
  about?: ReadonlySet<string>,
): Promise<ReadonlyMap<string, LinkDrift>> {
  const found = new Map<string, LinkDrift>()
  const links = (state.links ?? []).filter(
    (link) =>
      isWholeLink(link) &&
      link.intermediaries.length > 0 &&
      (about === undefined || about.has(link.a.name) || about.has(link.b.name)),
  )
  const records = new Map(links.length === 0 ? [] : state.resources.map((record) => [record.id, record]))
  const linked = ({ resourceId, name }: LinkEndRecord): LinkedResource | undefined => {
    const record = records.get(resourceId)
    if (record === undefined) return undefined
    const { type, spec, metadata, options } = record
    const beside = metadata === undefined ? {} : { metadata }
    return {
      type,
      resourceId,
      resourceName: bareName(name),
      instanceId,
      spec,
      ...beside,
      current: currentResource(record),
      ...(options?.provider === undefined ? {} : { configuration: options.provider }),
    }
  }
  const couldNotBeRead = ({ id, intermediaries }: LinkRecord, failure: Failure): void => {
    found.set(id, { reason: 'the resources that it made could not be read', intermediaries, failure })
  }
  await concurrently(links, parallelism, async (link) => {
    if (providers.link(link.type) === undefined) return couldNotBeRead(link, noProviderToAsk(link, providers))
    const [a, b] = [linked(link.a), linked(link.b)]
    if (a === undefined || b === undefined) return
    const linkName = `${a.resourceName}::${b.resourceName}`
    const asked = { type: link.type, linkId: link.id, linkName, instanceId, instanceName }
    try {
      const states = calls.links.intermediaryStates({ ...asked, a, b, current: currentLink(link) })
      const drift = driftOf(link, await said(stateOf(link), states))
      if (drift !== undefined) found.set(link.id, drift)
    } catch (thrown) {
      if (!(thrown instanceof Failure) || thrown.code === 'engine/call-cancelled') throw thrown
      couldNotBeRead(link, thrown)
    }
  })
  return found
}

/**
 * The drift of one link. A provider with an empty answer may not be able to tell, so everything counts as recorded. If the answer names some
 * intermediaries, the other ones are missing.
 */
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
