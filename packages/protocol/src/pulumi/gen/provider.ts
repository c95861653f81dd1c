// Generated from provider.proto by tools/gen.ts. Do not edit.
import * as google_protobuf_empty from './google-protobuf-empty.ts'
import * as google_protobuf_struct from './google-protobuf-struct.ts'
import * as alias from './alias.ts'
import * as plugin from './plugin.ts'
import type { Codec, Init, Method, StreamMethod } from '../../wire/codec/message.ts'
import { noEntries, noItems, withItem } from '../../wire/codec/nothing.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export const AutonamingMode = {
  PROPOSE: 0,
  ENFORCE: 1,
  DISABLE: 2,
} as const
/** Also a number that this version does not know. */
export type AutonamingMode = number

export const DiffChanges = {
  UNKNOWN: 0,
  NONE: 1,
  SOME: 2,
} as const
/** Also a number that this version does not know. */
export type DiffChanges = number

export const PropertyDiffKind = {
  ADD: 0,
  ADD_REPLACE: 1,
  REMOVE: 2,
  REMOVE_REPLACE: 3,
  CHANGE: 4,
  CHANGE_REPLACE: 5,
} as const
/** Also a number that this version does not know. */
export type PropertyDiffKind = number

export interface ProviderHandshakeRequest {
  engineAddress: string
  rootDirectory: string | undefined
  programDirectory: string | undefined
  configureWithUrn: boolean
  supportsViews: boolean
  supportsRefreshBeforeUpdate: boolean
  invokeWithPreview: boolean
  mapperTarget: string | undefined
  loaderTarget: string | undefined
  resolverTarget: string | undefined
  acceptsByteString: boolean
}
export const ProviderHandshakeRequest: Codec<ProviderHandshakeRequest> = {
  write(w: Writer, m: Init<ProviderHandshakeRequest>): void {
    if (m.engineAddress) w.string(10, m.engineAddress)
    if (m.rootDirectory !== undefined) w.string(18, m.rootDirectory)
    if (m.programDirectory !== undefined) w.string(26, m.programDirectory)
    if (m.configureWithUrn === true) w.bool(32, m.configureWithUrn)
    if (m.supportsViews === true) w.bool(40, m.supportsViews)
    if (m.supportsRefreshBeforeUpdate === true) w.bool(48, m.supportsRefreshBeforeUpdate)
    if (m.invokeWithPreview === true) w.bool(56, m.invokeWithPreview)
    if (m.mapperTarget !== undefined) w.string(66, m.mapperTarget)
    if (m.loaderTarget !== undefined) w.string(74, m.loaderTarget)
    if (m.resolverTarget !== undefined) w.string(82, m.resolverTarget)
    if (m.acceptsByteString === true) w.bool(88, m.acceptsByteString)
  },
  read(r: Reader): ProviderHandshakeRequest {
    const m: ProviderHandshakeRequest = { engineAddress: '', rootDirectory: undefined, programDirectory: undefined, configureWithUrn: false, supportsViews: false, supportsRefreshBeforeUpdate: false, invokeWithPreview: false, mapperTarget: undefined, loaderTarget: undefined, resolverTarget: undefined, acceptsByteString: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.engineAddress = r.string(); break
        case 18: m.rootDirectory = r.string(); break
        case 26: m.programDirectory = r.string(); break
        case 32: m.configureWithUrn = r.bool(); break
        case 40: m.supportsViews = r.bool(); break
        case 48: m.supportsRefreshBeforeUpdate = r.bool(); break
        case 56: m.invokeWithPreview = r.bool(); break
        case 66: m.mapperTarget = r.string(); break
        case 74: m.loaderTarget = r.string(); break
        case 82: m.resolverTarget = r.string(); break
        case 88: m.acceptsByteString = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ProviderHandshakeResponse {
  acceptSecrets: boolean
  acceptResources: boolean
  acceptOutputs: boolean
  supportsAutonamingConfiguration: boolean
  acceptsByteString: boolean
}
export const ProviderHandshakeResponse: Codec<ProviderHandshakeResponse> = {
  write(w: Writer, m: Init<ProviderHandshakeResponse>): void {
    if (m.acceptSecrets === true) w.bool(8, m.acceptSecrets)
    if (m.acceptResources === true) w.bool(16, m.acceptResources)
    if (m.acceptOutputs === true) w.bool(24, m.acceptOutputs)
    if (m.supportsAutonamingConfiguration === true) w.bool(32, m.supportsAutonamingConfiguration)
    if (m.acceptsByteString === true) w.bool(48, m.acceptsByteString)
  },
  read(r: Reader): ProviderHandshakeResponse {
    const m: ProviderHandshakeResponse = { acceptSecrets: false, acceptResources: false, acceptOutputs: false, supportsAutonamingConfiguration: false, acceptsByteString: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.acceptSecrets = r.bool(); break
        case 16: m.acceptResources = r.bool(); break
        case 24: m.acceptOutputs = r.bool(); break
        case 32: m.supportsAutonamingConfiguration = r.bool(); break
        case 48: m.acceptsByteString = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ParametersArgs {
  args: string[]
}
export const ParametersArgs: Codec<ParametersArgs> = {
  write(w: Writer, m: Init<ParametersArgs>): void {
    if (m.args !== undefined) for (const item of m.args) w.string(10, item)
  },
  read(r: Reader): ParametersArgs {
    const m: ParametersArgs = { args: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.args = withItem(m.args, r.string()); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ParametersValue {
  name: string
  version: string
  value: Uint8Array
}
export const ParametersValue: Codec<ParametersValue> = {
  write(w: Writer, m: Init<ParametersValue>): void {
    if (m.name) w.string(10, m.name)
    if (m.version) w.string(18, m.version)
    if (m.value !== undefined && m.value.length > 0) w.bytes(26, m.value)
  },
  read(r: Reader): ParametersValue {
    const m: ParametersValue = { name: '', version: '', value: new Uint8Array() }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.version = r.string(); break
        case 26: m.value = r.bytes(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ParameterizeRequest {
  args: ParametersArgs | undefined
  value: ParametersValue | undefined
}
export const ParameterizeRequest: Codec<ParameterizeRequest> = {
  write(w: Writer, m: Init<ParameterizeRequest>): void {
    if (m.args !== undefined) w.message(10, m.args, ParametersArgs)
    if (m.value !== undefined) w.message(18, m.value, ParametersValue)
  },
  read(r: Reader): ParameterizeRequest {
    const m: ParameterizeRequest = { args: undefined, value: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.value = undefined; m.args = r.message(ParametersArgs); break
        case 18: m.args = undefined; m.value = r.message(ParametersValue); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ParameterizeResponse {
  name: string
  version: string
}
export const ParameterizeResponse: Codec<ParameterizeResponse> = {
  write(w: Writer, m: Init<ParameterizeResponse>): void {
    if (m.name) w.string(10, m.name)
    if (m.version) w.string(18, m.version)
  },
  read(r: Reader): ParameterizeResponse {
    const m: ParameterizeResponse = { name: '', version: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.version = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface InvokeRequest {
  tok: string
  args: google_protobuf_struct.Struct | undefined
  preview: boolean
}
export const InvokeRequest: Codec<InvokeRequest> = {
  write(w: Writer, m: Init<InvokeRequest>): void {
    if (m.tok) w.string(10, m.tok)
    if (m.args !== undefined) w.message(18, m.args, google_protobuf_struct.Struct)
    if (m.preview === true) w.bool(56, m.preview)
  },
  read(r: Reader): InvokeRequest {
    const m: InvokeRequest = { tok: '', args: undefined, preview: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.tok = r.string(); break
        case 18: m.args = r.message(google_protobuf_struct.Struct); break
        case 56: m.preview = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface InvokeResponse {
  return: google_protobuf_struct.Struct | undefined
  failures: CheckFailure[]
}
export const InvokeResponse: Codec<InvokeResponse> = {
  write(w: Writer, m: Init<InvokeResponse>): void {
    if (m.return !== undefined) w.message(10, m.return, google_protobuf_struct.Struct)
    if (m.failures !== undefined) for (const item of m.failures) w.message(18, item, CheckFailure)
  },
  read(r: Reader): InvokeResponse {
    const m: InvokeResponse = { return: undefined, failures: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.return = r.message(google_protobuf_struct.Struct); break
        case 18: m.failures = withItem(m.failures, r.message(CheckFailure)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetSchemaRequest {
  version: number
  subpackageName: string
  subpackageVersion: string
}
export const GetSchemaRequest: Codec<GetSchemaRequest> = {
  write(w: Writer, m: Init<GetSchemaRequest>): void {
    if (m.version) w.int32(8, m.version)
    if (m.subpackageName) w.string(18, m.subpackageName)
    if (m.subpackageVersion) w.string(26, m.subpackageVersion)
  },
  read(r: Reader): GetSchemaRequest {
    const m: GetSchemaRequest = { version: 0, subpackageName: '', subpackageVersion: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.version = r.int32(); break
        case 18: m.subpackageName = r.string(); break
        case 26: m.subpackageVersion = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetSchemaResponse {
  schema: string
}
export const GetSchemaResponse: Codec<GetSchemaResponse> = {
  write(w: Writer, m: Init<GetSchemaResponse>): void {
    if (m.schema) w.string(10, m.schema)
  },
  read(r: Reader): GetSchemaResponse {
    const m: GetSchemaResponse = { schema: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.schema = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ConfigureRequest {
  variables: Record<string, string>
  args: google_protobuf_struct.Struct | undefined
  acceptSecrets: boolean
  acceptResources: boolean
  sendsOldInputs: boolean
  sendsOldInputsToDelete: boolean
  id: string | undefined
  urn: string | undefined
  name: string | undefined
  type: string | undefined
}
export const ConfigureRequest: Codec<ConfigureRequest> = {
  write(w: Writer, m: Init<ConfigureRequest>): void {
    if (m.variables !== undefined) for (const key in m.variables) {
      const value = m.variables[key]
      if (value !== undefined) w.stringEntry(10, key, value)
    }
    if (m.args !== undefined) w.message(18, m.args, google_protobuf_struct.Struct)
    if (m.acceptSecrets === true) w.bool(24, m.acceptSecrets)
    if (m.acceptResources === true) w.bool(32, m.acceptResources)
    if (m.sendsOldInputs === true) w.bool(40, m.sendsOldInputs)
    if (m.sendsOldInputsToDelete === true) w.bool(48, m.sendsOldInputsToDelete)
    if (m.id !== undefined) w.string(58, m.id)
    if (m.urn !== undefined) w.string(66, m.urn)
    if (m.name !== undefined) w.string(74, m.name)
    if (m.type !== undefined) w.string(82, m.type)
  },
  read(r: Reader): ConfigureRequest {
    const m: ConfigureRequest = { variables: noEntries, args: undefined, acceptSecrets: false, acceptResources: false, sendsOldInputs: false, sendsOldInputsToDelete: false, id: undefined, urn: undefined, name: undefined, type: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.variables = r.stringEntry(m.variables); break
        case 18: m.args = r.message(google_protobuf_struct.Struct); break
        case 24: m.acceptSecrets = r.bool(); break
        case 32: m.acceptResources = r.bool(); break
        case 40: m.sendsOldInputs = r.bool(); break
        case 48: m.sendsOldInputsToDelete = r.bool(); break
        case 58: m.id = r.string(); break
        case 66: m.urn = r.string(); break
        case 74: m.name = r.string(); break
        case 82: m.type = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ConfigureResponse {
  acceptSecrets: boolean
  supportsPreview: boolean
  acceptResources: boolean
  acceptOutputs: boolean
  supportsAutonamingConfiguration: boolean
}
export const ConfigureResponse: Codec<ConfigureResponse> = {
  write(w: Writer, m: Init<ConfigureResponse>): void {
    if (m.acceptSecrets === true) w.bool(8, m.acceptSecrets)
    if (m.supportsPreview === true) w.bool(16, m.supportsPreview)
    if (m.acceptResources === true) w.bool(24, m.acceptResources)
    if (m.acceptOutputs === true) w.bool(32, m.acceptOutputs)
    if (m.supportsAutonamingConfiguration === true) w.bool(40, m.supportsAutonamingConfiguration)
  },
  read(r: Reader): ConfigureResponse {
    const m: ConfigureResponse = { acceptSecrets: false, supportsPreview: false, acceptResources: false, acceptOutputs: false, supportsAutonamingConfiguration: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.acceptSecrets = r.bool(); break
        case 16: m.supportsPreview = r.bool(); break
        case 24: m.acceptResources = r.bool(); break
        case 32: m.acceptOutputs = r.bool(); break
        case 40: m.supportsAutonamingConfiguration = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CheckRequest {
  urn: string
  olds: google_protobuf_struct.Struct | undefined
  news: google_protobuf_struct.Struct | undefined
  randomSeed: Uint8Array
  name: string
  type: string
  autonaming: AutonamingOptions | undefined
}
export const CheckRequest: Codec<CheckRequest> = {
  write(w: Writer, m: Init<CheckRequest>): void {
    if (m.urn) w.string(10, m.urn)
    if (m.olds !== undefined) w.message(18, m.olds, google_protobuf_struct.Struct)
    if (m.news !== undefined) w.message(26, m.news, google_protobuf_struct.Struct)
    if (m.randomSeed !== undefined && m.randomSeed.length > 0) w.bytes(42, m.randomSeed)
    if (m.name) w.string(50, m.name)
    if (m.type) w.string(58, m.type)
    if (m.autonaming !== undefined) w.message(66, m.autonaming, AutonamingOptions)
  },
  read(r: Reader): CheckRequest {
    const m: CheckRequest = { urn: '', olds: undefined, news: undefined, randomSeed: new Uint8Array(), name: '', type: '', autonaming: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.urn = r.string(); break
        case 18: m.olds = r.message(google_protobuf_struct.Struct); break
        case 26: m.news = r.message(google_protobuf_struct.Struct); break
        case 42: m.randomSeed = r.bytes(); break
        case 50: m.name = r.string(); break
        case 58: m.type = r.string(); break
        case 66: m.autonaming = r.message(AutonamingOptions); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface AutonamingOptions {
  proposedName: string
  mode: number
}
export const AutonamingOptions: Codec<AutonamingOptions> = {
  write(w: Writer, m: Init<AutonamingOptions>): void {
    if (m.proposedName) w.string(10, m.proposedName)
    if (m.mode) w.int32(16, m.mode)
  },
  read(r: Reader): AutonamingOptions {
    const m: AutonamingOptions = { proposedName: '', mode: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.proposedName = r.string(); break
        case 16: m.mode = r.int32(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CheckResponse {
  inputs: google_protobuf_struct.Struct | undefined
  failures: CheckFailure[]
}
export const CheckResponse: Codec<CheckResponse> = {
  write(w: Writer, m: Init<CheckResponse>): void {
    if (m.inputs !== undefined) w.message(10, m.inputs, google_protobuf_struct.Struct)
    if (m.failures !== undefined) for (const item of m.failures) w.message(18, item, CheckFailure)
  },
  read(r: Reader): CheckResponse {
    const m: CheckResponse = { inputs: undefined, failures: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.inputs = r.message(google_protobuf_struct.Struct); break
        case 18: m.failures = withItem(m.failures, r.message(CheckFailure)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CheckFailure {
  property: string
  reason: string
}
export const CheckFailure: Codec<CheckFailure> = {
  write(w: Writer, m: Init<CheckFailure>): void {
    if (m.property) w.string(10, m.property)
    if (m.reason) w.string(18, m.reason)
  },
  read(r: Reader): CheckFailure {
    const m: CheckFailure = { property: '', reason: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.property = r.string(); break
        case 18: m.reason = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DiffRequest {
  id: string
  urn: string
  olds: google_protobuf_struct.Struct | undefined
  news: google_protobuf_struct.Struct | undefined
  ignoreChanges: string[]
  oldInputs: google_protobuf_struct.Struct | undefined
  name: string
  type: string
}
export const DiffRequest: Codec<DiffRequest> = {
  write(w: Writer, m: Init<DiffRequest>): void {
    if (m.id) w.string(10, m.id)
    if (m.urn) w.string(18, m.urn)
    if (m.olds !== undefined) w.message(26, m.olds, google_protobuf_struct.Struct)
    if (m.news !== undefined) w.message(34, m.news, google_protobuf_struct.Struct)
    if (m.ignoreChanges !== undefined) for (const item of m.ignoreChanges) w.string(42, item)
    if (m.oldInputs !== undefined) w.message(50, m.oldInputs, google_protobuf_struct.Struct)
    if (m.name) w.string(58, m.name)
    if (m.type) w.string(66, m.type)
  },
  read(r: Reader): DiffRequest {
    const m: DiffRequest = { id: '', urn: '', olds: undefined, news: undefined, ignoreChanges: noItems, oldInputs: undefined, name: '', type: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.id = r.string(); break
        case 18: m.urn = r.string(); break
        case 26: m.olds = r.message(google_protobuf_struct.Struct); break
        case 34: m.news = r.message(google_protobuf_struct.Struct); break
        case 42: m.ignoreChanges = withItem(m.ignoreChanges, r.string()); break
        case 50: m.oldInputs = r.message(google_protobuf_struct.Struct); break
        case 58: m.name = r.string(); break
        case 66: m.type = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DiffResponse {
  replaces: string[]
  stables: string[]
  deleteBeforeReplace: boolean
  changes: number
  diffs: string[]
  detailedDiff: Record<string, PropertyDiff>
  hasDetailedDiff: boolean
}
export const DiffResponse: Codec<DiffResponse> = {
  write(w: Writer, m: Init<DiffResponse>): void {
    if (m.replaces !== undefined) for (const item of m.replaces) w.string(10, item)
    if (m.stables !== undefined) for (const item of m.stables) w.string(18, item)
    if (m.deleteBeforeReplace === true) w.bool(24, m.deleteBeforeReplace)
    if (m.changes) w.int32(32, m.changes)
    if (m.diffs !== undefined) for (const item of m.diffs) w.string(42, item)
    if (m.detailedDiff !== undefined) for (const key in m.detailedDiff) {
      const value = m.detailedDiff[key]
      if (value !== undefined) w.messageEntry(50, key, value, PropertyDiff)
    }
    if (m.hasDetailedDiff === true) w.bool(56, m.hasDetailedDiff)
  },
  read(r: Reader): DiffResponse {
    const m: DiffResponse = { replaces: noItems, stables: noItems, deleteBeforeReplace: false, changes: 0, diffs: noItems, detailedDiff: noEntries, hasDetailedDiff: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.replaces = withItem(m.replaces, r.string()); break
        case 18: m.stables = withItem(m.stables, r.string()); break
        case 24: m.deleteBeforeReplace = r.bool(); break
        case 32: m.changes = r.int32(); break
        case 42: m.diffs = withItem(m.diffs, r.string()); break
        case 50: m.detailedDiff = r.messageEntry(m.detailedDiff, PropertyDiff); break
        case 56: m.hasDetailedDiff = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface PropertyDiff {
  kind: number
  inputDiff: boolean
}
export const PropertyDiff: Codec<PropertyDiff> = {
  write(w: Writer, m: Init<PropertyDiff>): void {
    if (m.kind) w.int32(8, m.kind)
    if (m.inputDiff === true) w.bool(16, m.inputDiff)
  },
  read(r: Reader): PropertyDiff {
    const m: PropertyDiff = { kind: 0, inputDiff: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.kind = r.int32(); break
        case 16: m.inputDiff = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CreateRequest {
  urn: string
  properties: google_protobuf_struct.Struct | undefined
  timeout: number
  preview: boolean
  name: string
  type: string
  resourceStatusAddress: string
  resourceStatusToken: string
}
export const CreateRequest: Codec<CreateRequest> = {
  write(w: Writer, m: Init<CreateRequest>): void {
    if (m.urn) w.string(10, m.urn)
    if (m.properties !== undefined) w.message(18, m.properties, google_protobuf_struct.Struct)
    if (m.timeout !== undefined && !Object.is(m.timeout, 0)) w.double(25, m.timeout)
    if (m.preview === true) w.bool(32, m.preview)
    if (m.name) w.string(42, m.name)
    if (m.type) w.string(50, m.type)
    if (m.resourceStatusAddress) w.string(58, m.resourceStatusAddress)
    if (m.resourceStatusToken) w.string(66, m.resourceStatusToken)
  },
  read(r: Reader): CreateRequest {
    const m: CreateRequest = { urn: '', properties: undefined, timeout: 0, preview: false, name: '', type: '', resourceStatusAddress: '', resourceStatusToken: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.urn = r.string(); break
        case 18: m.properties = r.message(google_protobuf_struct.Struct); break
        case 25: m.timeout = r.double(); break
        case 32: m.preview = r.bool(); break
        case 42: m.name = r.string(); break
        case 50: m.type = r.string(); break
        case 58: m.resourceStatusAddress = r.string(); break
        case 66: m.resourceStatusToken = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CreateResponse {
  id: string
  properties: google_protobuf_struct.Struct | undefined
  refreshBeforeUpdate: boolean
}
export const CreateResponse: Codec<CreateResponse> = {
  write(w: Writer, m: Init<CreateResponse>): void {
    if (m.id) w.string(10, m.id)
    if (m.properties !== undefined) w.message(18, m.properties, google_protobuf_struct.Struct)
    if (m.refreshBeforeUpdate === true) w.bool(24, m.refreshBeforeUpdate)
  },
  read(r: Reader): CreateResponse {
    const m: CreateResponse = { id: '', properties: undefined, refreshBeforeUpdate: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.id = r.string(); break
        case 18: m.properties = r.message(google_protobuf_struct.Struct); break
        case 24: m.refreshBeforeUpdate = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ReadRequest {
  id: string
  urn: string
  properties: google_protobuf_struct.Struct | undefined
  inputs: google_protobuf_struct.Struct | undefined
  name: string
  type: string
  timeout: number
  resourceStatusAddress: string
  resourceStatusToken: string
  oldViews: View[]
}
export const ReadRequest: Codec<ReadRequest> = {
  write(w: Writer, m: Init<ReadRequest>): void {
    if (m.id) w.string(10, m.id)
    if (m.urn) w.string(18, m.urn)
    if (m.properties !== undefined) w.message(26, m.properties, google_protobuf_struct.Struct)
    if (m.inputs !== undefined) w.message(34, m.inputs, google_protobuf_struct.Struct)
    if (m.name) w.string(42, m.name)
    if (m.type) w.string(50, m.type)
    if (m.timeout !== undefined && !Object.is(m.timeout, 0)) w.double(81, m.timeout)
    if (m.resourceStatusAddress) w.string(58, m.resourceStatusAddress)
    if (m.resourceStatusToken) w.string(66, m.resourceStatusToken)
    if (m.oldViews !== undefined) for (const item of m.oldViews) w.message(74, item, View)
  },
  read(r: Reader): ReadRequest {
    const m: ReadRequest = { id: '', urn: '', properties: undefined, inputs: undefined, name: '', type: '', timeout: 0, resourceStatusAddress: '', resourceStatusToken: '', oldViews: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.id = r.string(); break
        case 18: m.urn = r.string(); break
        case 26: m.properties = r.message(google_protobuf_struct.Struct); break
        case 34: m.inputs = r.message(google_protobuf_struct.Struct); break
        case 42: m.name = r.string(); break
        case 50: m.type = r.string(); break
        case 81: m.timeout = r.double(); break
        case 58: m.resourceStatusAddress = r.string(); break
        case 66: m.resourceStatusToken = r.string(); break
        case 74: m.oldViews = withItem(m.oldViews, r.message(View)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ReadResponse {
  id: string
  properties: google_protobuf_struct.Struct | undefined
  inputs: google_protobuf_struct.Struct | undefined
  refreshBeforeUpdate: boolean
}
export const ReadResponse: Codec<ReadResponse> = {
  write(w: Writer, m: Init<ReadResponse>): void {
    if (m.id) w.string(10, m.id)
    if (m.properties !== undefined) w.message(18, m.properties, google_protobuf_struct.Struct)
    if (m.inputs !== undefined) w.message(26, m.inputs, google_protobuf_struct.Struct)
    if (m.refreshBeforeUpdate === true) w.bool(32, m.refreshBeforeUpdate)
  },
  read(r: Reader): ReadResponse {
    const m: ReadResponse = { id: '', properties: undefined, inputs: undefined, refreshBeforeUpdate: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.id = r.string(); break
        case 18: m.properties = r.message(google_protobuf_struct.Struct); break
        case 26: m.inputs = r.message(google_protobuf_struct.Struct); break
        case 32: m.refreshBeforeUpdate = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ListRequest {
  token: string
  query: google_protobuf_struct.Struct | undefined
  limit: number | bigint
  pageSize: number | bigint
  continuationToken: string
}
export const ListRequest: Codec<ListRequest> = {
  write(w: Writer, m: Init<ListRequest>): void {
    if (m.token) w.string(10, m.token)
    if (m.query !== undefined) w.message(18, m.query, google_protobuf_struct.Struct)
    if (m.limit) w.int64(24, m.limit)
    if (m.pageSize) w.int64(32, m.pageSize)
    if (m.continuationToken) w.string(42, m.continuationToken)
  },
  read(r: Reader): ListRequest {
    const m: ListRequest = { token: '', query: undefined, limit: 0, pageSize: 0, continuationToken: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.token = r.string(); break
        case 18: m.query = r.message(google_protobuf_struct.Struct); break
        case 24: m.limit = r.int64(); break
        case 32: m.pageSize = r.int64(); break
        case 42: m.continuationToken = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ListComputed {
}
export const ListComputed: Codec<ListComputed> = {
  write(_w: Writer, _m: Init<ListComputed>): void {
  },
  read(r: Reader): ListComputed {
    const m: ListComputed = {  }
    while (r.more) {
      const tag = r.varint()
      r.skip(tag)
    }
    return m
  },
}

export interface ListResult {
  id: string
  name: string
}
export const ListResult: Codec<ListResult> = {
  write(w: Writer, m: Init<ListResult>): void {
    if (m.id) w.string(10, m.id)
    if (m.name) w.string(18, m.name)
  },
  read(r: Reader): ListResult {
    const m: ListResult = { id: '', name: '' }
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

export interface ListContinuation {
  continuationToken: string
}
export const ListContinuation: Codec<ListContinuation> = {
  write(w: Writer, m: Init<ListContinuation>): void {
    if (m.continuationToken) w.string(10, m.continuationToken)
  },
  read(r: Reader): ListContinuation {
    const m: ListContinuation = { continuationToken: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.continuationToken = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ListResponse {
  computed: ListComputed | undefined
  result: ListResult | undefined
  continuation: ListContinuation | undefined
}
export const ListResponse: Codec<ListResponse> = {
  write(w: Writer, m: Init<ListResponse>): void {
    if (m.computed !== undefined) w.message(10, m.computed, ListComputed)
    if (m.result !== undefined) w.message(18, m.result, ListResult)
    if (m.continuation !== undefined) w.message(26, m.continuation, ListContinuation)
  },
  read(r: Reader): ListResponse {
    const m: ListResponse = { computed: undefined, result: undefined, continuation: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.result = m.continuation = undefined; m.computed = r.message(ListComputed); break
        case 18: m.computed = m.continuation = undefined; m.result = r.message(ListResult); break
        case 26: m.computed = m.result = undefined; m.continuation = r.message(ListContinuation); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface UpdateRequest {
  id: string
  urn: string
  olds: google_protobuf_struct.Struct | undefined
  news: google_protobuf_struct.Struct | undefined
  timeout: number
  ignoreChanges: string[]
  preview: boolean
  oldInputs: google_protobuf_struct.Struct | undefined
  name: string
  type: string
  resourceStatusAddress: string
  resourceStatusToken: string
  oldViews: View[]
}
export const UpdateRequest: Codec<UpdateRequest> = {
  write(w: Writer, m: Init<UpdateRequest>): void {
    if (m.id) w.string(10, m.id)
    if (m.urn) w.string(18, m.urn)
    if (m.olds !== undefined) w.message(26, m.olds, google_protobuf_struct.Struct)
    if (m.news !== undefined) w.message(34, m.news, google_protobuf_struct.Struct)
    if (m.timeout !== undefined && !Object.is(m.timeout, 0)) w.double(41, m.timeout)
    if (m.ignoreChanges !== undefined) for (const item of m.ignoreChanges) w.string(50, item)
    if (m.preview === true) w.bool(56, m.preview)
    if (m.oldInputs !== undefined) w.message(66, m.oldInputs, google_protobuf_struct.Struct)
    if (m.name) w.string(74, m.name)
    if (m.type) w.string(82, m.type)
    if (m.resourceStatusAddress) w.string(90, m.resourceStatusAddress)
    if (m.resourceStatusToken) w.string(98, m.resourceStatusToken)
    if (m.oldViews !== undefined) for (const item of m.oldViews) w.message(106, item, View)
  },
  read(r: Reader): UpdateRequest {
    const m: UpdateRequest = { id: '', urn: '', olds: undefined, news: undefined, timeout: 0, ignoreChanges: noItems, preview: false, oldInputs: undefined, name: '', type: '', resourceStatusAddress: '', resourceStatusToken: '', oldViews: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.id = r.string(); break
        case 18: m.urn = r.string(); break
        case 26: m.olds = r.message(google_protobuf_struct.Struct); break
        case 34: m.news = r.message(google_protobuf_struct.Struct); break
        case 41: m.timeout = r.double(); break
        case 50: m.ignoreChanges = withItem(m.ignoreChanges, r.string()); break
        case 56: m.preview = r.bool(); break
        case 66: m.oldInputs = r.message(google_protobuf_struct.Struct); break
        case 74: m.name = r.string(); break
        case 82: m.type = r.string(); break
        case 90: m.resourceStatusAddress = r.string(); break
        case 98: m.resourceStatusToken = r.string(); break
        case 106: m.oldViews = withItem(m.oldViews, r.message(View)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface UpdateResponse {
  properties: google_protobuf_struct.Struct | undefined
  refreshBeforeUpdate: boolean
}
export const UpdateResponse: Codec<UpdateResponse> = {
  write(w: Writer, m: Init<UpdateResponse>): void {
    if (m.properties !== undefined) w.message(10, m.properties, google_protobuf_struct.Struct)
    if (m.refreshBeforeUpdate === true) w.bool(16, m.refreshBeforeUpdate)
  },
  read(r: Reader): UpdateResponse {
    const m: UpdateResponse = { properties: undefined, refreshBeforeUpdate: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.properties = r.message(google_protobuf_struct.Struct); break
        case 16: m.refreshBeforeUpdate = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DeleteRequest {
  id: string
  urn: string
  properties: google_protobuf_struct.Struct | undefined
  timeout: number
  oldInputs: google_protobuf_struct.Struct | undefined
  name: string
  type: string
  resourceStatusAddress: string
  resourceStatusToken: string
  oldViews: View[]
}
export const DeleteRequest: Codec<DeleteRequest> = {
  write(w: Writer, m: Init<DeleteRequest>): void {
    if (m.id) w.string(10, m.id)
    if (m.urn) w.string(18, m.urn)
    if (m.properties !== undefined) w.message(26, m.properties, google_protobuf_struct.Struct)
    if (m.timeout !== undefined && !Object.is(m.timeout, 0)) w.double(33, m.timeout)
    if (m.oldInputs !== undefined) w.message(42, m.oldInputs, google_protobuf_struct.Struct)
    if (m.name) w.string(50, m.name)
    if (m.type) w.string(58, m.type)
    if (m.resourceStatusAddress) w.string(66, m.resourceStatusAddress)
    if (m.resourceStatusToken) w.string(74, m.resourceStatusToken)
    if (m.oldViews !== undefined) for (const item of m.oldViews) w.message(82, item, View)
  },
  read(r: Reader): DeleteRequest {
    const m: DeleteRequest = { id: '', urn: '', properties: undefined, timeout: 0, oldInputs: undefined, name: '', type: '', resourceStatusAddress: '', resourceStatusToken: '', oldViews: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.id = r.string(); break
        case 18: m.urn = r.string(); break
        case 26: m.properties = r.message(google_protobuf_struct.Struct); break
        case 33: m.timeout = r.double(); break
        case 42: m.oldInputs = r.message(google_protobuf_struct.Struct); break
        case 50: m.name = r.string(); break
        case 58: m.type = r.string(); break
        case 66: m.resourceStatusAddress = r.string(); break
        case 74: m.resourceStatusToken = r.string(); break
        case 82: m.oldViews = withItem(m.oldViews, r.message(View)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DependentUrns {
  urns: string[]
}
export const DependentUrns: Codec<DependentUrns> = {
  write(w: Writer, m: Init<DependentUrns>): void {
    if (m.urns !== undefined) for (const item of m.urns) w.string(10, item)
  },
  read(r: Reader): DependentUrns {
    const m: DependentUrns = { urns: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.urns = withItem(m.urns, r.string()); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ConstructTimeouts {
  create: string
  update: string
  delete: string
  read: string
}
export const ConstructTimeouts: Codec<ConstructTimeouts> = {
  write(w: Writer, m: Init<ConstructTimeouts>): void {
    if (m.create) w.string(10, m.create)
    if (m.update) w.string(18, m.update)
    if (m.delete) w.string(26, m.delete)
    if (m.read) w.string(34, m.read)
  },
  read(r: Reader): ConstructTimeouts {
    const m: ConstructTimeouts = { create: '', update: '', delete: '', read: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.create = r.string(); break
        case 18: m.update = r.string(); break
        case 26: m.delete = r.string(); break
        case 34: m.read = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ConstructHooks {
  beforeCreate: string[]
  afterCreate: string[]
  beforeUpdate: string[]
  afterUpdate: string[]
  beforeDelete: string[]
  afterDelete: string[]
  onError: string[]
}
export const ConstructHooks: Codec<ConstructHooks> = {
  write(w: Writer, m: Init<ConstructHooks>): void {
    if (m.beforeCreate !== undefined) for (const item of m.beforeCreate) w.string(10, item)
    if (m.afterCreate !== undefined) for (const item of m.afterCreate) w.string(18, item)
    if (m.beforeUpdate !== undefined) for (const item of m.beforeUpdate) w.string(26, item)
    if (m.afterUpdate !== undefined) for (const item of m.afterUpdate) w.string(34, item)
    if (m.beforeDelete !== undefined) for (const item of m.beforeDelete) w.string(42, item)
    if (m.afterDelete !== undefined) for (const item of m.afterDelete) w.string(50, item)
    if (m.onError !== undefined) for (const item of m.onError) w.string(58, item)
  },
  read(r: Reader): ConstructHooks {
    const m: ConstructHooks = { beforeCreate: noItems, afterCreate: noItems, beforeUpdate: noItems, afterUpdate: noItems, beforeDelete: noItems, afterDelete: noItems, onError: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.beforeCreate = withItem(m.beforeCreate, r.string()); break
        case 18: m.afterCreate = withItem(m.afterCreate, r.string()); break
        case 26: m.beforeUpdate = withItem(m.beforeUpdate, r.string()); break
        case 34: m.afterUpdate = withItem(m.afterUpdate, r.string()); break
        case 42: m.beforeDelete = withItem(m.beforeDelete, r.string()); break
        case 50: m.afterDelete = withItem(m.afterDelete, r.string()); break
        case 58: m.onError = withItem(m.onError, r.string()); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CallRequest {
  tok: string
  args: google_protobuf_struct.Struct | undefined
  argDependencies: Record<string, DependentUrns>
  project: string
  stack: string
  config: Record<string, string>
  configSecretKeys: string[]
  dryRun: boolean
  parallel: number
  monitorEndpoint: string
  organization: string
  acceptsOutputValues: boolean
}
export const CallRequest: Codec<CallRequest> = {
  write(w: Writer, m: Init<CallRequest>): void {
    if (m.tok) w.string(10, m.tok)
    if (m.args !== undefined) w.message(18, m.args, google_protobuf_struct.Struct)
    if (m.argDependencies !== undefined) for (const key in m.argDependencies) {
      const value = m.argDependencies[key]
      if (value !== undefined) w.messageEntry(26, key, value, DependentUrns)
    }
    if (m.project) w.string(50, m.project)
    if (m.stack) w.string(58, m.stack)
    if (m.config !== undefined) for (const key in m.config) {
      const value = m.config[key]
      if (value !== undefined) w.stringEntry(66, key, value)
    }
    if (m.configSecretKeys !== undefined) for (const item of m.configSecretKeys) w.string(74, item)
    if (m.dryRun === true) w.bool(80, m.dryRun)
    if (m.parallel) w.int32(88, m.parallel)
    if (m.monitorEndpoint) w.string(98, m.monitorEndpoint)
    if (m.organization) w.string(114, m.organization)
    if (m.acceptsOutputValues === true) w.bool(136, m.acceptsOutputValues)
  },
  read(r: Reader): CallRequest {
    const m: CallRequest = { tok: '', args: undefined, argDependencies: noEntries, project: '', stack: '', config: noEntries, configSecretKeys: noItems, dryRun: false, parallel: 0, monitorEndpoint: '', organization: '', acceptsOutputValues: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.tok = r.string(); break
        case 18: m.args = r.message(google_protobuf_struct.Struct); break
        case 26: m.argDependencies = r.messageEntry(m.argDependencies, DependentUrns); break
        case 50: m.project = r.string(); break
        case 58: m.stack = r.string(); break
        case 66: m.config = r.stringEntry(m.config); break
        case 74: m.configSecretKeys = withItem(m.configSecretKeys, r.string()); break
        case 80: m.dryRun = r.bool(); break
        case 88: m.parallel = r.int32(); break
        case 98: m.monitorEndpoint = r.string(); break
        case 114: m.organization = r.string(); break
        case 136: m.acceptsOutputValues = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CallResponse {
  return: google_protobuf_struct.Struct | undefined
  returnDependencies: Record<string, DependentUrns>
  failures: CheckFailure[]
}
export const CallResponse: Codec<CallResponse> = {
  write(w: Writer, m: Init<CallResponse>): void {
    if (m.return !== undefined) w.message(10, m.return, google_protobuf_struct.Struct)
    if (m.returnDependencies !== undefined) for (const key in m.returnDependencies) {
      const value = m.returnDependencies[key]
      if (value !== undefined) w.messageEntry(18, key, value, DependentUrns)
    }
    if (m.failures !== undefined) for (const item of m.failures) w.message(26, item, CheckFailure)
  },
  read(r: Reader): CallResponse {
    const m: CallResponse = { return: undefined, returnDependencies: noEntries, failures: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.return = r.message(google_protobuf_struct.Struct); break
        case 18: m.returnDependencies = r.messageEntry(m.returnDependencies, DependentUrns); break
        case 26: m.failures = withItem(m.failures, r.message(CheckFailure)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ConstructRequest {
  project: string
  stack: string
  config: Record<string, string>
  dryRun: boolean
  parallel: number
  monitorEndpoint: string
  type: string
  name: string
  parent: string
  inputs: google_protobuf_struct.Struct | undefined
  inputDependencies: Record<string, DependentUrns>
  protect: boolean | undefined
  providers: Record<string, string>
  dependencies: string[]
  configSecretKeys: string[]
  organization: string
  additionalSecretOutputs: string[]
  customTimeouts: ConstructTimeouts | undefined
  deletedWith: string
  deleteBeforeReplace: boolean | undefined
  ignoreChanges: string[]
  replaceOnChanges: string[]
  retainOnDelete: boolean | undefined
  acceptsOutputValues: boolean
  resourceHooks: ConstructHooks | undefined
  replaceWith: string[]
  aliases: alias.Alias[]
  replacementTrigger: google_protobuf_struct.Value | undefined
}
export const ConstructRequest: Codec<ConstructRequest> = {
  write(w: Writer, m: Init<ConstructRequest>): void {
    if (m.project) w.string(10, m.project)
    if (m.stack) w.string(18, m.stack)
    if (m.config !== undefined) for (const key in m.config) {
      const value = m.config[key]
      if (value !== undefined) w.stringEntry(26, key, value)
    }
    if (m.dryRun === true) w.bool(32, m.dryRun)
    if (m.parallel) w.int32(40, m.parallel)
    if (m.monitorEndpoint) w.string(50, m.monitorEndpoint)
    if (m.type) w.string(58, m.type)
    if (m.name) w.string(66, m.name)
    if (m.parent) w.string(74, m.parent)
    if (m.inputs !== undefined) w.message(82, m.inputs, google_protobuf_struct.Struct)
    if (m.inputDependencies !== undefined) for (const key in m.inputDependencies) {
      const value = m.inputDependencies[key]
      if (value !== undefined) w.messageEntry(90, key, value, DependentUrns)
    }
    if (m.protect !== undefined) w.bool(96, m.protect)
    if (m.providers !== undefined) for (const key in m.providers) {
      const value = m.providers[key]
      if (value !== undefined) w.stringEntry(106, key, value)
    }
    if (m.dependencies !== undefined) for (const item of m.dependencies) w.string(122, item)
    if (m.configSecretKeys !== undefined) for (const item of m.configSecretKeys) w.string(130, item)
    if (m.organization) w.string(138, m.organization)
    if (m.additionalSecretOutputs !== undefined) for (const item of m.additionalSecretOutputs) w.string(146, item)
    if (m.customTimeouts !== undefined) w.message(154, m.customTimeouts, ConstructTimeouts)
    if (m.deletedWith) w.string(162, m.deletedWith)
    if (m.deleteBeforeReplace !== undefined) w.bool(168, m.deleteBeforeReplace)
    if (m.ignoreChanges !== undefined) for (const item of m.ignoreChanges) w.string(178, item)
    if (m.replaceOnChanges !== undefined) for (const item of m.replaceOnChanges) w.string(186, item)
    if (m.retainOnDelete !== undefined) w.bool(192, m.retainOnDelete)
    if (m.acceptsOutputValues === true) w.bool(200, m.acceptsOutputValues)
    if (m.resourceHooks !== undefined) w.message(210, m.resourceHooks, ConstructHooks)
    if (m.replaceWith !== undefined) for (const item of m.replaceWith) w.string(226, item)
    if (m.aliases !== undefined) for (const item of m.aliases) w.message(234, item, alias.Alias)
    if (m.replacementTrigger !== undefined) w.message(242, m.replacementTrigger, google_protobuf_struct.Value)
  },
  read(r: Reader): ConstructRequest {
    const m: ConstructRequest = { project: '', stack: '', config: noEntries, dryRun: false, parallel: 0, monitorEndpoint: '', type: '', name: '', parent: '', inputs: undefined, inputDependencies: noEntries, protect: undefined, providers: noEntries, dependencies: noItems, configSecretKeys: noItems, organization: '', additionalSecretOutputs: noItems, customTimeouts: undefined, deletedWith: '', deleteBeforeReplace: undefined, ignoreChanges: noItems, replaceOnChanges: noItems, retainOnDelete: undefined, acceptsOutputValues: false, resourceHooks: undefined, replaceWith: noItems, aliases: noItems, replacementTrigger: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.project = r.string(); break
        case 18: m.stack = r.string(); break
        case 26: m.config = r.stringEntry(m.config); break
        case 32: m.dryRun = r.bool(); break
        case 40: m.parallel = r.int32(); break
        case 50: m.monitorEndpoint = r.string(); break
        case 58: m.type = r.string(); break
        case 66: m.name = r.string(); break
        case 74: m.parent = r.string(); break
        case 82: m.inputs = r.message(google_protobuf_struct.Struct); break
        case 90: m.inputDependencies = r.messageEntry(m.inputDependencies, DependentUrns); break
        case 96: m.protect = r.bool(); break
        case 106: m.providers = r.stringEntry(m.providers); break
        case 122: m.dependencies = withItem(m.dependencies, r.string()); break
        case 130: m.configSecretKeys = withItem(m.configSecretKeys, r.string()); break
        case 138: m.organization = r.string(); break
        case 146: m.additionalSecretOutputs = withItem(m.additionalSecretOutputs, r.string()); break
        case 154: m.customTimeouts = r.message(ConstructTimeouts); break
        case 162: m.deletedWith = r.string(); break
        case 168: m.deleteBeforeReplace = r.bool(); break
        case 178: m.ignoreChanges = withItem(m.ignoreChanges, r.string()); break
        case 186: m.replaceOnChanges = withItem(m.replaceOnChanges, r.string()); break
        case 192: m.retainOnDelete = r.bool(); break
        case 200: m.acceptsOutputValues = r.bool(); break
        case 210: m.resourceHooks = r.message(ConstructHooks); break
        case 226: m.replaceWith = withItem(m.replaceWith, r.string()); break
        case 234: m.aliases = withItem(m.aliases, r.message(alias.Alias)); break
        case 242: m.replacementTrigger = r.message(google_protobuf_struct.Value); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ConstructResponse {
  urn: string
  state: google_protobuf_struct.Struct | undefined
  stateDependencies: Record<string, DependentUrns>
}
export const ConstructResponse: Codec<ConstructResponse> = {
  write(w: Writer, m: Init<ConstructResponse>): void {
    if (m.urn) w.string(10, m.urn)
    if (m.state !== undefined) w.message(18, m.state, google_protobuf_struct.Struct)
    if (m.stateDependencies !== undefined) for (const key in m.stateDependencies) {
      const value = m.stateDependencies[key]
      if (value !== undefined) w.messageEntry(26, key, value, DependentUrns)
    }
  },
  read(r: Reader): ConstructResponse {
    const m: ConstructResponse = { urn: '', state: undefined, stateDependencies: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.urn = r.string(); break
        case 18: m.state = r.message(google_protobuf_struct.Struct); break
        case 26: m.stateDependencies = r.messageEntry(m.stateDependencies, DependentUrns); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface View {
  type: string
  name: string
  parentType: string
  parentName: string
  inputs: google_protobuf_struct.Struct | undefined
  outputs: google_protobuf_struct.Struct | undefined
}
export const View: Codec<View> = {
  write(w: Writer, m: Init<View>): void {
    if (m.type) w.string(10, m.type)
    if (m.name) w.string(18, m.name)
    if (m.parentType) w.string(26, m.parentType)
    if (m.parentName) w.string(34, m.parentName)
    if (m.inputs !== undefined) w.message(42, m.inputs, google_protobuf_struct.Struct)
    if (m.outputs !== undefined) w.message(50, m.outputs, google_protobuf_struct.Struct)
  },
  read(r: Reader): View {
    const m: View = { type: '', name: '', parentType: '', parentName: '', inputs: undefined, outputs: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        case 18: m.name = r.string(); break
        case 26: m.parentType = r.string(); break
        case 34: m.parentName = r.string(); break
        case 42: m.inputs = r.message(google_protobuf_struct.Struct); break
        case 50: m.outputs = r.message(google_protobuf_struct.Struct); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetMappingRequest {
  key: string
  provider: string
}
export const GetMappingRequest: Codec<GetMappingRequest> = {
  write(w: Writer, m: Init<GetMappingRequest>): void {
    if (m.key) w.string(10, m.key)
    if (m.provider) w.string(18, m.provider)
  },
  read(r: Reader): GetMappingRequest {
    const m: GetMappingRequest = { key: '', provider: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.key = r.string(); break
        case 18: m.provider = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetMappingResponse {
  provider: string
  data: Uint8Array
}
export const GetMappingResponse: Codec<GetMappingResponse> = {
  write(w: Writer, m: Init<GetMappingResponse>): void {
    if (m.provider) w.string(10, m.provider)
    if (m.data !== undefined && m.data.length > 0) w.bytes(18, m.data)
  },
  read(r: Reader): GetMappingResponse {
    const m: GetMappingResponse = { provider: '', data: new Uint8Array() }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.provider = r.string(); break
        case 18: m.data = r.bytes(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetMappingsRequest {
  key: string
}
export const GetMappingsRequest: Codec<GetMappingsRequest> = {
  write(w: Writer, m: Init<GetMappingsRequest>): void {
    if (m.key) w.string(10, m.key)
  },
  read(r: Reader): GetMappingsRequest {
    const m: GetMappingsRequest = { key: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.key = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetMappingsResponse {
  providers: string[]
}
export const GetMappingsResponse: Codec<GetMappingsResponse> = {
  write(w: Writer, m: Init<GetMappingsResponse>): void {
    if (m.providers !== undefined) for (const item of m.providers) w.string(10, item)
  },
  read(r: Reader): GetMappingsResponse {
    const m: GetMappingsResponse = { providers: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.providers = withItem(m.providers, r.string()); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export const ResourceProvider = {
  Handshake: {
    name: 'Handshake',
    path: '/pulumirpc.ResourceProvider/Handshake',
    request: ProviderHandshakeRequest,
    response: ProviderHandshakeResponse,
  } satisfies Method<ProviderHandshakeRequest, ProviderHandshakeResponse>,
  Attach: {
    name: 'Attach',
    path: '/pulumirpc.ResourceProvider/Attach',
    request: plugin.PluginAttach,
    response: google_protobuf_empty.Empty,
  } satisfies Method<plugin.PluginAttach, google_protobuf_empty.Empty>,
  Parameterize: {
    name: 'Parameterize',
    path: '/pulumirpc.ResourceProvider/Parameterize',
    request: ParameterizeRequest,
    response: ParameterizeResponse,
  } satisfies Method<ParameterizeRequest, ParameterizeResponse>,
  GetPluginInfo: {
    name: 'GetPluginInfo',
    path: '/pulumirpc.ResourceProvider/GetPluginInfo',
    request: google_protobuf_empty.Empty,
    response: plugin.PluginInfo,
  } satisfies Method<google_protobuf_empty.Empty, plugin.PluginInfo>,
  GetSchema: {
    name: 'GetSchema',
    path: '/pulumirpc.ResourceProvider/GetSchema',
    request: GetSchemaRequest,
    response: GetSchemaResponse,
  } satisfies Method<GetSchemaRequest, GetSchemaResponse>,
  CheckConfig: {
    name: 'CheckConfig',
    path: '/pulumirpc.ResourceProvider/CheckConfig',
    request: CheckRequest,
    response: CheckResponse,
  } satisfies Method<CheckRequest, CheckResponse>,
  DiffConfig: {
    name: 'DiffConfig',
    path: '/pulumirpc.ResourceProvider/DiffConfig',
    request: DiffRequest,
    response: DiffResponse,
  } satisfies Method<DiffRequest, DiffResponse>,
  Configure: {
    name: 'Configure',
    path: '/pulumirpc.ResourceProvider/Configure',
    request: ConfigureRequest,
    response: ConfigureResponse,
  } satisfies Method<ConfigureRequest, ConfigureResponse>,
  Invoke: {
    name: 'Invoke',
    path: '/pulumirpc.ResourceProvider/Invoke',
    request: InvokeRequest,
    response: InvokeResponse,
  } satisfies Method<InvokeRequest, InvokeResponse>,
  Call: {
    name: 'Call',
    path: '/pulumirpc.ResourceProvider/Call',
    request: CallRequest,
    response: CallResponse,
  } satisfies Method<CallRequest, CallResponse>,
  Construct: {
    name: 'Construct',
    path: '/pulumirpc.ResourceProvider/Construct',
    request: ConstructRequest,
    response: ConstructResponse,
  } satisfies Method<ConstructRequest, ConstructResponse>,
  Check: {
    name: 'Check',
    path: '/pulumirpc.ResourceProvider/Check',
    request: CheckRequest,
    response: CheckResponse,
  } satisfies Method<CheckRequest, CheckResponse>,
  Diff: {
    name: 'Diff',
    path: '/pulumirpc.ResourceProvider/Diff',
    request: DiffRequest,
    response: DiffResponse,
  } satisfies Method<DiffRequest, DiffResponse>,
  Create: {
    name: 'Create',
    path: '/pulumirpc.ResourceProvider/Create',
    request: CreateRequest,
    response: CreateResponse,
  } satisfies Method<CreateRequest, CreateResponse>,
  Read: {
    name: 'Read',
    path: '/pulumirpc.ResourceProvider/Read',
    request: ReadRequest,
    response: ReadResponse,
  } satisfies Method<ReadRequest, ReadResponse>,
  List: {
    streams: true,
    name: 'List',
    path: '/pulumirpc.ResourceProvider/List',
    request: ListRequest,
    response: ListResponse,
  } satisfies StreamMethod<ListRequest, ListResponse>,
  Update: {
    name: 'Update',
    path: '/pulumirpc.ResourceProvider/Update',
    request: UpdateRequest,
    response: UpdateResponse,
  } satisfies Method<UpdateRequest, UpdateResponse>,
  Delete: {
    name: 'Delete',
    path: '/pulumirpc.ResourceProvider/Delete',
    request: DeleteRequest,
    response: google_protobuf_empty.Empty,
  } satisfies Method<DeleteRequest, google_protobuf_empty.Empty>,
  GetMapping: {
    name: 'GetMapping',
    path: '/pulumirpc.ResourceProvider/GetMapping',
    request: GetMappingRequest,
    response: GetMappingResponse,
  } satisfies Method<GetMappingRequest, GetMappingResponse>,
  GetMappings: {
    name: 'GetMappings',
    path: '/pulumirpc.ResourceProvider/GetMappings',
    request: GetMappingsRequest,
    response: GetMappingsResponse,
  } satisfies Method<GetMappingsRequest, GetMappingsResponse>,
  Cancel: {
    name: 'Cancel',
    path: '/pulumirpc.ResourceProvider/Cancel',
    request: google_protobuf_empty.Empty,
    response: google_protobuf_empty.Empty,
  } satisfies Method<google_protobuf_empty.Empty, google_protobuf_empty.Empty>,
} as const
