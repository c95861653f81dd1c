// Generated from resource.proto by tools/gen.ts. Do not edit.
import * as google_protobuf_empty from './google-protobuf-empty.ts'
import * as google_protobuf_struct from './google-protobuf-struct.ts'
import * as alias from './alias.ts'
import * as callback from './callback.ts'
import * as provider from './provider.ts'
import type { Codec, Init, Method } from '../../wire/codec/message.ts'
import { noEntries, noItems, withItem } from '../../wire/codec/nothing.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export const ResourceMonitorFeature = {
  SECRETS: 0,
  RESOURCE_REFERENCES: 1,
  OUTPUT_VALUES: 2,
  ALIAS_SPECS: 3,
  REPLACEMENT_TRIGGER: 4,
  DELETED_WITH: 5,
  REPLACE_WITH: 6,
  TRANSFORMS: 7,
  INVOKE_TRANSFORMS: 8,
  PARAMETERIZATION: 9,
  RESOURCE_HOOKS: 10,
  ERROR_HOOKS: 11,
  SENDS_OPTIONS_TO_HOOKS: 12,
  BYTE_STRING: 13,
  INVOKE_DEPENDS_ON: 14,
  INVOKE_PARENT: 15,
  STATE_MIGRATIONS: 16,
} as const
/** Also a number that this version does not know. */
export type ResourceMonitorFeature = number

export const Result = {
  SUCCESS: 0,
  FAIL: 1,
  SKIP: 2,
} as const
/** Also a number that this version does not know. */
export type Result = number

