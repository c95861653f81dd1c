// Generated from providerserverv1.proto by tools/gen.ts. Do not edit.
import * as google_protobuf_any from './google-protobuf-any.ts'
import * as google_protobuf_wrappers from './google-protobuf-wrappers.ts'
import * as schema from './schema.ts'
import * as sharedtypesv1 from './sharedtypesv1.ts'
import type { Codec, Init, Method } from '../../wire/codec/message.ts'
import { noEntries, noItems, withItem } from '../../wire/codec/nothing.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export const DataSourceSpecSchemaType = {
  STRING: 0,
  INTEGER: 1,
  FLOAT: 2,
  BOOLEAN: 3,
  ARRAY: 4,
} as const
/** Also a number that this version does not know. */
export type DataSourceSpecSchemaType = number

export const LinkPriorityResource = {
  NONE: 0,
  A: 1,
  B: 2,
} as const
/** Also a number that this version does not know. */
export type LinkPriorityResource = number

export const LinkKind = {
  HARD: 0,
  SOFT: 1,
} as const
/** Also a number that this version does not know. */
export type LinkKind = number

export const LinkUpdateType = {
  CREATE: 0,
  DESTROY: 1,
  UPDATE: 2,
} as const
/** Also a number that this version does not know. */
export type LinkUpdateType = number

export const LinkStatus = {
  UNKNOWN: 0,
  CREATING: 1,
  CREATED: 2,
  CREATE_FAILED: 3,
  CREATE_ROLLING_BACK: 4,
  CREATE_ROLLBACK_FAILED: 5,
  CREATE_ROLLBACK_COMPLETE: 6,
  DESTROYING: 7,
  DESTROYED: 8,
  DESTROY_FAILED: 9,
  DESTROY_ROLLING_BACK: 10,
  DESTROY_ROLLBACK_FAILED: 11,
  DESTROY_ROLLBACK_COMPLETE: 12,
  UPDATING: 13,
  UPDATED: 14,
  UPDATE_FAILED: 15,
  UPDATE_ROLLING_BACK: 16,
  UPDATE_ROLLBACK_FAILED: 17,
  UPDATE_ROLLBACK_COMPLETE: 18,
  CREATE_INTERRUPTED: 19,
  UPDATE_INTERRUPTED: 20,
  DESTROY_INTERRUPTED: 21,
} as const
/** Also a number that this version does not know. */
export type LinkStatus = number

export const PreciseLinkStatus = {
  UNKNOWN: 0,
  UPDATING_RESOURCE_A: 1,
  RESOURCE_A_UPDATED: 2,
  RESOURCE_A_UPDATE_FAILED: 3,
  RESOURCE_A_UPDATE_ROLLING_BACK: 4,
  RESOURCE_A_UPDATE_ROLLBACK_FAILED: 5,
  RESOURCE_A_UPDATE_ROLLBACK_COMPLETE: 6,
  UPDATING_RESOURCE_B: 7,
  RESOURCE_B_UPDATED: 8,
  RESOURCE_B_UPDATE_FAILED: 9,
  RESOURCE_B_UPDATE_ROLLING_BACK: 10,
  RESOURCE_B_UPDATE_ROLLBACK_FAILED: 11,
  RESOURCE_B_UPDATE_ROLLBACK_COMPLETE: 12,
  UPDATING_INTERMEDIARY_RESOURCES: 13,
  INTERMEDIARY_RESOURCES_UPDATED: 14,
  INTERMEDIARY_RESOURCE_UPDATED_FAILED: 15,
  INTERMEDIARY_RESOURCE_UPDATE_ROLLING_BACK: 16,
  INTERMEDIARY_RESOURCE_UPDATE_ROLLBACK_FAILED: 17,
  INTERMEDIARY_RESOURCE_UPDATE_ROLLBACK_COMPLETE: 18,
  RESOURCE_A_UPDATE_INTERRUPTED: 19,
  RESOURCE_B_UPDATE_INTERRUPTED: 20,
  INTERMEDIARY_RESOURCE_UPDATE_INTERRUPTED: 21,
} as const
/** Also a number that this version does not know. */
export type PreciseLinkStatus = number

