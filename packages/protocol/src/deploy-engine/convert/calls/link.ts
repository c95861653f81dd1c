import type {
  CurrentLink,
  IntermediaryResource,
  LinkAction,
  LinkChanges,
  LinkedResource,
  PropertySchema,
  ResourceChanges,
} from '@slipway/model'

import { plainLines, plainWords } from '../../../plain-words.ts'
import type { Init } from '../../../wire/codec/message.ts'
import { type LinkIntermediaryResourceState, type LinkState, LinkUpdateType } from '../../gen/providerserverv1.ts'
import type { Changes, LinkChanges as WireLinkChanges, ResourceInfo } from '../../gen/sharedtypesv1.ts'
import {
  changesFromWire,
  changesToWire,
  fieldChangeFromWire,
  fieldChangeToWire,
  metadataFromResolved,
  resolvedToWire,
  stateFromWire,
  stateToWire,
} from './resource.ts'
import { linkStatusFromWire, linkStatusToWire, statusFromWire, statusToWire } from './resource-status.ts'
import { mapFromWire, requiredValueToWire, valuesFromWire, valuesToWire } from '../values/value.ts'

/** The schema of a resource type's spec, if it is known. It distinguishes whole floats from integers. */
export type SchemaOf = (type: string) => PropertySchema | undefined

export function linkedToWire(resource: LinkedResource, schemaOf: SchemaOf): Init<ResourceInfo> {
  const { type, resourceId, resourceName, instanceId, current } = resource
  const schema = schemaOf(type)
  return {
    resourceId,
    resourceName,
    instanceId,
    currentResourceState: current && stateToWire(current, resource, schema),
    resourceWithResolvedSubs: resolvedToWire(resource, schema),
  }
}

/**
 * Reads a resource at one end of a link.
 *
 * @param type of this end, for hosts that do not send it because the link's type implies it
 */
export function linkedFromWire(wire: ResourceInfo | undefined, type: string): LinkedResource {
  const resolved = wire?.resourceWithResolvedSubs
  const state = wire?.currentResourceState
  const metadata = metadataFromResolved(resolved)
  return {
    type: resolved?.type?.type || state?.type || type,
    resourceId: wire?.resourceId ?? '',
    resourceName: wire?.resourceName || (state?.name ?? ''),
    instanceId: wire?.instanceId || (state?.instanceId ?? ''),
    spec: mapFromWire(resolved?.spec ?? state?.specData, 'the spec'),
    ...(metadata === undefined ? {} : { metadata }),
    ...(state === undefined ? {} : { current: stateFromWire(state) }),
  }
}

/** Converts a resource and its planned changes, as the staging of a link sees them. */
export function linkedChangesToWire(
  resource: LinkedResource,
  changes: ResourceChanges,
  schemaOf: SchemaOf,
): Init<Changes> {
  return {
    appliedResourceInfo: linkedToWire(resource, schemaOf),
    ...changesToWire(changes, schemaOf(resource.type)),
  }
}

export function linkedChangesFromWire(wire: Changes | undefined, type: string): [LinkedResource, ResourceChanges] {
  return [linkedFromWire(wire?.appliedResourceInfo, type), changesFromWire(wire)]
}

export function linkChangesToWire(changes: LinkChanges): Init<WireLinkChanges> {
  return {
    modifiedFields: changes.modified.map((change) => fieldChangeToWire(change, undefined)),
    newFields: changes.added.map((change) => fieldChangeToWire(change, undefined)),
    removedFields: changes.removed,
    unchangedFields: changes.unchanged,
    fieldChangesKnownOnDeploy: changes.knownOnDeploy,
  }
}

export function linkChangesFromWire(wire: WireLinkChanges | undefined): LinkChanges {
  return {
    modified: (wire?.modifiedFields ?? []).map(fieldChangeFromWire),
    added: (wire?.newFields ?? []).map(fieldChangeFromWire),
    removed: (wire?.removedFields ?? []).map(plainWords),
    unchanged: (wire?.unchangedFields ?? []).map(plainWords),
    knownOnDeploy: (wire?.fieldChangesKnownOnDeploy ?? []).map(plainWords),
  }
}

interface OfLink {
  readonly linkId: string
  readonly linkName: string
  readonly instanceId: string
}

export function currentLinkToWire(link: CurrentLink, { linkId, linkName, instanceId }: OfLink): Init<LinkState> {
  return {
    id: linkId,
    name: linkName,
    instanceId,
    status: linkStatusToWire(link.status),
    lastDeployedTimestamp: link.lastDeployed,
    intermediaryResourceStates: link.intermediaries.map((resource) => intermediaryToWire(resource, instanceId)),
    data: valuesToWire(link.data),
    failureReasons: link.failureReasons,
  }
}

export function currentLinkFromWire(wire: LinkState): CurrentLink {
  return {
    status: linkStatusFromWire(wire.status),
    data: valuesFromWire(wire.data),
    intermediaries: wire.intermediaryResourceStates.map(intermediaryFromWire),
    ...(wire.failureReasons.length === 0 ? {} : { failureReasons: wire.failureReasons }),
    lastDeployed: Number(wire.lastDeployedTimestamp),
  }
}

export function intermediaryToWire(
  { resourceId, type, status, spec, failureReasons }: IntermediaryResource,
  instanceId: string,
): Init<LinkIntermediaryResourceState> {
  return {
    resourceId,
    resourceType: type,
    instanceId,
    ...statusToWire(status),
    resourceSpecData: requiredValueToWire(spec),
    failureReasons,
  }
}

/** Reads an intermediary resource. The SDK of mid-2025 did not send its type. */
export function intermediaryFromWire(
  wire: Omit<LinkIntermediaryResourceState, 'resourceType'> & { readonly resourceType?: string },
): IntermediaryResource {
  return {
    resourceId: wire.resourceId,
    type: wire.resourceType ?? '',
    status: statusFromWire(wire.status),
    spec: mapFromWire(wire.resourceSpecData, 'the state of an intermediary resource'),
    ...(wire.failureReasons.length === 0 ? {} : { failureReasons: plainLines(wire.failureReasons) }),
  }
}

const actions = {
  create: LinkUpdateType.CREATE,
  update: LinkUpdateType.UPDATE,
  destroy: LinkUpdateType.DESTROY,
} satisfies Record<LinkAction, number>

export function linkActionToWire(action: LinkAction): number {
  return actions[action]
}

export function linkActionFromWire(number: number): LinkAction {
  if (number === LinkUpdateType.DESTROY) return 'destroy'
  return number === LinkUpdateType.UPDATE ? 'update' : 'create'
}
