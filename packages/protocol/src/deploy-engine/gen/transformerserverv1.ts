// Generated from transformerserverv1.proto by tools/gen.ts. Do not edit.
import * as schema from './schema.ts'
import * as sharedtypesv1 from './sharedtypesv1.ts'
import type { Codec, Init, Method } from '../../wire/codec/message.ts'
import { noEntries, noItems, withItem } from '../../wire/codec/nothing.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export interface AbstractLinkType {
  linkType: string
}
export const AbstractLinkType: Codec<AbstractLinkType> = {
  write(w: Writer, m: Init<AbstractLinkType>): void {
    if (m.linkType) w.string(10, m.linkType)
  },
  read(r: Reader): AbstractLinkType {
    const m: AbstractLinkType = { linkType: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.linkType = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface AbstractLinkTypes {
  linkTypes: string[]
}
export const AbstractLinkTypes: Codec<AbstractLinkTypes> = {
  write(w: Writer, m: Init<AbstractLinkTypes>): void {
    if (m.linkTypes !== undefined) for (const item of m.linkTypes) w.string(10, item)
  },
  read(r: Reader): AbstractLinkTypes {
    const m: AbstractLinkTypes = { linkTypes: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.linkTypes = withItem(m.linkTypes, r.string()); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface AbstractLinkTypesResponse {
  linkTypes: AbstractLinkTypes | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const AbstractLinkTypesResponse: Codec<AbstractLinkTypesResponse> = {
  write(w: Writer, m: Init<AbstractLinkTypesResponse>): void {
    if (m.linkTypes !== undefined) w.message(10, m.linkTypes, AbstractLinkTypes)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): AbstractLinkTypesResponse {
    const m: AbstractLinkTypesResponse = { linkTypes: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.linkTypes = r.message(AbstractLinkTypes); break
        case 18: m.linkTypes = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface AbstractResourceRequest {
  abstractResourceType: sharedtypesv1.ResourceType | undefined
  hostId: string
  context: TransformerContext | undefined
}
export const AbstractResourceRequest: Codec<AbstractResourceRequest> = {
  write(w: Writer, m: Init<AbstractResourceRequest>): void {
    if (m.abstractResourceType !== undefined) w.message(10, m.abstractResourceType, sharedtypesv1.ResourceType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.context !== undefined) w.message(26, m.context, TransformerContext)
  },
  read(r: Reader): AbstractResourceRequest {
    const m: AbstractResourceRequest = { abstractResourceType: undefined, hostId: '', context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.abstractResourceType = r.message(sharedtypesv1.ResourceType); break
        case 18: m.hostId = r.string(); break
        case 26: m.context = r.message(TransformerContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface AbstractResourceSpecDefinitionResponse {
  specDefinition: sharedtypesv1.ResourceSpecDefinition | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const AbstractResourceSpecDefinitionResponse: Codec<AbstractResourceSpecDefinitionResponse> = {
  write(w: Writer, m: Init<AbstractResourceSpecDefinitionResponse>): void {
    if (m.specDefinition !== undefined) w.message(10, m.specDefinition, sharedtypesv1.ResourceSpecDefinition)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): AbstractResourceSpecDefinitionResponse {
    const m: AbstractResourceSpecDefinitionResponse = { specDefinition: undefined, errorResponse: undefined }
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

export interface AbstractResourceTypes {
  resourceTypes: sharedtypesv1.ResourceType[]
}
export const AbstractResourceTypes: Codec<AbstractResourceTypes> = {
  write(w: Writer, m: Init<AbstractResourceTypes>): void {
    if (m.resourceTypes !== undefined) for (const item of m.resourceTypes) w.message(10, item, sharedtypesv1.ResourceType)
  },
  read(r: Reader): AbstractResourceTypes {
    const m: AbstractResourceTypes = { resourceTypes: noItems }
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

export interface AbstractResourceTypesResponse {
  abstractResourceTypes: AbstractResourceTypes | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const AbstractResourceTypesResponse: Codec<AbstractResourceTypesResponse> = {
  write(w: Writer, m: Init<AbstractResourceTypesResponse>): void {
    if (m.abstractResourceTypes !== undefined) w.message(10, m.abstractResourceTypes, AbstractResourceTypes)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): AbstractResourceTypesResponse {
    const m: AbstractResourceTypesResponse = { abstractResourceTypes: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.abstractResourceTypes = r.message(AbstractResourceTypes); break
        case 18: m.abstractResourceTypes = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface BlueprintTransformRequest {
  inputBlueprint: schema.Blueprint | undefined
  linkGraph: DeclaredLinkGraph | undefined
  hostId: string
  context: TransformerContext | undefined
}
export const BlueprintTransformRequest: Codec<BlueprintTransformRequest> = {
  write(w: Writer, m: Init<BlueprintTransformRequest>): void {
    if (m.inputBlueprint !== undefined) w.message(10, m.inputBlueprint, schema.Blueprint)
    if (m.linkGraph !== undefined) w.message(18, m.linkGraph, DeclaredLinkGraph)
    if (m.hostId) w.string(26, m.hostId)
    if (m.context !== undefined) w.message(34, m.context, TransformerContext)
  },
  read(r: Reader): BlueprintTransformRequest {
    const m: BlueprintTransformRequest = { inputBlueprint: undefined, linkGraph: undefined, hostId: '', context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.inputBlueprint = r.message(schema.Blueprint); break
        case 18: m.linkGraph = r.message(DeclaredLinkGraph); break
        case 26: m.hostId = r.string(); break
        case 34: m.context = r.message(TransformerContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface BlueprintTransformResponse {
  result: BlueprintTransformResult | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const BlueprintTransformResponse: Codec<BlueprintTransformResponse> = {
  write(w: Writer, m: Init<BlueprintTransformResponse>): void {
    if (m.result !== undefined) w.message(10, m.result, BlueprintTransformResult)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): BlueprintTransformResponse {
    const m: BlueprintTransformResponse = { result: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.result = r.message(BlueprintTransformResult); break
        case 18: m.result = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface BlueprintTransformResult {
  transformedBlueprint: schema.Blueprint | undefined
  diagnostics: sharedtypesv1.Diagnostic[]
}
export const BlueprintTransformResult: Codec<BlueprintTransformResult> = {
  write(w: Writer, m: Init<BlueprintTransformResult>): void {
    if (m.transformedBlueprint !== undefined) w.message(10, m.transformedBlueprint, schema.Blueprint)
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(18, item, sharedtypesv1.Diagnostic)
  },
  read(r: Reader): BlueprintTransformResult {
    const m: BlueprintTransformResult = { transformedBlueprint: undefined, diagnostics: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.transformedBlueprint = r.message(schema.Blueprint); break
        case 18: m.diagnostics = withItem(m.diagnostics, r.message(sharedtypesv1.Diagnostic)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CanAbstractResourceLinkToResponse {
  resourceTypes: sharedtypesv1.CanLinkTo | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const CanAbstractResourceLinkToResponse: Codec<CanAbstractResourceLinkToResponse> = {
  write(w: Writer, m: Init<CanAbstractResourceLinkToResponse>): void {
    if (m.resourceTypes !== undefined) w.message(10, m.resourceTypes, sharedtypesv1.CanLinkTo)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): CanAbstractResourceLinkToResponse {
    const m: CanAbstractResourceLinkToResponse = { resourceTypes: undefined, errorResponse: undefined }
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

export interface CustomValidateAbstractResourceCompleteResponse {
  diagnostics: sharedtypesv1.Diagnostic[]
}
export const CustomValidateAbstractResourceCompleteResponse: Codec<CustomValidateAbstractResourceCompleteResponse> = {
  write(w: Writer, m: Init<CustomValidateAbstractResourceCompleteResponse>): void {
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(10, item, sharedtypesv1.Diagnostic)
  },
  read(r: Reader): CustomValidateAbstractResourceCompleteResponse {
    const m: CustomValidateAbstractResourceCompleteResponse = { diagnostics: noItems }
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

export interface CustomValidateAbstractResourceRequest {
  abstractResourceType: sharedtypesv1.ResourceType | undefined
  hostId: string
  schemaResource: schema.Resource | undefined
  context: TransformerContext | undefined
}
export const CustomValidateAbstractResourceRequest: Codec<CustomValidateAbstractResourceRequest> = {
  write(w: Writer, m: Init<CustomValidateAbstractResourceRequest>): void {
    if (m.abstractResourceType !== undefined) w.message(10, m.abstractResourceType, sharedtypesv1.ResourceType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.schemaResource !== undefined) w.message(26, m.schemaResource, schema.Resource)
    if (m.context !== undefined) w.message(34, m.context, TransformerContext)
  },
  read(r: Reader): CustomValidateAbstractResourceRequest {
    const m: CustomValidateAbstractResourceRequest = { abstractResourceType: undefined, hostId: '', schemaResource: undefined, context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.abstractResourceType = r.message(sharedtypesv1.ResourceType); break
        case 18: m.hostId = r.string(); break
        case 26: m.schemaResource = r.message(schema.Resource); break
        case 34: m.context = r.message(TransformerContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CustomValidateAbstractResourceResponse {
  completeResponse: CustomValidateAbstractResourceCompleteResponse | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const CustomValidateAbstractResourceResponse: Codec<CustomValidateAbstractResourceResponse> = {
  write(w: Writer, m: Init<CustomValidateAbstractResourceResponse>): void {
    if (m.completeResponse !== undefined) w.message(10, m.completeResponse, CustomValidateAbstractResourceCompleteResponse)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): CustomValidateAbstractResourceResponse {
    const m: CustomValidateAbstractResourceResponse = { completeResponse: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.completeResponse = r.message(CustomValidateAbstractResourceCompleteResponse); break
        case 18: m.completeResponse = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DeclaredLinkGraph {
  edges: ResolvedLink[]
  resources: Record<string, DeclaredLinkGraphEntry>
  edgesFrom: Record<string, ResolvedLinkList>
  edgesTo: Record<string, ResolvedLinkList>
}
export const DeclaredLinkGraph: Codec<DeclaredLinkGraph> = {
  write(w: Writer, m: Init<DeclaredLinkGraph>): void {
    if (m.edges !== undefined) for (const item of m.edges) w.message(10, item, ResolvedLink)
    if (m.resources !== undefined) for (const key in m.resources) {
      const value = m.resources[key]
      if (value !== undefined) w.messageEntry(18, key, value, DeclaredLinkGraphEntry)
    }
    if (m.edgesFrom !== undefined) for (const key in m.edgesFrom) {
      const value = m.edgesFrom[key]
      if (value !== undefined) w.messageEntry(26, key, value, ResolvedLinkList)
    }
    if (m.edgesTo !== undefined) for (const key in m.edgesTo) {
      const value = m.edgesTo[key]
      if (value !== undefined) w.messageEntry(34, key, value, ResolvedLinkList)
    }
  },
  read(r: Reader): DeclaredLinkGraph {
    const m: DeclaredLinkGraph = { edges: noItems, resources: noEntries, edgesFrom: noEntries, edgesTo: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.edges = withItem(m.edges, r.message(ResolvedLink)); break
        case 18: m.resources = r.messageEntry(m.resources, DeclaredLinkGraphEntry); break
        case 26: m.edgesFrom = r.messageEntry(m.edgesFrom, ResolvedLinkList); break
        case 34: m.edgesTo = r.messageEntry(m.edgesTo, ResolvedLinkList); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DeclaredLinkGraphEntry {
  resourceClass: string
}
export const DeclaredLinkGraphEntry: Codec<DeclaredLinkGraphEntry> = {
  write(w: Writer, m: Init<DeclaredLinkGraphEntry>): void {
    if (m.resourceClass) w.string(10, m.resourceClass)
  },
  read(r: Reader): DeclaredLinkGraphEntry {
    const m: DeclaredLinkGraphEntry = { resourceClass: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resourceClass = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetAbstractLinkTypeRequest {
  linkType: string
  hostId: string
  context: TransformerContext | undefined
}
export const GetAbstractLinkTypeRequest: Codec<GetAbstractLinkTypeRequest> = {
  write(w: Writer, m: Init<GetAbstractLinkTypeRequest>): void {
    if (m.linkType) w.string(10, m.linkType)
    if (m.hostId) w.string(18, m.hostId)
    if (m.context !== undefined) w.message(26, m.context, TransformerContext)
  },
  read(r: Reader): GetAbstractLinkTypeRequest {
    const m: GetAbstractLinkTypeRequest = { linkType: '', hostId: '', context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.linkType = r.string(); break
        case 18: m.hostId = r.string(); break
        case 26: m.context = r.message(TransformerContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetAbstractLinkTypeResponse {
  linkType: AbstractLinkType | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const GetAbstractLinkTypeResponse: Codec<GetAbstractLinkTypeResponse> = {
  write(w: Writer, m: Init<GetAbstractLinkTypeResponse>): void {
    if (m.linkType !== undefined) w.message(10, m.linkType, AbstractLinkType)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): GetAbstractLinkTypeResponse {
    const m: GetAbstractLinkTypeResponse = { linkType: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.linkType = r.message(AbstractLinkType); break
        case 18: m.linkType = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface IsAbstractResourceCommonTerminalResponse {
  data: sharedtypesv1.ResourceCommonTerminalInfo | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const IsAbstractResourceCommonTerminalResponse: Codec<IsAbstractResourceCommonTerminalResponse> = {
  write(w: Writer, m: Init<IsAbstractResourceCommonTerminalResponse>): void {
    if (m.data !== undefined) w.message(10, m.data, sharedtypesv1.ResourceCommonTerminalInfo)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): IsAbstractResourceCommonTerminalResponse {
    const m: IsAbstractResourceCommonTerminalResponse = { data: undefined, errorResponse: undefined }
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

export interface ResolvedLink {
  source: string
  target: string
  sourceType: string
  targetType: string
  selectorKeys: string[]
}
export const ResolvedLink: Codec<ResolvedLink> = {
  write(w: Writer, m: Init<ResolvedLink>): void {
    if (m.source) w.string(10, m.source)
    if (m.target) w.string(18, m.target)
    if (m.sourceType) w.string(26, m.sourceType)
    if (m.targetType) w.string(34, m.targetType)
    if (m.selectorKeys !== undefined) for (const item of m.selectorKeys) w.string(42, item)
  },
  read(r: Reader): ResolvedLink {
    const m: ResolvedLink = { source: '', target: '', sourceType: '', targetType: '', selectorKeys: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.source = r.string(); break
        case 18: m.target = r.string(); break
        case 26: m.sourceType = r.string(); break
        case 34: m.targetType = r.string(); break
        case 42: m.selectorKeys = withItem(m.selectorKeys, r.string()); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResolvedLinkList {
  edges: ResolvedLink[]
}
export const ResolvedLinkList: Codec<ResolvedLinkList> = {
  write(w: Writer, m: Init<ResolvedLinkList>): void {
    if (m.edges !== undefined) for (const item of m.edges) w.message(10, item, ResolvedLink)
  },
  read(r: Reader): ResolvedLinkList {
    const m: ResolvedLinkList = { edges: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.edges = withItem(m.edges, r.message(ResolvedLink)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface TransformNameInfo {
  transformName: string
}
export const TransformNameInfo: Codec<TransformNameInfo> = {
  write(w: Writer, m: Init<TransformNameInfo>): void {
    if (m.transformName) w.string(10, m.transformName)
  },
  read(r: Reader): TransformNameInfo {
    const m: TransformNameInfo = { transformName: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.transformName = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface TransformNameResponse {
  nameInfo: TransformNameInfo | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const TransformNameResponse: Codec<TransformNameResponse> = {
  write(w: Writer, m: Init<TransformNameResponse>): void {
    if (m.nameInfo !== undefined) w.message(10, m.nameInfo, TransformNameInfo)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): TransformNameResponse {
    const m: TransformNameResponse = { nameInfo: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.nameInfo = r.message(TransformNameInfo); break
        case 18: m.nameInfo = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface TransformerContext {
  transformerConfigVariables: Record<string, schema.ScalarValue>
  contextVariables: Record<string, schema.ScalarValue>
}
export const TransformerContext: Codec<TransformerContext> = {
  write(w: Writer, m: Init<TransformerContext>): void {
    if (m.transformerConfigVariables !== undefined) for (const key in m.transformerConfigVariables) {
      const value = m.transformerConfigVariables[key]
      if (value !== undefined) w.messageEntry(10, key, value, schema.ScalarValue)
    }
    if (m.contextVariables !== undefined) for (const key in m.contextVariables) {
      const value = m.contextVariables[key]
      if (value !== undefined) w.messageEntry(18, key, value, schema.ScalarValue)
    }
  },
  read(r: Reader): TransformerContext {
    const m: TransformerContext = { transformerConfigVariables: noEntries, contextVariables: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.transformerConfigVariables = r.messageEntry(m.transformerConfigVariables, schema.ScalarValue); break
        case 18: m.contextVariables = r.messageEntry(m.contextVariables, schema.ScalarValue); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface TransformerRequest {
  hostId: string
}
export const TransformerRequest: Codec<TransformerRequest> = {
  write(w: Writer, m: Init<TransformerRequest>): void {
    if (m.hostId) w.string(10, m.hostId)
  },
  read(r: Reader): TransformerRequest {
    const m: TransformerRequest = { hostId: '' }
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

export interface ValidateLinksCompleteResponse {
  diagnostics: sharedtypesv1.Diagnostic[]
}
export const ValidateLinksCompleteResponse: Codec<ValidateLinksCompleteResponse> = {
  write(w: Writer, m: Init<ValidateLinksCompleteResponse>): void {
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(10, item, sharedtypesv1.Diagnostic)
  },
  read(r: Reader): ValidateLinksCompleteResponse {
    const m: ValidateLinksCompleteResponse = { diagnostics: noItems }
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

export interface ValidateLinksRequest {
  blueprint: schema.Blueprint | undefined
  linkGraph: DeclaredLinkGraph | undefined
  hostId: string
  context: TransformerContext | undefined
}
export const ValidateLinksRequest: Codec<ValidateLinksRequest> = {
  write(w: Writer, m: Init<ValidateLinksRequest>): void {
    if (m.blueprint !== undefined) w.message(10, m.blueprint, schema.Blueprint)
    if (m.linkGraph !== undefined) w.message(18, m.linkGraph, DeclaredLinkGraph)
    if (m.hostId) w.string(26, m.hostId)
    if (m.context !== undefined) w.message(34, m.context, TransformerContext)
  },
  read(r: Reader): ValidateLinksRequest {
    const m: ValidateLinksRequest = { blueprint: undefined, linkGraph: undefined, hostId: '', context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.blueprint = r.message(schema.Blueprint); break
        case 18: m.linkGraph = r.message(DeclaredLinkGraph); break
        case 26: m.hostId = r.string(); break
        case 34: m.context = r.message(TransformerContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ValidateLinksResponse {
  completeResponse: ValidateLinksCompleteResponse | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const ValidateLinksResponse: Codec<ValidateLinksResponse> = {
  write(w: Writer, m: Init<ValidateLinksResponse>): void {
    if (m.completeResponse !== undefined) w.message(10, m.completeResponse, ValidateLinksCompleteResponse)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): ValidateLinksResponse {
    const m: ValidateLinksResponse = { completeResponse: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.completeResponse = r.message(ValidateLinksCompleteResponse); break
        case 18: m.completeResponse = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export const Transformer = {
  GetTransformName: {
    name: 'GetTransformName',
    path: '/transformerserverv1.Transformer/GetTransformName',
    request: TransformerRequest,
    response: TransformNameResponse,
  } satisfies Method<TransformerRequest, TransformNameResponse>,
  GetConfigDefinition: {
    name: 'GetConfigDefinition',
    path: '/transformerserverv1.Transformer/GetConfigDefinition',
    request: TransformerRequest,
    response: sharedtypesv1.ConfigDefinitionResponse,
  } satisfies Method<TransformerRequest, sharedtypesv1.ConfigDefinitionResponse>,
  Transform: {
    name: 'Transform',
    path: '/transformerserverv1.Transformer/Transform',
    request: BlueprintTransformRequest,
    response: BlueprintTransformResponse,
  } satisfies Method<BlueprintTransformRequest, BlueprintTransformResponse>,
  ListAbstractResourceTypes: {
    name: 'ListAbstractResourceTypes',
    path: '/transformerserverv1.Transformer/ListAbstractResourceTypes',
    request: TransformerRequest,
    response: AbstractResourceTypesResponse,
  } satisfies Method<TransformerRequest, AbstractResourceTypesResponse>,
  ListAbstractLinkTypes: {
    name: 'ListAbstractLinkTypes',
    path: '/transformerserverv1.Transformer/ListAbstractLinkTypes',
    request: TransformerRequest,
    response: AbstractLinkTypesResponse,
  } satisfies Method<TransformerRequest, AbstractLinkTypesResponse>,
  ValidateLinks: {
    name: 'ValidateLinks',
    path: '/transformerserverv1.Transformer/ValidateLinks',
    request: ValidateLinksRequest,
    response: ValidateLinksResponse,
  } satisfies Method<ValidateLinksRequest, ValidateLinksResponse>,
  CustomValidateAbstractResource: {
    name: 'CustomValidateAbstractResource',
    path: '/transformerserverv1.Transformer/CustomValidateAbstractResource',
    request: CustomValidateAbstractResourceRequest,
    response: CustomValidateAbstractResourceResponse,
  } satisfies Method<CustomValidateAbstractResourceRequest, CustomValidateAbstractResourceResponse>,
  GetAbstractResourceSpecDefinition: {
    name: 'GetAbstractResourceSpecDefinition',
    path: '/transformerserverv1.Transformer/GetAbstractResourceSpecDefinition',
    request: AbstractResourceRequest,
    response: AbstractResourceSpecDefinitionResponse,
  } satisfies Method<AbstractResourceRequest, AbstractResourceSpecDefinitionResponse>,
  CanAbstractResourceLinkTo: {
    name: 'CanAbstractResourceLinkTo',
    path: '/transformerserverv1.Transformer/CanAbstractResourceLinkTo',
    request: AbstractResourceRequest,
    response: CanAbstractResourceLinkToResponse,
  } satisfies Method<AbstractResourceRequest, CanAbstractResourceLinkToResponse>,
  IsAbstractResourceCommonTerminal: {
    name: 'IsAbstractResourceCommonTerminal',
    path: '/transformerserverv1.Transformer/IsAbstractResourceCommonTerminal',
    request: AbstractResourceRequest,
    response: IsAbstractResourceCommonTerminalResponse,
  } satisfies Method<AbstractResourceRequest, IsAbstractResourceCommonTerminalResponse>,
  GetAbstractResourceType: {
    name: 'GetAbstractResourceType',
    path: '/transformerserverv1.Transformer/GetAbstractResourceType',
    request: AbstractResourceRequest,
    response: sharedtypesv1.ResourceTypeResponse,
  } satisfies Method<AbstractResourceRequest, sharedtypesv1.ResourceTypeResponse>,
  GetAbstractResourceTypeDescription: {
    name: 'GetAbstractResourceTypeDescription',
    path: '/transformerserverv1.Transformer/GetAbstractResourceTypeDescription',
    request: AbstractResourceRequest,
    response: sharedtypesv1.TypeDescriptionResponse,
  } satisfies Method<AbstractResourceRequest, sharedtypesv1.TypeDescriptionResponse>,
  GetAbstractResourceExamples: {
    name: 'GetAbstractResourceExamples',
    path: '/transformerserverv1.Transformer/GetAbstractResourceExamples',
    request: AbstractResourceRequest,
    response: sharedtypesv1.ExamplesResponse,
  } satisfies Method<AbstractResourceRequest, sharedtypesv1.ExamplesResponse>,
  GetAbstractLinkType: {
    name: 'GetAbstractLinkType',
    path: '/transformerserverv1.Transformer/GetAbstractLinkType',
    request: GetAbstractLinkTypeRequest,
    response: GetAbstractLinkTypeResponse,
  } satisfies Method<GetAbstractLinkTypeRequest, GetAbstractLinkTypeResponse>,
  GetAbstractLinkTypeDescription: {
    name: 'GetAbstractLinkTypeDescription',
    path: '/transformerserverv1.Transformer/GetAbstractLinkTypeDescription',
    request: GetAbstractLinkTypeRequest,
    response: sharedtypesv1.TypeDescriptionResponse,
  } satisfies Method<GetAbstractLinkTypeRequest, sharedtypesv1.TypeDescriptionResponse>,
  GetAbstractLinkAnnotationDefinitions: {
    name: 'GetAbstractLinkAnnotationDefinitions',
    path: '/transformerserverv1.Transformer/GetAbstractLinkAnnotationDefinitions',
    request: GetAbstractLinkTypeRequest,
    response: sharedtypesv1.LinkAnnotationDefinitionsResponse,
  } satisfies Method<GetAbstractLinkTypeRequest, sharedtypesv1.LinkAnnotationDefinitionsResponse>,
  GetAbstractLinkCardinality: {
    name: 'GetAbstractLinkCardinality',
    path: '/transformerserverv1.Transformer/GetAbstractLinkCardinality',
    request: GetAbstractLinkTypeRequest,
    response: sharedtypesv1.LinkCardinalityResponse,
  } satisfies Method<GetAbstractLinkTypeRequest, sharedtypesv1.LinkCardinalityResponse>,
} as const