export interface DeploymentInfo {
  project: string
  stack: string
  organization: string
  config: Record<string, string>
  configSecretKeys: string[]
  dryRun: boolean
  parallel: number
  supportedFeatures: number[]
}
export const DeploymentInfo: Codec<DeploymentInfo> = {
  write(w: Writer, m: Init<DeploymentInfo>): void {
    if (m.project) w.string(10, m.project)
    if (m.stack) w.string(18, m.stack)
    if (m.organization) w.string(26, m.organization)
    if (m.config !== undefined) for (const key in m.config) {
      const value = m.config[key]
      if (value !== undefined) w.stringEntry(34, key, value)
    }
    if (m.configSecretKeys !== undefined) for (const item of m.configSecretKeys) w.string(42, item)
    if (m.dryRun === true) w.bool(48, m.dryRun)
    if (m.parallel) w.int32(56, m.parallel)
    if (m.supportedFeatures !== undefined) for (const item of m.supportedFeatures) w.int32(64, item)
  },
  read(r: Reader): DeploymentInfo {
    const m: DeploymentInfo = { project: '', stack: '', organization: '', config: noEntries, configSecretKeys: noItems, dryRun: false, parallel: 0, supportedFeatures: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.project = r.string(); break
        case 18: m.stack = r.string(); break
        case 26: m.organization = r.string(); break
        case 34: m.config = r.stringEntry(m.config); break
        case 42: m.configSecretKeys = withItem(m.configSecretKeys, r.string()); break
        case 48: m.dryRun = r.bool(); break
        case 56: m.parallel = r.int32(); break
        case 64: m.supportedFeatures = withItem(m.supportedFeatures, r.int32()); break
        case 66: r.packed(() => { m.supportedFeatures = withItem(m.supportedFeatures, r.int32()) }); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SupportsFeatureRequest {
  id: string
}
export const SupportsFeatureRequest: Codec<SupportsFeatureRequest> = {
  write(w: Writer, m: Init<SupportsFeatureRequest>): void {
    if (m.id) w.string(10, m.id)
  },
  read(r: Reader): SupportsFeatureRequest {
    const m: SupportsFeatureRequest = { id: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.id = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SupportsFeatureResponse {
  hasSupport: boolean
}
export const SupportsFeatureResponse: Codec<SupportsFeatureResponse> = {
  write(w: Writer, m: Init<SupportsFeatureResponse>): void {
    if (m.hasSupport === true) w.bool(8, m.hasSupport)
  },
  read(r: Reader): SupportsFeatureResponse {
    const m: SupportsFeatureResponse = { hasSupport: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.hasSupport = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ReadResourceRequest {
  id: string
  type: string
  name: string
  parent: string
  properties: google_protobuf_struct.Struct | undefined
  dependencies: string[]
  provider: string
  version: string
  acceptSecrets: boolean
  additionalSecretOutputs: string[]
  acceptResources: boolean
  pluginDownloadURL: string
  packageRef: string
  acceptsByteString: boolean
}
export const ReadResourceRequest: Codec<ReadResourceRequest> = {
  write(w: Writer, m: Init<ReadResourceRequest>): void {
    if (m.id) w.string(10, m.id)
    if (m.type) w.string(18, m.type)
    if (m.name) w.string(26, m.name)
    if (m.parent) w.string(34, m.parent)
    if (m.properties !== undefined) w.message(42, m.properties, google_protobuf_struct.Struct)
    if (m.dependencies !== undefined) for (const item of m.dependencies) w.string(50, item)
    if (m.provider) w.string(58, m.provider)
    if (m.version) w.string(66, m.version)
    if (m.acceptSecrets === true) w.bool(72, m.acceptSecrets)
    if (m.additionalSecretOutputs !== undefined) for (const item of m.additionalSecretOutputs) w.string(82, item)
    if (m.acceptResources === true) w.bool(96, m.acceptResources)
    if (m.pluginDownloadURL) w.string(106, m.pluginDownloadURL)
    if (m.packageRef) w.string(130, m.packageRef)
    if (m.acceptsByteString === true) w.bool(152, m.acceptsByteString)
  },
  read(r: Reader): ReadResourceRequest {
    const m: ReadResourceRequest = { id: '', type: '', name: '', parent: '', properties: undefined, dependencies: noItems, provider: '', version: '', acceptSecrets: false, additionalSecretOutputs: noItems, acceptResources: false, pluginDownloadURL: '', packageRef: '', acceptsByteString: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.id = r.string(); break
        case 18: m.type = r.string(); break
        case 26: m.name = r.string(); break
        case 34: m.parent = r.string(); break
        case 42: m.properties = r.message(google_protobuf_struct.Struct); break
        case 50: m.dependencies = withItem(m.dependencies, r.string()); break
        case 58: m.provider = r.string(); break
        case 66: m.version = r.string(); break
        case 72: m.acceptSecrets = r.bool(); break
        case 82: m.additionalSecretOutputs = withItem(m.additionalSecretOutputs, r.string()); break
        case 96: m.acceptResources = r.bool(); break
        case 106: m.pluginDownloadURL = r.string(); break
        case 130: m.packageRef = r.string(); break
        case 152: m.acceptsByteString = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ReadResourceResponse {
  urn: string
  properties: google_protobuf_struct.Struct | undefined
}
export const ReadResourceResponse: Codec<ReadResourceResponse> = {
  write(w: Writer, m: Init<ReadResourceResponse>): void {
    if (m.urn) w.string(10, m.urn)
    if (m.properties !== undefined) w.message(18, m.properties, google_protobuf_struct.Struct)
  },
  read(r: Reader): ReadResourceResponse {
    const m: ReadResourceResponse = { urn: '', properties: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.urn = r.string(); break
        case 18: m.properties = r.message(google_protobuf_struct.Struct); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface PropertyDependencies {
  urns: string[]
}
export const PropertyDependencies: Codec<PropertyDependencies> = {
  write(w: Writer, m: Init<PropertyDependencies>): void {
    if (m.urns !== undefined) for (const item of m.urns) w.string(10, item)
  },
  read(r: Reader): PropertyDependencies {
    const m: PropertyDependencies = { urns: noItems }
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

export interface CustomTimeouts {
  create: string
  update: string
  delete: string
  read: string
}
export const CustomTimeouts: Codec<CustomTimeouts> = {
  write(w: Writer, m: Init<CustomTimeouts>): void {
    if (m.create) w.string(10, m.create)
    if (m.update) w.string(18, m.update)
    if (m.delete) w.string(26, m.delete)
    if (m.read) w.string(34, m.read)
  },
  read(r: Reader): CustomTimeouts {
    const m: CustomTimeouts = { create: '', update: '', delete: '', read: '' }
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

export interface ResourceHooksBinding {
  beforeCreate: string[]
  afterCreate: string[]
  beforeUpdate: string[]
  afterUpdate: string[]
  beforeDelete: string[]
  afterDelete: string[]
  onError: string[]
}
export const ResourceHooksBinding: Codec<ResourceHooksBinding> = {
  write(w: Writer, m: Init<ResourceHooksBinding>): void {
    if (m.beforeCreate !== undefined) for (const item of m.beforeCreate) w.string(10, item)
    if (m.afterCreate !== undefined) for (const item of m.afterCreate) w.string(18, item)
    if (m.beforeUpdate !== undefined) for (const item of m.beforeUpdate) w.string(26, item)
    if (m.afterUpdate !== undefined) for (const item of m.afterUpdate) w.string(34, item)
    if (m.beforeDelete !== undefined) for (const item of m.beforeDelete) w.string(42, item)
    if (m.afterDelete !== undefined) for (const item of m.afterDelete) w.string(50, item)
    if (m.onError !== undefined) for (const item of m.onError) w.string(58, item)
  },
  read(r: Reader): ResourceHooksBinding {
    const m: ResourceHooksBinding = { beforeCreate: noItems, afterCreate: noItems, beforeUpdate: noItems, afterUpdate: noItems, beforeDelete: noItems, afterDelete: noItems, onError: noItems }
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

export interface RegisterResourceRequest {
  type: string
  name: string
  parent: string
  custom: boolean
  object: google_protobuf_struct.Struct | undefined
  protect: boolean | undefined
  dependencies: string[]
  provider: string
  propertyDependencies: Record<string, PropertyDependencies>
  deleteBeforeReplace: boolean
  version: string
  ignoreChanges: string[]
  acceptSecrets: boolean
  additionalSecretOutputs: string[]
  aliasURNs: string[]
  importId: string
  customTimeouts: CustomTimeouts | undefined
  deleteBeforeReplaceDefined: boolean
  supportsPartialValues: boolean
  remote: boolean
  acceptResources: boolean
  providers: Record<string, string>
  replaceOnChanges: string[]
  pluginDownloadURL: string
  retainOnDelete: boolean | undefined
  aliases: alias.Alias[]
  deletedWith: string
  aliasSpecs: boolean
  transforms: callback.Callback[]
  supportsResultReporting: boolean
  packageRef: string
  hooks: ResourceHooksBinding | undefined
  replaceWith: string[]
  replacementTrigger: google_protobuf_struct.Value | undefined
  envVarMappings: Record<string, string>
  stateMigrations: callback.Callback[]
  hideDiffs: string[]
  acceptsByteString: boolean
}
export const RegisterResourceRequest: Codec<RegisterResourceRequest> = {
  write(w: Writer, m: Init<RegisterResourceRequest>): void {
    if (m.type) w.string(10, m.type)
    if (m.name) w.string(18, m.name)
    if (m.parent) w.string(26, m.parent)
    if (m.custom === true) w.bool(32, m.custom)
    if (m.object !== undefined) w.message(42, m.object, google_protobuf_struct.Struct)
    if (m.protect !== undefined) w.bool(48, m.protect)
    if (m.dependencies !== undefined) for (const item of m.dependencies) w.string(58, item)
    if (m.provider) w.string(66, m.provider)
    if (m.propertyDependencies !== undefined) for (const key in m.propertyDependencies) {
      const value = m.propertyDependencies[key]
      if (value !== undefined) w.messageEntry(74, key, value, PropertyDependencies)
    }
    if (m.deleteBeforeReplace === true) w.bool(80, m.deleteBeforeReplace)
    if (m.version) w.string(90, m.version)
    if (m.ignoreChanges !== undefined) for (const item of m.ignoreChanges) w.string(98, item)
    if (m.acceptSecrets === true) w.bool(104, m.acceptSecrets)
    if (m.additionalSecretOutputs !== undefined) for (const item of m.additionalSecretOutputs) w.string(114, item)
    if (m.aliasURNs !== undefined) for (const item of m.aliasURNs) w.string(122, item)
    if (m.importId) w.string(130, m.importId)
    if (m.customTimeouts !== undefined) w.message(138, m.customTimeouts, CustomTimeouts)
    if (m.deleteBeforeReplaceDefined === true) w.bool(144, m.deleteBeforeReplaceDefined)
    if (m.supportsPartialValues === true) w.bool(152, m.supportsPartialValues)
    if (m.remote === true) w.bool(160, m.remote)
    if (m.acceptResources === true) w.bool(168, m.acceptResources)
    if (m.providers !== undefined) for (const key in m.providers) {
      const value = m.providers[key]
      if (value !== undefined) w.stringEntry(178, key, value)
    }
    if (m.replaceOnChanges !== undefined) for (const item of m.replaceOnChanges) w.string(186, item)
    if (m.pluginDownloadURL) w.string(194, m.pluginDownloadURL)
    if (m.retainOnDelete !== undefined) w.bool(200, m.retainOnDelete)
    if (m.aliases !== undefined) for (const item of m.aliases) w.message(210, item, alias.Alias)
    if (m.deletedWith) w.string(218, m.deletedWith)
    if (m.aliasSpecs === true) w.bool(224, m.aliasSpecs)
    if (m.transforms !== undefined) for (const item of m.transforms) w.message(250, item, callback.Callback)
    if (m.supportsResultReporting === true) w.bool(256, m.supportsResultReporting)
    if (m.packageRef) w.string(266, m.packageRef)
    if (m.hooks !== undefined) w.message(274, m.hooks, ResourceHooksBinding)
    if (m.replaceWith !== undefined) for (const item of m.replaceWith) w.string(306, item)
    if (m.replacementTrigger !== undefined) w.message(314, m.replacementTrigger, google_protobuf_struct.Value)
    if (m.envVarMappings !== undefined) for (const key in m.envVarMappings) {
      const value = m.envVarMappings[key]
      if (value !== undefined) w.stringEntry(330, key, value)
    }
    if (m.stateMigrations !== undefined) for (const item of m.stateMigrations) w.message(346, item, callback.Callback)
    if (m.hideDiffs !== undefined) for (const item of m.hideDiffs) w.string(298, item)
    if (m.acceptsByteString === true) w.bool(336, m.acceptsByteString)
  },
  read(r: Reader): RegisterResourceRequest {
    const m: RegisterResourceRequest = { type: '', name: '', parent: '', custom: false, object: undefined, protect: undefined, dependencies: noItems, provider: '', propertyDependencies: noEntries, deleteBeforeReplace: false, version: '', ignoreChanges: noItems, acceptSecrets: false, additionalSecretOutputs: noItems, aliasURNs: noItems, importId: '', customTimeouts: undefined, deleteBeforeReplaceDefined: false, supportsPartialValues: false, remote: false, acceptResources: false, providers: noEntries, replaceOnChanges: noItems, pluginDownloadURL: '', retainOnDelete: undefined, aliases: noItems, deletedWith: '', aliasSpecs: false, transforms: noItems, supportsResultReporting: false, packageRef: '', hooks: undefined, replaceWith: noItems, replacementTrigger: undefined, envVarMappings: noEntries, stateMigrations: noItems, hideDiffs: noItems, acceptsByteString: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        case 18: m.name = r.string(); break
        case 26: m.parent = r.string(); break
        case 32: m.custom = r.bool(); break
        case 42: m.object = r.message(google_protobuf_struct.Struct); break
        case 48: m.protect = r.bool(); break
        case 58: m.dependencies = withItem(m.dependencies, r.string()); break
        case 66: m.provider = r.string(); break
        case 74: m.propertyDependencies = r.messageEntry(m.propertyDependencies, PropertyDependencies); break
        case 80: m.deleteBeforeReplace = r.bool(); break
        case 90: m.version = r.string(); break
        case 98: m.ignoreChanges = withItem(m.ignoreChanges, r.string()); break
        case 104: m.acceptSecrets = r.bool(); break
        case 114: m.additionalSecretOutputs = withItem(m.additionalSecretOutputs, r.string()); break
        case 122: m.aliasURNs = withItem(m.aliasURNs, r.string()); break
        case 130: m.importId = r.string(); break
        case 138: m.customTimeouts = r.message(CustomTimeouts); break
        case 144: m.deleteBeforeReplaceDefined = r.bool(); break
        case 152: m.supportsPartialValues = r.bool(); break
        case 160: m.remote = r.bool(); break
        case 168: m.acceptResources = r.bool(); break
        case 178: m.providers = r.stringEntry(m.providers); break
        case 186: m.replaceOnChanges = withItem(m.replaceOnChanges, r.string()); break
        case 194: m.pluginDownloadURL = r.string(); break
        case 200: m.retainOnDelete = r.bool(); break
        case 210: m.aliases = withItem(m.aliases, r.message(alias.Alias)); break
        case 218: m.deletedWith = r.string(); break
        case 224: m.aliasSpecs = r.bool(); break
        case 250: m.transforms = withItem(m.transforms, r.message(callback.Callback)); break
        case 256: m.supportsResultReporting = r.bool(); break
        case 266: m.packageRef = r.string(); break
        case 274: m.hooks = r.message(ResourceHooksBinding); break
        case 306: m.replaceWith = withItem(m.replaceWith, r.string()); break
        case 314: m.replacementTrigger = r.message(google_protobuf_struct.Value); break
        case 330: m.envVarMappings = r.stringEntry(m.envVarMappings); break
        case 346: m.stateMigrations = withItem(m.stateMigrations, r.message(callback.Callback)); break
        case 298: m.hideDiffs = withItem(m.hideDiffs, r.string()); break
        case 336: m.acceptsByteString = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RegisterResourceResponse {
  urn: string
  id: string
  object: google_protobuf_struct.Struct | undefined
  stable: boolean
  stables: string[]
  propertyDependencies: Record<string, PropertyDependencies>
  result: number
  unknown: boolean
}
export const RegisterResourceResponse: Codec<RegisterResourceResponse> = {
  write(w: Writer, m: Init<RegisterResourceResponse>): void {
    if (m.urn) w.string(10, m.urn)
    if (m.id) w.string(18, m.id)
    if (m.object !== undefined) w.message(26, m.object, google_protobuf_struct.Struct)
    if (m.stable === true) w.bool(32, m.stable)
    if (m.stables !== undefined) for (const item of m.stables) w.string(42, item)
    if (m.propertyDependencies !== undefined) for (const key in m.propertyDependencies) {
      const value = m.propertyDependencies[key]
      if (value !== undefined) w.messageEntry(50, key, value, PropertyDependencies)
    }
    if (m.result) w.int32(56, m.result)
    if (m.unknown === true) w.bool(64, m.unknown)
  },
  read(r: Reader): RegisterResourceResponse {
    const m: RegisterResourceResponse = { urn: '', id: '', object: undefined, stable: false, stables: noItems, propertyDependencies: noEntries, result: 0, unknown: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.urn = r.string(); break
        case 18: m.id = r.string(); break
        case 26: m.object = r.message(google_protobuf_struct.Struct); break
        case 32: m.stable = r.bool(); break
        case 42: m.stables = withItem(m.stables, r.string()); break
        case 50: m.propertyDependencies = r.messageEntry(m.propertyDependencies, PropertyDependencies); break
        case 56: m.result = r.int32(); break
        case 64: m.unknown = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RegisterResourceOutputsRequest {
  urn: string
  outputs: google_protobuf_struct.Struct | undefined
}
export const RegisterResourceOutputsRequest: Codec<RegisterResourceOutputsRequest> = {
  write(w: Writer, m: Init<RegisterResourceOutputsRequest>): void {
    if (m.urn) w.string(10, m.urn)
    if (m.outputs !== undefined) w.message(18, m.outputs, google_protobuf_struct.Struct)
  },
  read(r: Reader): RegisterResourceOutputsRequest {
    const m: RegisterResourceOutputsRequest = { urn: '', outputs: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.urn = r.string(); break
        case 18: m.outputs = r.message(google_protobuf_struct.Struct); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceInvokeRequest {
  tok: string
  args: google_protobuf_struct.Struct | undefined
  provider: string
  version: string
  acceptResources: boolean
  pluginDownloadURL: string
  packageRef: string
  dependsOn: string[]
  parent: string
  acceptsByteString: boolean
}
export const ResourceInvokeRequest: Codec<ResourceInvokeRequest> = {
  write(w: Writer, m: Init<ResourceInvokeRequest>): void {
    if (m.tok) w.string(10, m.tok)
    if (m.args !== undefined) w.message(18, m.args, google_protobuf_struct.Struct)
    if (m.provider) w.string(26, m.provider)
    if (m.version) w.string(34, m.version)
    if (m.acceptResources === true) w.bool(40, m.acceptResources)
    if (m.pluginDownloadURL) w.string(50, m.pluginDownloadURL)
    if (m.packageRef) w.string(74, m.packageRef)
    if (m.dependsOn !== undefined) for (const item of m.dependsOn) w.string(106, item)
    if (m.parent) w.string(122, m.parent)
    if (m.acceptsByteString === true) w.bool(96, m.acceptsByteString)
  },
  read(r: Reader): ResourceInvokeRequest {
    const m: ResourceInvokeRequest = { tok: '', args: undefined, provider: '', version: '', acceptResources: false, pluginDownloadURL: '', packageRef: '', dependsOn: noItems, parent: '', acceptsByteString: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.tok = r.string(); break
        case 18: m.args = r.message(google_protobuf_struct.Struct); break
        case 26: m.provider = r.string(); break
        case 34: m.version = r.string(); break
        case 40: m.acceptResources = r.bool(); break
        case 50: m.pluginDownloadURL = r.string(); break
        case 74: m.packageRef = r.string(); break
        case 106: m.dependsOn = withItem(m.dependsOn, r.string()); break
        case 122: m.parent = r.string(); break
        case 96: m.acceptsByteString = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceInvokeResponse {
  return: google_protobuf_struct.Struct | undefined
  failures: provider.CheckFailure[]
  unknown: boolean
}
export const ResourceInvokeResponse: Codec<ResourceInvokeResponse> = {
  write(w: Writer, m: Init<ResourceInvokeResponse>): void {
    if (m.return !== undefined) w.message(10, m.return, google_protobuf_struct.Struct)
    if (m.failures !== undefined) for (const item of m.failures) w.message(18, item, provider.CheckFailure)
    if (m.unknown === true) w.bool(24, m.unknown)
  },
  read(r: Reader): ResourceInvokeResponse {
    const m: ResourceInvokeResponse = { return: undefined, failures: noItems, unknown: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.return = r.message(google_protobuf_struct.Struct); break
        case 18: m.failures = withItem(m.failures, r.message(provider.CheckFailure)); break
        case 24: m.unknown = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceCallRequest {
  tok: string
  args: google_protobuf_struct.Struct | undefined
  argDependencies: Record<string, PropertyDependencies>
  provider: string
  version: string
  pluginDownloadURL: string
  packageRef: string
}
export const ResourceCallRequest: Codec<ResourceCallRequest> = {
  write(w: Writer, m: Init<ResourceCallRequest>): void {
    if (m.tok) w.string(10, m.tok)
    if (m.args !== undefined) w.message(18, m.args, google_protobuf_struct.Struct)
    if (m.argDependencies !== undefined) for (const key in m.argDependencies) {
      const value = m.argDependencies[key]
      if (value !== undefined) w.messageEntry(26, key, value, PropertyDependencies)
    }
    if (m.provider) w.string(34, m.provider)
    if (m.version) w.string(42, m.version)
    if (m.pluginDownloadURL) w.string(106, m.pluginDownloadURL)
    if (m.packageRef) w.string(138, m.packageRef)
  },
  read(r: Reader): ResourceCallRequest {
    const m: ResourceCallRequest = { tok: '', args: undefined, argDependencies: noEntries, provider: '', version: '', pluginDownloadURL: '', packageRef: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.tok = r.string(); break
        case 18: m.args = r.message(google_protobuf_struct.Struct); break
        case 26: m.argDependencies = r.messageEntry(m.argDependencies, PropertyDependencies); break
        case 34: m.provider = r.string(); break
        case 42: m.version = r.string(); break
        case 106: m.pluginDownloadURL = r.string(); break
        case 138: m.packageRef = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface TransformResourceOptions {
  dependsOn: string[]
  protect: boolean | undefined
  ignoreChanges: string[]
  replaceOnChanges: string[]
  version: string
  aliases: alias.Alias[]
  provider: string
  customTimeouts: CustomTimeouts | undefined
  pluginDownloadUrl: string
  retainOnDelete: boolean | undefined
  deletedWith: string
  deleteBeforeReplace: boolean | undefined
  additionalSecretOutputs: string[]
  providers: Record<string, string>
  hooks: ResourceHooksBinding | undefined
  import: string
  hideDiff: string[]
  replaceWith: string[]
  replacementTrigger: google_protobuf_struct.Value | undefined
}
export const TransformResourceOptions: Codec<TransformResourceOptions> = {
  write(w: Writer, m: Init<TransformResourceOptions>): void {
    if (m.dependsOn !== undefined) for (const item of m.dependsOn) w.string(10, item)
    if (m.protect !== undefined) w.bool(16, m.protect)
    if (m.ignoreChanges !== undefined) for (const item of m.ignoreChanges) w.string(26, item)
    if (m.replaceOnChanges !== undefined) for (const item of m.replaceOnChanges) w.string(34, item)
    if (m.version) w.string(42, m.version)
    if (m.aliases !== undefined) for (const item of m.aliases) w.message(50, item, alias.Alias)
    if (m.provider) w.string(58, m.provider)
    if (m.customTimeouts !== undefined) w.message(66, m.customTimeouts, CustomTimeouts)
    if (m.pluginDownloadUrl) w.string(74, m.pluginDownloadUrl)
    if (m.retainOnDelete !== undefined) w.bool(80, m.retainOnDelete)
    if (m.deletedWith) w.string(90, m.deletedWith)
    if (m.deleteBeforeReplace !== undefined) w.bool(96, m.deleteBeforeReplace)
    if (m.additionalSecretOutputs !== undefined) for (const item of m.additionalSecretOutputs) w.string(106, item)
    if (m.providers !== undefined) for (const key in m.providers) {
      const value = m.providers[key]
      if (value !== undefined) w.stringEntry(114, key, value)
    }
    if (m.hooks !== undefined) w.message(130, m.hooks, ResourceHooksBinding)
    if (m.import) w.string(138, m.import)
    if (m.hideDiff !== undefined) for (const item of m.hideDiff) w.string(146, item)
    if (m.replaceWith !== undefined) for (const item of m.replaceWith) w.string(154, item)
    if (m.replacementTrigger !== undefined) w.message(162, m.replacementTrigger, google_protobuf_struct.Value)
  },
  read(r: Reader): TransformResourceOptions {
    const m: TransformResourceOptions = { dependsOn: noItems, protect: undefined, ignoreChanges: noItems, replaceOnChanges: noItems, version: '', aliases: noItems, provider: '', customTimeouts: undefined, pluginDownloadUrl: '', retainOnDelete: undefined, deletedWith: '', deleteBeforeReplace: undefined, additionalSecretOutputs: noItems, providers: noEntries, hooks: undefined, import: '', hideDiff: noItems, replaceWith: noItems, replacementTrigger: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.dependsOn = withItem(m.dependsOn, r.string()); break
        case 16: m.protect = r.bool(); break
        case 26: m.ignoreChanges = withItem(m.ignoreChanges, r.string()); break
        case 34: m.replaceOnChanges = withItem(m.replaceOnChanges, r.string()); break
        case 42: m.version = r.string(); break
        case 50: m.aliases = withItem(m.aliases, r.message(alias.Alias)); break
        case 58: m.provider = r.string(); break
        case 66: m.customTimeouts = r.message(CustomTimeouts); break
        case 74: m.pluginDownloadUrl = r.string(); break
        case 80: m.retainOnDelete = r.bool(); break
        case 90: m.deletedWith = r.string(); break
        case 96: m.deleteBeforeReplace = r.bool(); break
        case 106: m.additionalSecretOutputs = withItem(m.additionalSecretOutputs, r.string()); break
        case 114: m.providers = r.stringEntry(m.providers); break
        case 130: m.hooks = r.message(ResourceHooksBinding); break
        case 138: m.import = r.string(); break
        case 146: m.hideDiff = withItem(m.hideDiff, r.string()); break
        case 154: m.replaceWith = withItem(m.replaceWith, r.string()); break
        case 162: m.replacementTrigger = r.message(google_protobuf_struct.Value); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceOptions {
  dependsOn: string[]
  protect: boolean | undefined
  ignoreChanges: string[]
  replaceOnChanges: string[]
  aliases: alias.Alias[]
  provider: string
  customTimeouts: CustomTimeouts | undefined
  retainOnDelete: boolean | undefined
  deletedWith: string
  additionalSecretOutputs: string[]
  hooks: ResourceHooksBinding | undefined
  import: string
  hideDiff: string[]
  replaceWith: string[]
  parent: string
}
export const ResourceOptions: Codec<ResourceOptions> = {
  write(w: Writer, m: Init<ResourceOptions>): void {
    if (m.dependsOn !== undefined) for (const item of m.dependsOn) w.string(10, item)
    if (m.protect !== undefined) w.bool(16, m.protect)
    if (m.ignoreChanges !== undefined) for (const item of m.ignoreChanges) w.string(26, item)
    if (m.replaceOnChanges !== undefined) for (const item of m.replaceOnChanges) w.string(34, item)
    if (m.aliases !== undefined) for (const item of m.aliases) w.message(50, item, alias.Alias)
    if (m.provider) w.string(58, m.provider)
    if (m.customTimeouts !== undefined) w.message(66, m.customTimeouts, CustomTimeouts)
    if (m.retainOnDelete !== undefined) w.bool(80, m.retainOnDelete)
    if (m.deletedWith) w.string(90, m.deletedWith)
    if (m.additionalSecretOutputs !== undefined) for (const item of m.additionalSecretOutputs) w.string(106, item)
    if (m.hooks !== undefined) w.message(130, m.hooks, ResourceHooksBinding)
    if (m.import) w.string(138, m.import)
    if (m.hideDiff !== undefined) for (const item of m.hideDiff) w.string(146, item)
    if (m.replaceWith !== undefined) for (const item of m.replaceWith) w.string(154, item)
    if (m.parent) w.string(170, m.parent)
  },
  read(r: Reader): ResourceOptions {
    const m: ResourceOptions = { dependsOn: noItems, protect: undefined, ignoreChanges: noItems, replaceOnChanges: noItems, aliases: noItems, provider: '', customTimeouts: undefined, retainOnDelete: undefined, deletedWith: '', additionalSecretOutputs: noItems, hooks: undefined, import: '', hideDiff: noItems, replaceWith: noItems, parent: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.dependsOn = withItem(m.dependsOn, r.string()); break
        case 16: m.protect = r.bool(); break
        case 26: m.ignoreChanges = withItem(m.ignoreChanges, r.string()); break
        case 34: m.replaceOnChanges = withItem(m.replaceOnChanges, r.string()); break
        case 50: m.aliases = withItem(m.aliases, r.message(alias.Alias)); break
        case 58: m.provider = r.string(); break
        case 66: m.customTimeouts = r.message(CustomTimeouts); break
        case 80: m.retainOnDelete = r.bool(); break
        case 90: m.deletedWith = r.string(); break
        case 106: m.additionalSecretOutputs = withItem(m.additionalSecretOutputs, r.string()); break
        case 130: m.hooks = r.message(ResourceHooksBinding); break
        case 138: m.import = r.string(); break
        case 146: m.hideDiff = withItem(m.hideDiff, r.string()); break
        case 154: m.replaceWith = withItem(m.replaceWith, r.string()); break
        case 170: m.parent = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface TransformRequest {
  type: string
  name: string
  custom: boolean
  parent: string
  properties: google_protobuf_struct.Struct | undefined
  options: TransformResourceOptions | undefined
}
export const TransformRequest: Codec<TransformRequest> = {
  write(w: Writer, m: Init<TransformRequest>): void {
    if (m.type) w.string(10, m.type)
    if (m.name) w.string(18, m.name)
    if (m.custom === true) w.bool(24, m.custom)
    if (m.parent) w.string(34, m.parent)
    if (m.properties !== undefined) w.message(42, m.properties, google_protobuf_struct.Struct)
    if (m.options !== undefined) w.message(50, m.options, TransformResourceOptions)
  },
  read(r: Reader): TransformRequest {
    const m: TransformRequest = { type: '', name: '', custom: false, parent: '', properties: undefined, options: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        case 18: m.name = r.string(); break
        case 24: m.custom = r.bool(); break
        case 34: m.parent = r.string(); break
        case 42: m.properties = r.message(google_protobuf_struct.Struct); break
        case 50: m.options = r.message(TransformResourceOptions); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface TransformResponse {
  properties: google_protobuf_struct.Struct | undefined
  options: TransformResourceOptions | undefined
}
export const TransformResponse: Codec<TransformResponse> = {
  write(w: Writer, m: Init<TransformResponse>): void {
    if (m.properties !== undefined) w.message(10, m.properties, google_protobuf_struct.Struct)
    if (m.options !== undefined) w.message(18, m.options, TransformResourceOptions)
  },
  read(r: Reader): TransformResponse {
    const m: TransformResponse = { properties: undefined, options: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.properties = r.message(google_protobuf_struct.Struct); break
        case 18: m.options = r.message(TransformResourceOptions); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface TransformInvokeOptions {
  provider: string
  pluginDownloadUrl: string
  version: string
}
export const TransformInvokeOptions: Codec<TransformInvokeOptions> = {
  write(w: Writer, m: Init<TransformInvokeOptions>): void {
    if (m.provider) w.string(10, m.provider)
    if (m.pluginDownloadUrl) w.string(18, m.pluginDownloadUrl)
    if (m.version) w.string(26, m.version)
  },
  read(r: Reader): TransformInvokeOptions {
    const m: TransformInvokeOptions = { provider: '', pluginDownloadUrl: '', version: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.provider = r.string(); break
        case 18: m.pluginDownloadUrl = r.string(); break
        case 26: m.version = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface TransformInvokeRequest {
  token: string
  args: google_protobuf_struct.Struct | undefined
  options: TransformInvokeOptions | undefined
}
export const TransformInvokeRequest: Codec<TransformInvokeRequest> = {
  write(w: Writer, m: Init<TransformInvokeRequest>): void {
    if (m.token) w.string(10, m.token)
    if (m.args !== undefined) w.message(18, m.args, google_protobuf_struct.Struct)
    if (m.options !== undefined) w.message(26, m.options, TransformInvokeOptions)
  },
  read(r: Reader): TransformInvokeRequest {
    const m: TransformInvokeRequest = { token: '', args: undefined, options: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.token = r.string(); break
        case 18: m.args = r.message(google_protobuf_struct.Struct); break
        case 26: m.options = r.message(TransformInvokeOptions); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface TransformInvokeResponse {
  args: google_protobuf_struct.Struct | undefined
  options: TransformInvokeOptions | undefined
}
export const TransformInvokeResponse: Codec<TransformInvokeResponse> = {
  write(w: Writer, m: Init<TransformInvokeResponse>): void {
    if (m.args !== undefined) w.message(10, m.args, google_protobuf_struct.Struct)
    if (m.options !== undefined) w.message(18, m.options, TransformInvokeOptions)
  },
  read(r: Reader): TransformInvokeResponse {
    const m: TransformInvokeResponse = { args: undefined, options: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.args = r.message(google_protobuf_struct.Struct); break
        case 18: m.options = r.message(TransformInvokeOptions); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface StateMigrationRequest {
  urn: string
  oldState: Uint8Array
}
export const StateMigrationRequest: Codec<StateMigrationRequest> = {
  write(w: Writer, m: Init<StateMigrationRequest>): void {
    if (m.urn) w.string(10, m.urn)
    if (m.oldState !== undefined && m.oldState.length > 0) w.bytes(18, m.oldState)
  },
  read(r: Reader): StateMigrationRequest {
    const m: StateMigrationRequest = { urn: '', oldState: new Uint8Array() }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.urn = r.string(); break
        case 18: m.oldState = r.bytes(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface StateMigrationResponse {
  newState: Uint8Array
  successors: Record<string, string>
}
export const StateMigrationResponse: Codec<StateMigrationResponse> = {
  write(w: Writer, m: Init<StateMigrationResponse>): void {
    if (m.newState !== undefined && m.newState.length > 0) w.bytes(10, m.newState)
    if (m.successors !== undefined) for (const key in m.successors) {
      const value = m.successors[key]
      if (value !== undefined) w.stringEntry(18, key, value)
    }
  },
  read(r: Reader): StateMigrationResponse {
    const m: StateMigrationResponse = { newState: new Uint8Array(), successors: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.newState = r.bytes(); break
        case 18: m.successors = r.stringEntry(m.successors); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RegisterResourceHookRequest {
  name: string
  callback: callback.Callback | undefined
  onDryRun: boolean
  ignoreErrors: boolean
}
export const RegisterResourceHookRequest: Codec<RegisterResourceHookRequest> = {
  write(w: Writer, m: Init<RegisterResourceHookRequest>): void {
    if (m.name) w.string(10, m.name)
    if (m.callback !== undefined) w.message(18, m.callback, callback.Callback)
    if (m.onDryRun === true) w.bool(24, m.onDryRun)
    if (m.ignoreErrors === true) w.bool(32, m.ignoreErrors)
  },
  read(r: Reader): RegisterResourceHookRequest {
    const m: RegisterResourceHookRequest = { name: '', callback: undefined, onDryRun: false, ignoreErrors: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.callback = r.message(callback.Callback); break
        case 24: m.onDryRun = r.bool(); break
        case 32: m.ignoreErrors = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RegisterErrorHookRequest {
  name: string
  callback: callback.Callback | undefined
}
export const RegisterErrorHookRequest: Codec<RegisterErrorHookRequest> = {
  write(w: Writer, m: Init<RegisterErrorHookRequest>): void {
    if (m.name) w.string(10, m.name)
    if (m.callback !== undefined) w.message(18, m.callback, callback.Callback)
  },
  read(r: Reader): RegisterErrorHookRequest {
    const m: RegisterErrorHookRequest = { name: '', callback: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.callback = r.message(callback.Callback); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceHookRequest {
  urn: string
  id: string
  name: string
  type: string
  newInputs: google_protobuf_struct.Struct | undefined
  oldInputs: google_protobuf_struct.Struct | undefined
  newOutputs: google_protobuf_struct.Struct | undefined
  oldOutputs: google_protobuf_struct.Struct | undefined
  oldOptions: ResourceOptions | undefined
  newOptions: ResourceOptions | undefined
}
export const ResourceHookRequest: Codec<ResourceHookRequest> = {
  write(w: Writer, m: Init<ResourceHookRequest>): void {
    if (m.urn) w.string(10, m.urn)
    if (m.id) w.string(18, m.id)
    if (m.name) w.string(26, m.name)
    if (m.type) w.string(34, m.type)
    if (m.newInputs !== undefined) w.message(42, m.newInputs, google_protobuf_struct.Struct)
    if (m.oldInputs !== undefined) w.message(50, m.oldInputs, google_protobuf_struct.Struct)
    if (m.newOutputs !== undefined) w.message(58, m.newOutputs, google_protobuf_struct.Struct)
    if (m.oldOutputs !== undefined) w.message(66, m.oldOutputs, google_protobuf_struct.Struct)
    if (m.oldOptions !== undefined) w.message(74, m.oldOptions, ResourceOptions)
    if (m.newOptions !== undefined) w.message(82, m.newOptions, ResourceOptions)
  },
  read(r: Reader): ResourceHookRequest {
    const m: ResourceHookRequest = { urn: '', id: '', name: '', type: '', newInputs: undefined, oldInputs: undefined, newOutputs: undefined, oldOutputs: undefined, oldOptions: undefined, newOptions: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.urn = r.string(); break
        case 18: m.id = r.string(); break
        case 26: m.name = r.string(); break
        case 34: m.type = r.string(); break
        case 42: m.newInputs = r.message(google_protobuf_struct.Struct); break
        case 50: m.oldInputs = r.message(google_protobuf_struct.Struct); break
        case 58: m.newOutputs = r.message(google_protobuf_struct.Struct); break
        case 66: m.oldOutputs = r.message(google_protobuf_struct.Struct); break
        case 74: m.oldOptions = r.message(ResourceOptions); break
        case 82: m.newOptions = r.message(ResourceOptions); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceHookResponse {
  error: string
}
export const ResourceHookResponse: Codec<ResourceHookResponse> = {
  write(w: Writer, m: Init<ResourceHookResponse>): void {
    if (m.error) w.string(10, m.error)
  },
  read(r: Reader): ResourceHookResponse {
    const m: ResourceHookResponse = { error: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.error = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ErrorHookRequest {
  urn: string
  id: string
  name: string
  type: string
  newInputs: google_protobuf_struct.Struct | undefined
  oldInputs: google_protobuf_struct.Struct | undefined
  oldOutputs: google_protobuf_struct.Struct | undefined
  failedOperation: string
  errors: string[]
  oldOptions: ResourceOptions | undefined
  newOptions: ResourceOptions | undefined
}
export const ErrorHookRequest: Codec<ErrorHookRequest> = {
  write(w: Writer, m: Init<ErrorHookRequest>): void {
    if (m.urn) w.string(10, m.urn)
    if (m.id) w.string(18, m.id)
    if (m.name) w.string(26, m.name)
    if (m.type) w.string(34, m.type)
    if (m.newInputs !== undefined) w.message(42, m.newInputs, google_protobuf_struct.Struct)
    if (m.oldInputs !== undefined) w.message(50, m.oldInputs, google_protobuf_struct.Struct)
    if (m.oldOutputs !== undefined) w.message(58, m.oldOutputs, google_protobuf_struct.Struct)
    if (m.failedOperation) w.string(66, m.failedOperation)
    if (m.errors !== undefined) for (const item of m.errors) w.string(74, item)
    if (m.oldOptions !== undefined) w.message(82, m.oldOptions, ResourceOptions)
    if (m.newOptions !== undefined) w.message(90, m.newOptions, ResourceOptions)
  },
  read(r: Reader): ErrorHookRequest {
    const m: ErrorHookRequest = { urn: '', id: '', name: '', type: '', newInputs: undefined, oldInputs: undefined, oldOutputs: undefined, failedOperation: '', errors: noItems, oldOptions: undefined, newOptions: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.urn = r.string(); break
        case 18: m.id = r.string(); break
        case 26: m.name = r.string(); break
        case 34: m.type = r.string(); break
        case 42: m.newInputs = r.message(google_protobuf_struct.Struct); break
        case 50: m.oldInputs = r.message(google_protobuf_struct.Struct); break
        case 58: m.oldOutputs = r.message(google_protobuf_struct.Struct); break
        case 66: m.failedOperation = r.string(); break
        case 74: m.errors = withItem(m.errors, r.string()); break
        case 82: m.oldOptions = r.message(ResourceOptions); break
        case 90: m.newOptions = r.message(ResourceOptions); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ErrorHookResponse {
  error: string
  retry: boolean
}
export const ErrorHookResponse: Codec<ErrorHookResponse> = {
  write(w: Writer, m: Init<ErrorHookResponse>): void {
    if (m.error) w.string(10, m.error)
    if (m.retry === true) w.bool(16, m.retry)
  },
  read(r: Reader): ErrorHookResponse {
    const m: ErrorHookResponse = { error: '', retry: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.error = r.string(); break
        case 16: m.retry = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RegisterPackageRequest {
  name: string
  version: string
  downloadUrl: string
  parameterization: Parameterization | undefined
  extension: Parameterization | undefined
}
export const RegisterPackageRequest: Codec<RegisterPackageRequest> = {
  write(w: Writer, m: Init<RegisterPackageRequest>): void {
    if (m.name) w.string(10, m.name)
    if (m.version) w.string(18, m.version)
    if (m.downloadUrl) w.string(26, m.downloadUrl)
    if (m.parameterization !== undefined) w.message(42, m.parameterization, Parameterization)
    if (m.extension !== undefined) w.message(50, m.extension, Parameterization)
  },
  read(r: Reader): RegisterPackageRequest {
    const m: RegisterPackageRequest = { name: '', version: '', downloadUrl: '', parameterization: undefined, extension: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.version = r.string(); break
        case 26: m.downloadUrl = r.string(); break
        case 42: m.parameterization = r.message(Parameterization); break
        case 50: m.extension = r.message(Parameterization); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Parameterization {
  name: string
  version: string
  value: Uint8Array
}
export const Parameterization: Codec<Parameterization> = {
  write(w: Writer, m: Init<Parameterization>): void {
    if (m.name) w.string(10, m.name)
    if (m.version) w.string(18, m.version)
    if (m.value !== undefined && m.value.length > 0) w.bytes(26, m.value)
  },
  read(r: Reader): Parameterization {
    const m: Parameterization = { name: '', version: '', value: new Uint8Array() }
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

export interface RegisterPackageResponse {
  ref: string
}
export const RegisterPackageResponse: Codec<RegisterPackageResponse> = {
  write(w: Writer, m: Init<RegisterPackageResponse>): void {
    if (m.ref) w.string(10, m.ref)
  },
  read(r: Reader): RegisterPackageResponse {
    const m: RegisterPackageResponse = { ref: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.ref = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export const ResourceMonitor = {
  GetDeploymentInfo: {
    name: 'GetDeploymentInfo',
    path: '/pulumirpc.ResourceMonitor/GetDeploymentInfo',
    request: google_protobuf_empty.Empty,
    response: DeploymentInfo,
  } satisfies Method<google_protobuf_empty.Empty, DeploymentInfo>,
  SupportsFeature: {
    name: 'SupportsFeature',
    path: '/pulumirpc.ResourceMonitor/SupportsFeature',
    request: SupportsFeatureRequest,
    response: SupportsFeatureResponse,
  } satisfies Method<SupportsFeatureRequest, SupportsFeatureResponse>,
  Invoke: {
    name: 'Invoke',
    path: '/pulumirpc.ResourceMonitor/Invoke',
    request: ResourceInvokeRequest,
    response: ResourceInvokeResponse,
  } satisfies Method<ResourceInvokeRequest, ResourceInvokeResponse>,
  Call: {
    name: 'Call',
    path: '/pulumirpc.ResourceMonitor/Call',
    request: ResourceCallRequest,
    response: provider.CallResponse,
  } satisfies Method<ResourceCallRequest, provider.CallResponse>,
  ReadResource: {
    name: 'ReadResource',
    path: '/pulumirpc.ResourceMonitor/ReadResource',
    request: ReadResourceRequest,
    response: ReadResourceResponse,
  } satisfies Method<ReadResourceRequest, ReadResourceResponse>,
  RegisterResource: {
    name: 'RegisterResource',
    path: '/pulumirpc.ResourceMonitor/RegisterResource',
    request: RegisterResourceRequest,
    response: RegisterResourceResponse,
  } satisfies Method<RegisterResourceRequest, RegisterResourceResponse>,
  RegisterResourceOutputs: {
    name: 'RegisterResourceOutputs',
    path: '/pulumirpc.ResourceMonitor/RegisterResourceOutputs',
    request: RegisterResourceOutputsRequest,
    response: google_protobuf_empty.Empty,
  } satisfies Method<RegisterResourceOutputsRequest, google_protobuf_empty.Empty>,
  RegisterStackTransform: {
    name: 'RegisterStackTransform',
    path: '/pulumirpc.ResourceMonitor/RegisterStackTransform',
    request: callback.Callback,
    response: google_protobuf_empty.Empty,
  } satisfies Method<callback.Callback, google_protobuf_empty.Empty>,
  RegisterStackInvokeTransform: {
    name: 'RegisterStackInvokeTransform',
    path: '/pulumirpc.ResourceMonitor/RegisterStackInvokeTransform',
    request: callback.Callback,
    response: google_protobuf_empty.Empty,
  } satisfies Method<callback.Callback, google_protobuf_empty.Empty>,
  RegisterResourceHook: {
    name: 'RegisterResourceHook',
    path: '/pulumirpc.ResourceMonitor/RegisterResourceHook',
    request: RegisterResourceHookRequest,
    response: google_protobuf_empty.Empty,
  } satisfies Method<RegisterResourceHookRequest, google_protobuf_empty.Empty>,
  RegisterErrorHook: {
    name: 'RegisterErrorHook',
    path: '/pulumirpc.ResourceMonitor/RegisterErrorHook',
    request: RegisterErrorHookRequest,
    response: google_protobuf_empty.Empty,
  } satisfies Method<RegisterErrorHookRequest, google_protobuf_empty.Empty>,
  RegisterPackage: {
    name: 'RegisterPackage',
    path: '/pulumirpc.ResourceMonitor/RegisterPackage',
    request: RegisterPackageRequest,
    response: RegisterPackageResponse,
  } satisfies Method<RegisterPackageRequest, RegisterPackageResponse>,
  SignalAndWaitForShutdown: {
    name: 'SignalAndWaitForShutdown',
    path: '/pulumirpc.ResourceMonitor/SignalAndWaitForShutdown',
    request: google_protobuf_empty.Empty,
    response: google_protobuf_empty.Empty,
  } satisfies Method<google_protobuf_empty.Empty, google_protobuf_empty.Empty>,
} as const
