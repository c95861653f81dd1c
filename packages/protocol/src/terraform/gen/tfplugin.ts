// Generated from tfplugin.proto by tools/gen.ts. Do not edit.
import * as google_protobuf_timestamp from './google-protobuf-timestamp.ts'
import type { Codec, Init } from '../../wire/codec/message.ts'
import { noEntries, noItems, withItem } from '../../wire/codec/nothing.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export interface DynamicValue {
  msgpack: Uint8Array
  json: Uint8Array
}
export const DynamicValue: Codec<DynamicValue> = {
  write(w: Writer, m: Init<DynamicValue>): void {
    if (m.msgpack !== undefined && m.msgpack.length > 0) w.bytes(10, m.msgpack)
    if (m.json !== undefined && m.json.length > 0) w.bytes(18, m.json)
  },
  read(r: Reader): DynamicValue {
    const m: DynamicValue = { msgpack: new Uint8Array(), json: new Uint8Array() }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.msgpack = r.bytes(); break
        case 18: m.json = r.bytes(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Diagnostic {
  severity: number
  summary: string
  detail: string
  attribute: AttributePath | undefined
}
export const Diagnostic: Codec<Diagnostic> = {
  write(w: Writer, m: Init<Diagnostic>): void {
    if (m.severity) w.int32(8, m.severity)
    if (m.summary) w.string(18, m.summary)
    if (m.detail) w.string(26, m.detail)
    if (m.attribute !== undefined) w.message(34, m.attribute, AttributePath)
  },
  read(r: Reader): Diagnostic {
    const m: Diagnostic = { severity: 0, summary: '', detail: '', attribute: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.severity = r.int32(); break
        case 18: m.summary = r.string(); break
        case 26: m.detail = r.string(); break
        case 34: m.attribute = r.message(AttributePath); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionError {
  text: string
  functionArgument: number | bigint | undefined
}
export const FunctionError: Codec<FunctionError> = {
  write(w: Writer, m: Init<FunctionError>): void {
    if (m.text) w.string(10, m.text)
    if (m.functionArgument !== undefined) w.int64(16, m.functionArgument)
  },
  read(r: Reader): FunctionError {
    const m: FunctionError = { text: '', functionArgument: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.text = r.string(); break
        case 16: m.functionArgument = r.int64(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface AttributePath {
  steps: AttributeStep[]
}
export const AttributePath: Codec<AttributePath> = {
  write(w: Writer, m: Init<AttributePath>): void {
    if (m.steps !== undefined) for (const item of m.steps) w.message(10, item, AttributeStep)
  },
  read(r: Reader): AttributePath {
    const m: AttributePath = { steps: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.steps = withItem(m.steps, r.message(AttributeStep)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface AttributeStep {
  attributeName: string | undefined
  elementKeyString: string | undefined
  elementKeyInt: number | bigint | undefined
}
export const AttributeStep: Codec<AttributeStep> = {
  write(w: Writer, m: Init<AttributeStep>): void {
    if (m.attributeName !== undefined) w.string(10, m.attributeName)
    if (m.elementKeyString !== undefined) w.string(18, m.elementKeyString)
    if (m.elementKeyInt !== undefined) w.int64(24, m.elementKeyInt)
  },
  read(r: Reader): AttributeStep {
    const m: AttributeStep = { attributeName: undefined, elementKeyString: undefined, elementKeyInt: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.elementKeyString = m.elementKeyInt = undefined; m.attributeName = r.string(); break
        case 18: m.attributeName = m.elementKeyInt = undefined; m.elementKeyString = r.string(); break
        case 24: m.attributeName = m.elementKeyString = undefined; m.elementKeyInt = r.int64(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RawState {
  json: Uint8Array
  flatmap: Record<string, string>
}
export const RawState: Codec<RawState> = {
  write(w: Writer, m: Init<RawState>): void {
    if (m.json !== undefined && m.json.length > 0) w.bytes(10, m.json)
    if (m.flatmap !== undefined) for (const key in m.flatmap) {
      const value = m.flatmap[key]
      if (value !== undefined) w.stringEntry(18, key, value)
    }
  },
  read(r: Reader): RawState {
    const m: RawState = { json: new Uint8Array(), flatmap: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.json = r.bytes(); break
        case 18: m.flatmap = r.stringEntry(m.flatmap); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceIdentitySchema {
  version: number | bigint
  identityAttributes: IdentityAttribute[]
}
export const ResourceIdentitySchema: Codec<ResourceIdentitySchema> = {
  write(w: Writer, m: Init<ResourceIdentitySchema>): void {
    if (m.version) w.int64(8, m.version)
    if (m.identityAttributes !== undefined) for (const item of m.identityAttributes) w.message(18, item, IdentityAttribute)
  },
  read(r: Reader): ResourceIdentitySchema {
    const m: ResourceIdentitySchema = { version: 0, identityAttributes: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.version = r.int64(); break
        case 18: m.identityAttributes = withItem(m.identityAttributes, r.message(IdentityAttribute)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface IdentityAttribute {
  name: string
  type: Uint8Array
  requiredForImport: boolean
  optionalForImport: boolean
  description: string
}
export const IdentityAttribute: Codec<IdentityAttribute> = {
  write(w: Writer, m: Init<IdentityAttribute>): void {
    if (m.name) w.string(10, m.name)
    if (m.type !== undefined && m.type.length > 0) w.bytes(18, m.type)
    if (m.requiredForImport === true) w.bool(24, m.requiredForImport)
    if (m.optionalForImport === true) w.bool(32, m.optionalForImport)
    if (m.description) w.string(42, m.description)
  },
  read(r: Reader): IdentityAttribute {
    const m: IdentityAttribute = { name: '', type: new Uint8Array(), requiredForImport: false, optionalForImport: false, description: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.type = r.bytes(); break
        case 24: m.requiredForImport = r.bool(); break
        case 32: m.optionalForImport = r.bool(); break
        case 42: m.description = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceIdentityData {
  identityData: DynamicValue | undefined
}
export const ResourceIdentityData: Codec<ResourceIdentityData> = {
  write(w: Writer, m: Init<ResourceIdentityData>): void {
    if (m.identityData !== undefined) w.message(10, m.identityData, DynamicValue)
  },
  read(r: Reader): ResourceIdentityData {
    const m: ResourceIdentityData = { identityData: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.identityData = r.message(DynamicValue); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Function {
  parameters: Parameter[]
  variadicParameter: Parameter | undefined
  return: Return | undefined
  summary: string
  description: string
  descriptionKind: number
  deprecationMessage: string
}
export const Function: Codec<Function> = {
  write(w: Writer, m: Init<Function>): void {
    if (m.parameters !== undefined) for (const item of m.parameters) w.message(10, item, Parameter)
    if (m.variadicParameter !== undefined) w.message(18, m.variadicParameter, Parameter)
    if (m.return !== undefined) w.message(26, m.return, Return)
    if (m.summary) w.string(34, m.summary)
    if (m.description) w.string(42, m.description)
    if (m.descriptionKind) w.int32(48, m.descriptionKind)
    if (m.deprecationMessage) w.string(58, m.deprecationMessage)
  },
  read(r: Reader): Function {
    const m: Function = { parameters: noItems, variadicParameter: undefined, return: undefined, summary: '', description: '', descriptionKind: 0, deprecationMessage: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.parameters = withItem(m.parameters, r.message(Parameter)); break
        case 18: m.variadicParameter = r.message(Parameter); break
        case 26: m.return = r.message(Return); break
        case 34: m.summary = r.string(); break
        case 42: m.description = r.string(); break
        case 48: m.descriptionKind = r.int32(); break
        case 58: m.deprecationMessage = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Parameter {
  name: string
  type: Uint8Array
  allowNullValue: boolean
  allowUnknownValues: boolean
  description: string
  descriptionKind: number
}
export const Parameter: Codec<Parameter> = {
  write(w: Writer, m: Init<Parameter>): void {
    if (m.name) w.string(10, m.name)
    if (m.type !== undefined && m.type.length > 0) w.bytes(18, m.type)
    if (m.allowNullValue === true) w.bool(24, m.allowNullValue)
    if (m.allowUnknownValues === true) w.bool(32, m.allowUnknownValues)
    if (m.description) w.string(42, m.description)
    if (m.descriptionKind) w.int32(48, m.descriptionKind)
  },
  read(r: Reader): Parameter {
    const m: Parameter = { name: '', type: new Uint8Array(), allowNullValue: false, allowUnknownValues: false, description: '', descriptionKind: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.type = r.bytes(); break
        case 24: m.allowNullValue = r.bool(); break
        case 32: m.allowUnknownValues = r.bool(); break
        case 42: m.description = r.string(); break
        case 48: m.descriptionKind = r.int32(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Return {
  type: Uint8Array
}
export const Return: Codec<Return> = {
  write(w: Writer, m: Init<Return>): void {
    if (m.type !== undefined && m.type.length > 0) w.bytes(10, m.type)
  },
  read(r: Reader): Return {
    const m: Return = { type: new Uint8Array() }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.bytes(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ServerCapabilities {
  planDestroy: boolean
  getProviderSchemaOptional: boolean
  moveResourceState: boolean
  generateResourceConfig: boolean
}
export const ServerCapabilities: Codec<ServerCapabilities> = {
  write(w: Writer, m: Init<ServerCapabilities>): void {
    if (m.planDestroy === true) w.bool(8, m.planDestroy)
    if (m.getProviderSchemaOptional === true) w.bool(16, m.getProviderSchemaOptional)
    if (m.moveResourceState === true) w.bool(24, m.moveResourceState)
    if (m.generateResourceConfig === true) w.bool(32, m.generateResourceConfig)
  },
  read(r: Reader): ServerCapabilities {
    const m: ServerCapabilities = { planDestroy: false, getProviderSchemaOptional: false, moveResourceState: false, generateResourceConfig: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.planDestroy = r.bool(); break
        case 16: m.getProviderSchemaOptional = r.bool(); break
        case 24: m.moveResourceState = r.bool(); break
        case 32: m.generateResourceConfig = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ClientCapabilities {
  deferralAllowed: boolean
  writeOnlyAttributesAllowed: boolean
}
export const ClientCapabilities: Codec<ClientCapabilities> = {
  write(w: Writer, m: Init<ClientCapabilities>): void {
    if (m.deferralAllowed === true) w.bool(8, m.deferralAllowed)
    if (m.writeOnlyAttributesAllowed === true) w.bool(16, m.writeOnlyAttributesAllowed)
  },
  read(r: Reader): ClientCapabilities {
    const m: ClientCapabilities = { deferralAllowed: false, writeOnlyAttributesAllowed: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.deferralAllowed = r.bool(); break
        case 16: m.writeOnlyAttributesAllowed = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Deferred {
  reason: number
}
export const Deferred: Codec<Deferred> = {
  write(w: Writer, m: Init<Deferred>): void {
    if (m.reason) w.int32(8, m.reason)
  },
  read(r: Reader): Deferred {
    const m: Deferred = { reason: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.reason = r.int32(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetProviderSchemaRequest {
}
export const GetProviderSchemaRequest: Codec<GetProviderSchemaRequest> = {
  write(_w: Writer, _m: Init<GetProviderSchemaRequest>): void {
  },
  read(r: Reader): GetProviderSchemaRequest {
    const m: GetProviderSchemaRequest = {  }
    while (r.more) {
      const tag = r.varint()
      r.skip(tag)
    }
    return m
  },
}

export interface GetProviderSchemaResponse {
  provider: Uint8Array
  resourceSchemas: Record<string, Uint8Array>
  dataSourceSchemas: Record<string, Uint8Array>
  diagnostics: Diagnostic[]
  providerMeta: Uint8Array
  serverCapabilities: ServerCapabilities | undefined
  functions: Record<string, Uint8Array>
  ephemeralResourceSchemas: Record<string, Uint8Array>
  listResourceSchemas: Record<string, Uint8Array>
  stateStoreSchemas: Record<string, Uint8Array>
  actionSchemas: Record<string, Uint8Array>
}
export const GetProviderSchemaResponse: Codec<GetProviderSchemaResponse> = {
  write(w: Writer, m: Init<GetProviderSchemaResponse>): void {
    if (m.provider !== undefined && m.provider.length > 0) w.bytes(10, m.provider)
    if (m.resourceSchemas !== undefined) for (const key in m.resourceSchemas) {
      const value = m.resourceSchemas[key]
      if (value !== undefined) w.bytesEntry(18, key, value)
    }
    if (m.dataSourceSchemas !== undefined) for (const key in m.dataSourceSchemas) {
      const value = m.dataSourceSchemas[key]
      if (value !== undefined) w.bytesEntry(26, key, value)
    }
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(34, item, Diagnostic)
    if (m.providerMeta !== undefined && m.providerMeta.length > 0) w.bytes(42, m.providerMeta)
    if (m.serverCapabilities !== undefined) w.message(50, m.serverCapabilities, ServerCapabilities)
    if (m.functions !== undefined) for (const key in m.functions) {
      const value = m.functions[key]
      if (value !== undefined) w.bytesEntry(58, key, value)
    }
    if (m.ephemeralResourceSchemas !== undefined) for (const key in m.ephemeralResourceSchemas) {
      const value = m.ephemeralResourceSchemas[key]
      if (value !== undefined) w.bytesEntry(66, key, value)
    }
    if (m.listResourceSchemas !== undefined) for (const key in m.listResourceSchemas) {
      const value = m.listResourceSchemas[key]
      if (value !== undefined) w.bytesEntry(74, key, value)
    }
    if (m.stateStoreSchemas !== undefined) for (const key in m.stateStoreSchemas) {
      const value = m.stateStoreSchemas[key]
      if (value !== undefined) w.bytesEntry(82, key, value)
    }
    if (m.actionSchemas !== undefined) for (const key in m.actionSchemas) {
      const value = m.actionSchemas[key]
      if (value !== undefined) w.bytesEntry(90, key, value)
    }
  },
  read(r: Reader): GetProviderSchemaResponse {
    const m: GetProviderSchemaResponse = { provider: new Uint8Array(), resourceSchemas: noEntries, dataSourceSchemas: noEntries, diagnostics: noItems, providerMeta: new Uint8Array(), serverCapabilities: undefined, functions: noEntries, ephemeralResourceSchemas: noEntries, listResourceSchemas: noEntries, stateStoreSchemas: noEntries, actionSchemas: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.provider = r.bytes(); break
        case 18: m.resourceSchemas = r.bytesEntry(m.resourceSchemas); break
        case 26: m.dataSourceSchemas = r.bytesEntry(m.dataSourceSchemas); break
        case 34: m.diagnostics = withItem(m.diagnostics, r.message(Diagnostic)); break
        case 42: m.providerMeta = r.bytes(); break
        case 50: m.serverCapabilities = r.message(ServerCapabilities); break
        case 58: m.functions = r.bytesEntry(m.functions); break
        case 66: m.ephemeralResourceSchemas = r.bytesEntry(m.ephemeralResourceSchemas); break
        case 74: m.listResourceSchemas = r.bytesEntry(m.listResourceSchemas); break
        case 82: m.stateStoreSchemas = r.bytesEntry(m.stateStoreSchemas); break
        case 90: m.actionSchemas = r.bytesEntry(m.actionSchemas); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetResourceIdentitySchemasRequest {
}
export const GetResourceIdentitySchemasRequest: Codec<GetResourceIdentitySchemasRequest> = {
  write(_w: Writer, _m: Init<GetResourceIdentitySchemasRequest>): void {
  },
  read(r: Reader): GetResourceIdentitySchemasRequest {
    const m: GetResourceIdentitySchemasRequest = {  }
    while (r.more) {
      const tag = r.varint()
      r.skip(tag)
    }
    return m
  },
}

export interface GetResourceIdentitySchemasResponse {
  identitySchemas: Record<string, Uint8Array>
  diagnostics: Diagnostic[]
}
export const GetResourceIdentitySchemasResponse: Codec<GetResourceIdentitySchemasResponse> = {
  write(w: Writer, m: Init<GetResourceIdentitySchemasResponse>): void {
    if (m.identitySchemas !== undefined) for (const key in m.identitySchemas) {
      const value = m.identitySchemas[key]
      if (value !== undefined) w.bytesEntry(10, key, value)
    }
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(18, item, Diagnostic)
  },
  read(r: Reader): GetResourceIdentitySchemasResponse {
    const m: GetResourceIdentitySchemasResponse = { identitySchemas: noEntries, diagnostics: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.identitySchemas = r.bytesEntry(m.identitySchemas); break
        case 18: m.diagnostics = withItem(m.diagnostics, r.message(Diagnostic)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ConfigRequest {
  config: DynamicValue | undefined
}
export const ConfigRequest: Codec<ConfigRequest> = {
  write(w: Writer, m: Init<ConfigRequest>): void {
    if (m.config !== undefined) w.message(10, m.config, DynamicValue)
  },
  read(r: Reader): ConfigRequest {
    const m: ConfigRequest = { config: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.config = r.message(DynamicValue); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CheckedProviderResponse {
  diagnostics: Diagnostic[]
}
export const CheckedProviderResponse: Codec<CheckedProviderResponse> = {
  write(w: Writer, m: Init<CheckedProviderResponse>): void {
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(18, item, Diagnostic)
  },
  read(r: Reader): CheckedProviderResponse {
    const m: CheckedProviderResponse = { diagnostics: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 18: m.diagnostics = withItem(m.diagnostics, r.message(Diagnostic)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface TypeConfigRequest {
  typeName: string
  config: DynamicValue | undefined
  clientCapabilities: ClientCapabilities | undefined
}
export const TypeConfigRequest: Codec<TypeConfigRequest> = {
  write(w: Writer, m: Init<TypeConfigRequest>): void {
    if (m.typeName) w.string(10, m.typeName)
    if (m.config !== undefined) w.message(18, m.config, DynamicValue)
    if (m.clientCapabilities !== undefined) w.message(26, m.clientCapabilities, ClientCapabilities)
  },
  read(r: Reader): TypeConfigRequest {
    const m: TypeConfigRequest = { typeName: '', config: undefined, clientCapabilities: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.typeName = r.string(); break
        case 18: m.config = r.message(DynamicValue); break
        case 26: m.clientCapabilities = r.message(ClientCapabilities); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DataSourceConfigRequest {
  typeName: string
  config: DynamicValue | undefined
}
export const DataSourceConfigRequest: Codec<DataSourceConfigRequest> = {
  write(w: Writer, m: Init<DataSourceConfigRequest>): void {
    if (m.typeName) w.string(10, m.typeName)
    if (m.config !== undefined) w.message(18, m.config, DynamicValue)
  },
  read(r: Reader): DataSourceConfigRequest {
    const m: DataSourceConfigRequest = { typeName: '', config: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.typeName = r.string(); break
        case 18: m.config = r.message(DynamicValue); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ToldResponse {
  diagnostics: Diagnostic[]
}
export const ToldResponse: Codec<ToldResponse> = {
  write(w: Writer, m: Init<ToldResponse>): void {
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(10, item, Diagnostic)
  },
  read(r: Reader): ToldResponse {
    const m: ToldResponse = { diagnostics: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.diagnostics = withItem(m.diagnostics, r.message(Diagnostic)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface UpgradeResourceStateRequest {
  typeName: string
  version: number | bigint
  rawState: RawState | undefined
}
export const UpgradeResourceStateRequest: Codec<UpgradeResourceStateRequest> = {
  write(w: Writer, m: Init<UpgradeResourceStateRequest>): void {
    if (m.typeName) w.string(10, m.typeName)
    if (m.version) w.int64(16, m.version)
    if (m.rawState !== undefined) w.message(26, m.rawState, RawState)
  },
  read(r: Reader): UpgradeResourceStateRequest {
    const m: UpgradeResourceStateRequest = { typeName: '', version: 0, rawState: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.typeName = r.string(); break
        case 16: m.version = r.int64(); break
        case 26: m.rawState = r.message(RawState); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface UpgradeResourceStateResponse {
  upgradedState: DynamicValue | undefined
  diagnostics: Diagnostic[]
}
export const UpgradeResourceStateResponse: Codec<UpgradeResourceStateResponse> = {
  write(w: Writer, m: Init<UpgradeResourceStateResponse>): void {
    if (m.upgradedState !== undefined) w.message(10, m.upgradedState, DynamicValue)
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(18, item, Diagnostic)
  },
  read(r: Reader): UpgradeResourceStateResponse {
    const m: UpgradeResourceStateResponse = { upgradedState: undefined, diagnostics: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.upgradedState = r.message(DynamicValue); break
        case 18: m.diagnostics = withItem(m.diagnostics, r.message(Diagnostic)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface UpgradeResourceIdentityRequest {
  typeName: string
  version: number | bigint
  rawIdentity: RawState | undefined
}
export const UpgradeResourceIdentityRequest: Codec<UpgradeResourceIdentityRequest> = {
  write(w: Writer, m: Init<UpgradeResourceIdentityRequest>): void {
    if (m.typeName) w.string(10, m.typeName)
    if (m.version) w.int64(16, m.version)
    if (m.rawIdentity !== undefined) w.message(26, m.rawIdentity, RawState)
  },
  read(r: Reader): UpgradeResourceIdentityRequest {
    const m: UpgradeResourceIdentityRequest = { typeName: '', version: 0, rawIdentity: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.typeName = r.string(); break
        case 16: m.version = r.int64(); break
        case 26: m.rawIdentity = r.message(RawState); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface UpgradeResourceIdentityResponse {
  upgradedIdentity: ResourceIdentityData | undefined
  diagnostics: Diagnostic[]
}
export const UpgradeResourceIdentityResponse: Codec<UpgradeResourceIdentityResponse> = {
  write(w: Writer, m: Init<UpgradeResourceIdentityResponse>): void {
    if (m.upgradedIdentity !== undefined) w.message(10, m.upgradedIdentity, ResourceIdentityData)
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(18, item, Diagnostic)
  },
  read(r: Reader): UpgradeResourceIdentityResponse {
    const m: UpgradeResourceIdentityResponse = { upgradedIdentity: undefined, diagnostics: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.upgradedIdentity = r.message(ResourceIdentityData); break
        case 18: m.diagnostics = withItem(m.diagnostics, r.message(Diagnostic)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ConfigureRequest {
  terraformVersion: string
  config: DynamicValue | undefined
  clientCapabilities: ClientCapabilities | undefined
}
export const ConfigureRequest: Codec<ConfigureRequest> = {
  write(w: Writer, m: Init<ConfigureRequest>): void {
    if (m.terraformVersion) w.string(10, m.terraformVersion)
    if (m.config !== undefined) w.message(18, m.config, DynamicValue)
    if (m.clientCapabilities !== undefined) w.message(26, m.clientCapabilities, ClientCapabilities)
  },
  read(r: Reader): ConfigureRequest {
    const m: ConfigureRequest = { terraformVersion: '', config: undefined, clientCapabilities: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.terraformVersion = r.string(); break
        case 18: m.config = r.message(DynamicValue); break
        case 26: m.clientCapabilities = r.message(ClientCapabilities); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ReadResourceRequest {
  typeName: string
  currentState: DynamicValue | undefined
  private: Uint8Array
  providerMeta: DynamicValue | undefined
  clientCapabilities: ClientCapabilities | undefined
  currentIdentity: ResourceIdentityData | undefined
}
export const ReadResourceRequest: Codec<ReadResourceRequest> = {
  write(w: Writer, m: Init<ReadResourceRequest>): void {
    if (m.typeName) w.string(10, m.typeName)
    if (m.currentState !== undefined) w.message(18, m.currentState, DynamicValue)
    if (m.private !== undefined && m.private.length > 0) w.bytes(26, m.private)
    if (m.providerMeta !== undefined) w.message(34, m.providerMeta, DynamicValue)
    if (m.clientCapabilities !== undefined) w.message(42, m.clientCapabilities, ClientCapabilities)
    if (m.currentIdentity !== undefined) w.message(50, m.currentIdentity, ResourceIdentityData)
  },
  read(r: Reader): ReadResourceRequest {
    const m: ReadResourceRequest = { typeName: '', currentState: undefined, private: new Uint8Array(), providerMeta: undefined, clientCapabilities: undefined, currentIdentity: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.typeName = r.string(); break
        case 18: m.currentState = r.message(DynamicValue); break
        case 26: m.private = r.bytes(); break
        case 34: m.providerMeta = r.message(DynamicValue); break
        case 42: m.clientCapabilities = r.message(ClientCapabilities); break
        case 50: m.currentIdentity = r.message(ResourceIdentityData); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ReadResourceResponse {
  newState: DynamicValue | undefined
  diagnostics: Diagnostic[]
  private: Uint8Array
  deferred: Deferred | undefined
  newIdentity: ResourceIdentityData | undefined
}
export const ReadResourceResponse: Codec<ReadResourceResponse> = {
  write(w: Writer, m: Init<ReadResourceResponse>): void {
    if (m.newState !== undefined) w.message(10, m.newState, DynamicValue)
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(18, item, Diagnostic)
    if (m.private !== undefined && m.private.length > 0) w.bytes(26, m.private)
    if (m.deferred !== undefined) w.message(34, m.deferred, Deferred)
    if (m.newIdentity !== undefined) w.message(42, m.newIdentity, ResourceIdentityData)
  },
  read(r: Reader): ReadResourceResponse {
    const m: ReadResourceResponse = { newState: undefined, diagnostics: noItems, private: new Uint8Array(), deferred: undefined, newIdentity: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.newState = r.message(DynamicValue); break
        case 18: m.diagnostics = withItem(m.diagnostics, r.message(Diagnostic)); break
        case 26: m.private = r.bytes(); break
        case 34: m.deferred = r.message(Deferred); break
        case 42: m.newIdentity = r.message(ResourceIdentityData); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface PlanResourceChangeRequest {
  typeName: string
  priorState: DynamicValue | undefined
  proposedNewState: DynamicValue | undefined
  config: DynamicValue | undefined
  priorPrivate: Uint8Array
  providerMeta: DynamicValue | undefined
  clientCapabilities: ClientCapabilities | undefined
  priorIdentity: ResourceIdentityData | undefined
}
export const PlanResourceChangeRequest: Codec<PlanResourceChangeRequest> = {
  write(w: Writer, m: Init<PlanResourceChangeRequest>): void {
    if (m.typeName) w.string(10, m.typeName)
    if (m.priorState !== undefined) w.message(18, m.priorState, DynamicValue)
    if (m.proposedNewState !== undefined) w.message(26, m.proposedNewState, DynamicValue)
    if (m.config !== undefined) w.message(34, m.config, DynamicValue)
    if (m.priorPrivate !== undefined && m.priorPrivate.length > 0) w.bytes(42, m.priorPrivate)
    if (m.providerMeta !== undefined) w.message(50, m.providerMeta, DynamicValue)
    if (m.clientCapabilities !== undefined) w.message(58, m.clientCapabilities, ClientCapabilities)
    if (m.priorIdentity !== undefined) w.message(66, m.priorIdentity, ResourceIdentityData)
  },
  read(r: Reader): PlanResourceChangeRequest {
    const m: PlanResourceChangeRequest = { typeName: '', priorState: undefined, proposedNewState: undefined, config: undefined, priorPrivate: new Uint8Array(), providerMeta: undefined, clientCapabilities: undefined, priorIdentity: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.typeName = r.string(); break
        case 18: m.priorState = r.message(DynamicValue); break
        case 26: m.proposedNewState = r.message(DynamicValue); break
        case 34: m.config = r.message(DynamicValue); break
        case 42: m.priorPrivate = r.bytes(); break
        case 50: m.providerMeta = r.message(DynamicValue); break
        case 58: m.clientCapabilities = r.message(ClientCapabilities); break
        case 66: m.priorIdentity = r.message(ResourceIdentityData); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface PlanResourceChangeResponse {
  plannedState: DynamicValue | undefined
  requiresReplace: AttributePath[]
  plannedPrivate: Uint8Array
  diagnostics: Diagnostic[]
  legacyTypeSystem: boolean
  deferred: Deferred | undefined
  plannedIdentity: ResourceIdentityData | undefined
}
export const PlanResourceChangeResponse: Codec<PlanResourceChangeResponse> = {
  write(w: Writer, m: Init<PlanResourceChangeResponse>): void {
    if (m.plannedState !== undefined) w.message(10, m.plannedState, DynamicValue)
    if (m.requiresReplace !== undefined) for (const item of m.requiresReplace) w.message(18, item, AttributePath)
    if (m.plannedPrivate !== undefined && m.plannedPrivate.length > 0) w.bytes(26, m.plannedPrivate)
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(34, item, Diagnostic)
    if (m.legacyTypeSystem === true) w.bool(40, m.legacyTypeSystem)
    if (m.deferred !== undefined) w.message(50, m.deferred, Deferred)
    if (m.plannedIdentity !== undefined) w.message(58, m.plannedIdentity, ResourceIdentityData)
  },
  read(r: Reader): PlanResourceChangeResponse {
    const m: PlanResourceChangeResponse = { plannedState: undefined, requiresReplace: noItems, plannedPrivate: new Uint8Array(), diagnostics: noItems, legacyTypeSystem: false, deferred: undefined, plannedIdentity: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.plannedState = r.message(DynamicValue); break
        case 18: m.requiresReplace = withItem(m.requiresReplace, r.message(AttributePath)); break
        case 26: m.plannedPrivate = r.bytes(); break
        case 34: m.diagnostics = withItem(m.diagnostics, r.message(Diagnostic)); break
        case 40: m.legacyTypeSystem = r.bool(); break
        case 50: m.deferred = r.message(Deferred); break
        case 58: m.plannedIdentity = r.message(ResourceIdentityData); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ApplyResourceChangeRequest {
  typeName: string
  priorState: DynamicValue | undefined
  plannedState: DynamicValue | undefined
  config: DynamicValue | undefined
  plannedPrivate: Uint8Array
  providerMeta: DynamicValue | undefined
  plannedIdentity: ResourceIdentityData | undefined
}
export const ApplyResourceChangeRequest: Codec<ApplyResourceChangeRequest> = {
  write(w: Writer, m: Init<ApplyResourceChangeRequest>): void {
    if (m.typeName) w.string(10, m.typeName)
    if (m.priorState !== undefined) w.message(18, m.priorState, DynamicValue)
    if (m.plannedState !== undefined) w.message(26, m.plannedState, DynamicValue)
    if (m.config !== undefined) w.message(34, m.config, DynamicValue)
    if (m.plannedPrivate !== undefined && m.plannedPrivate.length > 0) w.bytes(42, m.plannedPrivate)
    if (m.providerMeta !== undefined) w.message(50, m.providerMeta, DynamicValue)
    if (m.plannedIdentity !== undefined) w.message(58, m.plannedIdentity, ResourceIdentityData)
  },
  read(r: Reader): ApplyResourceChangeRequest {
    const m: ApplyResourceChangeRequest = { typeName: '', priorState: undefined, plannedState: undefined, config: undefined, plannedPrivate: new Uint8Array(), providerMeta: undefined, plannedIdentity: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.typeName = r.string(); break
        case 18: m.priorState = r.message(DynamicValue); break
        case 26: m.plannedState = r.message(DynamicValue); break
        case 34: m.config = r.message(DynamicValue); break
        case 42: m.plannedPrivate = r.bytes(); break
        case 50: m.providerMeta = r.message(DynamicValue); break
        case 58: m.plannedIdentity = r.message(ResourceIdentityData); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ApplyResourceChangeResponse {
  newState: DynamicValue | undefined
  private: Uint8Array
  diagnostics: Diagnostic[]
  legacyTypeSystem: boolean
  newIdentity: ResourceIdentityData | undefined
}
export const ApplyResourceChangeResponse: Codec<ApplyResourceChangeResponse> = {
  write(w: Writer, m: Init<ApplyResourceChangeResponse>): void {
    if (m.newState !== undefined) w.message(10, m.newState, DynamicValue)
    if (m.private !== undefined && m.private.length > 0) w.bytes(18, m.private)
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(26, item, Diagnostic)
    if (m.legacyTypeSystem === true) w.bool(32, m.legacyTypeSystem)
    if (m.newIdentity !== undefined) w.message(42, m.newIdentity, ResourceIdentityData)
  },
  read(r: Reader): ApplyResourceChangeResponse {
    const m: ApplyResourceChangeResponse = { newState: undefined, private: new Uint8Array(), diagnostics: noItems, legacyTypeSystem: false, newIdentity: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.newState = r.message(DynamicValue); break
        case 18: m.private = r.bytes(); break
        case 26: m.diagnostics = withItem(m.diagnostics, r.message(Diagnostic)); break
        case 32: m.legacyTypeSystem = r.bool(); break
        case 42: m.newIdentity = r.message(ResourceIdentityData); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ImportResourceStateRequest {
  typeName: string
  id: string
  clientCapabilities: ClientCapabilities | undefined
  identity: ResourceIdentityData | undefined
}
export const ImportResourceStateRequest: Codec<ImportResourceStateRequest> = {
  write(w: Writer, m: Init<ImportResourceStateRequest>): void {
    if (m.typeName) w.string(10, m.typeName)
    if (m.id) w.string(18, m.id)
    if (m.clientCapabilities !== undefined) w.message(26, m.clientCapabilities, ClientCapabilities)
    if (m.identity !== undefined) w.message(34, m.identity, ResourceIdentityData)
  },
  read(r: Reader): ImportResourceStateRequest {
    const m: ImportResourceStateRequest = { typeName: '', id: '', clientCapabilities: undefined, identity: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.typeName = r.string(); break
        case 18: m.id = r.string(); break
        case 26: m.clientCapabilities = r.message(ClientCapabilities); break
        case 34: m.identity = r.message(ResourceIdentityData); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ImportResourceStateResponse {
  importedResources: ImportedResource[]
  diagnostics: Diagnostic[]
  deferred: Deferred | undefined
}
export const ImportResourceStateResponse: Codec<ImportResourceStateResponse> = {
  write(w: Writer, m: Init<ImportResourceStateResponse>): void {
    if (m.importedResources !== undefined) for (const item of m.importedResources) w.message(10, item, ImportedResource)
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(18, item, Diagnostic)
    if (m.deferred !== undefined) w.message(26, m.deferred, Deferred)
  },
  read(r: Reader): ImportResourceStateResponse {
    const m: ImportResourceStateResponse = { importedResources: noItems, diagnostics: noItems, deferred: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.importedResources = withItem(m.importedResources, r.message(ImportedResource)); break
        case 18: m.diagnostics = withItem(m.diagnostics, r.message(Diagnostic)); break
        case 26: m.deferred = r.message(Deferred); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ImportedResource {
  typeName: string
  state: DynamicValue | undefined
  private: Uint8Array
  identity: ResourceIdentityData | undefined
}
export const ImportedResource: Codec<ImportedResource> = {
  write(w: Writer, m: Init<ImportedResource>): void {
    if (m.typeName) w.string(10, m.typeName)
    if (m.state !== undefined) w.message(18, m.state, DynamicValue)
    if (m.private !== undefined && m.private.length > 0) w.bytes(26, m.private)
    if (m.identity !== undefined) w.message(34, m.identity, ResourceIdentityData)
  },
  read(r: Reader): ImportedResource {
    const m: ImportedResource = { typeName: '', state: undefined, private: new Uint8Array(), identity: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.typeName = r.string(); break
        case 18: m.state = r.message(DynamicValue); break
        case 26: m.private = r.bytes(); break
        case 34: m.identity = r.message(ResourceIdentityData); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface MoveResourceStateRequest {
  sourceProviderAddress: string
  sourceTypeName: string
  sourceSchemaVersion: number | bigint
  sourceState: RawState | undefined
  targetTypeName: string
  sourcePrivate: Uint8Array
  sourceIdentity: RawState | undefined
  sourceIdentitySchemaVersion: number | bigint
}
export const MoveResourceStateRequest: Codec<MoveResourceStateRequest> = {
  write(w: Writer, m: Init<MoveResourceStateRequest>): void {
    if (m.sourceProviderAddress) w.string(10, m.sourceProviderAddress)
    if (m.sourceTypeName) w.string(18, m.sourceTypeName)
    if (m.sourceSchemaVersion) w.int64(24, m.sourceSchemaVersion)
    if (m.sourceState !== undefined) w.message(34, m.sourceState, RawState)
    if (m.targetTypeName) w.string(42, m.targetTypeName)
    if (m.sourcePrivate !== undefined && m.sourcePrivate.length > 0) w.bytes(50, m.sourcePrivate)
    if (m.sourceIdentity !== undefined) w.message(58, m.sourceIdentity, RawState)
    if (m.sourceIdentitySchemaVersion) w.int64(64, m.sourceIdentitySchemaVersion)
  },
  read(r: Reader): MoveResourceStateRequest {
    const m: MoveResourceStateRequest = { sourceProviderAddress: '', sourceTypeName: '', sourceSchemaVersion: 0, sourceState: undefined, targetTypeName: '', sourcePrivate: new Uint8Array(), sourceIdentity: undefined, sourceIdentitySchemaVersion: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.sourceProviderAddress = r.string(); break
        case 18: m.sourceTypeName = r.string(); break
        case 24: m.sourceSchemaVersion = r.int64(); break
        case 34: m.sourceState = r.message(RawState); break
        case 42: m.targetTypeName = r.string(); break
        case 50: m.sourcePrivate = r.bytes(); break
        case 58: m.sourceIdentity = r.message(RawState); break
        case 64: m.sourceIdentitySchemaVersion = r.int64(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface MoveResourceStateResponse {
  targetState: DynamicValue | undefined
  diagnostics: Diagnostic[]
  targetPrivate: Uint8Array
  targetIdentity: ResourceIdentityData | undefined
}
export const MoveResourceStateResponse: Codec<MoveResourceStateResponse> = {
  write(w: Writer, m: Init<MoveResourceStateResponse>): void {
    if (m.targetState !== undefined) w.message(10, m.targetState, DynamicValue)
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(18, item, Diagnostic)
    if (m.targetPrivate !== undefined && m.targetPrivate.length > 0) w.bytes(26, m.targetPrivate)
    if (m.targetIdentity !== undefined) w.message(34, m.targetIdentity, ResourceIdentityData)
  },
  read(r: Reader): MoveResourceStateResponse {
    const m: MoveResourceStateResponse = { targetState: undefined, diagnostics: noItems, targetPrivate: new Uint8Array(), targetIdentity: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.targetState = r.message(DynamicValue); break
        case 18: m.diagnostics = withItem(m.diagnostics, r.message(Diagnostic)); break
        case 26: m.targetPrivate = r.bytes(); break
        case 34: m.targetIdentity = r.message(ResourceIdentityData); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ReadDataSourceRequest {
  typeName: string
  config: DynamicValue | undefined
  providerMeta: DynamicValue | undefined
  clientCapabilities: ClientCapabilities | undefined
}
export const ReadDataSourceRequest: Codec<ReadDataSourceRequest> = {
  write(w: Writer, m: Init<ReadDataSourceRequest>): void {
    if (m.typeName) w.string(10, m.typeName)
    if (m.config !== undefined) w.message(18, m.config, DynamicValue)
    if (m.providerMeta !== undefined) w.message(26, m.providerMeta, DynamicValue)
    if (m.clientCapabilities !== undefined) w.message(34, m.clientCapabilities, ClientCapabilities)
  },
  read(r: Reader): ReadDataSourceRequest {
    const m: ReadDataSourceRequest = { typeName: '', config: undefined, providerMeta: undefined, clientCapabilities: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.typeName = r.string(); break
        case 18: m.config = r.message(DynamicValue); break
        case 26: m.providerMeta = r.message(DynamicValue); break
        case 34: m.clientCapabilities = r.message(ClientCapabilities); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ReadDataSourceResponse {
  state: DynamicValue | undefined
  diagnostics: Diagnostic[]
  deferred: Deferred | undefined
}
export const ReadDataSourceResponse: Codec<ReadDataSourceResponse> = {
  write(w: Writer, m: Init<ReadDataSourceResponse>): void {
    if (m.state !== undefined) w.message(10, m.state, DynamicValue)
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(18, item, Diagnostic)
    if (m.deferred !== undefined) w.message(26, m.deferred, Deferred)
  },
  read(r: Reader): ReadDataSourceResponse {
    const m: ReadDataSourceResponse = { state: undefined, diagnostics: noItems, deferred: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.state = r.message(DynamicValue); break
        case 18: m.diagnostics = withItem(m.diagnostics, r.message(Diagnostic)); break
        case 26: m.deferred = r.message(Deferred); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface OpenEphemeralResourceRequest {
  typeName: string
  config: DynamicValue | undefined
  clientCapabilities: ClientCapabilities | undefined
}
export const OpenEphemeralResourceRequest: Codec<OpenEphemeralResourceRequest> = {
  write(w: Writer, m: Init<OpenEphemeralResourceRequest>): void {
    if (m.typeName) w.string(10, m.typeName)
    if (m.config !== undefined) w.message(18, m.config, DynamicValue)
    if (m.clientCapabilities !== undefined) w.message(26, m.clientCapabilities, ClientCapabilities)
  },
  read(r: Reader): OpenEphemeralResourceRequest {
    const m: OpenEphemeralResourceRequest = { typeName: '', config: undefined, clientCapabilities: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.typeName = r.string(); break
        case 18: m.config = r.message(DynamicValue); break
        case 26: m.clientCapabilities = r.message(ClientCapabilities); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface OpenEphemeralResourceResponse {
  diagnostics: Diagnostic[]
  renewAt: google_protobuf_timestamp.Timestamp | undefined
  result: DynamicValue | undefined
  private: Uint8Array | undefined
  deferred: Deferred | undefined
}
export const OpenEphemeralResourceResponse: Codec<OpenEphemeralResourceResponse> = {
  write(w: Writer, m: Init<OpenEphemeralResourceResponse>): void {
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(10, item, Diagnostic)
    if (m.renewAt !== undefined) w.message(18, m.renewAt, google_protobuf_timestamp.Timestamp)
    if (m.result !== undefined) w.message(26, m.result, DynamicValue)
    if (m.private !== undefined) w.bytes(34, m.private)
    if (m.deferred !== undefined) w.message(42, m.deferred, Deferred)
  },
  read(r: Reader): OpenEphemeralResourceResponse {
    const m: OpenEphemeralResourceResponse = { diagnostics: noItems, renewAt: undefined, result: undefined, private: undefined, deferred: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.diagnostics = withItem(m.diagnostics, r.message(Diagnostic)); break
        case 18: m.renewAt = r.message(google_protobuf_timestamp.Timestamp); break
        case 26: m.result = r.message(DynamicValue); break
        case 34: m.private = r.bytes(); break
        case 42: m.deferred = r.message(Deferred); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RenewEphemeralResourceRequest {
  typeName: string
  private: Uint8Array | undefined
}
export const RenewEphemeralResourceRequest: Codec<RenewEphemeralResourceRequest> = {
  write(w: Writer, m: Init<RenewEphemeralResourceRequest>): void {
    if (m.typeName) w.string(10, m.typeName)
    if (m.private !== undefined) w.bytes(18, m.private)
  },
  read(r: Reader): RenewEphemeralResourceRequest {
    const m: RenewEphemeralResourceRequest = { typeName: '', private: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.typeName = r.string(); break
        case 18: m.private = r.bytes(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RenewEphemeralResourceResponse {
  diagnostics: Diagnostic[]
  renewAt: google_protobuf_timestamp.Timestamp | undefined
  private: Uint8Array | undefined
}
export const RenewEphemeralResourceResponse: Codec<RenewEphemeralResourceResponse> = {
  write(w: Writer, m: Init<RenewEphemeralResourceResponse>): void {
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(10, item, Diagnostic)
    if (m.renewAt !== undefined) w.message(18, m.renewAt, google_protobuf_timestamp.Timestamp)
    if (m.private !== undefined) w.bytes(26, m.private)
  },
  read(r: Reader): RenewEphemeralResourceResponse {
    const m: RenewEphemeralResourceResponse = { diagnostics: noItems, renewAt: undefined, private: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.diagnostics = withItem(m.diagnostics, r.message(Diagnostic)); break
        case 18: m.renewAt = r.message(google_protobuf_timestamp.Timestamp); break
        case 26: m.private = r.bytes(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CloseEphemeralResourceRequest {
  typeName: string
  private: Uint8Array | undefined
}
export const CloseEphemeralResourceRequest: Codec<CloseEphemeralResourceRequest> = {
  write(w: Writer, m: Init<CloseEphemeralResourceRequest>): void {
    if (m.typeName) w.string(10, m.typeName)
    if (m.private !== undefined) w.bytes(18, m.private)
  },
  read(r: Reader): CloseEphemeralResourceRequest {
    const m: CloseEphemeralResourceRequest = { typeName: '', private: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.typeName = r.string(); break
        case 18: m.private = r.bytes(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ListResourceRequest {
  typeName: string
  config: DynamicValue | undefined
  includeResourceObject: boolean
  limit: number | bigint
}
export const ListResourceRequest: Codec<ListResourceRequest> = {
  write(w: Writer, m: Init<ListResourceRequest>): void {
    if (m.typeName) w.string(10, m.typeName)
    if (m.config !== undefined) w.message(18, m.config, DynamicValue)
    if (m.includeResourceObject === true) w.bool(24, m.includeResourceObject)
    if (m.limit) w.int64(32, m.limit)
  },
  read(r: Reader): ListResourceRequest {
    const m: ListResourceRequest = { typeName: '', config: undefined, includeResourceObject: false, limit: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.typeName = r.string(); break
        case 18: m.config = r.message(DynamicValue); break
        case 24: m.includeResourceObject = r.bool(); break
        case 32: m.limit = r.int64(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ListResourceEvent {
  identity: ResourceIdentityData | undefined
  displayName: string
  resourceObject: DynamicValue | undefined
  diagnostic: Diagnostic[]
}
export const ListResourceEvent: Codec<ListResourceEvent> = {
  write(w: Writer, m: Init<ListResourceEvent>): void {
    if (m.identity !== undefined) w.message(10, m.identity, ResourceIdentityData)
    if (m.displayName) w.string(18, m.displayName)
    if (m.resourceObject !== undefined) w.message(26, m.resourceObject, DynamicValue)
    if (m.diagnostic !== undefined) for (const item of m.diagnostic) w.message(34, item, Diagnostic)
  },
  read(r: Reader): ListResourceEvent {
    const m: ListResourceEvent = { identity: undefined, displayName: '', resourceObject: undefined, diagnostic: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.identity = r.message(ResourceIdentityData); break
        case 18: m.displayName = r.string(); break
        case 26: m.resourceObject = r.message(DynamicValue); break
        case 34: m.diagnostic = withItem(m.diagnostic, r.message(Diagnostic)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CallFunctionRequest {
  name: string
  arguments: DynamicValue[]
}
export const CallFunctionRequest: Codec<CallFunctionRequest> = {
  write(w: Writer, m: Init<CallFunctionRequest>): void {
    if (m.name) w.string(10, m.name)
    if (m.arguments !== undefined) for (const item of m.arguments) w.message(18, item, DynamicValue)
  },
  read(r: Reader): CallFunctionRequest {
    const m: CallFunctionRequest = { name: '', arguments: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.arguments = withItem(m.arguments, r.message(DynamicValue)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CallFunctionResponse {
  result: DynamicValue | undefined
  error: FunctionError | undefined
}
export const CallFunctionResponse: Codec<CallFunctionResponse> = {
  write(w: Writer, m: Init<CallFunctionResponse>): void {
    if (m.result !== undefined) w.message(10, m.result, DynamicValue)
    if (m.error !== undefined) w.message(18, m.error, FunctionError)
  },
  read(r: Reader): CallFunctionResponse {
    const m: CallFunctionResponse = { result: undefined, error: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.result = r.message(DynamicValue); break
        case 18: m.error = r.message(FunctionError); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface StopRequest {
}
export const StopRequest: Codec<StopRequest> = {
  write(_w: Writer, _m: Init<StopRequest>): void {
  },
  read(r: Reader): StopRequest {
    const m: StopRequest = {  }
    while (r.more) {
      const tag = r.varint()
      r.skip(tag)
    }
    return m
  },
}

export interface StopResponse {
  Error: string
}
export const StopResponse: Codec<StopResponse> = {
  write(w: Writer, m: Init<StopResponse>): void {
    if (m.Error) w.string(10, m.Error)
  },
  read(r: Reader): StopResponse {
    const m: StopResponse = { Error: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.Error = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}