export interface SlipwayListResourcesRequest {
  resourceType: sharedtypesv1.ResourceType | undefined
  hostId: string
  query: schema.MappingNode | undefined
  limit: number | bigint
  context: sharedtypesv1.ProviderContext | undefined
}
export const SlipwayListResourcesRequest: Codec<SlipwayListResourcesRequest> = {
  write(w: Writer, m: Init<SlipwayListResourcesRequest>): void {
    if (m.resourceType !== undefined) w.message(10, m.resourceType, sharedtypesv1.ResourceType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.query !== undefined) w.message(26, m.query, schema.MappingNode)
    if (m.limit) w.int64(32, m.limit)
    if (m.context !== undefined) w.message(42, m.context, sharedtypesv1.ProviderContext)
  },
  read(r: Reader): SlipwayListResourcesRequest {
    const m: SlipwayListResourcesRequest = { resourceType: undefined, hostId: '', query: undefined, limit: 0, context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resourceType = r.message(sharedtypesv1.ResourceType); break
        case 18: m.hostId = r.string(); break
        case 26: m.query = r.message(schema.MappingNode); break
        case 32: m.limit = r.int64(); break
        case 42: m.context = r.message(sharedtypesv1.ProviderContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SlipwayListResourcesResponse {
  listed: SlipwayListedResources | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const SlipwayListResourcesResponse: Codec<SlipwayListResourcesResponse> = {
  write(w: Writer, m: Init<SlipwayListResourcesResponse>): void {
    if (m.listed !== undefined) w.message(10, m.listed, SlipwayListedResources)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): SlipwayListResourcesResponse {
    const m: SlipwayListResourcesResponse = { listed: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.listed = r.message(SlipwayListedResources); break
        case 18: m.listed = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SlipwayListedResources {
  resources: SlipwayListedResource[]
  isCut: boolean
}
export const SlipwayListedResources: Codec<SlipwayListedResources> = {
  write(w: Writer, m: Init<SlipwayListedResources>): void {
    if (m.resources !== undefined) for (const item of m.resources) w.message(10, item, SlipwayListedResource)
    if (m.isCut === true) w.bool(16, m.isCut)
  },
  read(r: Reader): SlipwayListedResources {
    const m: SlipwayListedResources = { resources: noItems, isCut: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resources = withItem(m.resources, r.message(SlipwayListedResource)); break
        case 16: m.isCut = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SlipwayListedResource {
  id: string
  name: string
}
export const SlipwayListedResource: Codec<SlipwayListedResource> = {
  write(w: Writer, m: Init<SlipwayListedResource>): void {
    if (m.id) w.string(10, m.id)
    if (m.name) w.string(18, m.name)
  },
  read(r: Reader): SlipwayListedResource {
    const m: SlipwayListedResource = { id: '', name: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.id = r.string(); break
        case 18: m.name = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SlipwayUpgradeResourceRequest {
  resourceType: sharedtypesv1.ResourceType | undefined
  hostId: string
  instanceId: string
  instanceName: string
  resourceId: string
  resourceName: string
  schemaVersion: number | bigint
  spec: google_protobuf_any.Any | undefined
  context: sharedtypesv1.ProviderContext | undefined
}
export const SlipwayUpgradeResourceRequest: Codec<SlipwayUpgradeResourceRequest> = {
  write(w: Writer, m: Init<SlipwayUpgradeResourceRequest>): void {
    if (m.resourceType !== undefined) w.message(10, m.resourceType, sharedtypesv1.ResourceType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.instanceId) w.string(26, m.instanceId)
    if (m.instanceName) w.string(34, m.instanceName)
    if (m.resourceId) w.string(42, m.resourceId)
    if (m.resourceName) w.string(50, m.resourceName)
    if (m.schemaVersion) w.int64(56, m.schemaVersion)
    if (m.spec !== undefined) w.message(66, m.spec, google_protobuf_any.Any)
    if (m.context !== undefined) w.message(74, m.context, sharedtypesv1.ProviderContext)
  },
  read(r: Reader): SlipwayUpgradeResourceRequest {
    const m: SlipwayUpgradeResourceRequest = { resourceType: undefined, hostId: '', instanceId: '', instanceName: '', resourceId: '', resourceName: '', schemaVersion: 0, spec: undefined, context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resourceType = r.message(sharedtypesv1.ResourceType); break
        case 18: m.hostId = r.string(); break
        case 26: m.instanceId = r.string(); break
        case 34: m.instanceName = r.string(); break
        case 42: m.resourceId = r.string(); break
        case 50: m.resourceName = r.string(); break
        case 56: m.schemaVersion = r.int64(); break
        case 66: m.spec = r.message(google_protobuf_any.Any); break
        case 74: m.context = r.message(sharedtypesv1.ProviderContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SlipwayUpgradeResourceResponse {
  spec: google_protobuf_any.Any | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const SlipwayUpgradeResourceResponse: Codec<SlipwayUpgradeResourceResponse> = {
  write(w: Writer, m: Init<SlipwayUpgradeResourceResponse>): void {
    if (m.spec !== undefined) w.message(10, m.spec, google_protobuf_any.Any)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): SlipwayUpgradeResourceResponse {
    const m: SlipwayUpgradeResourceResponse = { spec: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.spec = r.message(google_protobuf_any.Any); break
        case 18: m.spec = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SlipwayDiffResourceResponse {
  diff: SlipwayResourceDiff | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const SlipwayDiffResourceResponse: Codec<SlipwayDiffResourceResponse> = {
  write(w: Writer, m: Init<SlipwayDiffResourceResponse>): void {
    if (m.diff !== undefined) w.message(10, m.diff, SlipwayResourceDiff)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): SlipwayDiffResourceResponse {
    const m: SlipwayDiffResourceResponse = { diff: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.diff = r.message(SlipwayResourceDiff); break
        case 18: m.diff = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SlipwayResourceDiff {
  replaceBecause: string[]
  destroyFirst: boolean
}
export const SlipwayResourceDiff: Codec<SlipwayResourceDiff> = {
  write(w: Writer, m: Init<SlipwayResourceDiff>): void {
    if (m.replaceBecause !== undefined) for (const item of m.replaceBecause) w.string(10, item)
    if (m.destroyFirst === true) w.bool(16, m.destroyFirst)
  },
  read(r: Reader): SlipwayResourceDiff {
    const m: SlipwayResourceDiff = { replaceBecause: noItems, destroyFirst: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.replaceBecause = withItem(m.replaceBecause, r.string()); break
        case 16: m.destroyFirst = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CanResourceLinkToResponse {
  resourceTypes: sharedtypesv1.CanLinkTo | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const CanResourceLinkToResponse: Codec<CanResourceLinkToResponse> = {
  write(w: Writer, m: Init<CanResourceLinkToResponse>): void {
    if (m.resourceTypes !== undefined) w.message(10, m.resourceTypes, sharedtypesv1.CanLinkTo)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): CanResourceLinkToResponse {
    const m: CanResourceLinkToResponse = { resourceTypes: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.resourceTypes = r.message(sharedtypesv1.CanLinkTo); break
        case 18: m.resourceTypes = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CustomValidateDataSourceCompleteResponse {
  diagnostics: sharedtypesv1.Diagnostic[]
}
export const CustomValidateDataSourceCompleteResponse: Codec<CustomValidateDataSourceCompleteResponse> = {
  write(w: Writer, m: Init<CustomValidateDataSourceCompleteResponse>): void {
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(10, item, sharedtypesv1.Diagnostic)
  },
  read(r: Reader): CustomValidateDataSourceCompleteResponse {
    const m: CustomValidateDataSourceCompleteResponse = { diagnostics: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.diagnostics = withItem(m.diagnostics, r.message(sharedtypesv1.Diagnostic)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CustomValidateDataSourceRequest {
  dataSourceType: DataSourceType | undefined
  hostId: string
  schemaDataSource: schema.DataSource | undefined
  context: sharedtypesv1.ProviderContext | undefined
}
export const CustomValidateDataSourceRequest: Codec<CustomValidateDataSourceRequest> = {
  write(w: Writer, m: Init<CustomValidateDataSourceRequest>): void {
    if (m.dataSourceType !== undefined) w.message(10, m.dataSourceType, DataSourceType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.schemaDataSource !== undefined) w.message(26, m.schemaDataSource, schema.DataSource)
    if (m.context !== undefined) w.message(34, m.context, sharedtypesv1.ProviderContext)
  },
  read(r: Reader): CustomValidateDataSourceRequest {
    const m: CustomValidateDataSourceRequest = { dataSourceType: undefined, hostId: '', schemaDataSource: undefined, context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.dataSourceType = r.message(DataSourceType); break
        case 18: m.hostId = r.string(); break
        case 26: m.schemaDataSource = r.message(schema.DataSource); break
        case 34: m.context = r.message(sharedtypesv1.ProviderContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CustomValidateDataSourceResponse {
  completeResponse: CustomValidateDataSourceCompleteResponse | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const CustomValidateDataSourceResponse: Codec<CustomValidateDataSourceResponse> = {
  write(w: Writer, m: Init<CustomValidateDataSourceResponse>): void {
    if (m.completeResponse !== undefined) w.message(10, m.completeResponse, CustomValidateDataSourceCompleteResponse)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): CustomValidateDataSourceResponse {
    const m: CustomValidateDataSourceResponse = { completeResponse: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.completeResponse = r.message(CustomValidateDataSourceCompleteResponse); break
        case 18: m.completeResponse = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CustomValidateResourceCompleteResponse {
  diagnostics: sharedtypesv1.Diagnostic[]
}
export const CustomValidateResourceCompleteResponse: Codec<CustomValidateResourceCompleteResponse> = {
  write(w: Writer, m: Init<CustomValidateResourceCompleteResponse>): void {
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(10, item, sharedtypesv1.Diagnostic)
  },
  read(r: Reader): CustomValidateResourceCompleteResponse {
    const m: CustomValidateResourceCompleteResponse = { diagnostics: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.diagnostics = withItem(m.diagnostics, r.message(sharedtypesv1.Diagnostic)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CustomValidateResourceRequest {
  resourceType: sharedtypesv1.ResourceType | undefined
  hostId: string
  schemaResource: schema.Resource | undefined
  context: sharedtypesv1.ProviderContext | undefined
}
export const CustomValidateResourceRequest: Codec<CustomValidateResourceRequest> = {
  write(w: Writer, m: Init<CustomValidateResourceRequest>): void {
    if (m.resourceType !== undefined) w.message(10, m.resourceType, sharedtypesv1.ResourceType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.schemaResource !== undefined) w.message(26, m.schemaResource, schema.Resource)
    if (m.context !== undefined) w.message(34, m.context, sharedtypesv1.ProviderContext)
  },
  read(r: Reader): CustomValidateResourceRequest {
    const m: CustomValidateResourceRequest = { resourceType: undefined, hostId: '', schemaResource: undefined, context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resourceType = r.message(sharedtypesv1.ResourceType); break
        case 18: m.hostId = r.string(); break
        case 26: m.schemaResource = r.message(schema.Resource); break
        case 34: m.context = r.message(sharedtypesv1.ProviderContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CustomValidateResourceResponse {
  completeResponse: CustomValidateResourceCompleteResponse | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const CustomValidateResourceResponse: Codec<CustomValidateResourceResponse> = {
  write(w: Writer, m: Init<CustomValidateResourceResponse>): void {
    if (m.completeResponse !== undefined) w.message(10, m.completeResponse, CustomValidateResourceCompleteResponse)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): CustomValidateResourceResponse {
    const m: CustomValidateResourceResponse = { completeResponse: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.completeResponse = r.message(CustomValidateResourceCompleteResponse); break
        case 18: m.completeResponse = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CustomVariableType {
  type: string
}
export const CustomVariableType: Codec<CustomVariableType> = {
  write(w: Writer, m: Init<CustomVariableType>): void {
    if (m.type) w.string(10, m.type)
  },
  read(r: Reader): CustomVariableType {
    const m: CustomVariableType = { type: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CustomVariableTypeInfo {
  type: CustomVariableType | undefined
  label: string
}
export const CustomVariableTypeInfo: Codec<CustomVariableTypeInfo> = {
  write(w: Writer, m: Init<CustomVariableTypeInfo>): void {
    if (m.type !== undefined) w.message(10, m.type, CustomVariableType)
    if (m.label) w.string(18, m.label)
  },
  read(r: Reader): CustomVariableTypeInfo {
    const m: CustomVariableTypeInfo = { type: undefined, label: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.message(CustomVariableType); break
        case 18: m.label = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CustomVariableTypeOption {
  value: schema.ScalarValue | undefined
  label: string
  description: string
  formattedDescription: string
}
export const CustomVariableTypeOption: Codec<CustomVariableTypeOption> = {
  write(w: Writer, m: Init<CustomVariableTypeOption>): void {
    if (m.value !== undefined) w.message(10, m.value, schema.ScalarValue)
    if (m.label) w.string(18, m.label)
    if (m.description) w.string(26, m.description)
    if (m.formattedDescription) w.string(34, m.formattedDescription)
  },
  read(r: Reader): CustomVariableTypeOption {
    const m: CustomVariableTypeOption = { value: undefined, label: '', description: '', formattedDescription: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.value = r.message(schema.ScalarValue); break
        case 18: m.label = r.string(); break
        case 26: m.description = r.string(); break
        case 34: m.formattedDescription = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CustomVariableTypeOptions {
  options: Record<string, CustomVariableTypeOption>
}
export const CustomVariableTypeOptions: Codec<CustomVariableTypeOptions> = {
  write(w: Writer, m: Init<CustomVariableTypeOptions>): void {
    if (m.options !== undefined) for (const key in m.options) {
      const value = m.options[key]
      if (value !== undefined) w.messageEntry(10, key, value, CustomVariableTypeOption)
    }
  },
  read(r: Reader): CustomVariableTypeOptions {
    const m: CustomVariableTypeOptions = { options: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.options = r.messageEntry(m.options, CustomVariableTypeOption); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CustomVariableTypeOptionsResponse {
  options: CustomVariableTypeOptions | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const CustomVariableTypeOptionsResponse: Codec<CustomVariableTypeOptionsResponse> = {
  write(w: Writer, m: Init<CustomVariableTypeOptionsResponse>): void {
    if (m.options !== undefined) w.message(10, m.options, CustomVariableTypeOptions)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): CustomVariableTypeOptionsResponse {
    const m: CustomVariableTypeOptionsResponse = { options: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.options = r.message(CustomVariableTypeOptions); break
        case 18: m.options = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CustomVariableTypeRequest {
  customVariableType: CustomVariableType | undefined
  hostId: string
  context: sharedtypesv1.ProviderContext | undefined
}
export const CustomVariableTypeRequest: Codec<CustomVariableTypeRequest> = {
  write(w: Writer, m: Init<CustomVariableTypeRequest>): void {
    if (m.customVariableType !== undefined) w.message(10, m.customVariableType, CustomVariableType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.context !== undefined) w.message(26, m.context, sharedtypesv1.ProviderContext)
  },
  read(r: Reader): CustomVariableTypeRequest {
    const m: CustomVariableTypeRequest = { customVariableType: undefined, hostId: '', context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.customVariableType = r.message(CustomVariableType); break
        case 18: m.hostId = r.string(); break
        case 26: m.context = r.message(sharedtypesv1.ProviderContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CustomVariableTypeResponse {
  customVarTypeInfo: CustomVariableTypeInfo | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const CustomVariableTypeResponse: Codec<CustomVariableTypeResponse> = {
  write(w: Writer, m: Init<CustomVariableTypeResponse>): void {
    if (m.customVarTypeInfo !== undefined) w.message(10, m.customVarTypeInfo, CustomVariableTypeInfo)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): CustomVariableTypeResponse {
    const m: CustomVariableTypeResponse = { customVarTypeInfo: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.customVarTypeInfo = r.message(CustomVariableTypeInfo); break
        case 18: m.customVarTypeInfo = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CustomVariableTypes {
  customVariableTypes: CustomVariableType[]
}
export const CustomVariableTypes: Codec<CustomVariableTypes> = {
  write(w: Writer, m: Init<CustomVariableTypes>): void {
    if (m.customVariableTypes !== undefined) for (const item of m.customVariableTypes) w.message(10, item, CustomVariableType)
  },
  read(r: Reader): CustomVariableTypes {
    const m: CustomVariableTypes = { customVariableTypes: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.customVariableTypes = withItem(m.customVariableTypes, r.message(CustomVariableType)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CustomVariableTypesResponse {
  customVariableTypes: CustomVariableTypes | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const CustomVariableTypesResponse: Codec<CustomVariableTypesResponse> = {
  write(w: Writer, m: Init<CustomVariableTypesResponse>): void {
    if (m.customVariableTypes !== undefined) w.message(10, m.customVariableTypes, CustomVariableTypes)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): CustomVariableTypesResponse {
    const m: CustomVariableTypesResponse = { customVariableTypes: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.customVariableTypes = r.message(CustomVariableTypes); break
        case 18: m.customVariableTypes = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DataSourceFilterFieldSchema {
  type: string
  description: string
  formattedDescription: string
  supportedOperators: string[]
  conflictsWith: string[]
}
export const DataSourceFilterFieldSchema: Codec<DataSourceFilterFieldSchema> = {
  write(w: Writer, m: Init<DataSourceFilterFieldSchema>): void {
    if (m.type) w.string(10, m.type)
    if (m.description) w.string(18, m.description)
    if (m.formattedDescription) w.string(26, m.formattedDescription)
    if (m.supportedOperators !== undefined) for (const item of m.supportedOperators) w.string(34, item)
    if (m.conflictsWith !== undefined) for (const item of m.conflictsWith) w.string(42, item)
  },
  read(r: Reader): DataSourceFilterFieldSchema {
    const m: DataSourceFilterFieldSchema = { type: '', description: '', formattedDescription: '', supportedOperators: noItems, conflictsWith: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        case 18: m.description = r.string(); break
        case 26: m.formattedDescription = r.string(); break
        case 34: m.supportedOperators = withItem(m.supportedOperators, r.string()); break
        case 42: m.conflictsWith = withItem(m.conflictsWith, r.string()); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DataSourceFilterFields {
  filterFields: Record<string, DataSourceFilterFieldSchema>
}
export const DataSourceFilterFields: Codec<DataSourceFilterFields> = {
  write(w: Writer, m: Init<DataSourceFilterFields>): void {
    if (m.filterFields !== undefined) for (const key in m.filterFields) {
      const value = m.filterFields[key]
      if (value !== undefined) w.messageEntry(10, key, value, DataSourceFilterFieldSchema)
    }
  },
  read(r: Reader): DataSourceFilterFields {
    const m: DataSourceFilterFields = { filterFields: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.filterFields = r.messageEntry(m.filterFields, DataSourceFilterFieldSchema); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DataSourceFilterFieldsResponse {
  filterFields: DataSourceFilterFields | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const DataSourceFilterFieldsResponse: Codec<DataSourceFilterFieldsResponse> = {
  write(w: Writer, m: Init<DataSourceFilterFieldsResponse>): void {
    if (m.filterFields !== undefined) w.message(10, m.filterFields, DataSourceFilterFields)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): DataSourceFilterFieldsResponse {
    const m: DataSourceFilterFieldsResponse = { filterFields: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.filterFields = r.message(DataSourceFilterFields); break
        case 18: m.filterFields = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DataSourceRequest {
  dataSourceType: DataSourceType | undefined
  hostId: string
  context: sharedtypesv1.ProviderContext | undefined
}
export const DataSourceRequest: Codec<DataSourceRequest> = {
  write(w: Writer, m: Init<DataSourceRequest>): void {
    if (m.dataSourceType !== undefined) w.message(10, m.dataSourceType, DataSourceType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.context !== undefined) w.message(26, m.context, sharedtypesv1.ProviderContext)
  },
  read(r: Reader): DataSourceRequest {
    const m: DataSourceRequest = { dataSourceType: undefined, hostId: '', context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.dataSourceType = r.message(DataSourceType); break
        case 18: m.hostId = r.string(); break
        case 26: m.context = r.message(sharedtypesv1.ProviderContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DataSourceSpecDefinition {
  fields: Record<string, DataSourceSpecSchema>
}
export const DataSourceSpecDefinition: Codec<DataSourceSpecDefinition> = {
  write(w: Writer, m: Init<DataSourceSpecDefinition>): void {
    if (m.fields !== undefined) for (const key in m.fields) {
      const value = m.fields[key]
      if (value !== undefined) w.messageEntry(10, key, value, DataSourceSpecSchema)
    }
  },
  read(r: Reader): DataSourceSpecDefinition {
    const m: DataSourceSpecDefinition = { fields: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.fields = r.messageEntry(m.fields, DataSourceSpecSchema); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DataSourceSpecDefinitionResponse {
  specDefinition: DataSourceSpecDefinition | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const DataSourceSpecDefinitionResponse: Codec<DataSourceSpecDefinitionResponse> = {
  write(w: Writer, m: Init<DataSourceSpecDefinitionResponse>): void {
    if (m.specDefinition !== undefined) w.message(10, m.specDefinition, DataSourceSpecDefinition)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): DataSourceSpecDefinitionResponse {
    const m: DataSourceSpecDefinitionResponse = { specDefinition: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.specDefinition = r.message(DataSourceSpecDefinition); break
        case 18: m.specDefinition = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DataSourceSpecSchema {
  type: number
  label: string
  description: string
  formattedDescription: string
  items: DataSourceSpecSchema | undefined
  nullable: boolean
  sensitive: boolean
}
export const DataSourceSpecSchema: Codec<DataSourceSpecSchema> = {
  write(w: Writer, m: Init<DataSourceSpecSchema>): void {
    if (m.type) w.int32(8, m.type)
    if (m.label) w.string(18, m.label)
    if (m.description) w.string(26, m.description)
    if (m.formattedDescription) w.string(34, m.formattedDescription)
    if (m.items !== undefined) w.message(42, m.items, DataSourceSpecSchema)
    if (m.nullable === true) w.bool(48, m.nullable)
    if (m.sensitive === true) w.bool(56, m.sensitive)
  },
  read(r: Reader): DataSourceSpecSchema {
    const m: DataSourceSpecSchema = { type: 0, label: '', description: '', formattedDescription: '', items: undefined, nullable: false, sensitive: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.type = r.int32(); break
        case 18: m.label = r.string(); break
        case 26: m.description = r.string(); break
        case 34: m.formattedDescription = r.string(); break
        case 42: m.items = r.message(DataSourceSpecSchema); break
        case 48: m.nullable = r.bool(); break
        case 56: m.sensitive = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DataSourceType {
  type: string
}
export const DataSourceType: Codec<DataSourceType> = {
  write(w: Writer, m: Init<DataSourceType>): void {
    if (m.type) w.string(10, m.type)
  },
  read(r: Reader): DataSourceType {
    const m: DataSourceType = { type: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DataSourceTypeInfo {
  type: DataSourceType | undefined
  label: string
}
export const DataSourceTypeInfo: Codec<DataSourceTypeInfo> = {
  write(w: Writer, m: Init<DataSourceTypeInfo>): void {
    if (m.type !== undefined) w.message(10, m.type, DataSourceType)
    if (m.label) w.string(18, m.label)
  },
  read(r: Reader): DataSourceTypeInfo {
    const m: DataSourceTypeInfo = { type: undefined, label: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.message(DataSourceType); break
        case 18: m.label = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DataSourceTypeResponse {
  dataSourceTypeInfo: DataSourceTypeInfo | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const DataSourceTypeResponse: Codec<DataSourceTypeResponse> = {
  write(w: Writer, m: Init<DataSourceTypeResponse>): void {
    if (m.dataSourceTypeInfo !== undefined) w.message(10, m.dataSourceTypeInfo, DataSourceTypeInfo)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): DataSourceTypeResponse {
    const m: DataSourceTypeResponse = { dataSourceTypeInfo: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.dataSourceTypeInfo = r.message(DataSourceTypeInfo); break
        case 18: m.dataSourceTypeInfo = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DataSourceTypes {
  dataSourceTypes: DataSourceType[]
}
export const DataSourceTypes: Codec<DataSourceTypes> = {
  write(w: Writer, m: Init<DataSourceTypes>): void {
    if (m.dataSourceTypes !== undefined) for (const item of m.dataSourceTypes) w.message(10, item, DataSourceType)
  },
  read(r: Reader): DataSourceTypes {
    const m: DataSourceTypes = { dataSourceTypes: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.dataSourceTypes = withItem(m.dataSourceTypes, r.message(DataSourceType)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DataSourceTypesResponse {
  dataSourceTypes: DataSourceTypes | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const DataSourceTypesResponse: Codec<DataSourceTypesResponse> = {
  write(w: Writer, m: Init<DataSourceTypesResponse>): void {
    if (m.dataSourceTypes !== undefined) w.message(10, m.dataSourceTypes, DataSourceTypes)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): DataSourceTypesResponse {
    const m: DataSourceTypesResponse = { dataSourceTypes: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.dataSourceTypes = r.message(DataSourceTypes); break
        case 18: m.dataSourceTypes = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FetchDataSourceCompleteResponse {
  data: Record<string, schema.MappingNode>
}
export const FetchDataSourceCompleteResponse: Codec<FetchDataSourceCompleteResponse> = {
  write(w: Writer, m: Init<FetchDataSourceCompleteResponse>): void {
    if (m.data !== undefined) for (const key in m.data) {
      const value = m.data[key]
      if (value !== undefined) w.messageEntry(10, key, value, schema.MappingNode)
    }
  },
  read(r: Reader): FetchDataSourceCompleteResponse {
    const m: FetchDataSourceCompleteResponse = { data: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.data = r.messageEntry(m.data, schema.MappingNode); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FetchDataSourceRequest {
  dataSourceType: DataSourceType | undefined
  dataSourceWithResolvedSubs: ResolvedDataSource | undefined
  hostId: string
  context: sharedtypesv1.ProviderContext | undefined
}
export const FetchDataSourceRequest: Codec<FetchDataSourceRequest> = {
  write(w: Writer, m: Init<FetchDataSourceRequest>): void {
    if (m.dataSourceType !== undefined) w.message(10, m.dataSourceType, DataSourceType)
    if (m.dataSourceWithResolvedSubs !== undefined) w.message(18, m.dataSourceWithResolvedSubs, ResolvedDataSource)
    if (m.hostId) w.string(26, m.hostId)
    if (m.context !== undefined) w.message(34, m.context, sharedtypesv1.ProviderContext)
  },
  read(r: Reader): FetchDataSourceRequest {
    const m: FetchDataSourceRequest = { dataSourceType: undefined, dataSourceWithResolvedSubs: undefined, hostId: '', context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.dataSourceType = r.message(DataSourceType); break
        case 18: m.dataSourceWithResolvedSubs = r.message(ResolvedDataSource); break
        case 26: m.hostId = r.string(); break
        case 34: m.context = r.message(sharedtypesv1.ProviderContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FetchDataSourceResponse {
  completeResponse: FetchDataSourceCompleteResponse | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const FetchDataSourceResponse: Codec<FetchDataSourceResponse> = {
  write(w: Writer, m: Init<FetchDataSourceResponse>): void {
    if (m.completeResponse !== undefined) w.message(10, m.completeResponse, FetchDataSourceCompleteResponse)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): FetchDataSourceResponse {
    const m: FetchDataSourceResponse = { completeResponse: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.completeResponse = r.message(FetchDataSourceCompleteResponse); break
        case 18: m.completeResponse = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionList {
  functions: string[]
}
export const FunctionList: Codec<FunctionList> = {
  write(w: Writer, m: Init<FunctionList>): void {
    if (m.functions !== undefined) for (const item of m.functions) w.string(10, item)
  },
  read(r: Reader): FunctionList {
    const m: FunctionList = { functions: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.functions = withItem(m.functions, r.string()); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionListResponse {
  functionList: FunctionList | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const FunctionListResponse: Codec<FunctionListResponse> = {
  write(w: Writer, m: Init<FunctionListResponse>): void {
    if (m.functionList !== undefined) w.message(10, m.functionList, FunctionList)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): FunctionListResponse {
    const m: FunctionListResponse = { functionList: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.functionList = r.message(FunctionList); break
        case 18: m.functionList = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetLinkIntermediaryExternalStateCompleteResponse {
  intermediaryStates: Record<string, IntermediaryExternalState>
}
export const GetLinkIntermediaryExternalStateCompleteResponse: Codec<GetLinkIntermediaryExternalStateCompleteResponse> = {
  write(w: Writer, m: Init<GetLinkIntermediaryExternalStateCompleteResponse>): void {
    if (m.intermediaryStates !== undefined) for (const key in m.intermediaryStates) {
      const value = m.intermediaryStates[key]
      if (value !== undefined) w.messageEntry(10, key, value, IntermediaryExternalState)
    }
  },
  read(r: Reader): GetLinkIntermediaryExternalStateCompleteResponse {
    const m: GetLinkIntermediaryExternalStateCompleteResponse = { intermediaryStates: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.intermediaryStates = r.messageEntry(m.intermediaryStates, IntermediaryExternalState); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetLinkIntermediaryExternalStateRequest {
  linkType: LinkType | undefined
  hostId: string
  instanceId: string
  instanceName: string
  linkId: string
  linkName: string
  resourceAInfo: sharedtypesv1.ResourceInfo | undefined
  resourceBInfo: sharedtypesv1.ResourceInfo | undefined
  intermediaryResourceIds: string[]
  currentLinkState: LinkState | undefined
  context: LinkContext | undefined
}
export const GetLinkIntermediaryExternalStateRequest: Codec<GetLinkIntermediaryExternalStateRequest> = {
  write(w: Writer, m: Init<GetLinkIntermediaryExternalStateRequest>): void {
    if (m.linkType !== undefined) w.message(10, m.linkType, LinkType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.instanceId) w.string(26, m.instanceId)
    if (m.instanceName) w.string(34, m.instanceName)
    if (m.linkId) w.string(42, m.linkId)
    if (m.linkName) w.string(50, m.linkName)
    if (m.resourceAInfo !== undefined) w.message(58, m.resourceAInfo, sharedtypesv1.ResourceInfo)
    if (m.resourceBInfo !== undefined) w.message(66, m.resourceBInfo, sharedtypesv1.ResourceInfo)
    if (m.intermediaryResourceIds !== undefined) for (const item of m.intermediaryResourceIds) w.string(74, item)
    if (m.currentLinkState !== undefined) w.message(82, m.currentLinkState, LinkState)
    if (m.context !== undefined) w.message(90, m.context, LinkContext)
  },
  read(r: Reader): GetLinkIntermediaryExternalStateRequest {
    const m: GetLinkIntermediaryExternalStateRequest = { linkType: undefined, hostId: '', instanceId: '', instanceName: '', linkId: '', linkName: '', resourceAInfo: undefined, resourceBInfo: undefined, intermediaryResourceIds: noItems, currentLinkState: undefined, context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.linkType = r.message(LinkType); break
        case 18: m.hostId = r.string(); break
        case 26: m.instanceId = r.string(); break
        case 34: m.instanceName = r.string(); break
        case 42: m.linkId = r.string(); break
        case 50: m.linkName = r.string(); break
        case 58: m.resourceAInfo = r.message(sharedtypesv1.ResourceInfo); break
        case 66: m.resourceBInfo = r.message(sharedtypesv1.ResourceInfo); break
        case 74: m.intermediaryResourceIds = withItem(m.intermediaryResourceIds, r.string()); break
        case 82: m.currentLinkState = r.message(LinkState); break
        case 90: m.context = r.message(LinkContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetLinkIntermediaryExternalStateResponse {
  completeResponse: GetLinkIntermediaryExternalStateCompleteResponse | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const GetLinkIntermediaryExternalStateResponse: Codec<GetLinkIntermediaryExternalStateResponse> = {
  write(w: Writer, m: Init<GetLinkIntermediaryExternalStateResponse>): void {
    if (m.completeResponse !== undefined) w.message(10, m.completeResponse, GetLinkIntermediaryExternalStateCompleteResponse)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): GetLinkIntermediaryExternalStateResponse {
    const m: GetLinkIntermediaryExternalStateResponse = { completeResponse: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.completeResponse = r.message(GetLinkIntermediaryExternalStateCompleteResponse); break
        case 18: m.completeResponse = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetResourceExternalStateRequest {
  resourceType: sharedtypesv1.ResourceType | undefined
  hostId: string
  instanceId: string
  instanceName: string
  resourceId: string
  currentResourceSpec: schema.MappingNode | undefined
  currentResourceMetadata: sharedtypesv1.ResourceMetadataState | undefined
  context: sharedtypesv1.ProviderContext | undefined
  resourceName: string
  slipwayImportedAs: string
}
export const GetResourceExternalStateRequest: Codec<GetResourceExternalStateRequest> = {
  write(w: Writer, m: Init<GetResourceExternalStateRequest>): void {
    if (m.resourceType !== undefined) w.message(10, m.resourceType, sharedtypesv1.ResourceType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.instanceId) w.string(26, m.instanceId)
    if (m.instanceName) w.string(34, m.instanceName)
    if (m.resourceId) w.string(42, m.resourceId)
    if (m.currentResourceSpec !== undefined) w.message(50, m.currentResourceSpec, schema.MappingNode)
    if (m.currentResourceMetadata !== undefined) w.message(58, m.currentResourceMetadata, sharedtypesv1.ResourceMetadataState)
    if (m.context !== undefined) w.message(66, m.context, sharedtypesv1.ProviderContext)
    if (m.resourceName) w.string(74, m.resourceName)
    if (m.slipwayImportedAs) w.string(80010, m.slipwayImportedAs)
  },
  read(r: Reader): GetResourceExternalStateRequest {
    const m: GetResourceExternalStateRequest = { resourceType: undefined, hostId: '', instanceId: '', instanceName: '', resourceId: '', currentResourceSpec: undefined, currentResourceMetadata: undefined, context: undefined, resourceName: '', slipwayImportedAs: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resourceType = r.message(sharedtypesv1.ResourceType); break
        case 18: m.hostId = r.string(); break
        case 26: m.instanceId = r.string(); break
        case 34: m.instanceName = r.string(); break
        case 42: m.resourceId = r.string(); break
        case 50: m.currentResourceSpec = r.message(schema.MappingNode); break
        case 58: m.currentResourceMetadata = r.message(sharedtypesv1.ResourceMetadataState); break
        case 66: m.context = r.message(sharedtypesv1.ProviderContext); break
        case 74: m.resourceName = r.string(); break
        case 80010: m.slipwayImportedAs = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetResourceExternalStateResponse {
  resourceSpecState: schema.MappingNode | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const GetResourceExternalStateResponse: Codec<GetResourceExternalStateResponse> = {
  write(w: Writer, m: Init<GetResourceExternalStateResponse>): void {
    if (m.resourceSpecState !== undefined) w.message(10, m.resourceSpecState, schema.MappingNode)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): GetResourceExternalStateResponse {
    const m: GetResourceExternalStateResponse = { resourceSpecState: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.resourceSpecState = r.message(schema.MappingNode); break
        case 18: m.resourceSpecState = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface IntermediaryExternalState {
  resourceId: string
  resourceType: string
  specData: schema.MappingNode | undefined
  exists: boolean
}
export const IntermediaryExternalState: Codec<IntermediaryExternalState> = {
  write(w: Writer, m: Init<IntermediaryExternalState>): void {
    if (m.resourceId) w.string(10, m.resourceId)
    if (m.resourceType) w.string(18, m.resourceType)
    if (m.specData !== undefined) w.message(26, m.specData, schema.MappingNode)
    if (m.exists === true) w.bool(32, m.exists)
  },
  read(r: Reader): IntermediaryExternalState {
    const m: IntermediaryExternalState = { resourceId: '', resourceType: '', specData: undefined, exists: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resourceId = r.string(); break
        case 18: m.resourceType = r.string(); break
        case 26: m.specData = r.message(schema.MappingNode); break
        case 32: m.exists = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface IsResourceCommonTerminalResponse {
  data: sharedtypesv1.ResourceCommonTerminalInfo | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const IsResourceCommonTerminalResponse: Codec<IsResourceCommonTerminalResponse> = {
  write(w: Writer, m: Init<IsResourceCommonTerminalResponse>): void {
    if (m.data !== undefined) w.message(10, m.data, sharedtypesv1.ResourceCommonTerminalInfo)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): IsResourceCommonTerminalResponse {
    const m: IsResourceCommonTerminalResponse = { data: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.data = r.message(sharedtypesv1.ResourceCommonTerminalInfo); break
        case 18: m.data = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkCompletionDurations {
  resourceAUpdate: LinkComponentCompletionDurations | undefined
  resourceBUpdate: LinkComponentCompletionDurations | undefined
  intermediaryResources: LinkComponentCompletionDurations | undefined
  totalDuration: google_protobuf_wrappers.DoubleValue | undefined
}
export const LinkCompletionDurations: Codec<LinkCompletionDurations> = {
  write(w: Writer, m: Init<LinkCompletionDurations>): void {
    if (m.resourceAUpdate !== undefined) w.message(10, m.resourceAUpdate, LinkComponentCompletionDurations)
    if (m.resourceBUpdate !== undefined) w.message(18, m.resourceBUpdate, LinkComponentCompletionDurations)
    if (m.intermediaryResources !== undefined) w.message(26, m.intermediaryResources, LinkComponentCompletionDurations)
    if (m.totalDuration !== undefined) w.message(34, m.totalDuration, google_protobuf_wrappers.DoubleValue)
  },
  read(r: Reader): LinkCompletionDurations {
    const m: LinkCompletionDurations = { resourceAUpdate: undefined, resourceBUpdate: undefined, intermediaryResources: undefined, totalDuration: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resourceAUpdate = r.message(LinkComponentCompletionDurations); break
        case 18: m.resourceBUpdate = r.message(LinkComponentCompletionDurations); break
        case 26: m.intermediaryResources = r.message(LinkComponentCompletionDurations); break
        case 34: m.totalDuration = r.message(google_protobuf_wrappers.DoubleValue); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkComponentCompletionDurations {
  totalDuration: google_protobuf_wrappers.DoubleValue | undefined
  attemptDurations: number[]
}
export const LinkComponentCompletionDurations: Codec<LinkComponentCompletionDurations> = {
  write(w: Writer, m: Init<LinkComponentCompletionDurations>): void {
    if (m.totalDuration !== undefined) w.message(10, m.totalDuration, google_protobuf_wrappers.DoubleValue)
    if (m.attemptDurations !== undefined) for (const item of m.attemptDurations) w.double(17, item)
  },
  read(r: Reader): LinkComponentCompletionDurations {
    const m: LinkComponentCompletionDurations = { totalDuration: undefined, attemptDurations: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.totalDuration = r.message(google_protobuf_wrappers.DoubleValue); break
        case 17: m.attemptDurations = withItem(m.attemptDurations, r.double()); break
        case 18: r.packed(() => { m.attemptDurations = withItem(m.attemptDurations, r.double()) }); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkContext {
  providerConfigVariables: Record<string, schema.ScalarValue>
  contextVariables: Record<string, schema.ScalarValue>
}
export const LinkContext: Codec<LinkContext> = {
  write(w: Writer, m: Init<LinkContext>): void {
    if (m.providerConfigVariables !== undefined) for (const key in m.providerConfigVariables) {
      const value = m.providerConfigVariables[key]
      if (value !== undefined) w.messageEntry(10, key, value, schema.ScalarValue)
    }
    if (m.contextVariables !== undefined) for (const key in m.contextVariables) {
      const value = m.contextVariables[key]
      if (value !== undefined) w.messageEntry(18, key, value, schema.ScalarValue)
    }
  },
  read(r: Reader): LinkContext {
    const m: LinkContext = { providerConfigVariables: noEntries, contextVariables: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.providerConfigVariables = r.messageEntry(m.providerConfigVariables, schema.ScalarValue); break
        case 18: m.contextVariables = r.messageEntry(m.contextVariables, schema.ScalarValue); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkIntermediaryResourceState {
  resourceId: string
  resourceType: string
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
    if (m.resourceType) w.string(18, m.resourceType)
    if (m.instanceId) w.string(26, m.instanceId)
    if (m.status) w.int32(32, m.status)
    if (m.preciseStatus) w.int32(40, m.preciseStatus)
    if (m.lastDeployedTimestamp) w.int64(48, m.lastDeployedTimestamp)
    if (m.lastDeployAttemptTimestamp) w.int64(56, m.lastDeployAttemptTimestamp)
    if (m.resourceSpecData !== undefined) w.message(66, m.resourceSpecData, schema.MappingNode)
    if (m.failureReasons !== undefined) for (const item of m.failureReasons) w.string(74, item)
  },
  read(r: Reader): LinkIntermediaryResourceState {
    const m: LinkIntermediaryResourceState = { resourceId: '', resourceType: '', instanceId: '', status: 0, preciseStatus: 0, lastDeployedTimestamp: 0, lastDeployAttemptTimestamp: 0, resourceSpecData: undefined, failureReasons: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resourceId = r.string(); break
        case 18: m.resourceType = r.string(); break
        case 26: m.instanceId = r.string(); break
        case 32: m.status = r.int32(); break
        case 40: m.preciseStatus = r.int32(); break
        case 48: m.lastDeployedTimestamp = r.int64(); break
        case 56: m.lastDeployAttemptTimestamp = r.int64(); break
        case 66: m.resourceSpecData = r.message(schema.MappingNode); break
        case 74: m.failureReasons = withItem(m.failureReasons, r.string()); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkKindInfo {
  kind: number
}
export const LinkKindInfo: Codec<LinkKindInfo> = {
  write(w: Writer, m: Init<LinkKindInfo>): void {
    if (m.kind) w.int32(8, m.kind)
  },
  read(r: Reader): LinkKindInfo {
    const m: LinkKindInfo = { kind: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.kind = r.int32(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkKindResponse {
  linkKindInfo: LinkKindInfo | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const LinkKindResponse: Codec<LinkKindResponse> = {
  write(w: Writer, m: Init<LinkKindResponse>): void {
    if (m.linkKindInfo !== undefined) w.message(10, m.linkKindInfo, LinkKindInfo)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): LinkKindResponse {
    const m: LinkKindResponse = { linkKindInfo: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.linkKindInfo = r.message(LinkKindInfo); break
        case 18: m.linkKindInfo = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkPriorityResourceInfo {
  priorityResource: number
  priorityResourceType: sharedtypesv1.ResourceType | undefined
}
export const LinkPriorityResourceInfo: Codec<LinkPriorityResourceInfo> = {
  write(w: Writer, m: Init<LinkPriorityResourceInfo>): void {
    if (m.priorityResource) w.int32(8, m.priorityResource)
    if (m.priorityResourceType !== undefined) w.message(18, m.priorityResourceType, sharedtypesv1.ResourceType)
  },
  read(r: Reader): LinkPriorityResourceInfo {
    const m: LinkPriorityResourceInfo = { priorityResource: 0, priorityResourceType: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.priorityResource = r.int32(); break
        case 18: m.priorityResourceType = r.message(sharedtypesv1.ResourceType); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkPriorityResourceResponse {
  priorityInfo: LinkPriorityResourceInfo | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const LinkPriorityResourceResponse: Codec<LinkPriorityResourceResponse> = {
  write(w: Writer, m: Init<LinkPriorityResourceResponse>): void {
    if (m.priorityInfo !== undefined) w.message(10, m.priorityInfo, LinkPriorityResourceInfo)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): LinkPriorityResourceResponse {
    const m: LinkPriorityResourceResponse = { priorityInfo: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.priorityInfo = r.message(LinkPriorityResourceInfo); break
        case 18: m.priorityInfo = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkRequest {
  linkType: LinkType | undefined
  hostId: string
  context: LinkContext | undefined
}
export const LinkRequest: Codec<LinkRequest> = {
  write(w: Writer, m: Init<LinkRequest>): void {
    if (m.linkType !== undefined) w.message(10, m.linkType, LinkType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.context !== undefined) w.message(26, m.context, LinkContext)
  },
  read(r: Reader): LinkRequest {
    const m: LinkRequest = { linkType: undefined, hostId: '', context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.linkType = r.message(LinkType); break
        case 18: m.hostId = r.string(); break
        case 26: m.context = r.message(LinkContext); break
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
  durations: LinkCompletionDurations | undefined
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
    if (m.durations !== undefined) w.message(98, m.durations, LinkCompletionDurations)
  },
  read(r: Reader): LinkState {
    const m: LinkState = { id: '', name: '', instanceId: '', status: 0, preciseStatus: 0, lastStatusUpdateTimestamp: 0, lastDeployedTimestamp: 0, lastDeployAttemptTimestamp: 0, intermediaryResourceStates: noItems, data: noEntries, failureReasons: noItems, durations: undefined }
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
        case 98: m.durations = r.message(LinkCompletionDurations); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkType {
  type: string
}
export const LinkType: Codec<LinkType> = {
  write(w: Writer, m: Init<LinkType>): void {
    if (m.type) w.string(10, m.type)
  },
  read(r: Reader): LinkType {
    const m: LinkType = { type: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkTypes {
  linkTypes: LinkType[]
}
export const LinkTypes: Codec<LinkTypes> = {
  write(w: Writer, m: Init<LinkTypes>): void {
    if (m.linkTypes !== undefined) for (const item of m.linkTypes) w.message(10, item, LinkType)
  },
  read(r: Reader): LinkTypes {
    const m: LinkTypes = { linkTypes: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.linkTypes = withItem(m.linkTypes, r.message(LinkType)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkTypesResponse {
  linkTypes: LinkTypes | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const LinkTypesResponse: Codec<LinkTypesResponse> = {
  write(w: Writer, m: Init<LinkTypesResponse>): void {
    if (m.linkTypes !== undefined) w.message(10, m.linkTypes, LinkTypes)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): LinkTypesResponse {
    const m: LinkTypesResponse = { linkTypes: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.linkTypes = r.message(LinkTypes); break
        case 18: m.linkTypes = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Namespace {
  namespace: string
}
export const Namespace: Codec<Namespace> = {
  write(w: Writer, m: Init<Namespace>): void {
    if (m.namespace) w.string(10, m.namespace)
  },
  read(r: Reader): Namespace {
    const m: Namespace = { namespace: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.namespace = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface NamespaceResponse {
  namespace: Namespace | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const NamespaceResponse: Codec<NamespaceResponse> = {
  write(w: Writer, m: Init<NamespaceResponse>): void {
    if (m.namespace !== undefined) w.message(10, m.namespace, Namespace)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): NamespaceResponse {
    const m: NamespaceResponse = { namespace: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.namespace = r.message(Namespace); break
        case 18: m.namespace = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ProviderRequest {
  hostId: string
}
export const ProviderRequest: Codec<ProviderRequest> = {
  write(w: Writer, m: Init<ProviderRequest>): void {
    if (m.hostId) w.string(10, m.hostId)
  },
  read(r: Reader): ProviderRequest {
    const m: ProviderRequest = { hostId: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.hostId = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResolvedDataSource {
  type: DataSourceType | undefined
  dataSourceMetadata: ResolvedDataSourceMetadata | undefined
  filter: ResolvedDataSourceFilter[]
  exports: Record<string, ResolvedDataSourceFieldExport>
  description: schema.MappingNode | undefined
}
export const ResolvedDataSource: Codec<ResolvedDataSource> = {
  write(w: Writer, m: Init<ResolvedDataSource>): void {
    if (m.type !== undefined) w.message(10, m.type, DataSourceType)
    if (m.dataSourceMetadata !== undefined) w.message(18, m.dataSourceMetadata, ResolvedDataSourceMetadata)
    if (m.filter !== undefined) for (const item of m.filter) w.message(26, item, ResolvedDataSourceFilter)
    if (m.exports !== undefined) for (const key in m.exports) {
      const value = m.exports[key]
      if (value !== undefined) w.messageEntry(34, key, value, ResolvedDataSourceFieldExport)
    }
    if (m.description !== undefined) w.message(42, m.description, schema.MappingNode)
  },
  read(r: Reader): ResolvedDataSource {
    const m: ResolvedDataSource = { type: undefined, dataSourceMetadata: undefined, filter: noItems, exports: noEntries, description: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.message(DataSourceType); break
        case 18: m.dataSourceMetadata = r.message(ResolvedDataSourceMetadata); break
        case 26: m.filter = withItem(m.filter, r.message(ResolvedDataSourceFilter)); break
        case 34: m.exports = r.messageEntry(m.exports, ResolvedDataSourceFieldExport); break
        case 42: m.description = r.message(schema.MappingNode); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResolvedDataSourceFieldExport {
  type: string
  aliasFor: schema.ScalarValue | undefined
  description: schema.MappingNode | undefined
}
export const ResolvedDataSourceFieldExport: Codec<ResolvedDataSourceFieldExport> = {
  write(w: Writer, m: Init<ResolvedDataSourceFieldExport>): void {
    if (m.type) w.string(10, m.type)
    if (m.aliasFor !== undefined) w.message(18, m.aliasFor, schema.ScalarValue)
    if (m.description !== undefined) w.message(26, m.description, schema.MappingNode)
  },
  read(r: Reader): ResolvedDataSourceFieldExport {
    const m: ResolvedDataSourceFieldExport = { type: '', aliasFor: undefined, description: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        case 18: m.aliasFor = r.message(schema.ScalarValue); break
        case 26: m.description = r.message(schema.MappingNode); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResolvedDataSourceFilter {
  field: schema.ScalarValue | undefined
  operator: string
  search: ResolvedDataSourceFilterSearch | undefined
}
export const ResolvedDataSourceFilter: Codec<ResolvedDataSourceFilter> = {
  write(w: Writer, m: Init<ResolvedDataSourceFilter>): void {
    if (m.field !== undefined) w.message(10, m.field, schema.ScalarValue)
    if (m.operator) w.string(18, m.operator)
    if (m.search !== undefined) w.message(26, m.search, ResolvedDataSourceFilterSearch)
  },
  read(r: Reader): ResolvedDataSourceFilter {
    const m: ResolvedDataSourceFilter = { field: undefined, operator: '', search: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.field = r.message(schema.ScalarValue); break
        case 18: m.operator = r.string(); break
        case 26: m.search = r.message(ResolvedDataSourceFilterSearch); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResolvedDataSourceFilterSearch {
  values: schema.MappingNode[]
}
export const ResolvedDataSourceFilterSearch: Codec<ResolvedDataSourceFilterSearch> = {
  write(w: Writer, m: Init<ResolvedDataSourceFilterSearch>): void {
    if (m.values !== undefined) for (const item of m.values) w.message(10, item, schema.MappingNode)
  },
  read(r: Reader): ResolvedDataSourceFilterSearch {
    const m: ResolvedDataSourceFilterSearch = { values: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.values = withItem(m.values, r.message(schema.MappingNode)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResolvedDataSourceMetadata {
  displayName: schema.MappingNode | undefined
  annotations: schema.MappingNode | undefined
  custom: schema.MappingNode | undefined
}
export const ResolvedDataSourceMetadata: Codec<ResolvedDataSourceMetadata> = {
  write(w: Writer, m: Init<ResolvedDataSourceMetadata>): void {
    if (m.displayName !== undefined) w.message(10, m.displayName, schema.MappingNode)
    if (m.annotations !== undefined) w.message(18, m.annotations, schema.MappingNode)
    if (m.custom !== undefined) w.message(26, m.custom, schema.MappingNode)
  },
  read(r: Reader): ResolvedDataSourceMetadata {
    const m: ResolvedDataSourceMetadata = { displayName: undefined, annotations: undefined, custom: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.displayName = r.message(schema.MappingNode); break
        case 18: m.annotations = r.message(schema.MappingNode); break
        case 26: m.custom = r.message(schema.MappingNode); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceRequest {
  resourceType: sharedtypesv1.ResourceType | undefined
  hostId: string
  context: sharedtypesv1.ProviderContext | undefined
}
export const ResourceRequest: Codec<ResourceRequest> = {
  write(w: Writer, m: Init<ResourceRequest>): void {
    if (m.resourceType !== undefined) w.message(10, m.resourceType, sharedtypesv1.ResourceType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.context !== undefined) w.message(26, m.context, sharedtypesv1.ProviderContext)
  },
  read(r: Reader): ResourceRequest {
    const m: ResourceRequest = { resourceType: undefined, hostId: '', context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resourceType = r.message(sharedtypesv1.ResourceType); break
        case 18: m.hostId = r.string(); break
        case 26: m.context = r.message(sharedtypesv1.ProviderContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceSpecDefinitionResponse {
  specDefinition: sharedtypesv1.ResourceSpecDefinition | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const ResourceSpecDefinitionResponse: Codec<ResourceSpecDefinitionResponse> = {
  write(w: Writer, m: Init<ResourceSpecDefinitionResponse>): void {
    if (m.specDefinition !== undefined) w.message(10, m.specDefinition, sharedtypesv1.ResourceSpecDefinition)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): ResourceSpecDefinitionResponse {
    const m: ResourceSpecDefinitionResponse = { specDefinition: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.specDefinition = r.message(sharedtypesv1.ResourceSpecDefinition); break
        case 18: m.specDefinition = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceStabilisedDepsResponse {
  stabilisedDependencies: StabilisedDependencies | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const ResourceStabilisedDepsResponse: Codec<ResourceStabilisedDepsResponse> = {
  write(w: Writer, m: Init<ResourceStabilisedDepsResponse>): void {
    if (m.stabilisedDependencies !== undefined) w.message(10, m.stabilisedDependencies, StabilisedDependencies)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): ResourceStabilisedDepsResponse {
    const m: ResourceStabilisedDepsResponse = { stabilisedDependencies: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.stabilisedDependencies = r.message(StabilisedDependencies); break
        case 18: m.stabilisedDependencies = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceTypes {
  resourceTypes: sharedtypesv1.ResourceType[]
}
export const ResourceTypes: Codec<ResourceTypes> = {
  write(w: Writer, m: Init<ResourceTypes>): void {
    if (m.resourceTypes !== undefined) for (const item of m.resourceTypes) w.message(10, item, sharedtypesv1.ResourceType)
  },
  read(r: Reader): ResourceTypes {
    const m: ResourceTypes = { resourceTypes: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resourceTypes = withItem(m.resourceTypes, r.message(sharedtypesv1.ResourceType)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceTypesResponse {
  resourceTypes: ResourceTypes | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const ResourceTypesResponse: Codec<ResourceTypesResponse> = {
  write(w: Writer, m: Init<ResourceTypesResponse>): void {
    if (m.resourceTypes !== undefined) w.message(10, m.resourceTypes, ResourceTypes)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): ResourceTypesResponse {
    const m: ResourceTypesResponse = { resourceTypes: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.resourceTypes = r.message(ResourceTypes); break
        case 18: m.resourceTypes = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RetryPolicy {
  maxRetries: number
  firstRetryDelay: number
  maxDelay: number
  backoffFactor: number
  jitter: boolean
}
export const RetryPolicy: Codec<RetryPolicy> = {
  write(w: Writer, m: Init<RetryPolicy>): void {
    if (m.maxRetries) w.int32(8, m.maxRetries)
    if (m.firstRetryDelay !== undefined && !Object.is(m.firstRetryDelay, 0)) w.double(17, m.firstRetryDelay)
    if (m.maxDelay !== undefined && !Object.is(m.maxDelay, 0)) w.double(25, m.maxDelay)
    if (m.backoffFactor !== undefined && !Object.is(m.backoffFactor, 0)) w.double(33, m.backoffFactor)
    if (m.jitter === true) w.bool(40, m.jitter)
  },
  read(r: Reader): RetryPolicy {
    const m: RetryPolicy = { maxRetries: 0, firstRetryDelay: 0, maxDelay: 0, backoffFactor: 0, jitter: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.maxRetries = r.int32(); break
        case 17: m.firstRetryDelay = r.double(); break
        case 25: m.maxDelay = r.double(); break
        case 33: m.backoffFactor = r.double(); break
        case 40: m.jitter = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RetryPolicyResponse {
  retryPolicy: RetryPolicy | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const RetryPolicyResponse: Codec<RetryPolicyResponse> = {
  write(w: Writer, m: Init<RetryPolicyResponse>): void {
    if (m.retryPolicy !== undefined) w.message(10, m.retryPolicy, RetryPolicy)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): RetryPolicyResponse {
    const m: RetryPolicyResponse = { retryPolicy: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.retryPolicy = r.message(RetryPolicy); break
        case 18: m.retryPolicy = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface StabilisedDependencies {
  resourceTypes: sharedtypesv1.ResourceType[]
}
export const StabilisedDependencies: Codec<StabilisedDependencies> = {
  write(w: Writer, m: Init<StabilisedDependencies>): void {
    if (m.resourceTypes !== undefined) for (const item of m.resourceTypes) w.message(10, item, sharedtypesv1.ResourceType)
  },
  read(r: Reader): StabilisedDependencies {
    const m: StabilisedDependencies = { resourceTypes: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resourceTypes = withItem(m.resourceTypes, r.message(sharedtypesv1.ResourceType)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface StageLinkChangesCompleteResponse {
  changes: sharedtypesv1.LinkChanges | undefined
}
export const StageLinkChangesCompleteResponse: Codec<StageLinkChangesCompleteResponse> = {
  write(w: Writer, m: Init<StageLinkChangesCompleteResponse>): void {
    if (m.changes !== undefined) w.message(10, m.changes, sharedtypesv1.LinkChanges)
  },
  read(r: Reader): StageLinkChangesCompleteResponse {
    const m: StageLinkChangesCompleteResponse = { changes: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.changes = r.message(sharedtypesv1.LinkChanges); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface StageLinkChangesRequest {
  linkType: LinkType | undefined
  hostId: string
  resourceAChanges: sharedtypesv1.Changes | undefined
  resourceBChanges: sharedtypesv1.Changes | undefined
  currentLinkState: LinkState | undefined
  context: LinkContext | undefined
}
export const StageLinkChangesRequest: Codec<StageLinkChangesRequest> = {
  write(w: Writer, m: Init<StageLinkChangesRequest>): void {
    if (m.linkType !== undefined) w.message(10, m.linkType, LinkType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.resourceAChanges !== undefined) w.message(26, m.resourceAChanges, sharedtypesv1.Changes)
    if (m.resourceBChanges !== undefined) w.message(34, m.resourceBChanges, sharedtypesv1.Changes)
    if (m.currentLinkState !== undefined) w.message(42, m.currentLinkState, LinkState)
    if (m.context !== undefined) w.message(50, m.context, LinkContext)
  },
  read(r: Reader): StageLinkChangesRequest {
    const m: StageLinkChangesRequest = { linkType: undefined, hostId: '', resourceAChanges: undefined, resourceBChanges: undefined, currentLinkState: undefined, context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.linkType = r.message(LinkType); break
        case 18: m.hostId = r.string(); break
        case 26: m.resourceAChanges = r.message(sharedtypesv1.Changes); break
        case 34: m.resourceBChanges = r.message(sharedtypesv1.Changes); break
        case 42: m.currentLinkState = r.message(LinkState); break
        case 50: m.context = r.message(LinkContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface StageLinkChangesResponse {
  completeResponse: StageLinkChangesCompleteResponse | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const StageLinkChangesResponse: Codec<StageLinkChangesResponse> = {
  write(w: Writer, m: Init<StageLinkChangesResponse>): void {
    if (m.completeResponse !== undefined) w.message(10, m.completeResponse, StageLinkChangesCompleteResponse)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): StageLinkChangesResponse {
    const m: StageLinkChangesResponse = { completeResponse: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.completeResponse = r.message(StageLinkChangesCompleteResponse); break
        case 18: m.completeResponse = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
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

export interface UpdateLinkIntermediaryResourcesRequest {
  linkType: LinkType | undefined
  hostId: string
  resourceAInfo: sharedtypesv1.ResourceInfo | undefined
  resourceBInfo: sharedtypesv1.ResourceInfo | undefined
  linkId: string
  changes: sharedtypesv1.LinkChanges | undefined
  instanceName: string
  updateType: number
  currentLinkState: LinkState | undefined
  context: LinkContext | undefined
}
export const UpdateLinkIntermediaryResourcesRequest: Codec<UpdateLinkIntermediaryResourcesRequest> = {
  write(w: Writer, m: Init<UpdateLinkIntermediaryResourcesRequest>): void {
    if (m.linkType !== undefined) w.message(10, m.linkType, LinkType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.resourceAInfo !== undefined) w.message(26, m.resourceAInfo, sharedtypesv1.ResourceInfo)
    if (m.resourceBInfo !== undefined) w.message(34, m.resourceBInfo, sharedtypesv1.ResourceInfo)
    if (m.linkId) w.string(42, m.linkId)
    if (m.changes !== undefined) w.message(50, m.changes, sharedtypesv1.LinkChanges)
    if (m.instanceName) w.string(58, m.instanceName)
    if (m.updateType) w.int32(64, m.updateType)
    if (m.currentLinkState !== undefined) w.message(74, m.currentLinkState, LinkState)
    if (m.context !== undefined) w.message(82, m.context, LinkContext)
  },
  read(r: Reader): UpdateLinkIntermediaryResourcesRequest {
    const m: UpdateLinkIntermediaryResourcesRequest = { linkType: undefined, hostId: '', resourceAInfo: undefined, resourceBInfo: undefined, linkId: '', changes: undefined, instanceName: '', updateType: 0, currentLinkState: undefined, context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.linkType = r.message(LinkType); break
        case 18: m.hostId = r.string(); break
        case 26: m.resourceAInfo = r.message(sharedtypesv1.ResourceInfo); break
        case 34: m.resourceBInfo = r.message(sharedtypesv1.ResourceInfo); break
        case 42: m.linkId = r.string(); break
        case 50: m.changes = r.message(sharedtypesv1.LinkChanges); break
        case 58: m.instanceName = r.string(); break
        case 64: m.updateType = r.int32(); break
        case 74: m.currentLinkState = r.message(LinkState); break
        case 82: m.context = r.message(LinkContext); break
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

export interface UpdateLinkResourceCompleteResponse {
  linkData: schema.MappingNode | undefined
  resourceDataMappings: Record<string, string>
}
export const UpdateLinkResourceCompleteResponse: Codec<UpdateLinkResourceCompleteResponse> = {
  write(w: Writer, m: Init<UpdateLinkResourceCompleteResponse>): void {
    if (m.linkData !== undefined) w.message(10, m.linkData, schema.MappingNode)
    if (m.resourceDataMappings !== undefined) for (const key in m.resourceDataMappings) {
      const value = m.resourceDataMappings[key]
      if (value !== undefined) w.stringEntry(18, key, value)
    }
  },
  read(r: Reader): UpdateLinkResourceCompleteResponse {
    const m: UpdateLinkResourceCompleteResponse = { linkData: undefined, resourceDataMappings: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.linkData = r.message(schema.MappingNode); break
        case 18: m.resourceDataMappings = r.stringEntry(m.resourceDataMappings); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface UpdateLinkResourceRequest {
  linkType: LinkType | undefined
  hostId: string
  changes: sharedtypesv1.LinkChanges | undefined
  resourceInfo: sharedtypesv1.ResourceInfo | undefined
  otherResourceInfo: sharedtypesv1.ResourceInfo | undefined
  instanceName: string
  updateType: number
  currentLinkState: LinkState | undefined
  context: LinkContext | undefined
  linkId: string
}
export const UpdateLinkResourceRequest: Codec<UpdateLinkResourceRequest> = {
  write(w: Writer, m: Init<UpdateLinkResourceRequest>): void {
    if (m.linkType !== undefined) w.message(10, m.linkType, LinkType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.changes !== undefined) w.message(26, m.changes, sharedtypesv1.LinkChanges)
    if (m.resourceInfo !== undefined) w.message(34, m.resourceInfo, sharedtypesv1.ResourceInfo)
    if (m.otherResourceInfo !== undefined) w.message(42, m.otherResourceInfo, sharedtypesv1.ResourceInfo)
    if (m.instanceName) w.string(50, m.instanceName)
    if (m.updateType) w.int32(56, m.updateType)
    if (m.currentLinkState !== undefined) w.message(66, m.currentLinkState, LinkState)
    if (m.context !== undefined) w.message(74, m.context, LinkContext)
    if (m.linkId) w.string(82, m.linkId)
  },
  read(r: Reader): UpdateLinkResourceRequest {
    const m: UpdateLinkResourceRequest = { linkType: undefined, hostId: '', changes: undefined, resourceInfo: undefined, otherResourceInfo: undefined, instanceName: '', updateType: 0, currentLinkState: undefined, context: undefined, linkId: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.linkType = r.message(LinkType); break
        case 18: m.hostId = r.string(); break
        case 26: m.changes = r.message(sharedtypesv1.LinkChanges); break
        case 34: m.resourceInfo = r.message(sharedtypesv1.ResourceInfo); break
        case 42: m.otherResourceInfo = r.message(sharedtypesv1.ResourceInfo); break
        case 50: m.instanceName = r.string(); break
        case 56: m.updateType = r.int32(); break
        case 66: m.currentLinkState = r.message(LinkState); break
        case 74: m.context = r.message(LinkContext); break
        case 82: m.linkId = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface UpdateLinkResourceResponse {
  completeResponse: UpdateLinkResourceCompleteResponse | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const UpdateLinkResourceResponse: Codec<UpdateLinkResourceResponse> = {
  write(w: Writer, m: Init<UpdateLinkResourceResponse>): void {
    if (m.completeResponse !== undefined) w.message(10, m.completeResponse, UpdateLinkResourceCompleteResponse)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): UpdateLinkResourceResponse {
    const m: UpdateLinkResourceResponse = { completeResponse: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.completeResponse = r.message(UpdateLinkResourceCompleteResponse); break
        case 18: m.completeResponse = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ValidateLinkCompleteResponse {
  diagnostics: sharedtypesv1.Diagnostic[]
}
export const ValidateLinkCompleteResponse: Codec<ValidateLinkCompleteResponse> = {
  write(w: Writer, m: Init<ValidateLinkCompleteResponse>): void {
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(10, item, sharedtypesv1.Diagnostic)
  },
  read(r: Reader): ValidateLinkCompleteResponse {
    const m: ValidateLinkCompleteResponse = { diagnostics: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.diagnostics = withItem(m.diagnostics, r.message(sharedtypesv1.Diagnostic)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ValidateLinkRequest {
  resourceASpec: schema.MappingNode | undefined
  resourceBSpec: schema.MappingNode | undefined
  resourceAName: string
  resourceBName: string
  resourceAType: sharedtypesv1.ResourceType | undefined
  resourceBType: sharedtypesv1.ResourceType | undefined
  annotations: Record<string, schema.ScalarValue>
  linkContext: LinkContext | undefined
  hostId: string
}
export const ValidateLinkRequest: Codec<ValidateLinkRequest> = {
  write(w: Writer, m: Init<ValidateLinkRequest>): void {
    if (m.resourceASpec !== undefined) w.message(10, m.resourceASpec, schema.MappingNode)
    if (m.resourceBSpec !== undefined) w.message(18, m.resourceBSpec, schema.MappingNode)
    if (m.resourceAName) w.string(26, m.resourceAName)
    if (m.resourceBName) w.string(34, m.resourceBName)
    if (m.resourceAType !== undefined) w.message(42, m.resourceAType, sharedtypesv1.ResourceType)
    if (m.resourceBType !== undefined) w.message(50, m.resourceBType, sharedtypesv1.ResourceType)
    if (m.annotations !== undefined) for (const key in m.annotations) {
      const value = m.annotations[key]
      if (value !== undefined) w.messageEntry(58, key, value, schema.ScalarValue)
    }
    if (m.linkContext !== undefined) w.message(66, m.linkContext, LinkContext)
    if (m.hostId) w.string(74, m.hostId)
  },
  read(r: Reader): ValidateLinkRequest {
    const m: ValidateLinkRequest = { resourceASpec: undefined, resourceBSpec: undefined, resourceAName: '', resourceBName: '', resourceAType: undefined, resourceBType: undefined, annotations: noEntries, linkContext: undefined, hostId: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resourceASpec = r.message(schema.MappingNode); break
        case 18: m.resourceBSpec = r.message(schema.MappingNode); break
        case 26: m.resourceAName = r.string(); break
        case 34: m.resourceBName = r.string(); break
        case 42: m.resourceAType = r.message(sharedtypesv1.ResourceType); break
        case 50: m.resourceBType = r.message(sharedtypesv1.ResourceType); break
        case 58: m.annotations = r.messageEntry(m.annotations, schema.ScalarValue); break
        case 66: m.linkContext = r.message(LinkContext); break
        case 74: m.hostId = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ValidateLinkResponse {
  completeResponse: ValidateLinkCompleteResponse | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const ValidateLinkResponse: Codec<ValidateLinkResponse> = {
  write(w: Writer, m: Init<ValidateLinkResponse>): void {
    if (m.completeResponse !== undefined) w.message(10, m.completeResponse, ValidateLinkCompleteResponse)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): ValidateLinkResponse {
    const m: ValidateLinkResponse = { completeResponse: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.completeResponse = r.message(ValidateLinkCompleteResponse); break
        case 18: m.completeResponse = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export const Provider = {
  GetNamespace: {
    name: 'GetNamespace',
    path: '/providerserverv1.Provider/GetNamespace',
    request: ProviderRequest,
    response: NamespaceResponse,
  } satisfies Method<ProviderRequest, NamespaceResponse>,
  GetConfigDefinition: {
    name: 'GetConfigDefinition',
    path: '/providerserverv1.Provider/GetConfigDefinition',
    request: ProviderRequest,
    response: sharedtypesv1.ConfigDefinitionResponse,
  } satisfies Method<ProviderRequest, sharedtypesv1.ConfigDefinitionResponse>,
  ListResourceTypes: {
    name: 'ListResourceTypes',
    path: '/providerserverv1.Provider/ListResourceTypes',
    request: ProviderRequest,
    response: ResourceTypesResponse,
  } satisfies Method<ProviderRequest, ResourceTypesResponse>,
  ListLinkTypes: {
    name: 'ListLinkTypes',
    path: '/providerserverv1.Provider/ListLinkTypes',
    request: ProviderRequest,
    response: LinkTypesResponse,
  } satisfies Method<ProviderRequest, LinkTypesResponse>,
  ListDataSourceTypes: {
    name: 'ListDataSourceTypes',
    path: '/providerserverv1.Provider/ListDataSourceTypes',
    request: ProviderRequest,
    response: DataSourceTypesResponse,
  } satisfies Method<ProviderRequest, DataSourceTypesResponse>,
  ListCustomVariableTypes: {
    name: 'ListCustomVariableTypes',
    path: '/providerserverv1.Provider/ListCustomVariableTypes',
    request: ProviderRequest,
    response: CustomVariableTypesResponse,
  } satisfies Method<ProviderRequest, CustomVariableTypesResponse>,
  ListFunctions: {
    name: 'ListFunctions',
    path: '/providerserverv1.Provider/ListFunctions',
    request: ProviderRequest,
    response: FunctionListResponse,
  } satisfies Method<ProviderRequest, FunctionListResponse>,
  GetRetryPolicy: {
    name: 'GetRetryPolicy',
    path: '/providerserverv1.Provider/GetRetryPolicy',
    request: ProviderRequest,
    response: RetryPolicyResponse,
  } satisfies Method<ProviderRequest, RetryPolicyResponse>,
  CustomValidateResource: {
    name: 'CustomValidateResource',
    path: '/providerserverv1.Provider/CustomValidateResource',
    request: CustomValidateResourceRequest,
    response: CustomValidateResourceResponse,
  } satisfies Method<CustomValidateResourceRequest, CustomValidateResourceResponse>,
  GetResourceSpecDefinition: {
    name: 'GetResourceSpecDefinition',
    path: '/providerserverv1.Provider/GetResourceSpecDefinition',
    request: ResourceRequest,
    response: ResourceSpecDefinitionResponse,
  } satisfies Method<ResourceRequest, ResourceSpecDefinitionResponse>,
  CanResourceLinkTo: {
    name: 'CanResourceLinkTo',
    path: '/providerserverv1.Provider/CanResourceLinkTo',
    request: ResourceRequest,
    response: CanResourceLinkToResponse,
  } satisfies Method<ResourceRequest, CanResourceLinkToResponse>,
  GetResourceStabilisedDeps: {
    name: 'GetResourceStabilisedDeps',
    path: '/providerserverv1.Provider/GetResourceStabilisedDeps',
    request: ResourceRequest,
    response: ResourceStabilisedDepsResponse,
  } satisfies Method<ResourceRequest, ResourceStabilisedDepsResponse>,
  IsResourceCommonTerminal: {
    name: 'IsResourceCommonTerminal',
    path: '/providerserverv1.Provider/IsResourceCommonTerminal',
    request: ResourceRequest,
    response: IsResourceCommonTerminalResponse,
  } satisfies Method<ResourceRequest, IsResourceCommonTerminalResponse>,
  GetResourceType: {
    name: 'GetResourceType',
    path: '/providerserverv1.Provider/GetResourceType',
    request: ResourceRequest,
    response: sharedtypesv1.ResourceTypeResponse,
  } satisfies Method<ResourceRequest, sharedtypesv1.ResourceTypeResponse>,
  GetResourceTypeDescription: {
    name: 'GetResourceTypeDescription',
    path: '/providerserverv1.Provider/GetResourceTypeDescription',
    request: ResourceRequest,
    response: sharedtypesv1.TypeDescriptionResponse,
  } satisfies Method<ResourceRequest, sharedtypesv1.TypeDescriptionResponse>,
  GetResourceExamples: {
    name: 'GetResourceExamples',
    path: '/providerserverv1.Provider/GetResourceExamples',
    request: ResourceRequest,
    response: sharedtypesv1.ExamplesResponse,
  } satisfies Method<ResourceRequest, sharedtypesv1.ExamplesResponse>,
  DeployResource: {
    name: 'DeployResource',
    path: '/providerserverv1.Provider/DeployResource',
    request: sharedtypesv1.DeployResourceRequest,
    response: sharedtypesv1.DeployResourceResponse,
  } satisfies Method<sharedtypesv1.DeployResourceRequest, sharedtypesv1.DeployResourceResponse>,
  ResourceHasStabilised: {
    name: 'ResourceHasStabilised',
    path: '/providerserverv1.Provider/ResourceHasStabilised',
    request: sharedtypesv1.ResourceHasStabilisedRequest,
    response: sharedtypesv1.ResourceHasStabilisedResponse,
  } satisfies Method<sharedtypesv1.ResourceHasStabilisedRequest, sharedtypesv1.ResourceHasStabilisedResponse>,
  GetResourceExternalState: {
    name: 'GetResourceExternalState',
    path: '/providerserverv1.Provider/GetResourceExternalState',
    request: GetResourceExternalStateRequest,
    response: GetResourceExternalStateResponse,
  } satisfies Method<GetResourceExternalStateRequest, GetResourceExternalStateResponse>,
  DestroyResource: {
    name: 'DestroyResource',
    path: '/providerserverv1.Provider/DestroyResource',
    request: sharedtypesv1.DestroyResourceRequest,
    response: sharedtypesv1.DestroyResourceResponse,
  } satisfies Method<sharedtypesv1.DestroyResourceRequest, sharedtypesv1.DestroyResourceResponse>,
  StageLinkChanges: {
    name: 'StageLinkChanges',
    path: '/providerserverv1.Provider/StageLinkChanges',
    request: StageLinkChangesRequest,
    response: StageLinkChangesResponse,
  } satisfies Method<StageLinkChangesRequest, StageLinkChangesResponse>,
  UpdateLinkResourceA: {
    name: 'UpdateLinkResourceA',
    path: '/providerserverv1.Provider/UpdateLinkResourceA',
    request: UpdateLinkResourceRequest,
    response: UpdateLinkResourceResponse,
  } satisfies Method<UpdateLinkResourceRequest, UpdateLinkResourceResponse>,
  UpdateLinkResourceB: {
    name: 'UpdateLinkResourceB',
    path: '/providerserverv1.Provider/UpdateLinkResourceB',
    request: UpdateLinkResourceRequest,
    response: UpdateLinkResourceResponse,
  } satisfies Method<UpdateLinkResourceRequest, UpdateLinkResourceResponse>,
  UpdateLinkIntermediaryResources: {
    name: 'UpdateLinkIntermediaryResources',
    path: '/providerserverv1.Provider/UpdateLinkIntermediaryResources',
    request: UpdateLinkIntermediaryResourcesRequest,
    response: UpdateLinkIntermediaryResourcesResponse,
  } satisfies Method<UpdateLinkIntermediaryResourcesRequest, UpdateLinkIntermediaryResourcesResponse>,
  GetLinkPriorityResource: {
    name: 'GetLinkPriorityResource',
    path: '/providerserverv1.Provider/GetLinkPriorityResource',
    request: LinkRequest,
    response: LinkPriorityResourceResponse,
  } satisfies Method<LinkRequest, LinkPriorityResourceResponse>,
  GetLinkTypeDescription: {
    name: 'GetLinkTypeDescription',
    path: '/providerserverv1.Provider/GetLinkTypeDescription',
    request: LinkRequest,
    response: sharedtypesv1.TypeDescriptionResponse,
  } satisfies Method<LinkRequest, sharedtypesv1.TypeDescriptionResponse>,
  GetLinkAnnotationDefinitions: {
    name: 'GetLinkAnnotationDefinitions',
    path: '/providerserverv1.Provider/GetLinkAnnotationDefinitions',
    request: LinkRequest,
    response: sharedtypesv1.LinkAnnotationDefinitionsResponse,
  } satisfies Method<LinkRequest, sharedtypesv1.LinkAnnotationDefinitionsResponse>,
  GetLinkKind: {
    name: 'GetLinkKind',
    path: '/providerserverv1.Provider/GetLinkKind',
    request: LinkRequest,
    response: LinkKindResponse,
  } satisfies Method<LinkRequest, LinkKindResponse>,
  GetLinkIntermediaryExternalState: {
    name: 'GetLinkIntermediaryExternalState',
    path: '/providerserverv1.Provider/GetLinkIntermediaryExternalState',
    request: GetLinkIntermediaryExternalStateRequest,
    response: GetLinkIntermediaryExternalStateResponse,
  } satisfies Method<GetLinkIntermediaryExternalStateRequest, GetLinkIntermediaryExternalStateResponse>,
  GetLinkCardinality: {
    name: 'GetLinkCardinality',
    path: '/providerserverv1.Provider/GetLinkCardinality',
    request: LinkRequest,
    response: sharedtypesv1.LinkCardinalityResponse,
  } satisfies Method<LinkRequest, sharedtypesv1.LinkCardinalityResponse>,
  GetLinkCapabilities: {
    name: 'GetLinkCapabilities',
    path: '/providerserverv1.Provider/GetLinkCapabilities',
    request: LinkRequest,
    response: sharedtypesv1.LinkCapabilitiesResponse,
  } satisfies Method<LinkRequest, sharedtypesv1.LinkCapabilitiesResponse>,
  ValidateLink: {
    name: 'ValidateLink',
    path: '/providerserverv1.Provider/ValidateLink',
    request: ValidateLinkRequest,
    response: ValidateLinkResponse,
  } satisfies Method<ValidateLinkRequest, ValidateLinkResponse>,
  GetDataSourceType: {
    name: 'GetDataSourceType',
    path: '/providerserverv1.Provider/GetDataSourceType',
    request: DataSourceRequest,
    response: DataSourceTypeResponse,
  } satisfies Method<DataSourceRequest, DataSourceTypeResponse>,
  GetDataSourceTypeDescription: {
    name: 'GetDataSourceTypeDescription',
    path: '/providerserverv1.Provider/GetDataSourceTypeDescription',
    request: DataSourceRequest,
    response: sharedtypesv1.TypeDescriptionResponse,
  } satisfies Method<DataSourceRequest, sharedtypesv1.TypeDescriptionResponse>,
  GetDataSourceExamples: {
    name: 'GetDataSourceExamples',
    path: '/providerserverv1.Provider/GetDataSourceExamples',
    request: DataSourceRequest,
    response: sharedtypesv1.ExamplesResponse,
  } satisfies Method<DataSourceRequest, sharedtypesv1.ExamplesResponse>,
  CustomValidateDataSource: {
    name: 'CustomValidateDataSource',
    path: '/providerserverv1.Provider/CustomValidateDataSource',
    request: CustomValidateDataSourceRequest,
    response: CustomValidateDataSourceResponse,
  } satisfies Method<CustomValidateDataSourceRequest, CustomValidateDataSourceResponse>,
  GetDataSourceSpecDefinition: {
    name: 'GetDataSourceSpecDefinition',
    path: '/providerserverv1.Provider/GetDataSourceSpecDefinition',
    request: DataSourceRequest,
    response: DataSourceSpecDefinitionResponse,
  } satisfies Method<DataSourceRequest, DataSourceSpecDefinitionResponse>,
  GetDataSourceFilterFields: {
    name: 'GetDataSourceFilterFields',
    path: '/providerserverv1.Provider/GetDataSourceFilterFields',
    request: DataSourceRequest,
    response: DataSourceFilterFieldsResponse,
  } satisfies Method<DataSourceRequest, DataSourceFilterFieldsResponse>,
  FetchDataSource: {
    name: 'FetchDataSource',
    path: '/providerserverv1.Provider/FetchDataSource',
    request: FetchDataSourceRequest,
    response: FetchDataSourceResponse,
  } satisfies Method<FetchDataSourceRequest, FetchDataSourceResponse>,
  GetCustomVariableType: {
    name: 'GetCustomVariableType',
    path: '/providerserverv1.Provider/GetCustomVariableType',
    request: CustomVariableTypeRequest,
    response: CustomVariableTypeResponse,
  } satisfies Method<CustomVariableTypeRequest, CustomVariableTypeResponse>,
  GetCustomVariableTypeDescription: {
    name: 'GetCustomVariableTypeDescription',
    path: '/providerserverv1.Provider/GetCustomVariableTypeDescription',
    request: CustomVariableTypeRequest,
    response: sharedtypesv1.TypeDescriptionResponse,
  } satisfies Method<CustomVariableTypeRequest, sharedtypesv1.TypeDescriptionResponse>,
  GetCustomVariableTypeOptions: {
    name: 'GetCustomVariableTypeOptions',
    path: '/providerserverv1.Provider/GetCustomVariableTypeOptions',
    request: CustomVariableTypeRequest,
    response: CustomVariableTypeOptionsResponse,
  } satisfies Method<CustomVariableTypeRequest, CustomVariableTypeOptionsResponse>,
  GetCustomVariableTypeExamples: {
    name: 'GetCustomVariableTypeExamples',
    path: '/providerserverv1.Provider/GetCustomVariableTypeExamples',
    request: CustomVariableTypeRequest,
    response: sharedtypesv1.ExamplesResponse,
  } satisfies Method<CustomVariableTypeRequest, sharedtypesv1.ExamplesResponse>,
  GetFunctionDefinition: {
    name: 'GetFunctionDefinition',
    path: '/providerserverv1.Provider/GetFunctionDefinition',
    request: sharedtypesv1.FunctionDefinitionRequest,
    response: sharedtypesv1.FunctionDefinitionResponse,
  } satisfies Method<sharedtypesv1.FunctionDefinitionRequest, sharedtypesv1.FunctionDefinitionResponse>,
  CallFunction: {
    name: 'CallFunction',
    path: '/providerserverv1.Provider/CallFunction',
    request: sharedtypesv1.FunctionCallRequest,
    response: sharedtypesv1.FunctionCallResponse,
  } satisfies Method<sharedtypesv1.FunctionCallRequest, sharedtypesv1.FunctionCallResponse>,
  SlipwayDiffResource: {
    name: 'SlipwayDiffResource',
    path: '/providerserverv1.Provider/SlipwayDiffResource',
    request: sharedtypesv1.DeployResourceRequest,
    response: SlipwayDiffResourceResponse,
  } satisfies Method<sharedtypesv1.DeployResourceRequest, SlipwayDiffResourceResponse>,
  SlipwayUpgradeResource: {
    name: 'SlipwayUpgradeResource',
    path: '/providerserverv1.Provider/SlipwayUpgradeResource',
    request: SlipwayUpgradeResourceRequest,
    response: SlipwayUpgradeResourceResponse,
  } satisfies Method<SlipwayUpgradeResourceRequest, SlipwayUpgradeResourceResponse>,
  SlipwayListResources: {
    name: 'SlipwayListResources',
    path: '/providerserverv1.Provider/SlipwayListResources',
    request: SlipwayListResourcesRequest,
    response: SlipwayListResourcesResponse,
  } satisfies Method<SlipwayListResourcesRequest, SlipwayListResourcesResponse>,
} as const
