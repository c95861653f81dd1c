import type {
  CurrentResource,
  DeployRequest,
  FieldChange,
  PropertySchema,
  ResourceChanges,
  ResourceIdentity,
  ResourceMetadata,
} from '@slipway/model'

import type { Init } from '../../../wire/codec/message.ts'
import type {
  Changes,
  DeployResourceRequest,
  FieldChange as WireFieldChange,
  ResolvedResource,
  ResourceMetadataState,
  ResourceState,
} from '../../gen/sharedtypesv1.ts'
import { contextFromWire, contextToWire } from './context.ts'
import { present } from '../present.ts'
import { statusFromWire, statusToWire } from './resource-status.ts'
import { schemaAt } from '../values/schema-path.ts'
import {
  mapFromWire,
  requiredValueToWire,
  valueFromWire,
  valuesFromWire,
  valuesToWire,
  valueToWire,
} from '../values/value.ts'

export function deployToWire(
  request: DeployRequest,
  hostId: string,
  schema: PropertySchema | undefined,
): Init<DeployResourceRequest> {
  const { type, resourceId, resourceName, instanceId, instanceName, current } = request
  return {
    resourceType: { type },
    hostId,
    instanceId,
    instanceName,
    resourceId,
    changes: {
      appliedResourceInfo: {
        resourceId,
        resourceName,
        instanceId,
        currentResourceState: current && stateToWire(current, request, schema),
        resourceWithResolvedSubs: resolvedToWire(request, schema),
      },
      ...changesToWire(request.changes, schema),
    },
    context: contextToWire(request.context),
  }
}

export function deployFromWire(wire: DeployResourceRequest): DeployRequest {
  const { changes } = wire
  const info = changes?.appliedResourceInfo
  const resolved = info?.resourceWithResolvedSubs
  const state = info?.currentResourceState
  const metadata = metadataFromResolved(resolved)
  const description = valueFromWire(resolved?.description)
  return {
    type: wire.resourceType?.type ?? '',
    resourceId: wire.resourceId,
    resourceName: info?.resourceName ?? '',
    instanceId: wire.instanceId,
    instanceName: wire.instanceName,
    spec: mapFromWire(resolved?.spec, 'the spec'),
    ...(metadata === undefined ? {} : { metadata }),
    ...(typeof description === 'string' ? { description } : {}),
    ...(state === undefined ? {} : { current: stateFromWire(state) }),
    changes: changesFromWire(changes),
    context: contextFromWire(wire.context),
  }
}

export function stateToWire(
  current: CurrentResource,
  { type, resourceId, resourceName, instanceId }: Omit<ResourceIdentity, 'instanceName'>,
  schema: PropertySchema | undefined,
): Init<ResourceState> {
  return {
    id: resourceId,
    name: resourceName,
    type,
    instanceId,
    ...statusToWire(current.status),
    lastDeployedTimestamp: current.lastDeployed,
    specData: requiredValueToWire(current.spec, schema),
    metadata: metadataToWire(current.metadata),
    dependsOnResources: current.dependsOn,
  }
}

export function stateFromWire(wire: ResourceState | undefined): CurrentResource {
  const metadata = metadataFromWire(wire?.metadata)
  return {
    spec: mapFromWire(wire?.specData, 'the recorded spec'),
    status: statusFromWire(wire?.status ?? 0),
    ...(metadata === undefined ? {} : { metadata }),
    dependsOn: wire?.dependsOnResources ?? [],
    lastDeployed: Number(wire?.lastDeployedTimestamp ?? 0),
  }
}

export function metadataToWire(metadata: ResourceMetadata | undefined): Init<ResourceMetadataState> | undefined {
  if (metadata === undefined) return undefined
  const { displayName, labels, annotations = {}, custom } = metadata
  return { displayName, labels, annotations: valuesToWire(annotations), custom: valueToWire(custom) }
}

export function metadataFromWire(wire: ResourceMetadataState | undefined): ResourceMetadata | undefined {
  if (wire === undefined) return undefined
  return present({
    displayName: wire.displayName,
    labels: wire.labels,
    annotations: valuesFromWire(wire.annotations),
    custom: wire.custom && valueFromWire(wire.custom),
  })
}

export function resolvedToWire(
  request: Pick<DeployRequest, 'type' | 'spec' | 'description' | 'metadata'>,
  schema: PropertySchema | undefined,
): Init<ResolvedResource> {
  const { type, spec, description, metadata } = request
  return {
    type: { type },
    description: valueToWire(description),
    metadata: metadata && {
      displayName: valueToWire(metadata.displayName),
      labels: metadata.labels,
      annotations: valueToWire(metadata.annotations),
      custom: valueToWire(metadata.custom),
    },
    spec: valueToWire(spec, schema),
  }
}

export function metadataFromResolved(wire: ResolvedResource | undefined): ResourceMetadata | undefined {
  if (wire?.metadata === undefined) return undefined
  const { displayName, annotations, labels, custom } = wire.metadata
  const name = valueFromWire(displayName)
  return present({
    displayName: typeof name === 'string' ? name : undefined,
    labels,
    annotations: mapFromWire(annotations, 'the annotations'),
    custom: custom && valueFromWire(custom),
  })
}

export function changesToWire(changes: ResourceChanges, schema: PropertySchema | undefined): Init<Changes> {
  const fields = (list: readonly FieldChange[]): Init<WireFieldChange>[] =>
    list.map((change) => fieldChangeToWire(change, schemaAt(schema, change.path)))
  return {
    mustRecreate: changes.mustRecreate,
    modifiedFields: fields(changes.modified),
    newFields: fields(changes.added),
    removedFields: changes.removed,
    unchangedFields: changes.unchanged,
    computedFields: changes.computed,
  }
}

export function fieldChangeToWire(
  { path, previous, next }: FieldChange,
  schema: PropertySchema | undefined,
): Init<WireFieldChange> {
  return {
    fieldPath: path,
    prevValue: valueToWire(previous, schema),
    newValue: valueToWire(next, schema),
    mustRecreate: schema?.mustRecreate,
    sensitive: schema?.sensitive,
  }
}

export function changesFromWire(wire: Changes | undefined): ResourceChanges {
  return {
    mustRecreate: wire?.mustRecreate ?? false,
    modified: (wire?.modifiedFields ?? []).map(fieldChangeFromWire),
    added: (wire?.newFields ?? []).map(fieldChangeFromWire),
    removed: wire?.removedFields ?? [],
    unchanged: wire?.unchangedFields ?? [],
    computed: wire?.computedFields ?? [],
  }
}

export function fieldChangeFromWire(wire: WireFieldChange): FieldChange {
  return {
    path: wire.fieldPath,
    ...(wire.prevValue === undefined ? {} : { previous: valueFromWire(wire.prevValue) }),
    ...(wire.newValue === undefined ? {} : { next: valueFromWire(wire.newValue) }),
  }
}
