// Generated from providerserver2025.proto by tools/gen.ts. Do not edit.
import * as providerserverv1 from './providerserverv1.ts'
import * as schema from './schema.ts'
import * as sharedtypesv1 from './sharedtypesv1.ts'
import type { Codec, Init, Method } from '../../wire/codec/message.ts'
import { noEntries, noItems, withItem } from '../../wire/codec/nothing.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export interface LinkIntermediaryResourceState {
  resourceId: string
  instanceId: string
  status: number
  preciseStatus: number
  lastDeployedTimestamp: number | bigint
  lastDeployAttemptTimestamp: number | bigint
  resourceSpecData: schema.MappingNode | undefined
  failureReasons: string[]
}
export const LinkIntermediaryResourceState: Codec<LinkIntermediaryResourceState> = {
  write(w: Writer, m: Init<LinkIntermediaryResourceState>): void {
    if (m.resourceId) w.string(10, m.resourceId)
    if (m.instanceId) w.string(18, m.instanceId)
    if (m.status) w.int32(24, m.status)
    if (m.preciseStatus) w.int32(32, m.preciseStatus)
    if (m.lastDeployedTimestamp) w.int64(40, m.lastDeployedTimestamp)
    if (m.lastDeployAttemptTimestamp) w.int64(48, m.lastDeployAttemptTimestamp)
    if (m.resourceSpecData !== undefined) w.message(58, m.resourceSpecData, schema.MappingNode)
    if (m.failureReasons !== undefined) for (const item of m.failureReasons) w.string(66, item)
  },
  read(r: Reader): LinkIntermediaryResourceState {
    const m: LinkIntermediaryResourceState = { resourceId: '', instanceId: '', status: 0, preciseStatus: 0, lastDeployedTimestamp: 0, lastDeployAttemptTimestamp: 0, resourceSpecData: undefined, failureReasons: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resourceId = r.string(); break
        case 18: m.instanceId = r.string(); break
        case 24: m.status = r.int32(); break
        case 32: m.preciseStatus = r.int32(); break
        case 40: m.lastDeployedTimestamp = r.int64(); break
        case 48: m.lastDeployAttemptTimestamp = r.int64(); break
        case 58: m.resourceSpecData = r.message(schema.MappingNode); break
        case 66: m.failureReasons = withItem(m.failureReasons, r.string()); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkState {
  id: string
  name: string
  instanceId: string
  status: number
  preciseStatus: number
  lastStatusUpdateTimestamp: number | bigint
  lastDeployedTimestamp: number | bigint
  lastDeployAttemptTimestamp: number | bigint
  intermediaryResourceStates: LinkIntermediaryResourceState[]
  data: Record<string, schema.MappingNode>
  failureReasons: string[]
}
export const LinkState: Codec<LinkState> = {
  write(w: Writer, m: Init<LinkState>): void {
    if (m.id) w.string(10, m.id)
    if (m.name) w.string(18, m.name)
    if (m.instanceId) w.string(26, m.instanceId)
    if (m.status) w.int32(32, m.status)
    if (m.preciseStatus) w.int32(40, m.preciseStatus)
    if (m.lastStatusUpdateTimestamp) w.int64(48, m.lastStatusUpdateTimestamp)
    if (m.lastDeployedTimestamp) w.int64(56, m.lastDeployedTimestamp)
    if (m.lastDeployAttemptTimestamp) w.int64(64, m.lastDeployAttemptTimestamp)
    if (m.intermediaryResourceStates !== undefined) for (const item of m.intermediaryResourceStates) w.message(74, item, LinkIntermediaryResourceState)
    if (m.data !== undefined) for (const key in m.data) {
      const value = m.data[key]
      if (value !== undefined) w.messageEntry(82, key, value, schema.MappingNode)
    }
    if (m.failureReasons !== undefined) for (const item of m.failureReasons) w.string(90, item)
  },
  read(r: Reader): LinkState {
    const m: LinkState = { id: '', name: '', instanceId: '', status: 0, preciseStatus: 0, lastStatusUpdateTimestamp: 0, lastDeployedTimestamp: 0, lastDeployAttemptTimestamp: 0, intermediaryResourceStates: noItems, data: noEntries, failureReasons: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.id = r.string(); break
        case 18: m.name = r.string(); break
        case 26: m.instanceId = r.string(); break
        case 32: m.status = r.int32(); break
        case 40: m.preciseStatus = r.int32(); break
        case 48: m.lastStatusUpdateTimestamp = r.int64(); break
        case 56: m.lastDeployedTimestamp = r.int64(); break
        case 64: m.lastDeployAttemptTimestamp = r.int64(); break
        case 74: m.intermediaryResourceStates = withItem(m.intermediaryResourceStates, r.message(LinkIntermediaryResourceState)); break
        case 82: m.data = r.messageEntry(m.data, schema.MappingNode); break
        case 90: m.failureReasons = withItem(m.failureReasons, r.string()); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface StageLinkChangesRequest {
  linkType: providerserverv1.LinkType | undefined
  hostId: string
  resourceAChanges: sharedtypesv1.Changes | undefined
  resourceBChanges: sharedtypesv1.Changes | undefined
  currentLinkState: LinkState | undefined
  context: providerserverv1.LinkContext | undefined
}
export const StageLinkChangesRequest: Codec<StageLinkChangesRequest> = {
  write(w: Writer, m: Init<StageLinkChangesRequest>): void {
    if (m.linkType !== undefined) w.message(10, m.linkType, providerserverv1.LinkType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.resourceAChanges !== undefined) w.message(26, m.resourceAChanges, sharedtypesv1.Changes)
    if (m.resourceBChanges !== undefined) w.message(34, m.resourceBChanges, sharedtypesv1.Changes)
    if (m.currentLinkState !== undefined) w.message(42, m.currentLinkState, LinkState)
    if (m.context !== undefined) w.message(50, m.context, providerserverv1.LinkContext)
  },
  read(r: Reader): StageLinkChangesRequest {
    const m: StageLinkChangesRequest = { linkType: undefined, hostId: '', resourceAChanges: undefined, resourceBChanges: undefined, currentLinkState: undefined, context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.linkType = r.message(providerserverv1.LinkType); break
        case 18: m.hostId = r.string(); break
        case 26: m.resourceAChanges = r.message(sharedtypesv1.Changes); break
        case 34: m.resourceBChanges = r.message(sharedtypesv1.Changes); break
        case 42: m.currentLinkState = r.message(LinkState); break
        case 50: m.context = r.message(providerserverv1.LinkContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface UpdateLinkResourceRequest {
  linkType: providerserverv1.LinkType | undefined
  hostId: string
  changes: sharedtypesv1.LinkChanges | undefined
  resourceInfo: sharedtypesv1.ResourceInfo | undefined
  otherResourceInfo: sharedtypesv1.ResourceInfo | undefined
  instanceName: string
  updateType: number
  context: providerserverv1.LinkContext | undefined
}
export const UpdateLinkResourceRequest: Codec<UpdateLinkResourceRequest> = {
  write(w: Writer, m: Init<UpdateLinkResourceRequest>): void {
    if (m.linkType !== undefined) w.message(10, m.linkType, providerserverv1.LinkType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.changes !== undefined) w.message(26, m.changes, sharedtypesv1.LinkChanges)
    if (m.resourceInfo !== undefined) w.message(34, m.resourceInfo, sharedtypesv1.ResourceInfo)
    if (m.otherResourceInfo !== undefined) w.message(42, m.otherResourceInfo, sharedtypesv1.ResourceInfo)
    if (m.instanceName) w.string(50, m.instanceName)
    if (m.updateType) w.int32(56, m.updateType)
    if (m.context !== undefined) w.message(66, m.context, providerserverv1.LinkContext)
  },
  read(r: Reader): UpdateLinkResourceRequest {
    const m: UpdateLinkResourceRequest = { linkType: undefined, hostId: '', changes: undefined, resourceInfo: undefined, otherResourceInfo: undefined, instanceName: '', updateType: 0, context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.linkType = r.message(providerserverv1.LinkType); break
        case 18: m.hostId = r.string(); break
        case 26: m.changes = r.message(sharedtypesv1.LinkChanges); break
        case 34: m.resourceInfo = r.message(sharedtypesv1.ResourceInfo); break
        case 42: m.otherResourceInfo = r.message(sharedtypesv1.ResourceInfo); break
        case 50: m.instanceName = r.string(); break
        case 56: m.updateType = r.int32(); break
        case 66: m.context = r.message(providerserverv1.LinkContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface UpdateLinkIntermediaryResourcesRequest {
  linkType: providerserverv1.LinkType | undefined
  hostId: string
  resourceAInfo: sharedtypesv1.ResourceInfo | undefined
  resourceBInfo: sharedtypesv1.ResourceInfo | undefined
  changes: sharedtypesv1.LinkChanges | undefined
  instanceName: string
  updateType: number
  context: providerserverv1.LinkContext | undefined
}
export const UpdateLinkIntermediaryResourcesRequest: Codec<UpdateLinkIntermediaryResourcesRequest> = {
  write(w: Writer, m: Init<UpdateLinkIntermediaryResourcesRequest>): void {
    if (m.linkType !== undefined) w.message(10, m.linkType, providerserverv1.LinkType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.resourceAInfo !== undefined) w.message(26, m.resourceAInfo, sharedtypesv1.ResourceInfo)
    if (m.resourceBInfo !== undefined) w.message(34, m.resourceBInfo, sharedtypesv1.ResourceInfo)
    if (m.changes !== undefined) w.message(42, m.changes, sharedtypesv1.LinkChanges)
    if (m.instanceName) w.string(50, m.instanceName)
    if (m.updateType) w.int32(56, m.updateType)
    if (m.context !== undefined) w.message(66, m.context, providerserverv1.LinkContext)
  },
  read(r: Reader): UpdateLinkIntermediaryResourcesRequest {
    const m: UpdateLinkIntermediaryResourcesRequest = { linkType: undefined, hostId: '', resourceAInfo: undefined, resourceBInfo: undefined, changes: undefined, instanceName: '', updateType: 0, context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.linkType = r.message(providerserverv1.LinkType); break
        case 18: m.hostId = r.string(); break
        case 26: m.resourceAInfo = r.message(sharedtypesv1.ResourceInfo); break
        case 34: m.resourceBInfo = r.message(sharedtypesv1.ResourceInfo); break
        case 42: m.changes = r.message(sharedtypesv1.LinkChanges); break
        case 50: m.instanceName = r.string(); break
        case 56: m.updateType = r.int32(); break
        case 66: m.context = r.message(providerserverv1.LinkContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface UpdateLinkIntermediaryResourcesCompleteResponse {
  intermediaryResourceStates: LinkIntermediaryResourceState[]
  linkData: schema.MappingNode | undefined
  resourceDataMappings: Record<string, string>
}
export const UpdateLinkIntermediaryResourcesCompleteResponse: Codec<UpdateLinkIntermediaryResourcesCompleteResponse> = {
  write(w: Writer, m: Init<UpdateLinkIntermediaryResourcesCompleteResponse>): void {
    if (m.intermediaryResourceStates !== undefined) for (const item of m.intermediaryResourceStates) w.message(10, item, LinkIntermediaryResourceState)
    if (m.linkData !== undefined) w.message(18, m.linkData, schema.MappingNode)
    if (m.resourceDataMappings !== undefined) for (const key in m.resourceDataMappings) {
      const value = m.resourceDataMappings[key]
      if (value !== undefined) w.stringEntry(26, key, value)
    }
  },
  read(r: Reader): UpdateLinkIntermediaryResourcesCompleteResponse {
    const m: UpdateLinkIntermediaryResourcesCompleteResponse = { intermediaryResourceStates: noItems, linkData: undefined, resourceDataMappings: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.intermediaryResourceStates = withItem(m.intermediaryResourceStates, r.message(LinkIntermediaryResourceState)); break
        case 18: m.linkData = r.message(schema.MappingNode); break
        case 26: m.resourceDataMappings = r.stringEntry(m.resourceDataMappings); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface UpdateLinkIntermediaryResourcesResponse {
  completeResponse: UpdateLinkIntermediaryResourcesCompleteResponse | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const UpdateLinkIntermediaryResourcesResponse: Codec<UpdateLinkIntermediaryResourcesResponse> = {
  write(w: Writer, m: Init<UpdateLinkIntermediaryResourcesResponse>): void {
    if (m.completeResponse !== undefined) w.message(10, m.completeResponse, UpdateLinkIntermediaryResourcesCompleteResponse)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): UpdateLinkIntermediaryResourcesResponse {
    const m: UpdateLinkIntermediaryResourcesResponse = { completeResponse: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.completeResponse = r.message(UpdateLinkIntermediaryResourcesCompleteResponse); break
        case 18: m.completeResponse = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export const Provider = {
  StageLinkChanges: {
    name: 'StageLinkChanges',
    path: '/providerserver2025.Provider/StageLinkChanges',
    request: StageLinkChangesRequest,
    response: providerserverv1.StageLinkChangesResponse,
  } satisfies Method<StageLinkChangesRequest, providerserverv1.StageLinkChangesResponse>,
  UpdateLinkResourceA: {
    name: 'UpdateLinkResourceA',
    path: '/providerserver2025.Provider/UpdateLinkResourceA',
    request: UpdateLinkResourceRequest,
    response: providerserverv1.UpdateLinkResourceResponse,
  } satisfies Method<UpdateLinkResourceRequest, providerserverv1.UpdateLinkResourceResponse>,
  UpdateLinkResourceB: {
    name: 'UpdateLinkResourceB',
    path: '/providerserver2025.Provider/UpdateLinkResourceB',
    request: UpdateLinkResourceRequest,
    response: providerserverv1.UpdateLinkResourceResponse,
  } satisfies Method<UpdateLinkResourceRequest, providerserverv1.UpdateLinkResourceResponse>,
  UpdateLinkIntermediaryResources: {
    name: 'UpdateLinkIntermediaryResources',
    path: '/providerserver2025.Provider/UpdateLinkIntermediaryResources',
    request: UpdateLinkIntermediaryResourcesRequest,
    response: UpdateLinkIntermediaryResourcesResponse,
  } satisfies Method<UpdateLinkIntermediaryResourcesRequest, UpdateLinkIntermediaryResourcesResponse>,
} as const
