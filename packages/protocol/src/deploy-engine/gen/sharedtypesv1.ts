// Generated from sharedtypesv1.proto by tools/gen.ts. Do not edit.
import * as google_protobuf_any from './google-protobuf-any.ts'
import * as google_protobuf_wrappers from './google-protobuf-wrappers.ts'
import * as schema from './schema.ts'
import type { Codec, Init } from '../../wire/codec/message.ts'
import { noEntries, noItems, withItem } from '../../wire/codec/nothing.ts'
import { remembering } from '../../wire/codec/remembering.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export const ScalarType = {
  STRING: 0,
  INTEGER: 1,
  FLOAT: 2,
  BOOLEAN: 3,
} as const
/** Also a number that this version does not know. */
export type ScalarType = number

export const FunctionValueType = {
  STRING: 0,
  INT32: 1,
  INT64: 2,
  UINT32: 3,
  UINT64: 4,
  FLOAT32: 5,
  FLOAT64: 6,
  BOOL: 7,
  LIST: 8,
  MAP: 9,
  OBJECT: 10,
  FUNCTION: 11,
  ANY: 12,
} as const
/** Also a number that this version does not know. */
export type FunctionValueType = number

export const ResourceStatus = {
  UNKNOWN: 0,
  CREATING: 1,
  CREATED: 2,
  CREATE_FAILED: 3,
  DESTROYING: 4,
  DESTROYED: 5,
  DESTROY_FAILED: 6,
  UPDATING: 7,
  UPDATED: 8,
  UPDATE_FAILED: 9,
  ROLLING_BACK: 10,
  ROLLBACK_FAILED: 11,
  ROLLBACK_COMPLETE: 12,
  CREATE_INTERRUPTED: 13,
  UPDATE_INTERRUPTED: 14,
  DESTROY_INTERRUPTED: 15,
} as const
/** Also a number that this version does not know. */
export type ResourceStatus = number

export const PreciseResourceStatus = {
  UNKNOWN: 0,
  CREATING: 1,
  CONFIG_COMPLETE: 2,
  CREATED: 3,
  CREATE_FAILED: 4,
  CREATE_ROLLING_BACK: 5,
  CREATE_ROLLBACK_FAILED: 6,
  CREATE_ROLLBACK_COMPLETE: 7,
  DESTROYING: 8,
  DESTROYED: 9,
  DESTROY_FAILED: 10,
  DESTROY_ROLLING_BACK: 11,
  DESTROY_ROLLBACK_FAILED: 12,
  DESTROY_ROLLBACK_CONFIG_COMPLETE: 13,
  DESTROY_ROLLBACK_COMPLETE: 14,
  UPDATING: 15,
  UPDATE_CONFIG_COMPLETE: 16,
  UPDATED: 17,
  UPDATE_FAILED: 18,
  UPDATE_ROLLING_BACK: 19,
  UPDATE_ROLLBACK_FAILED: 20,
  UPDATE_ROLLBACK_CONFIG_COMPLETE: 21,
  UPDATE_ROLLBACK_COMPLETE: 22,
  CREATE_INTERRUPTED: 23,
  UPDATE_INTERRUPTED: 24,
  DESTROY_INTERRUPTED: 25,
} as const
/** Also a number that this version does not know. */
export type PreciseResourceStatus = number

export const DiagnosticLevel = {
  NONE: 0,
  ERROR: 1,
  WARNING: 2,
  INFO: 3,
} as const
/** Also a number that this version does not know. */
export type DiagnosticLevel = number

export const ColumnAccuracy = {
  NONE: 0,
  EXACT: 1,
  APPROXIMATE: 2,
} as const
/** Also a number that this version does not know. */
export type ColumnAccuracy = number

export const TaggingSupport = {
  NONE: 0,
  FULL: 1,
  LABELS: 2,
} as const
/** Also a number that this version does not know. */
export type TaggingSupport = number

export const ErrorCode = {
  UNEXPECTED: 0,
  TRANSIENT: 1,
  BAD_INPUT: 2,
} as const
/** Also a number that this version does not know. */
export type ErrorCode = number

export interface BlueprintParams {
  providerConfigVariables: Record<string, schema.ScalarValue>
  transformerConfigVariables: Record<string, schema.ScalarValue>
  contextVariables: Record<string, schema.ScalarValue>
  blueprintVariables: Record<string, schema.ScalarValue>
}
export const BlueprintParams: Codec<BlueprintParams> = {
  write(w: Writer, m: Init<BlueprintParams>): void {
    if (m.providerConfigVariables !== undefined) for (const key in m.providerConfigVariables) {
      const value = m.providerConfigVariables[key]
      if (value !== undefined) w.messageEntry(10, key, value, schema.ScalarValue)
    }
    if (m.transformerConfigVariables !== undefined) for (const key in m.transformerConfigVariables) {
      const value = m.transformerConfigVariables[key]
      if (value !== undefined) w.messageEntry(18, key, value, schema.ScalarValue)
    }
    if (m.contextVariables !== undefined) for (const key in m.contextVariables) {
      const value = m.contextVariables[key]
      if (value !== undefined) w.messageEntry(26, key, value, schema.ScalarValue)
    }
    if (m.blueprintVariables !== undefined) for (const key in m.blueprintVariables) {
      const value = m.blueprintVariables[key]
      if (value !== undefined) w.messageEntry(34, key, value, schema.ScalarValue)
    }
  },
  read(r: Reader): BlueprintParams {
    const m: BlueprintParams = { providerConfigVariables: noEntries, transformerConfigVariables: noEntries, contextVariables: noEntries, blueprintVariables: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.providerConfigVariables = r.messageEntry(m.providerConfigVariables, schema.ScalarValue); break
        case 18: m.transformerConfigVariables = r.messageEntry(m.transformerConfigVariables, schema.ScalarValue); break
        case 26: m.contextVariables = r.messageEntry(m.contextVariables, schema.ScalarValue); break
        case 34: m.blueprintVariables = r.messageEntry(m.blueprintVariables, schema.ScalarValue); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CanLinkTo {
  resourceTypes: ResourceType[]
}
export const CanLinkTo: Codec<CanLinkTo> = {
  write(w: Writer, m: Init<CanLinkTo>): void {
    if (m.resourceTypes !== undefined) for (const item of m.resourceTypes) w.message(10, item, ResourceType)
  },
  read(r: Reader): CanLinkTo {
    const m: CanLinkTo = { resourceTypes: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resourceTypes = withItem(m.resourceTypes, r.message(ResourceType)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Changes {
  appliedResourceInfo: ResourceInfo | undefined
  mustRecreate: boolean
  modifiedFields: FieldChange[]
  newFields: FieldChange[]
  removedFields: string[]
  unchangedFields: string[]
  computedFields: string[]
  fieldChangesKnownOnDeploy: string[]
  conditionKnownOnDeploy: boolean
  newOutboundLinks: Record<string, LinkChanges>
  outboundLinkChanges: Record<string, LinkChanges>
  removedOutboundLinks: string[]
}
export const Changes: Codec<Changes> = {
  write(w: Writer, m: Init<Changes>): void {
    if (m.appliedResourceInfo !== undefined) w.message(10, m.appliedResourceInfo, ResourceInfo)
    if (m.mustRecreate === true) w.bool(16, m.mustRecreate)
    if (m.modifiedFields !== undefined) for (const item of m.modifiedFields) w.message(26, item, FieldChange)
    if (m.newFields !== undefined) for (const item of m.newFields) w.message(34, item, FieldChange)
    if (m.removedFields !== undefined) for (const item of m.removedFields) w.string(42, item)
    if (m.unchangedFields !== undefined) for (const item of m.unchangedFields) w.string(50, item)
    if (m.computedFields !== undefined) for (const item of m.computedFields) w.string(58, item)
    if (m.fieldChangesKnownOnDeploy !== undefined) for (const item of m.fieldChangesKnownOnDeploy) w.string(66, item)
    if (m.conditionKnownOnDeploy === true) w.bool(72, m.conditionKnownOnDeploy)
    if (m.newOutboundLinks !== undefined) for (const key in m.newOutboundLinks) {
      const value = m.newOutboundLinks[key]
      if (value !== undefined) w.messageEntry(82, key, value, LinkChanges)
    }
    if (m.outboundLinkChanges !== undefined) for (const key in m.outboundLinkChanges) {
      const value = m.outboundLinkChanges[key]
      if (value !== undefined) w.messageEntry(90, key, value, LinkChanges)
    }
    if (m.removedOutboundLinks !== undefined) for (const item of m.removedOutboundLinks) w.string(98, item)
  },
  read(r: Reader): Changes {
    const m: Changes = { appliedResourceInfo: undefined, mustRecreate: false, modifiedFields: noItems, newFields: noItems, removedFields: noItems, unchangedFields: noItems, computedFields: noItems, fieldChangesKnownOnDeploy: noItems, conditionKnownOnDeploy: false, newOutboundLinks: noEntries, outboundLinkChanges: noEntries, removedOutboundLinks: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.appliedResourceInfo = r.message(ResourceInfo); break
        case 16: m.mustRecreate = r.bool(); break
        case 26: m.modifiedFields = withItem(m.modifiedFields, r.message(FieldChange)); break
        case 34: m.newFields = withItem(m.newFields, r.message(FieldChange)); break
        case 42: m.removedFields = withItem(m.removedFields, r.string()); break
        case 50: m.unchangedFields = withItem(m.unchangedFields, r.string()); break
        case 58: m.computedFields = withItem(m.computedFields, r.string()); break
        case 66: m.fieldChangesKnownOnDeploy = withItem(m.fieldChangesKnownOnDeploy, r.string()); break
        case 72: m.conditionKnownOnDeploy = r.bool(); break
        case 82: m.newOutboundLinks = r.messageEntry(m.newOutboundLinks, LinkChanges); break
        case 90: m.outboundLinkChanges = r.messageEntry(m.outboundLinkChanges, LinkChanges); break
        case 98: m.removedOutboundLinks = withItem(m.removedOutboundLinks, r.string()); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ConfigDefinition {
  fields: Record<string, ConfigFieldDefinition>
  allowAdditionalFields: boolean
}
export const ConfigDefinition: Codec<ConfigDefinition> = {
  write(w: Writer, m: Init<ConfigDefinition>): void {
    if (m.fields !== undefined) for (const key in m.fields) {
      const value = m.fields[key]
      if (value !== undefined) w.messageEntry(10, key, value, ConfigFieldDefinition)
    }
    if (m.allowAdditionalFields === true) w.bool(16, m.allowAdditionalFields)
  },
  read(r: Reader): ConfigDefinition {
    const m: ConfigDefinition = { fields: noEntries, allowAdditionalFields: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.fields = r.messageEntry(m.fields, ConfigFieldDefinition); break
        case 16: m.allowAdditionalFields = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ConfigDefinitionResponse {
  configDefinition: ConfigDefinition | undefined
  errorResponse: ErrorResponse | undefined
}
export const ConfigDefinitionResponse: Codec<ConfigDefinitionResponse> = {
  write(w: Writer, m: Init<ConfigDefinitionResponse>): void {
    if (m.configDefinition !== undefined) w.message(10, m.configDefinition, ConfigDefinition)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, ErrorResponse)
  },
  read(r: Reader): ConfigDefinitionResponse {
    const m: ConfigDefinitionResponse = { configDefinition: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.configDefinition = r.message(ConfigDefinition); break
        case 18: m.configDefinition = undefined; m.errorResponse = r.message(ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ConfigFieldDefinition {
  type: number
  label: string
  description: string
  defaultValue: schema.ScalarValue | undefined
  allowedValues: schema.ScalarValue[]
  secret: boolean
  examples: schema.ScalarValue[]
  required: boolean
  slipwayTuning: boolean
}
export const ConfigFieldDefinition: Codec<ConfigFieldDefinition> = {
  write(w: Writer, m: Init<ConfigFieldDefinition>): void {
    if (m.type) w.int32(8, m.type)
    if (m.label) w.string(18, m.label)
    if (m.description) w.string(26, m.description)
    if (m.defaultValue !== undefined) w.message(34, m.defaultValue, schema.ScalarValue)
    if (m.allowedValues !== undefined) for (const item of m.allowedValues) w.message(42, item, schema.ScalarValue)
    if (m.secret === true) w.bool(48, m.secret)
    if (m.examples !== undefined) for (const item of m.examples) w.message(58, item, schema.ScalarValue)
    if (m.required === true) w.bool(64, m.required)
    if (m.slipwayTuning === true) w.bool(80008, m.slipwayTuning)
  },
  read(r: Reader): ConfigFieldDefinition {
    const m: ConfigFieldDefinition = { type: 0, label: '', description: '', defaultValue: undefined, allowedValues: noItems, secret: false, examples: noItems, required: false, slipwayTuning: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.type = r.int32(); break
        case 18: m.label = r.string(); break
        case 26: m.description = r.string(); break
        case 34: m.defaultValue = r.message(schema.ScalarValue); break
        case 42: m.allowedValues = withItem(m.allowedValues, r.message(schema.ScalarValue)); break
        case 48: m.secret = r.bool(); break
        case 58: m.examples = withItem(m.examples, r.message(schema.ScalarValue)); break
        case 64: m.required = r.bool(); break
        case 80008: m.slipwayTuning = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DeployResourceCompleteResponse {
  computedFieldValues: Record<string, schema.MappingNode>
}
export const DeployResourceCompleteResponse: Codec<DeployResourceCompleteResponse> = {
  write(w: Writer, m: Init<DeployResourceCompleteResponse>): void {
    if (m.computedFieldValues !== undefined) for (const key in m.computedFieldValues) {
      const value = m.computedFieldValues[key]
      if (value !== undefined) w.messageEntry(10, key, value, schema.MappingNode)
    }
  },
  read(r: Reader): DeployResourceCompleteResponse {
    const m: DeployResourceCompleteResponse = { computedFieldValues: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.computedFieldValues = r.messageEntry(m.computedFieldValues, schema.MappingNode); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DeployResourceRequest {
  resourceType: ResourceType | undefined
  hostId: string
  instanceId: string
  instanceName: string
  resourceId: string
  changes: Changes | undefined
  context: ProviderContext | undefined
}
export const DeployResourceRequest: Codec<DeployResourceRequest> = {
  write(w: Writer, m: Init<DeployResourceRequest>): void {
    if (m.resourceType !== undefined) w.message(10, m.resourceType, ResourceType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.instanceId) w.string(26, m.instanceId)
    if (m.instanceName) w.string(34, m.instanceName)
    if (m.resourceId) w.string(42, m.resourceId)
    if (m.changes !== undefined) w.message(50, m.changes, Changes)
    if (m.context !== undefined) w.message(58, m.context, ProviderContext)
  },
  read(r: Reader): DeployResourceRequest {
    const m: DeployResourceRequest = { resourceType: undefined, hostId: '', instanceId: '', instanceName: '', resourceId: '', changes: undefined, context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resourceType = r.message(ResourceType); break
        case 18: m.hostId = r.string(); break
        case 26: m.instanceId = r.string(); break
        case 34: m.instanceName = r.string(); break
        case 42: m.resourceId = r.string(); break
        case 50: m.changes = r.message(Changes); break
        case 58: m.context = r.message(ProviderContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DeployResourceResponse {
  completeResponse: DeployResourceCompleteResponse | undefined
  errorResponse: ErrorResponse | undefined
}
export const DeployResourceResponse: Codec<DeployResourceResponse> = {
  write(w: Writer, m: Init<DeployResourceResponse>): void {
    if (m.completeResponse !== undefined) w.message(10, m.completeResponse, DeployResourceCompleteResponse)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, ErrorResponse)
  },
  read(r: Reader): DeployResourceResponse {
    const m: DeployResourceResponse = { completeResponse: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.completeResponse = r.message(DeployResourceCompleteResponse); break
        case 18: m.completeResponse = undefined; m.errorResponse = r.message(ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DestroyResourceRequest {
  resourceType: ResourceType | undefined
  hostId: string
  instanceId: string
  instanceName: string
  resourceId: string
  resourceState: ResourceState | undefined
  context: ProviderContext | undefined
}
export const DestroyResourceRequest: Codec<DestroyResourceRequest> = {
  write(w: Writer, m: Init<DestroyResourceRequest>): void {
    if (m.resourceType !== undefined) w.message(10, m.resourceType, ResourceType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.instanceId) w.string(26, m.instanceId)
    if (m.instanceName) w.string(34, m.instanceName)
    if (m.resourceId) w.string(42, m.resourceId)
    if (m.resourceState !== undefined) w.message(50, m.resourceState, ResourceState)
    if (m.context !== undefined) w.message(58, m.context, ProviderContext)
  },
  read(r: Reader): DestroyResourceRequest {
    const m: DestroyResourceRequest = { resourceType: undefined, hostId: '', instanceId: '', instanceName: '', resourceId: '', resourceState: undefined, context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resourceType = r.message(ResourceType); break
        case 18: m.hostId = r.string(); break
        case 26: m.instanceId = r.string(); break
        case 34: m.instanceName = r.string(); break
        case 42: m.resourceId = r.string(); break
        case 50: m.resourceState = r.message(ResourceState); break
        case 58: m.context = r.message(ProviderContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DestroyResourceResponse {
  result: DestroyResourceResult | undefined
  errorResponse: ErrorResponse | undefined
}
export const DestroyResourceResponse: Codec<DestroyResourceResponse> = {
  write(w: Writer, m: Init<DestroyResourceResponse>): void {
    if (m.result !== undefined) w.message(10, m.result, DestroyResourceResult)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, ErrorResponse)
  },
  read(r: Reader): DestroyResourceResponse {
    const m: DestroyResourceResponse = { result: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.result = r.message(DestroyResourceResult); break
        case 18: m.result = undefined; m.errorResponse = r.message(ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DestroyResourceResult {
  destroyed: boolean
}
export const DestroyResourceResult: Codec<DestroyResourceResult> = {
  write(w: Writer, m: Init<DestroyResourceResult>): void {
    if (m.destroyed === true) w.bool(8, m.destroyed)
  },
  read(r: Reader): DestroyResourceResult {
    const m: DestroyResourceResult = { destroyed: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.destroyed = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Diagnostic {
  level: number
  message: string
  range: DiagnosticRange | undefined
  context: DiagnosticContext | undefined
}
export const Diagnostic: Codec<Diagnostic> = {
  write(w: Writer, m: Init<Diagnostic>): void {
    if (m.level) w.int32(8, m.level)
    if (m.message) w.string(18, m.message)
    if (m.range !== undefined) w.message(26, m.range, DiagnosticRange)
    if (m.context !== undefined) w.message(34, m.context, DiagnosticContext)
  },
  read(r: Reader): Diagnostic {
    const m: Diagnostic = { level: 0, message: '', range: undefined, context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.level = r.int32(); break
        case 18: m.message = r.string(); break
        case 26: m.range = r.message(DiagnosticRange); break
        case 34: m.context = r.message(DiagnosticContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DiagnosticContext {
  category: string
  reasonCode: string
  suggestedActions: DiagnosticSuggestedAction[]
  metadata: google_protobuf_any.Any | undefined
}
export const DiagnosticContext: Codec<DiagnosticContext> = {
  write(w: Writer, m: Init<DiagnosticContext>): void {
    if (m.category) w.string(10, m.category)
    if (m.reasonCode) w.string(18, m.reasonCode)
    if (m.suggestedActions !== undefined) for (const item of m.suggestedActions) w.message(26, item, DiagnosticSuggestedAction)
    if (m.metadata !== undefined) w.message(34, m.metadata, google_protobuf_any.Any)
  },
  read(r: Reader): DiagnosticContext {
    const m: DiagnosticContext = { category: '', reasonCode: '', suggestedActions: noItems, metadata: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.category = r.string(); break
        case 18: m.reasonCode = r.string(); break
        case 26: m.suggestedActions = withItem(m.suggestedActions, r.message(DiagnosticSuggestedAction)); break
        case 34: m.metadata = r.message(google_protobuf_any.Any); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DiagnosticRange {
  start: SourceMeta | undefined
  end: SourceMeta | undefined
  columnAccuracy: number
}
export const DiagnosticRange: Codec<DiagnosticRange> = {
  write(w: Writer, m: Init<DiagnosticRange>): void {
    if (m.start !== undefined) w.message(10, m.start, SourceMeta)
    if (m.end !== undefined) w.message(18, m.end, SourceMeta)
    if (m.columnAccuracy) w.int32(24, m.columnAccuracy)
  },
  read(r: Reader): DiagnosticRange {
    const m: DiagnosticRange = { start: undefined, end: undefined, columnAccuracy: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.start = r.message(SourceMeta); break
        case 18: m.end = r.message(SourceMeta); break
        case 24: m.columnAccuracy = r.int32(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DiagnosticSuggestedAction {
  type: string
  title: string
  description: string
  priority: number
}
export const DiagnosticSuggestedAction: Codec<DiagnosticSuggestedAction> = {
  write(w: Writer, m: Init<DiagnosticSuggestedAction>): void {
    if (m.type) w.string(10, m.type)
    if (m.title) w.string(18, m.title)
    if (m.description) w.string(26, m.description)
    if (m.priority) w.int32(32, m.priority)
  },
  read(r: Reader): DiagnosticSuggestedAction {
    const m: DiagnosticSuggestedAction = { type: '', title: '', description: '', priority: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        case 18: m.title = r.string(); break
        case 26: m.description = r.string(); break
        case 32: m.priority = r.int32(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ErrorResponse {
  code: number
  message: string
  details: google_protobuf_any.Any | undefined
  slipwayRefused: boolean
}
export const ErrorResponse: Codec<ErrorResponse> = {
  write(w: Writer, m: Init<ErrorResponse>): void {
    if (m.code) w.int32(8, m.code)
    if (m.message) w.string(18, m.message)
    if (m.details !== undefined) w.message(26, m.details, google_protobuf_any.Any)
    if (m.slipwayRefused === true) w.bool(80008, m.slipwayRefused)
  },
  read(r: Reader): ErrorResponse {
    const m: ErrorResponse = { code: 0, message: '', details: undefined, slipwayRefused: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.code = r.int32(); break
        case 18: m.message = r.string(); break
        case 26: m.details = r.message(google_protobuf_any.Any); break
        case 80008: m.slipwayRefused = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Examples {
  examples: string[]
  formattedExamples: string[]
}
export const Examples: Codec<Examples> = {
  write(w: Writer, m: Init<Examples>): void {
    if (m.examples !== undefined) for (const item of m.examples) w.string(10, item)
    if (m.formattedExamples !== undefined) for (const item of m.formattedExamples) w.string(18, item)
  },
  read(r: Reader): Examples {
    const m: Examples = { examples: noItems, formattedExamples: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.examples = withItem(m.examples, r.string()); break
        case 18: m.formattedExamples = withItem(m.formattedExamples, r.string()); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ExamplesResponse {
  examples: Examples | undefined
  errorResponse: ErrorResponse | undefined
}
export const ExamplesResponse: Codec<ExamplesResponse> = {
  write(w: Writer, m: Init<ExamplesResponse>): void {
    if (m.examples !== undefined) w.message(10, m.examples, Examples)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, ErrorResponse)
  },
  read(r: Reader): ExamplesResponse {
    const m: ExamplesResponse = { examples: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.examples = r.message(Examples); break
        case 18: m.examples = undefined; m.errorResponse = r.message(ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FieldChange {
  fieldPath: string
  prevValue: schema.MappingNode | undefined
  newValue: schema.MappingNode | undefined
  mustRecreate: boolean
  sensitive: boolean
}
export const FieldChange: Codec<FieldChange> = {
  write(w: Writer, m: Init<FieldChange>): void {
    if (m.fieldPath) w.string(10, m.fieldPath)
    if (m.prevValue !== undefined) w.message(18, m.prevValue, schema.MappingNode)
    if (m.newValue !== undefined) w.message(26, m.newValue, schema.MappingNode)
    if (m.mustRecreate === true) w.bool(32, m.mustRecreate)
    if (m.sensitive === true) w.bool(40, m.sensitive)
  },
  read(r: Reader): FieldChange {
    const m: FieldChange = { fieldPath: '', prevValue: undefined, newValue: undefined, mustRecreate: false, sensitive: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.fieldPath = r.string(); break
        case 18: m.prevValue = r.message(schema.MappingNode); break
        case 26: m.newValue = r.message(schema.MappingNode); break
        case 32: m.mustRecreate = r.bool(); break
        case 40: m.sensitive = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionAnyParameter {
  name: string
  label: string
  unionTypes: FunctionValueTypeDefinition[]
  description: string
  formattedDescription: string
  allowNullValue: boolean
  optional: boolean
}
export const FunctionAnyParameter: Codec<FunctionAnyParameter> = {
  write(w: Writer, m: Init<FunctionAnyParameter>): void {
    if (m.name) w.string(10, m.name)
    if (m.label) w.string(18, m.label)
    if (m.unionTypes !== undefined) for (const item of m.unionTypes) w.message(26, item, FunctionValueTypeDefinition)
    if (m.description) w.string(34, m.description)
    if (m.formattedDescription) w.string(42, m.formattedDescription)
    if (m.allowNullValue === true) w.bool(48, m.allowNullValue)
    if (m.optional === true) w.bool(56, m.optional)
  },
  read(r: Reader): FunctionAnyParameter {
    const m: FunctionAnyParameter = { name: '', label: '', unionTypes: noItems, description: '', formattedDescription: '', allowNullValue: false, optional: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.label = r.string(); break
        case 26: m.unionTypes = withItem(m.unionTypes, r.message(FunctionValueTypeDefinition)); break
        case 34: m.description = r.string(); break
        case 42: m.formattedDescription = r.string(); break
        case 48: m.allowNullValue = r.bool(); break
        case 56: m.optional = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionAnyReturn {
  type: number
  unionTypes: FunctionValueTypeDefinition[]
  description: string
  formattedDescription: string
}
export const FunctionAnyReturn: Codec<FunctionAnyReturn> = {
  write(w: Writer, m: Init<FunctionAnyReturn>): void {
    if (m.type) w.int32(8, m.type)
    if (m.unionTypes !== undefined) for (const item of m.unionTypes) w.message(18, item, FunctionValueTypeDefinition)
    if (m.description) w.string(26, m.description)
    if (m.formattedDescription) w.string(34, m.formattedDescription)
  },
  read(r: Reader): FunctionAnyReturn {
    const m: FunctionAnyReturn = { type: 0, unionTypes: noItems, description: '', formattedDescription: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.type = r.int32(); break
        case 18: m.unionTypes = withItem(m.unionTypes, r.message(FunctionValueTypeDefinition)); break
        case 26: m.description = r.string(); break
        case 34: m.formattedDescription = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionAnyValueTypeDefinition {
  type: number
  unionTypes: FunctionValueTypeDefinition[]
  label: string
  description: string
  formattedDescription: string
}
export const FunctionAnyValueTypeDefinition: Codec<FunctionAnyValueTypeDefinition> = {
  write(w: Writer, m: Init<FunctionAnyValueTypeDefinition>): void {
    if (m.type) w.int32(8, m.type)
    if (m.unionTypes !== undefined) for (const item of m.unionTypes) w.message(18, item, FunctionValueTypeDefinition)
    if (m.label) w.string(26, m.label)
    if (m.description) w.string(34, m.description)
    if (m.formattedDescription) w.string(42, m.formattedDescription)
  },
  read(r: Reader): FunctionAnyValueTypeDefinition {
    const m: FunctionAnyValueTypeDefinition = { type: 0, unionTypes: noItems, label: '', description: '', formattedDescription: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.type = r.int32(); break
        case 18: m.unionTypes = withItem(m.unionTypes, r.message(FunctionValueTypeDefinition)); break
        case 26: m.label = r.string(); break
        case 34: m.description = r.string(); break
        case 42: m.formattedDescription = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionCall {
  filePath: string
  functionName: string
  location: SourceMeta | undefined
}
export const FunctionCall: Codec<FunctionCall> = {
  write(w: Writer, m: Init<FunctionCall>): void {
    if (m.filePath) w.string(10, m.filePath)
    if (m.functionName) w.string(18, m.functionName)
    if (m.location !== undefined) w.message(26, m.location, SourceMeta)
  },
  read(r: Reader): FunctionCall {
    const m: FunctionCall = { filePath: '', functionName: '', location: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.filePath = r.string(); break
        case 18: m.functionName = r.string(); break
        case 26: m.location = r.message(SourceMeta); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionCallArgs {
  args: google_protobuf_any.Any | undefined
}
export const FunctionCallArgs: Codec<FunctionCallArgs> = {
  write(w: Writer, m: Init<FunctionCallArgs>): void {
    if (m.args !== undefined) w.message(10, m.args, google_protobuf_any.Any)
  },
  read(r: Reader): FunctionCallArgs {
    const m: FunctionCallArgs = { args: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.args = r.message(google_protobuf_any.Any); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionCallContext {
  params: BlueprintParams | undefined
  callStack: FunctionCall[]
  currentLocation: SourceMeta | undefined
}
export const FunctionCallContext: Codec<FunctionCallContext> = {
  write(w: Writer, m: Init<FunctionCallContext>): void {
    if (m.params !== undefined) w.message(10, m.params, BlueprintParams)
    if (m.callStack !== undefined) for (const item of m.callStack) w.message(18, item, FunctionCall)
    if (m.currentLocation !== undefined) w.message(26, m.currentLocation, SourceMeta)
  },
  read(r: Reader): FunctionCallContext {
    const m: FunctionCallContext = { params: undefined, callStack: noItems, currentLocation: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.params = r.message(BlueprintParams); break
        case 18: m.callStack = withItem(m.callStack, r.message(FunctionCall)); break
        case 26: m.currentLocation = r.message(SourceMeta); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionCallRequest {
  functionName: string
  hostId: string
  args: FunctionCallArgs | undefined
  callContext: FunctionCallContext | undefined
}
export const FunctionCallRequest: Codec<FunctionCallRequest> = {
  write(w: Writer, m: Init<FunctionCallRequest>): void {
    if (m.functionName) w.string(10, m.functionName)
    if (m.hostId) w.string(18, m.hostId)
    if (m.args !== undefined) w.message(26, m.args, FunctionCallArgs)
    if (m.callContext !== undefined) w.message(34, m.callContext, FunctionCallContext)
  },
  read(r: Reader): FunctionCallRequest {
    const m: FunctionCallRequest = { functionName: '', hostId: '', args: undefined, callContext: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.functionName = r.string(); break
        case 18: m.hostId = r.string(); break
        case 26: m.args = r.message(FunctionCallArgs); break
        case 34: m.callContext = r.message(FunctionCallContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionCallResponse {
  functionResult: FunctionCallResult | undefined
  errorResponse: ErrorResponse | undefined
}
export const FunctionCallResponse: Codec<FunctionCallResponse> = {
  write(w: Writer, m: Init<FunctionCallResponse>): void {
    if (m.functionResult !== undefined) w.message(10, m.functionResult, FunctionCallResult)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, ErrorResponse)
  },
  read(r: Reader): FunctionCallResponse {
    const m: FunctionCallResponse = { functionResult: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.functionResult = r.message(FunctionCallResult); break
        case 18: m.functionResult = undefined; m.errorResponse = r.message(ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionCallResult {
  responseData: google_protobuf_any.Any | undefined
  functionInfo: FunctionRuntimeInfo | undefined
}
export const FunctionCallResult: Codec<FunctionCallResult> = {
  write(w: Writer, m: Init<FunctionCallResult>): void {
    if (m.responseData !== undefined) w.message(10, m.responseData, google_protobuf_any.Any)
    if (m.functionInfo !== undefined) w.message(18, m.functionInfo, FunctionRuntimeInfo)
  },
  read(r: Reader): FunctionCallResult {
    const m: FunctionCallResult = { responseData: undefined, functionInfo: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.responseData = r.message(google_protobuf_any.Any); break
        case 18: m.functionInfo = r.message(FunctionRuntimeInfo); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionDefinition {
  name: string
  summary: string
  formattedSummary: string
  description: string
  formattedDescription: string
  parameters: FunctionParameter[]
  return: FunctionReturn | undefined
  internal: boolean
}
export const FunctionDefinition: Codec<FunctionDefinition> = {
  write(w: Writer, m: Init<FunctionDefinition>): void {
    if (m.name) w.string(10, m.name)
    if (m.summary) w.string(18, m.summary)
    if (m.formattedSummary) w.string(26, m.formattedSummary)
    if (m.description) w.string(34, m.description)
    if (m.formattedDescription) w.string(42, m.formattedDescription)
    if (m.parameters !== undefined) for (const item of m.parameters) w.message(50, item, FunctionParameter)
    if (m.return !== undefined) w.message(58, m.return, FunctionReturn)
    if (m.internal === true) w.bool(64, m.internal)
  },
  read(r: Reader): FunctionDefinition {
    const m: FunctionDefinition = { name: '', summary: '', formattedSummary: '', description: '', formattedDescription: '', parameters: noItems, return: undefined, internal: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.summary = r.string(); break
        case 26: m.formattedSummary = r.string(); break
        case 34: m.description = r.string(); break
        case 42: m.formattedDescription = r.string(); break
        case 50: m.parameters = withItem(m.parameters, r.message(FunctionParameter)); break
        case 58: m.return = r.message(FunctionReturn); break
        case 64: m.internal = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionDefinitionRequest {
  functionName: string
  hostId: string
  params: BlueprintParams | undefined
}
export const FunctionDefinitionRequest: Codec<FunctionDefinitionRequest> = {
  write(w: Writer, m: Init<FunctionDefinitionRequest>): void {
    if (m.functionName) w.string(10, m.functionName)
    if (m.hostId) w.string(18, m.hostId)
    if (m.params !== undefined) w.message(26, m.params, BlueprintParams)
  },
  read(r: Reader): FunctionDefinitionRequest {
    const m: FunctionDefinitionRequest = { functionName: '', hostId: '', params: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.functionName = r.string(); break
        case 18: m.hostId = r.string(); break
        case 26: m.params = r.message(BlueprintParams); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionDefinitionResponse {
  functionDefinition: FunctionDefinition | undefined
  errorResponse: ErrorResponse | undefined
}
export const FunctionDefinitionResponse: Codec<FunctionDefinitionResponse> = {
  write(w: Writer, m: Init<FunctionDefinitionResponse>): void {
    if (m.functionDefinition !== undefined) w.message(10, m.functionDefinition, FunctionDefinition)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, ErrorResponse)
  },
  read(r: Reader): FunctionDefinitionResponse {
    const m: FunctionDefinitionResponse = { functionDefinition: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.functionDefinition = r.message(FunctionDefinition); break
        case 18: m.functionDefinition = undefined; m.errorResponse = r.message(ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionListParameter {
  name: string
  label: string
  elementType: FunctionValueTypeDefinition | undefined
  description: string
  formattedDescription: string
  allowNullValue: boolean
  optional: boolean
}
export const FunctionListParameter: Codec<FunctionListParameter> = {
  write(w: Writer, m: Init<FunctionListParameter>): void {
    if (m.name) w.string(10, m.name)
    if (m.label) w.string(18, m.label)
    if (m.elementType !== undefined) w.message(26, m.elementType, FunctionValueTypeDefinition)
    if (m.description) w.string(34, m.description)
    if (m.formattedDescription) w.string(42, m.formattedDescription)
    if (m.allowNullValue === true) w.bool(48, m.allowNullValue)
    if (m.optional === true) w.bool(56, m.optional)
  },
  read(r: Reader): FunctionListParameter {
    const m: FunctionListParameter = { name: '', label: '', elementType: undefined, description: '', formattedDescription: '', allowNullValue: false, optional: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.label = r.string(); break
        case 26: m.elementType = r.message(FunctionValueTypeDefinition); break
        case 34: m.description = r.string(); break
        case 42: m.formattedDescription = r.string(); break
        case 48: m.allowNullValue = r.bool(); break
        case 56: m.optional = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionListReturn {
  elementType: FunctionValueTypeDefinition | undefined
  description: string
  formattedDescription: string
}
export const FunctionListReturn: Codec<FunctionListReturn> = {
  write(w: Writer, m: Init<FunctionListReturn>): void {
    if (m.elementType !== undefined) w.message(10, m.elementType, FunctionValueTypeDefinition)
    if (m.description) w.string(18, m.description)
    if (m.formattedDescription) w.string(26, m.formattedDescription)
  },
  read(r: Reader): FunctionListReturn {
    const m: FunctionListReturn = { elementType: undefined, description: '', formattedDescription: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.elementType = r.message(FunctionValueTypeDefinition); break
        case 18: m.description = r.string(); break
        case 26: m.formattedDescription = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionListValueTypeDefinition {
  elementType: FunctionValueTypeDefinition | undefined
  label: string
  description: string
  formattedDescription: string
}
export const FunctionListValueTypeDefinition: Codec<FunctionListValueTypeDefinition> = {
  write(w: Writer, m: Init<FunctionListValueTypeDefinition>): void {
    if (m.elementType !== undefined) w.message(10, m.elementType, FunctionValueTypeDefinition)
    if (m.label) w.string(18, m.label)
    if (m.description) w.string(26, m.description)
    if (m.formattedDescription) w.string(34, m.formattedDescription)
  },
  read(r: Reader): FunctionListValueTypeDefinition {
    const m: FunctionListValueTypeDefinition = { elementType: undefined, label: '', description: '', formattedDescription: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.elementType = r.message(FunctionValueTypeDefinition); break
        case 18: m.label = r.string(); break
        case 26: m.description = r.string(); break
        case 34: m.formattedDescription = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionMapParameter {
  name: string
  label: string
  elementType: FunctionValueTypeDefinition | undefined
  description: string
  formattedDescription: string
  allowNullValue: boolean
  optional: boolean
}
export const FunctionMapParameter: Codec<FunctionMapParameter> = {
  write(w: Writer, m: Init<FunctionMapParameter>): void {
    if (m.name) w.string(10, m.name)
    if (m.label) w.string(18, m.label)
    if (m.elementType !== undefined) w.message(26, m.elementType, FunctionValueTypeDefinition)
    if (m.description) w.string(34, m.description)
    if (m.formattedDescription) w.string(42, m.formattedDescription)
    if (m.allowNullValue === true) w.bool(48, m.allowNullValue)
    if (m.optional === true) w.bool(56, m.optional)
  },
  read(r: Reader): FunctionMapParameter {
    const m: FunctionMapParameter = { name: '', label: '', elementType: undefined, description: '', formattedDescription: '', allowNullValue: false, optional: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.label = r.string(); break
        case 26: m.elementType = r.message(FunctionValueTypeDefinition); break
        case 34: m.description = r.string(); break
        case 42: m.formattedDescription = r.string(); break
        case 48: m.allowNullValue = r.bool(); break
        case 56: m.optional = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionMapReturn {
  elementType: FunctionValueTypeDefinition | undefined
  description: string
  formattedDescription: string
}
export const FunctionMapReturn: Codec<FunctionMapReturn> = {
  write(w: Writer, m: Init<FunctionMapReturn>): void {
    if (m.elementType !== undefined) w.message(10, m.elementType, FunctionValueTypeDefinition)
    if (m.description) w.string(18, m.description)
    if (m.formattedDescription) w.string(26, m.formattedDescription)
  },
  read(r: Reader): FunctionMapReturn {
    const m: FunctionMapReturn = { elementType: undefined, description: '', formattedDescription: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.elementType = r.message(FunctionValueTypeDefinition); break
        case 18: m.description = r.string(); break
        case 26: m.formattedDescription = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionMapValueTypeDefinition {
  elementType: FunctionValueTypeDefinition | undefined
  label: string
  description: string
  formattedDescription: string
}
export const FunctionMapValueTypeDefinition: Codec<FunctionMapValueTypeDefinition> = {
  write(w: Writer, m: Init<FunctionMapValueTypeDefinition>): void {
    if (m.elementType !== undefined) w.message(10, m.elementType, FunctionValueTypeDefinition)
    if (m.label) w.string(18, m.label)
    if (m.description) w.string(26, m.description)
    if (m.formattedDescription) w.string(34, m.formattedDescription)
  },
  read(r: Reader): FunctionMapValueTypeDefinition {
    const m: FunctionMapValueTypeDefinition = { elementType: undefined, label: '', description: '', formattedDescription: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.elementType = r.message(FunctionValueTypeDefinition); break
        case 18: m.label = r.string(); break
        case 26: m.description = r.string(); break
        case 34: m.formattedDescription = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionObjectAttributeType {
  type: FunctionValueTypeDefinition | undefined
  allowNullValue: boolean
}
export const FunctionObjectAttributeType: Codec<FunctionObjectAttributeType> = {
  write(w: Writer, m: Init<FunctionObjectAttributeType>): void {
    if (m.type !== undefined) w.message(10, m.type, FunctionValueTypeDefinition)
    if (m.allowNullValue === true) w.bool(16, m.allowNullValue)
  },
  read(r: Reader): FunctionObjectAttributeType {
    const m: FunctionObjectAttributeType = { type: undefined, allowNullValue: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.message(FunctionValueTypeDefinition); break
        case 16: m.allowNullValue = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionObjectParameter {
  name: string
  label: string
  objectValueType: FunctionValueTypeDefinition | undefined
  description: string
  formattedDescription: string
  allowNullValue: boolean
  optional: boolean
}
export const FunctionObjectParameter: Codec<FunctionObjectParameter> = {
  write(w: Writer, m: Init<FunctionObjectParameter>): void {
    if (m.name) w.string(10, m.name)
    if (m.label) w.string(18, m.label)
    if (m.objectValueType !== undefined) w.message(26, m.objectValueType, FunctionValueTypeDefinition)
    if (m.description) w.string(34, m.description)
    if (m.formattedDescription) w.string(42, m.formattedDescription)
    if (m.allowNullValue === true) w.bool(48, m.allowNullValue)
    if (m.optional === true) w.bool(56, m.optional)
  },
  read(r: Reader): FunctionObjectParameter {
    const m: FunctionObjectParameter = { name: '', label: '', objectValueType: undefined, description: '', formattedDescription: '', allowNullValue: false, optional: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.label = r.string(); break
        case 26: m.objectValueType = r.message(FunctionValueTypeDefinition); break
        case 34: m.description = r.string(); break
        case 42: m.formattedDescription = r.string(); break
        case 48: m.allowNullValue = r.bool(); break
        case 56: m.optional = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionObjectReturn {
  objectValueType: FunctionValueTypeDefinition | undefined
  description: string
  formattedDescription: string
}
export const FunctionObjectReturn: Codec<FunctionObjectReturn> = {
  write(w: Writer, m: Init<FunctionObjectReturn>): void {
    if (m.objectValueType !== undefined) w.message(10, m.objectValueType, FunctionValueTypeDefinition)
    if (m.description) w.string(18, m.description)
    if (m.formattedDescription) w.string(26, m.formattedDescription)
  },
  read(r: Reader): FunctionObjectReturn {
    const m: FunctionObjectReturn = { objectValueType: undefined, description: '', formattedDescription: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.objectValueType = r.message(FunctionValueTypeDefinition); break
        case 18: m.description = r.string(); break
        case 26: m.formattedDescription = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionObjectValueTypeDefinition {
  attributeTypes: Record<string, FunctionObjectAttributeType>
  label: string
  description: string
  formattedDescription: string
}
export const FunctionObjectValueTypeDefinition: Codec<FunctionObjectValueTypeDefinition> = {
  write(w: Writer, m: Init<FunctionObjectValueTypeDefinition>): void {
    if (m.attributeTypes !== undefined) for (const key in m.attributeTypes) {
      const value = m.attributeTypes[key]
      if (value !== undefined) w.messageEntry(10, key, value, FunctionObjectAttributeType)
    }
    if (m.label) w.string(18, m.label)
    if (m.description) w.string(26, m.description)
    if (m.formattedDescription) w.string(34, m.formattedDescription)
  },
  read(r: Reader): FunctionObjectValueTypeDefinition {
    const m: FunctionObjectValueTypeDefinition = { attributeTypes: noEntries, label: '', description: '', formattedDescription: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.attributeTypes = r.messageEntry(m.attributeTypes, FunctionObjectAttributeType); break
        case 18: m.label = r.string(); break
        case 26: m.description = r.string(); break
        case 34: m.formattedDescription = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionParameter {
  scalarParameter: FunctionScalarParameter | undefined
  listParameter: FunctionListParameter | undefined
  mapParameter: FunctionMapParameter | undefined
  objectParameter: FunctionObjectParameter | undefined
  functionTypeParameter: FunctionTypeParameter | undefined
  variadicParameter: FunctionVariadicParameter | undefined
  anyParameter: FunctionAnyParameter | undefined
}
export const FunctionParameter: Codec<FunctionParameter> = {
  write(w: Writer, m: Init<FunctionParameter>): void {
    if (m.scalarParameter !== undefined) w.message(10, m.scalarParameter, FunctionScalarParameter)
    if (m.listParameter !== undefined) w.message(18, m.listParameter, FunctionListParameter)
    if (m.mapParameter !== undefined) w.message(26, m.mapParameter, FunctionMapParameter)
    if (m.objectParameter !== undefined) w.message(34, m.objectParameter, FunctionObjectParameter)
    if (m.functionTypeParameter !== undefined) w.message(42, m.functionTypeParameter, FunctionTypeParameter)
    if (m.variadicParameter !== undefined) w.message(50, m.variadicParameter, FunctionVariadicParameter)
    if (m.anyParameter !== undefined) w.message(58, m.anyParameter, FunctionAnyParameter)
  },
  read(r: Reader): FunctionParameter {
    const m: FunctionParameter = { scalarParameter: undefined, listParameter: undefined, mapParameter: undefined, objectParameter: undefined, functionTypeParameter: undefined, variadicParameter: undefined, anyParameter: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.listParameter = m.mapParameter = m.objectParameter = m.functionTypeParameter = m.variadicParameter = m.anyParameter = undefined; m.scalarParameter = r.message(FunctionScalarParameter); break
        case 18: m.scalarParameter = m.mapParameter = m.objectParameter = m.functionTypeParameter = m.variadicParameter = m.anyParameter = undefined; m.listParameter = r.message(FunctionListParameter); break
        case 26: m.scalarParameter = m.listParameter = m.objectParameter = m.functionTypeParameter = m.variadicParameter = m.anyParameter = undefined; m.mapParameter = r.message(FunctionMapParameter); break
        case 34: m.scalarParameter = m.listParameter = m.mapParameter = m.functionTypeParameter = m.variadicParameter = m.anyParameter = undefined; m.objectParameter = r.message(FunctionObjectParameter); break
        case 42: m.scalarParameter = m.listParameter = m.mapParameter = m.objectParameter = m.variadicParameter = m.anyParameter = undefined; m.functionTypeParameter = r.message(FunctionTypeParameter); break
        case 50: m.scalarParameter = m.listParameter = m.mapParameter = m.objectParameter = m.functionTypeParameter = m.anyParameter = undefined; m.variadicParameter = r.message(FunctionVariadicParameter); break
        case 58: m.scalarParameter = m.listParameter = m.mapParameter = m.objectParameter = m.functionTypeParameter = m.variadicParameter = undefined; m.anyParameter = r.message(FunctionAnyParameter); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionReturn {
  scalarReturn: FunctionScalarReturn | undefined
  listReturn: FunctionListReturn | undefined
  mapReturn: FunctionMapReturn | undefined
  objectReturn: FunctionObjectReturn | undefined
  functionTypeReturn: FunctionTypeReturn | undefined
  anyReturn: FunctionAnyReturn | undefined
}
export const FunctionReturn: Codec<FunctionReturn> = {
  write(w: Writer, m: Init<FunctionReturn>): void {
    if (m.scalarReturn !== undefined) w.message(10, m.scalarReturn, FunctionScalarReturn)
    if (m.listReturn !== undefined) w.message(18, m.listReturn, FunctionListReturn)
    if (m.mapReturn !== undefined) w.message(26, m.mapReturn, FunctionMapReturn)
    if (m.objectReturn !== undefined) w.message(34, m.objectReturn, FunctionObjectReturn)
    if (m.functionTypeReturn !== undefined) w.message(42, m.functionTypeReturn, FunctionTypeReturn)
    if (m.anyReturn !== undefined) w.message(50, m.anyReturn, FunctionAnyReturn)
  },
  read(r: Reader): FunctionReturn {
    const m: FunctionReturn = { scalarReturn: undefined, listReturn: undefined, mapReturn: undefined, objectReturn: undefined, functionTypeReturn: undefined, anyReturn: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.listReturn = m.mapReturn = m.objectReturn = m.functionTypeReturn = m.anyReturn = undefined; m.scalarReturn = r.message(FunctionScalarReturn); break
        case 18: m.scalarReturn = m.mapReturn = m.objectReturn = m.functionTypeReturn = m.anyReturn = undefined; m.listReturn = r.message(FunctionListReturn); break
        case 26: m.scalarReturn = m.listReturn = m.objectReturn = m.functionTypeReturn = m.anyReturn = undefined; m.mapReturn = r.message(FunctionMapReturn); break
        case 34: m.scalarReturn = m.listReturn = m.mapReturn = m.functionTypeReturn = m.anyReturn = undefined; m.objectReturn = r.message(FunctionObjectReturn); break
        case 42: m.scalarReturn = m.listReturn = m.mapReturn = m.objectReturn = m.anyReturn = undefined; m.functionTypeReturn = r.message(FunctionTypeReturn); break
        case 50: m.scalarReturn = m.listReturn = m.mapReturn = m.objectReturn = m.functionTypeReturn = undefined; m.anyReturn = r.message(FunctionAnyReturn); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionRuntimeInfo {
  functionName: string
  partialArgs: google_protobuf_any.Any | undefined
  argsOffset: number
}
export const FunctionRuntimeInfo: Codec<FunctionRuntimeInfo> = {
  write(w: Writer, m: Init<FunctionRuntimeInfo>): void {
    if (m.functionName) w.string(10, m.functionName)
    if (m.partialArgs !== undefined) w.message(18, m.partialArgs, google_protobuf_any.Any)
    if (m.argsOffset) w.int32(24, m.argsOffset)
  },
  read(r: Reader): FunctionRuntimeInfo {
    const m: FunctionRuntimeInfo = { functionName: '', partialArgs: undefined, argsOffset: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.functionName = r.string(); break
        case 18: m.partialArgs = r.message(google_protobuf_any.Any); break
        case 24: m.argsOffset = r.int32(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionScalarParameter {
  name: string
  label: string
  type: FunctionValueTypeDefinition | undefined
  description: string
  formattedDescription: string
  allowNullValue: boolean
  optional: boolean
}
export const FunctionScalarParameter: Codec<FunctionScalarParameter> = {
  write(w: Writer, m: Init<FunctionScalarParameter>): void {
    if (m.name) w.string(10, m.name)
    if (m.label) w.string(18, m.label)
    if (m.type !== undefined) w.message(26, m.type, FunctionValueTypeDefinition)
    if (m.description) w.string(34, m.description)
    if (m.formattedDescription) w.string(42, m.formattedDescription)
    if (m.allowNullValue === true) w.bool(48, m.allowNullValue)
    if (m.optional === true) w.bool(56, m.optional)
  },
  read(r: Reader): FunctionScalarParameter {
    const m: FunctionScalarParameter = { name: '', label: '', type: undefined, description: '', formattedDescription: '', allowNullValue: false, optional: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.label = r.string(); break
        case 26: m.type = r.message(FunctionValueTypeDefinition); break
        case 34: m.description = r.string(); break
        case 42: m.formattedDescription = r.string(); break
        case 48: m.allowNullValue = r.bool(); break
        case 56: m.optional = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionScalarReturn {
  type: FunctionValueTypeDefinition | undefined
  description: string
  formattedDescription: string
}
export const FunctionScalarReturn: Codec<FunctionScalarReturn> = {
  write(w: Writer, m: Init<FunctionScalarReturn>): void {
    if (m.type !== undefined) w.message(10, m.type, FunctionValueTypeDefinition)
    if (m.description) w.string(18, m.description)
    if (m.formattedDescription) w.string(26, m.formattedDescription)
  },
  read(r: Reader): FunctionScalarReturn {
    const m: FunctionScalarReturn = { type: undefined, description: '', formattedDescription: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.message(FunctionValueTypeDefinition); break
        case 18: m.description = r.string(); break
        case 26: m.formattedDescription = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionScalarValueTypeDefinition {
  type: number
  label: string
  description: string
  formattedDescription: string
  stringChoices: string[]
}
export const FunctionScalarValueTypeDefinition: Codec<FunctionScalarValueTypeDefinition> = {
  write(w: Writer, m: Init<FunctionScalarValueTypeDefinition>): void {
    if (m.type) w.int32(8, m.type)
    if (m.label) w.string(18, m.label)
    if (m.description) w.string(26, m.description)
    if (m.formattedDescription) w.string(34, m.formattedDescription)
    if (m.stringChoices !== undefined) for (const item of m.stringChoices) w.string(42, item)
  },
  read(r: Reader): FunctionScalarValueTypeDefinition {
    const m: FunctionScalarValueTypeDefinition = { type: 0, label: '', description: '', formattedDescription: '', stringChoices: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.type = r.int32(); break
        case 18: m.label = r.string(); break
        case 26: m.description = r.string(); break
        case 34: m.formattedDescription = r.string(); break
        case 42: m.stringChoices = withItem(m.stringChoices, r.string()); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionTypeParameter {
  name: string
  label: string
  functionType: FunctionValueTypeDefinition | undefined
  description: string
  formattedDescription: string
  allowNullValue: boolean
  optional: boolean
}
export const FunctionTypeParameter: Codec<FunctionTypeParameter> = {
  write(w: Writer, m: Init<FunctionTypeParameter>): void {
    if (m.name) w.string(10, m.name)
    if (m.label) w.string(18, m.label)
    if (m.functionType !== undefined) w.message(26, m.functionType, FunctionValueTypeDefinition)
    if (m.description) w.string(34, m.description)
    if (m.formattedDescription) w.string(42, m.formattedDescription)
    if (m.allowNullValue === true) w.bool(48, m.allowNullValue)
    if (m.optional === true) w.bool(56, m.optional)
  },
  read(r: Reader): FunctionTypeParameter {
    const m: FunctionTypeParameter = { name: '', label: '', functionType: undefined, description: '', formattedDescription: '', allowNullValue: false, optional: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.label = r.string(); break
        case 26: m.functionType = r.message(FunctionValueTypeDefinition); break
        case 34: m.description = r.string(); break
        case 42: m.formattedDescription = r.string(); break
        case 48: m.allowNullValue = r.bool(); break
        case 56: m.optional = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionTypeReturn {
  functionType: FunctionValueTypeDefinition | undefined
  description: string
  formattedDescription: string
}
export const FunctionTypeReturn: Codec<FunctionTypeReturn> = {
  write(w: Writer, m: Init<FunctionTypeReturn>): void {
    if (m.functionType !== undefined) w.message(10, m.functionType, FunctionValueTypeDefinition)
    if (m.description) w.string(18, m.description)
    if (m.formattedDescription) w.string(26, m.formattedDescription)
  },
  read(r: Reader): FunctionTypeReturn {
    const m: FunctionTypeReturn = { functionType: undefined, description: '', formattedDescription: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.functionType = r.message(FunctionValueTypeDefinition); break
        case 18: m.description = r.string(); break
        case 26: m.formattedDescription = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionTypeValueTypeDefinition {
  functionType: FunctionDefinition | undefined
  label: string
  description: string
  formattedDescription: string
}
export const FunctionTypeValueTypeDefinition: Codec<FunctionTypeValueTypeDefinition> = {
  write(w: Writer, m: Init<FunctionTypeValueTypeDefinition>): void {
    if (m.functionType !== undefined) w.message(10, m.functionType, FunctionDefinition)
    if (m.label) w.string(18, m.label)
    if (m.description) w.string(26, m.description)
    if (m.formattedDescription) w.string(34, m.formattedDescription)
  },
  read(r: Reader): FunctionTypeValueTypeDefinition {
    const m: FunctionTypeValueTypeDefinition = { functionType: undefined, label: '', description: '', formattedDescription: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.functionType = r.message(FunctionDefinition); break
        case 18: m.label = r.string(); break
        case 26: m.description = r.string(); break
        case 34: m.formattedDescription = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionValueTypeDefinition {
  scalarValueType: FunctionScalarValueTypeDefinition | undefined
  listValueType: FunctionListValueTypeDefinition | undefined
  mapValueType: FunctionMapValueTypeDefinition | undefined
  objectValueType: FunctionObjectValueTypeDefinition | undefined
  functionValueType: FunctionTypeValueTypeDefinition | undefined
  anyValueType: FunctionAnyValueTypeDefinition | undefined
}
export const FunctionValueTypeDefinition: Codec<FunctionValueTypeDefinition> = {
  write(w: Writer, m: Init<FunctionValueTypeDefinition>): void {
    if (m.scalarValueType !== undefined) w.message(10, m.scalarValueType, FunctionScalarValueTypeDefinition)
    if (m.listValueType !== undefined) w.message(18, m.listValueType, FunctionListValueTypeDefinition)
    if (m.mapValueType !== undefined) w.message(26, m.mapValueType, FunctionMapValueTypeDefinition)
    if (m.objectValueType !== undefined) w.message(34, m.objectValueType, FunctionObjectValueTypeDefinition)
    if (m.functionValueType !== undefined) w.message(42, m.functionValueType, FunctionTypeValueTypeDefinition)
    if (m.anyValueType !== undefined) w.message(50, m.anyValueType, FunctionAnyValueTypeDefinition)
  },
  read(r: Reader): FunctionValueTypeDefinition {
    const m: FunctionValueTypeDefinition = { scalarValueType: undefined, listValueType: undefined, mapValueType: undefined, objectValueType: undefined, functionValueType: undefined, anyValueType: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.listValueType = m.mapValueType = m.objectValueType = m.functionValueType = m.anyValueType = undefined; m.scalarValueType = r.message(FunctionScalarValueTypeDefinition); break
        case 18: m.scalarValueType = m.mapValueType = m.objectValueType = m.functionValueType = m.anyValueType = undefined; m.listValueType = r.message(FunctionListValueTypeDefinition); break
        case 26: m.scalarValueType = m.listValueType = m.objectValueType = m.functionValueType = m.anyValueType = undefined; m.mapValueType = r.message(FunctionMapValueTypeDefinition); break
        case 34: m.scalarValueType = m.listValueType = m.mapValueType = m.functionValueType = m.anyValueType = undefined; m.objectValueType = r.message(FunctionObjectValueTypeDefinition); break
        case 42: m.scalarValueType = m.listValueType = m.mapValueType = m.objectValueType = m.anyValueType = undefined; m.functionValueType = r.message(FunctionTypeValueTypeDefinition); break
        case 50: m.scalarValueType = m.listValueType = m.mapValueType = m.objectValueType = m.functionValueType = undefined; m.anyValueType = r.message(FunctionAnyValueTypeDefinition); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionVariadicParameter {
  label: string
  type: FunctionValueTypeDefinition | undefined
  singleType: boolean
  description: string
  formattedDescription: string
  allowNullValue: boolean
  named: boolean
}
export const FunctionVariadicParameter: Codec<FunctionVariadicParameter> = {
  write(w: Writer, m: Init<FunctionVariadicParameter>): void {
    if (m.label) w.string(10, m.label)
    if (m.type !== undefined) w.message(18, m.type, FunctionValueTypeDefinition)
    if (m.singleType === true) w.bool(24, m.singleType)
    if (m.description) w.string(34, m.description)
    if (m.formattedDescription) w.string(42, m.formattedDescription)
    if (m.allowNullValue === true) w.bool(48, m.allowNullValue)
    if (m.named === true) w.bool(56, m.named)
  },
  read(r: Reader): FunctionVariadicParameter {
    const m: FunctionVariadicParameter = { label: '', type: undefined, singleType: false, description: '', formattedDescription: '', allowNullValue: false, named: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.label = r.string(); break
        case 18: m.type = r.message(FunctionValueTypeDefinition); break
        case 24: m.singleType = r.bool(); break
        case 34: m.description = r.string(); break
        case 42: m.formattedDescription = r.string(); break
        case 48: m.allowNullValue = r.bool(); break
        case 56: m.named = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkAnnotationDefinition {
  name: string
  label: string
  type: number
  description: string
  defaultValue: schema.ScalarValue | undefined
  allowedValues: schema.ScalarValue[]
  examples: schema.ScalarValue[]
  required: boolean
  appliesTo: number
}
export const LinkAnnotationDefinition: Codec<LinkAnnotationDefinition> = {
  write(w: Writer, m: Init<LinkAnnotationDefinition>): void {
    if (m.name) w.string(10, m.name)
    if (m.label) w.string(18, m.label)
    if (m.type) w.int32(24, m.type)
    if (m.description) w.string(34, m.description)
    if (m.defaultValue !== undefined) w.message(42, m.defaultValue, schema.ScalarValue)
    if (m.allowedValues !== undefined) for (const item of m.allowedValues) w.message(50, item, schema.ScalarValue)
    if (m.examples !== undefined) for (const item of m.examples) w.message(58, item, schema.ScalarValue)
    if (m.required === true) w.bool(64, m.required)
    if (m.appliesTo) w.int32(72, m.appliesTo)
  },
  read(r: Reader): LinkAnnotationDefinition {
    const m: LinkAnnotationDefinition = { name: '', label: '', type: 0, description: '', defaultValue: undefined, allowedValues: noItems, examples: noItems, required: false, appliesTo: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.label = r.string(); break
        case 24: m.type = r.int32(); break
        case 34: m.description = r.string(); break
        case 42: m.defaultValue = r.message(schema.ScalarValue); break
        case 50: m.allowedValues = withItem(m.allowedValues, r.message(schema.ScalarValue)); break
        case 58: m.examples = withItem(m.examples, r.message(schema.ScalarValue)); break
        case 64: m.required = r.bool(); break
        case 72: m.appliesTo = r.int32(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkAnnotationDefinitions {
  definitions: Record<string, LinkAnnotationDefinition>
}
export const LinkAnnotationDefinitions: Codec<LinkAnnotationDefinitions> = {
  write(w: Writer, m: Init<LinkAnnotationDefinitions>): void {
    if (m.definitions !== undefined) for (const key in m.definitions) {
      const value = m.definitions[key]
      if (value !== undefined) w.messageEntry(10, key, value, LinkAnnotationDefinition)
    }
  },
  read(r: Reader): LinkAnnotationDefinitions {
    const m: LinkAnnotationDefinitions = { definitions: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.definitions = r.messageEntry(m.definitions, LinkAnnotationDefinition); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkAnnotationDefinitionsResponse {
  annotationDefinitions: LinkAnnotationDefinitions | undefined
  errorResponse: ErrorResponse | undefined
}
export const LinkAnnotationDefinitionsResponse: Codec<LinkAnnotationDefinitionsResponse> = {
  write(w: Writer, m: Init<LinkAnnotationDefinitionsResponse>): void {
    if (m.annotationDefinitions !== undefined) w.message(10, m.annotationDefinitions, LinkAnnotationDefinitions)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, ErrorResponse)
  },
  read(r: Reader): LinkAnnotationDefinitionsResponse {
    const m: LinkAnnotationDefinitionsResponse = { annotationDefinitions: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.annotationDefinitions = r.message(LinkAnnotationDefinitions); break
        case 18: m.annotationDefinitions = undefined; m.errorResponse = r.message(ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkCapabilitiesInfo {
  provides: LinkCapability[]
  requires: LinkCapability[]
}
export const LinkCapabilitiesInfo: Codec<LinkCapabilitiesInfo> = {
  write(w: Writer, m: Init<LinkCapabilitiesInfo>): void {
    if (m.provides !== undefined) for (const item of m.provides) w.message(10, item, LinkCapability)
    if (m.requires !== undefined) for (const item of m.requires) w.message(18, item, LinkCapability)
  },
  read(r: Reader): LinkCapabilitiesInfo {
    const m: LinkCapabilitiesInfo = { provides: noItems, requires: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.provides = withItem(m.provides, r.message(LinkCapability)); break
        case 18: m.requires = withItem(m.requires, r.message(LinkCapability)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkCapabilitiesResponse {
  capabilitiesInfo: LinkCapabilitiesInfo | undefined
  errorResponse: ErrorResponse | undefined
}
export const LinkCapabilitiesResponse: Codec<LinkCapabilitiesResponse> = {
  write(w: Writer, m: Init<LinkCapabilitiesResponse>): void {
    if (m.capabilitiesInfo !== undefined) w.message(10, m.capabilitiesInfo, LinkCapabilitiesInfo)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, ErrorResponse)
  },
  read(r: Reader): LinkCapabilitiesResponse {
    const m: LinkCapabilitiesResponse = { capabilitiesInfo: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.capabilitiesInfo = r.message(LinkCapabilitiesInfo); break
        case 18: m.capabilitiesInfo = undefined; m.errorResponse = r.message(ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkCapability {
  name: string
  resource: number
  mustExist: boolean
}
export const LinkCapability: Codec<LinkCapability> = {
  write(w: Writer, m: Init<LinkCapability>): void {
    if (m.name) w.string(10, m.name)
    if (m.resource) w.int32(16, m.resource)
    if (m.mustExist === true) w.bool(24, m.mustExist)
  },
  read(r: Reader): LinkCapability {
    const m: LinkCapability = { name: '', resource: 0, mustExist: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 16: m.resource = r.int32(); break
        case 24: m.mustExist = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkCardinalityInfo {
  cardinalityA: LinkItemCardinality | undefined
  cardinalityB: LinkItemCardinality | undefined
}
export const LinkCardinalityInfo: Codec<LinkCardinalityInfo> = {
  write(w: Writer, m: Init<LinkCardinalityInfo>): void {
    if (m.cardinalityA !== undefined) w.message(10, m.cardinalityA, LinkItemCardinality)
    if (m.cardinalityB !== undefined) w.message(18, m.cardinalityB, LinkItemCardinality)
  },
  read(r: Reader): LinkCardinalityInfo {
    const m: LinkCardinalityInfo = { cardinalityA: undefined, cardinalityB: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.cardinalityA = r.message(LinkItemCardinality); break
        case 18: m.cardinalityB = r.message(LinkItemCardinality); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkCardinalityResponse {
  cardinalityInfo: LinkCardinalityInfo | undefined
  errorResponse: ErrorResponse | undefined
}
export const LinkCardinalityResponse: Codec<LinkCardinalityResponse> = {
  write(w: Writer, m: Init<LinkCardinalityResponse>): void {
    if (m.cardinalityInfo !== undefined) w.message(10, m.cardinalityInfo, LinkCardinalityInfo)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, ErrorResponse)
  },
  read(r: Reader): LinkCardinalityResponse {
    const m: LinkCardinalityResponse = { cardinalityInfo: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.cardinalityInfo = r.message(LinkCardinalityInfo); break
        case 18: m.cardinalityInfo = undefined; m.errorResponse = r.message(ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkChanges {
  modifiedFields: FieldChange[]
  newFields: FieldChange[]
  removedFields: string[]
  unchangedFields: string[]
  fieldChangesKnownOnDeploy: string[]
}
export const LinkChanges: Codec<LinkChanges> = {
  write(w: Writer, m: Init<LinkChanges>): void {
    if (m.modifiedFields !== undefined) for (const item of m.modifiedFields) w.message(10, item, FieldChange)
    if (m.newFields !== undefined) for (const item of m.newFields) w.message(18, item, FieldChange)
    if (m.removedFields !== undefined) for (const item of m.removedFields) w.string(26, item)
    if (m.unchangedFields !== undefined) for (const item of m.unchangedFields) w.string(34, item)
    if (m.fieldChangesKnownOnDeploy !== undefined) for (const item of m.fieldChangesKnownOnDeploy) w.string(42, item)
  },
  read(r: Reader): LinkChanges {
    const m: LinkChanges = { modifiedFields: noItems, newFields: noItems, removedFields: noItems, unchangedFields: noItems, fieldChangesKnownOnDeploy: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.modifiedFields = withItem(m.modifiedFields, r.message(FieldChange)); break
        case 18: m.newFields = withItem(m.newFields, r.message(FieldChange)); break
        case 26: m.removedFields = withItem(m.removedFields, r.string()); break
        case 34: m.unchangedFields = withItem(m.unchangedFields, r.string()); break
        case 42: m.fieldChangesKnownOnDeploy = withItem(m.fieldChangesKnownOnDeploy, r.string()); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkItemCardinality {
  min: number
  max: number
}
export const LinkItemCardinality: Codec<LinkItemCardinality> = {
  write(w: Writer, m: Init<LinkItemCardinality>): void {
    if (m.min) w.int32(8, m.min)
    if (m.max) w.int32(16, m.max)
  },
  read(r: Reader): LinkItemCardinality {
    const m: LinkItemCardinality = { min: 0, max: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.min = r.int32(); break
        case 16: m.max = r.int32(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ProvenanceState {
  provisionedBy: string
  deployEngineVersion: string
  providerPluginId: string
  providerPluginVersion: string
  provisionedAt: number | bigint
}
export const ProvenanceState: Codec<ProvenanceState> = {
  write(w: Writer, m: Init<ProvenanceState>): void {
    if (m.provisionedBy) w.string(10, m.provisionedBy)
    if (m.deployEngineVersion) w.string(18, m.deployEngineVersion)
    if (m.providerPluginId) w.string(26, m.providerPluginId)
    if (m.providerPluginVersion) w.string(34, m.providerPluginVersion)
    if (m.provisionedAt) w.int64(40, m.provisionedAt)
  },
  read(r: Reader): ProvenanceState {
    const m: ProvenanceState = { provisionedBy: '', deployEngineVersion: '', providerPluginId: '', providerPluginVersion: '', provisionedAt: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.provisionedBy = r.string(); break
        case 18: m.deployEngineVersion = r.string(); break
        case 26: m.providerPluginId = r.string(); break
        case 34: m.providerPluginVersion = r.string(); break
        case 40: m.provisionedAt = r.int64(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ProviderContext {
  providerConfigVariables: Record<string, schema.ScalarValue>
  contextVariables: Record<string, schema.ScalarValue>
  taggingConfig: TaggingConfig | undefined
}
export const ProviderContext: Codec<ProviderContext> = remembering({
  write(w: Writer, m: Init<ProviderContext>): void {
    if (m.providerConfigVariables !== undefined) for (const key in m.providerConfigVariables) {
      const value = m.providerConfigVariables[key]
      if (value !== undefined) w.messageEntry(10, key, value, schema.ScalarValue)
    }
    if (m.contextVariables !== undefined) for (const key in m.contextVariables) {
      const value = m.contextVariables[key]
      if (value !== undefined) w.messageEntry(18, key, value, schema.ScalarValue)
    }
    if (m.taggingConfig !== undefined) w.message(26, m.taggingConfig, TaggingConfig)
  },
  read(r: Reader): ProviderContext {
    const m: ProviderContext = { providerConfigVariables: noEntries, contextVariables: noEntries, taggingConfig: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.providerConfigVariables = r.messageEntry(m.providerConfigVariables, schema.ScalarValue); break
        case 18: m.contextVariables = r.messageEntry(m.contextVariables, schema.ScalarValue); break
        case 26: m.taggingConfig = r.message(TaggingConfig); break
        default: r.skip(tag)
      }
    }
    return m
  },
})

export interface ResolvedResource {
  type: ResourceType | undefined
  description: schema.MappingNode | undefined
  metadata: ResolvedResourceMetadata | undefined
  condition: ResolvedResourceCondition | undefined
  linkSelector: schema.LinkSelector | undefined
  spec: schema.MappingNode | undefined
}
export const ResolvedResource: Codec<ResolvedResource> = {
  write(w: Writer, m: Init<ResolvedResource>): void {
    if (m.type !== undefined) w.message(10, m.type, ResourceType)
    if (m.description !== undefined) w.message(18, m.description, schema.MappingNode)
    if (m.metadata !== undefined) w.message(26, m.metadata, ResolvedResourceMetadata)
    if (m.condition !== undefined) w.message(34, m.condition, ResolvedResourceCondition)
    if (m.linkSelector !== undefined) w.message(42, m.linkSelector, schema.LinkSelector)
    if (m.spec !== undefined) w.message(50, m.spec, schema.MappingNode)
  },
  read(r: Reader): ResolvedResource {
    const m: ResolvedResource = { type: undefined, description: undefined, metadata: undefined, condition: undefined, linkSelector: undefined, spec: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.message(ResourceType); break
        case 18: m.description = r.message(schema.MappingNode); break
        case 26: m.metadata = r.message(ResolvedResourceMetadata); break
        case 34: m.condition = r.message(ResolvedResourceCondition); break
        case 42: m.linkSelector = r.message(schema.LinkSelector); break
        case 50: m.spec = r.message(schema.MappingNode); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResolvedResourceCondition {
  and: ResolvedResourceCondition[]
  or: ResolvedResourceCondition[]
  not: ResolvedResourceCondition | undefined
  stringValue: schema.MappingNode | undefined
}
export const ResolvedResourceCondition: Codec<ResolvedResourceCondition> = {
  write(w: Writer, m: Init<ResolvedResourceCondition>): void {
    if (m.and !== undefined) for (const item of m.and) w.message(10, item, ResolvedResourceCondition)
    if (m.or !== undefined) for (const item of m.or) w.message(18, item, ResolvedResourceCondition)
    if (m.not !== undefined) w.message(26, m.not, ResolvedResourceCondition)
    if (m.stringValue !== undefined) w.message(34, m.stringValue, schema.MappingNode)
  },
  read(r: Reader): ResolvedResourceCondition {
    const m: ResolvedResourceCondition = { and: noItems, or: noItems, not: undefined, stringValue: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.and = withItem(m.and, r.message(ResolvedResourceCondition)); break
        case 18: m.or = withItem(m.or, r.message(ResolvedResourceCondition)); break
        case 26: m.not = r.message(ResolvedResourceCondition); break
        case 34: m.stringValue = r.message(schema.MappingNode); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResolvedResourceMetadata {
  displayName: schema.MappingNode | undefined
  annotations: schema.MappingNode | undefined
  labels: Record<string, string>
  custom: schema.MappingNode | undefined
}
export const ResolvedResourceMetadata: Codec<ResolvedResourceMetadata> = {
  write(w: Writer, m: Init<ResolvedResourceMetadata>): void {
    if (m.displayName !== undefined) w.message(10, m.displayName, schema.MappingNode)
    if (m.annotations !== undefined) w.message(18, m.annotations, schema.MappingNode)
    if (m.labels !== undefined) for (const key in m.labels) {
      const value = m.labels[key]
      if (value !== undefined) w.stringEntry(26, key, value)
    }
    if (m.custom !== undefined) w.message(34, m.custom, schema.MappingNode)
  },
  read(r: Reader): ResolvedResourceMetadata {
    const m: ResolvedResourceMetadata = { displayName: undefined, annotations: undefined, labels: noEntries, custom: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.displayName = r.message(schema.MappingNode); break
        case 18: m.annotations = r.message(schema.MappingNode); break
        case 26: m.labels = r.stringEntry(m.labels); break
        case 34: m.custom = r.message(schema.MappingNode); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceCommonTerminalInfo {
  isCommonTerminal: boolean
}
export const ResourceCommonTerminalInfo: Codec<ResourceCommonTerminalInfo> = {
  write(w: Writer, m: Init<ResourceCommonTerminalInfo>): void {
    if (m.isCommonTerminal === true) w.bool(8, m.isCommonTerminal)
  },
  read(r: Reader): ResourceCommonTerminalInfo {
    const m: ResourceCommonTerminalInfo = { isCommonTerminal: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.isCommonTerminal = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceCompletionDurations {
  configCompleteDuration: google_protobuf_wrappers.DoubleValue | undefined
  totalDuration: google_protobuf_wrappers.DoubleValue | undefined
  attemptDurations: number[]
}
export const ResourceCompletionDurations: Codec<ResourceCompletionDurations> = {
  write(w: Writer, m: Init<ResourceCompletionDurations>): void {
    if (m.configCompleteDuration !== undefined) w.message(10, m.configCompleteDuration, google_protobuf_wrappers.DoubleValue)
    if (m.totalDuration !== undefined) w.message(18, m.totalDuration, google_protobuf_wrappers.DoubleValue)
    if (m.attemptDurations !== undefined) for (const item of m.attemptDurations) w.double(25, item)
  },
  read(r: Reader): ResourceCompletionDurations {
    const m: ResourceCompletionDurations = { configCompleteDuration: undefined, totalDuration: undefined, attemptDurations: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.configCompleteDuration = r.message(google_protobuf_wrappers.DoubleValue); break
        case 18: m.totalDuration = r.message(google_protobuf_wrappers.DoubleValue); break
        case 25: m.attemptDurations = withItem(m.attemptDurations, r.double()); break
        case 26: r.packed(() => { m.attemptDurations = withItem(m.attemptDurations, r.double()) }); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceDefinitionsSchema {
  type: string
  label: string
  description: string
  formattedDescription: string
  attributes: Record<string, ResourceDefinitionsSchema>
  items: ResourceDefinitionsSchema | undefined
  mapValues: ResourceDefinitionsSchema | undefined
  oneOf: ResourceDefinitionsSchema[]
  required: string[]
  nullable: boolean
  defaultValue: schema.MappingNode | undefined
  examples: schema.MappingNode[]
  computed: boolean
  mustRecreate: boolean
  sensitive: boolean
  ignoreDrift: boolean
  trackDrift: boolean
  sortArrayByField: string
  allowedValues: schema.MappingNode[]
  minimum: schema.ScalarValue | undefined
  maximum: schema.ScalarValue | undefined
  minLength: number
  maxLength: number
  pattern: string
  activatesLinkOnReference: boolean
  computedWhenOmitted: boolean
  slipwayLoses: string
}
export const ResourceDefinitionsSchema: Codec<ResourceDefinitionsSchema> = {
  write(w: Writer, m: Init<ResourceDefinitionsSchema>): void {
    if (m.type) w.string(10, m.type)
    if (m.label) w.string(18, m.label)
    if (m.description) w.string(26, m.description)
    if (m.formattedDescription) w.string(34, m.formattedDescription)
    if (m.attributes !== undefined) for (const key in m.attributes) {
      const value = m.attributes[key]
      if (value !== undefined) w.messageEntry(42, key, value, ResourceDefinitionsSchema)
    }
    if (m.items !== undefined) w.message(50, m.items, ResourceDefinitionsSchema)
    if (m.mapValues !== undefined) w.message(58, m.mapValues, ResourceDefinitionsSchema)
    if (m.oneOf !== undefined) for (const item of m.oneOf) w.message(66, item, ResourceDefinitionsSchema)
    if (m.required !== undefined) for (const item of m.required) w.string(74, item)
    if (m.nullable === true) w.bool(80, m.nullable)
    if (m.defaultValue !== undefined) w.message(90, m.defaultValue, schema.MappingNode)
    if (m.examples !== undefined) for (const item of m.examples) w.message(98, item, schema.MappingNode)
    if (m.computed === true) w.bool(104, m.computed)
    if (m.mustRecreate === true) w.bool(112, m.mustRecreate)
    if (m.sensitive === true) w.bool(120, m.sensitive)
    if (m.ignoreDrift === true) w.bool(128, m.ignoreDrift)
    if (m.trackDrift === true) w.bool(136, m.trackDrift)
    if (m.sortArrayByField) w.string(146, m.sortArrayByField)
    if (m.allowedValues !== undefined) for (const item of m.allowedValues) w.message(154, item, schema.MappingNode)
    if (m.minimum !== undefined) w.message(162, m.minimum, schema.ScalarValue)
    if (m.maximum !== undefined) w.message(170, m.maximum, schema.ScalarValue)
    if (m.minLength) w.int32(176, m.minLength)
    if (m.maxLength) w.int32(184, m.maxLength)
    if (m.pattern) w.string(194, m.pattern)
    if (m.activatesLinkOnReference === true) w.bool(200, m.activatesLinkOnReference)
    if (m.computedWhenOmitted === true) w.bool(208, m.computedWhenOmitted)
    if (m.slipwayLoses) w.string(80010, m.slipwayLoses)
  },
  read(r: Reader): ResourceDefinitionsSchema {
    const m: ResourceDefinitionsSchema = { type: '', label: '', description: '', formattedDescription: '', attributes: noEntries, items: undefined, mapValues: undefined, oneOf: noItems, required: noItems, nullable: false, defaultValue: undefined, examples: noItems, computed: false, mustRecreate: false, sensitive: false, ignoreDrift: false, trackDrift: false, sortArrayByField: '', allowedValues: noItems, minimum: undefined, maximum: undefined, minLength: 0, maxLength: 0, pattern: '', activatesLinkOnReference: false, computedWhenOmitted: false, slipwayLoses: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        case 18: m.label = r.string(); break
        case 26: m.description = r.string(); break
        case 34: m.formattedDescription = r.string(); break
        case 42: m.attributes = r.messageEntry(m.attributes, ResourceDefinitionsSchema); break
        case 50: m.items = r.message(ResourceDefinitionsSchema); break
        case 58: m.mapValues = r.message(ResourceDefinitionsSchema); break
        case 66: m.oneOf = withItem(m.oneOf, r.message(ResourceDefinitionsSchema)); break
        case 74: m.required = withItem(m.required, r.string()); break
        case 80: m.nullable = r.bool(); break
        case 90: m.defaultValue = r.message(schema.MappingNode); break
        case 98: m.examples = withItem(m.examples, r.message(schema.MappingNode)); break
        case 104: m.computed = r.bool(); break
        case 112: m.mustRecreate = r.bool(); break
        case 120: m.sensitive = r.bool(); break
        case 128: m.ignoreDrift = r.bool(); break
        case 136: m.trackDrift = r.bool(); break
        case 146: m.sortArrayByField = r.string(); break
        case 154: m.allowedValues = withItem(m.allowedValues, r.message(schema.MappingNode)); break
        case 162: m.minimum = r.message(schema.ScalarValue); break
        case 170: m.maximum = r.message(schema.ScalarValue); break
        case 176: m.minLength = r.int32(); break
        case 184: m.maxLength = r.int32(); break
        case 194: m.pattern = r.string(); break
        case 200: m.activatesLinkOnReference = r.bool(); break
        case 208: m.computedWhenOmitted = r.bool(); break
        case 80010: m.slipwayLoses = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceHasStabilisedRequest {
  resourceType: ResourceType | undefined
  hostId: string
  instanceId: string
  instanceName: string
  resourceId: string
  resourceSpec: schema.MappingNode | undefined
  resourceMetadata: ResourceMetadataState | undefined
  context: ProviderContext | undefined
  slipwayResourceName: string
}
export const ResourceHasStabilisedRequest: Codec<ResourceHasStabilisedRequest> = {
  write(w: Writer, m: Init<ResourceHasStabilisedRequest>): void {
    if (m.resourceType !== undefined) w.message(10, m.resourceType, ResourceType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.instanceId) w.string(26, m.instanceId)
    if (m.instanceName) w.string(34, m.instanceName)
    if (m.resourceId) w.string(42, m.resourceId)
    if (m.resourceSpec !== undefined) w.message(50, m.resourceSpec, schema.MappingNode)
    if (m.resourceMetadata !== undefined) w.message(58, m.resourceMetadata, ResourceMetadataState)
    if (m.context !== undefined) w.message(66, m.context, ProviderContext)
    if (m.slipwayResourceName) w.string(80010, m.slipwayResourceName)
  },
  read(r: Reader): ResourceHasStabilisedRequest {
    const m: ResourceHasStabilisedRequest = { resourceType: undefined, hostId: '', instanceId: '', instanceName: '', resourceId: '', resourceSpec: undefined, resourceMetadata: undefined, context: undefined, slipwayResourceName: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resourceType = r.message(ResourceType); break
        case 18: m.hostId = r.string(); break
        case 26: m.instanceId = r.string(); break
        case 34: m.instanceName = r.string(); break
        case 42: m.resourceId = r.string(); break
        case 50: m.resourceSpec = r.message(schema.MappingNode); break
        case 58: m.resourceMetadata = r.message(ResourceMetadataState); break
        case 66: m.context = r.message(ProviderContext); break
        case 80010: m.slipwayResourceName = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceHasStabilisedResponse {
  resourceStabilisationInfo: ResourceStabilisationInfo | undefined
  errorResponse: ErrorResponse | undefined
}
export const ResourceHasStabilisedResponse: Codec<ResourceHasStabilisedResponse> = {
  write(w: Writer, m: Init<ResourceHasStabilisedResponse>): void {
    if (m.resourceStabilisationInfo !== undefined) w.message(10, m.resourceStabilisationInfo, ResourceStabilisationInfo)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, ErrorResponse)
  },
  read(r: Reader): ResourceHasStabilisedResponse {
    const m: ResourceHasStabilisedResponse = { resourceStabilisationInfo: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.resourceStabilisationInfo = r.message(ResourceStabilisationInfo); break
        case 18: m.resourceStabilisationInfo = undefined; m.errorResponse = r.message(ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceInfo {
  resourceId: string
  resourceName: string
  instanceId: string
  currentResourceState: ResourceState | undefined
  resourceWithResolvedSubs: ResolvedResource | undefined
}
export const ResourceInfo: Codec<ResourceInfo> = {
  write(w: Writer, m: Init<ResourceInfo>): void {
    if (m.resourceId) w.string(10, m.resourceId)
    if (m.resourceName) w.string(18, m.resourceName)
    if (m.instanceId) w.string(26, m.instanceId)
    if (m.currentResourceState !== undefined) w.message(34, m.currentResourceState, ResourceState)
    if (m.resourceWithResolvedSubs !== undefined) w.message(42, m.resourceWithResolvedSubs, ResolvedResource)
  },
  read(r: Reader): ResourceInfo {
    const m: ResourceInfo = { resourceId: '', resourceName: '', instanceId: '', currentResourceState: undefined, resourceWithResolvedSubs: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resourceId = r.string(); break
        case 18: m.resourceName = r.string(); break
        case 26: m.instanceId = r.string(); break
        case 34: m.currentResourceState = r.message(ResourceState); break
        case 42: m.resourceWithResolvedSubs = r.message(ResolvedResource); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceMetadataState {
  displayName: string
  annotations: Record<string, schema.MappingNode>
  labels: Record<string, string>
  custom: schema.MappingNode | undefined
}
export const ResourceMetadataState: Codec<ResourceMetadataState> = {
  write(w: Writer, m: Init<ResourceMetadataState>): void {
    if (m.displayName) w.string(10, m.displayName)
    if (m.annotations !== undefined) for (const key in m.annotations) {
      const value = m.annotations[key]
      if (value !== undefined) w.messageEntry(18, key, value, schema.MappingNode)
    }
    if (m.labels !== undefined) for (const key in m.labels) {
      const value = m.labels[key]
      if (value !== undefined) w.stringEntry(26, key, value)
    }
    if (m.custom !== undefined) w.message(34, m.custom, schema.MappingNode)
  },
  read(r: Reader): ResourceMetadataState {
    const m: ResourceMetadataState = { displayName: '', annotations: noEntries, labels: noEntries, custom: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.displayName = r.string(); break
        case 18: m.annotations = r.messageEntry(m.annotations, schema.MappingNode); break
        case 26: m.labels = r.stringEntry(m.labels); break
        case 34: m.custom = r.message(schema.MappingNode); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceSpecDefinition {
  schema: ResourceDefinitionsSchema | undefined
  idField: string
  destroyBeforeCreate: boolean
  taggingSupport: number
  slipwaySettlement: string
  slipwayIdentity: SlipwayIdentity | undefined
  slipwaySettlesWithinMs: number | bigint | undefined
  slipwayReplacementBy: string
  slipwaySchemaVersion: number | bigint
  slipwayLiesInFolder: boolean
  slipwayUnstable: SlipwayUnstable | undefined
  slipwayImportedBy: string
}
export const ResourceSpecDefinition: Codec<ResourceSpecDefinition> = {
  write(w: Writer, m: Init<ResourceSpecDefinition>): void {
    if (m.schema !== undefined) w.message(10, m.schema, ResourceDefinitionsSchema)
    if (m.idField) w.string(18, m.idField)
    if (m.destroyBeforeCreate === true) w.bool(24, m.destroyBeforeCreate)
    if (m.taggingSupport) w.int32(32, m.taggingSupport)
    if (m.slipwaySettlement) w.string(80010, m.slipwaySettlement)
    if (m.slipwayIdentity !== undefined) w.message(80018, m.slipwayIdentity, SlipwayIdentity)
    if (m.slipwaySettlesWithinMs !== undefined) w.int64(80024, m.slipwaySettlesWithinMs)
    if (m.slipwayReplacementBy) w.string(80034, m.slipwayReplacementBy)
    if (m.slipwaySchemaVersion) w.int64(80040, m.slipwaySchemaVersion)
    if (m.slipwayLiesInFolder === true) w.bool(80048, m.slipwayLiesInFolder)
    if (m.slipwayUnstable !== undefined) w.message(80058, m.slipwayUnstable, SlipwayUnstable)
    if (m.slipwayImportedBy) w.string(80066, m.slipwayImportedBy)
  },
  read(r: Reader): ResourceSpecDefinition {
    const m: ResourceSpecDefinition = { schema: undefined, idField: '', destroyBeforeCreate: false, taggingSupport: 0, slipwaySettlement: '', slipwayIdentity: undefined, slipwaySettlesWithinMs: undefined, slipwayReplacementBy: '', slipwaySchemaVersion: 0, slipwayLiesInFolder: false, slipwayUnstable: undefined, slipwayImportedBy: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.schema = r.message(ResourceDefinitionsSchema); break
        case 18: m.idField = r.string(); break
        case 24: m.destroyBeforeCreate = r.bool(); break
        case 32: m.taggingSupport = r.int32(); break
        case 80010: m.slipwaySettlement = r.string(); break
        case 80018: m.slipwayIdentity = r.message(SlipwayIdentity); break
        case 80024: m.slipwaySettlesWithinMs = r.int64(); break
        case 80034: m.slipwayReplacementBy = r.string(); break
        case 80040: m.slipwaySchemaVersion = r.int64(); break
        case 80048: m.slipwayLiesInFolder = r.bool(); break
        case 80058: m.slipwayUnstable = r.message(SlipwayUnstable); break
        case 80066: m.slipwayImportedBy = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceStabilisationInfo {
  stabilised: boolean
  computedFieldValues: Record<string, schema.MappingNode>
}
export const ResourceStabilisationInfo: Codec<ResourceStabilisationInfo> = {
  write(w: Writer, m: Init<ResourceStabilisationInfo>): void {
    if (m.stabilised === true) w.bool(8, m.stabilised)
    if (m.computedFieldValues !== undefined) for (const key in m.computedFieldValues) {
      const value = m.computedFieldValues[key]
      if (value !== undefined) w.messageEntry(18, key, value, schema.MappingNode)
    }
  },
  read(r: Reader): ResourceStabilisationInfo {
    const m: ResourceStabilisationInfo = { stabilised: false, computedFieldValues: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.stabilised = r.bool(); break
        case 18: m.computedFieldValues = r.messageEntry(m.computedFieldValues, schema.MappingNode); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceState {
  id: string
  name: string
  type: string
  templateName: string
  instanceId: string
  status: number
  preciseStatus: number
  lastStatusUpdateTimestamp: number | bigint
  lastDeployedTimestamp: number | bigint
  lastDeployAttemptTimestamp: number | bigint
  specData: schema.MappingNode | undefined
  description: string
  metadata: ResourceMetadataState | undefined
  dependsOnResources: string[]
  dependsOnChildren: string[]
  failureReasons: string[]
  drifted: boolean
  lastDriftDetectedTimestamp: google_protobuf_wrappers.Int64Value | undefined
  durations: ResourceCompletionDurations | undefined
  systemMetadata: SystemMetadataState | undefined
}
export const ResourceState: Codec<ResourceState> = {
  write(w: Writer, m: Init<ResourceState>): void {
    if (m.id) w.string(10, m.id)
    if (m.name) w.string(18, m.name)
    if (m.type) w.string(26, m.type)
    if (m.templateName) w.string(34, m.templateName)
    if (m.instanceId) w.string(42, m.instanceId)
    if (m.status) w.int32(48, m.status)
    if (m.preciseStatus) w.int32(56, m.preciseStatus)
    if (m.lastStatusUpdateTimestamp) w.int64(64, m.lastStatusUpdateTimestamp)
    if (m.lastDeployedTimestamp) w.int64(72, m.lastDeployedTimestamp)
    if (m.lastDeployAttemptTimestamp) w.int64(80, m.lastDeployAttemptTimestamp)
    if (m.specData !== undefined) w.message(90, m.specData, schema.MappingNode)
    if (m.description) w.string(98, m.description)
    if (m.metadata !== undefined) w.message(106, m.metadata, ResourceMetadataState)
    if (m.dependsOnResources !== undefined) for (const item of m.dependsOnResources) w.string(114, item)
    if (m.dependsOnChildren !== undefined) for (const item of m.dependsOnChildren) w.string(122, item)
    if (m.failureReasons !== undefined) for (const item of m.failureReasons) w.string(130, item)
    if (m.drifted === true) w.bool(136, m.drifted)
    if (m.lastDriftDetectedTimestamp !== undefined) w.message(146, m.lastDriftDetectedTimestamp, google_protobuf_wrappers.Int64Value)
    if (m.durations !== undefined) w.message(154, m.durations, ResourceCompletionDurations)
    if (m.systemMetadata !== undefined) w.message(162, m.systemMetadata, SystemMetadataState)
  },
  read(r: Reader): ResourceState {
    const m: ResourceState = { id: '', name: '', type: '', templateName: '', instanceId: '', status: 0, preciseStatus: 0, lastStatusUpdateTimestamp: 0, lastDeployedTimestamp: 0, lastDeployAttemptTimestamp: 0, specData: undefined, description: '', metadata: undefined, dependsOnResources: noItems, dependsOnChildren: noItems, failureReasons: noItems, drifted: false, lastDriftDetectedTimestamp: undefined, durations: undefined, systemMetadata: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.id = r.string(); break
        case 18: m.name = r.string(); break
        case 26: m.type = r.string(); break
        case 34: m.templateName = r.string(); break
        case 42: m.instanceId = r.string(); break
        case 48: m.status = r.int32(); break
        case 56: m.preciseStatus = r.int32(); break
        case 64: m.lastStatusUpdateTimestamp = r.int64(); break
        case 72: m.lastDeployedTimestamp = r.int64(); break
        case 80: m.lastDeployAttemptTimestamp = r.int64(); break
        case 90: m.specData = r.message(schema.MappingNode); break
        case 98: m.description = r.string(); break
        case 106: m.metadata = r.message(ResourceMetadataState); break
        case 114: m.dependsOnResources = withItem(m.dependsOnResources, r.string()); break
        case 122: m.dependsOnChildren = withItem(m.dependsOnChildren, r.string()); break
        case 130: m.failureReasons = withItem(m.failureReasons, r.string()); break
        case 136: m.drifted = r.bool(); break
        case 146: m.lastDriftDetectedTimestamp = r.message(google_protobuf_wrappers.Int64Value); break
        case 154: m.durations = r.message(ResourceCompletionDurations); break
        case 162: m.systemMetadata = r.message(SystemMetadataState); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceType {
  type: string
}
export const ResourceType: Codec<ResourceType> = {
  write(w: Writer, m: Init<ResourceType>): void {
    if (m.type) w.string(10, m.type)
  },
  read(r: Reader): ResourceType {
    const m: ResourceType = { type: '' }
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

export interface ResourceTypeInfo {
  type: ResourceType | undefined
  label: string
}
export const ResourceTypeInfo: Codec<ResourceTypeInfo> = {
  write(w: Writer, m: Init<ResourceTypeInfo>): void {
    if (m.type !== undefined) w.message(10, m.type, ResourceType)
    if (m.label) w.string(18, m.label)
  },
  read(r: Reader): ResourceTypeInfo {
    const m: ResourceTypeInfo = { type: undefined, label: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.message(ResourceType); break
        case 18: m.label = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceTypeResponse {
  resourceTypeInfo: ResourceTypeInfo | undefined
  errorResponse: ErrorResponse | undefined
}
export const ResourceTypeResponse: Codec<ResourceTypeResponse> = {
  write(w: Writer, m: Init<ResourceTypeResponse>): void {
    if (m.resourceTypeInfo !== undefined) w.message(10, m.resourceTypeInfo, ResourceTypeInfo)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, ErrorResponse)
  },
  read(r: Reader): ResourceTypeResponse {
    const m: ResourceTypeResponse = { resourceTypeInfo: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.resourceTypeInfo = r.message(ResourceTypeInfo); break
        case 18: m.resourceTypeInfo = undefined; m.errorResponse = r.message(ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SlipwayIdentity {
  fields: string[]
  scope: string
}
export const SlipwayIdentity: Codec<SlipwayIdentity> = {
  write(w: Writer, m: Init<SlipwayIdentity>): void {
    if (m.fields !== undefined) for (const item of m.fields) w.string(10, item)
    if (m.scope) w.string(18, m.scope)
  },
  read(r: Reader): SlipwayIdentity {
    const m: SlipwayIdentity = { fields: noItems, scope: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.fields = withItem(m.fields, r.string()); break
        case 18: m.scope = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SlipwayUnstable {
  fields: string[]
}
export const SlipwayUnstable: Codec<SlipwayUnstable> = {
  write(w: Writer, m: Init<SlipwayUnstable>): void {
    if (m.fields !== undefined) for (const item of m.fields) w.string(10, item)
  },
  read(r: Reader): SlipwayUnstable {
    const m: SlipwayUnstable = { fields: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.fields = withItem(m.fields, r.string()); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SourceMeta {
  startPosition: SourcePosition | undefined
  endPosition: SourcePosition | undefined
}
export const SourceMeta: Codec<SourceMeta> = {
  write(w: Writer, m: Init<SourceMeta>): void {
    if (m.startPosition !== undefined) w.message(10, m.startPosition, SourcePosition)
    if (m.endPosition !== undefined) w.message(18, m.endPosition, SourcePosition)
  },
  read(r: Reader): SourceMeta {
    const m: SourceMeta = { startPosition: undefined, endPosition: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.startPosition = r.message(SourcePosition); break
        case 18: m.endPosition = r.message(SourcePosition); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SourcePosition {
  line: number | bigint
  column: number | bigint
}
export const SourcePosition: Codec<SourcePosition> = {
  write(w: Writer, m: Init<SourcePosition>): void {
    if (m.line) w.int64(8, m.line)
    if (m.column) w.int64(16, m.column)
  },
  read(r: Reader): SourcePosition {
    const m: SourcePosition = { line: 0, column: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.line = r.int64(); break
        case 16: m.column = r.int64(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SystemMetadataState {
  provenance: ProvenanceState | undefined
}
export const SystemMetadataState: Codec<SystemMetadataState> = {
  write(w: Writer, m: Init<SystemMetadataState>): void {
    if (m.provenance !== undefined) w.message(10, m.provenance, ProvenanceState)
  },
  read(r: Reader): SystemMetadataState {
    const m: SystemMetadataState = { provenance: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.provenance = r.message(ProvenanceState); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface TaggingConfig {
  prefix: string
  deployEngineVersion: string
  providerPluginId: string
  providerPluginVersion: string
  enabled: boolean
}
export const TaggingConfig: Codec<TaggingConfig> = {
  write(w: Writer, m: Init<TaggingConfig>): void {
    if (m.prefix) w.string(10, m.prefix)
    if (m.deployEngineVersion) w.string(18, m.deployEngineVersion)
    if (m.providerPluginId) w.string(26, m.providerPluginId)
    if (m.providerPluginVersion) w.string(34, m.providerPluginVersion)
    if (m.enabled === true) w.bool(40, m.enabled)
  },
  read(r: Reader): TaggingConfig {
    const m: TaggingConfig = { prefix: '', deployEngineVersion: '', providerPluginId: '', providerPluginVersion: '', enabled: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.prefix = r.string(); break
        case 18: m.deployEngineVersion = r.string(); break
        case 26: m.providerPluginId = r.string(); break
        case 34: m.providerPluginVersion = r.string(); break
        case 40: m.enabled = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface TypeDescription {
  markdownDescription: string
  plainTextDescription: string
  markdownSummary: string
  plainTextSummary: string
}
export const TypeDescription: Codec<TypeDescription> = {
  write(w: Writer, m: Init<TypeDescription>): void {
    if (m.markdownDescription) w.string(10, m.markdownDescription)
    if (m.plainTextDescription) w.string(18, m.plainTextDescription)
    if (m.markdownSummary) w.string(26, m.markdownSummary)
    if (m.plainTextSummary) w.string(34, m.plainTextSummary)
  },
  read(r: Reader): TypeDescription {
    const m: TypeDescription = { markdownDescription: '', plainTextDescription: '', markdownSummary: '', plainTextSummary: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.markdownDescription = r.string(); break
        case 18: m.plainTextDescription = r.string(); break
        case 26: m.markdownSummary = r.string(); break
        case 34: m.plainTextSummary = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface TypeDescriptionResponse {
  description: TypeDescription | undefined
  errorResponse: ErrorResponse | undefined
}
export const TypeDescriptionResponse: Codec<TypeDescriptionResponse> = {
  write(w: Writer, m: Init<TypeDescriptionResponse>): void {
    if (m.description !== undefined) w.message(10, m.description, TypeDescription)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, ErrorResponse)
  },
  read(r: Reader): TypeDescriptionResponse {
    const m: TypeDescriptionResponse = { description: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.description = r.message(TypeDescription); break
        case 18: m.description = undefined; m.errorResponse = r.message(ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}
