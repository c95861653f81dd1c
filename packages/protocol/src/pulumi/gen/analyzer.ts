// Generated from analyzer.proto by tools/gen.ts. Do not edit.
import * as google_protobuf_empty from './google-protobuf-empty.ts'
import * as google_protobuf_struct from './google-protobuf-struct.ts'
import * as plugin from './plugin.ts'
import type { Codec, Init, Method } from '../../wire/codec/message.ts'
import { noEntries, noItems, withItem } from '../../wire/codec/nothing.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export const EnforcementLevel = {
  ADVISORY: 0,
  MANDATORY: 1,
  DISABLED: 2,
  REMEDIATE: 3,
} as const
/** Also a number that this version does not know. */
export type EnforcementLevel = number

export interface AnalyzerStackConfigureRequest {
  stack: string
  project: string
  organization: string
  dryRun: boolean
  configSecretKeys: string[]
  config: Record<string, string>
  tags: Record<string, string>
}
export const AnalyzerStackConfigureRequest: Codec<AnalyzerStackConfigureRequest> = {
  write(w: Writer, m: Init<AnalyzerStackConfigureRequest>): void {
    if (m.stack) w.string(10, m.stack)
    if (m.project) w.string(18, m.project)
    if (m.organization) w.string(26, m.organization)
    if (m.dryRun === true) w.bool(32, m.dryRun)
    if (m.configSecretKeys !== undefined) for (const item of m.configSecretKeys) w.string(50, item)
    if (m.config !== undefined) for (const key in m.config) {
      const value = m.config[key]
      if (value !== undefined) w.stringEntry(58, key, value)
    }
    if (m.tags !== undefined) for (const key in m.tags) {
      const value = m.tags[key]
      if (value !== undefined) w.stringEntry(66, key, value)
    }
  },
  read(r: Reader): AnalyzerStackConfigureRequest {
    const m: AnalyzerStackConfigureRequest = { stack: '', project: '', organization: '', dryRun: false, configSecretKeys: noItems, config: noEntries, tags: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.stack = r.string(); break
        case 18: m.project = r.string(); break
        case 26: m.organization = r.string(); break
        case 32: m.dryRun = r.bool(); break
        case 50: m.configSecretKeys = withItem(m.configSecretKeys, r.string()); break
        case 58: m.config = r.stringEntry(m.config); break
        case 66: m.tags = r.stringEntry(m.tags); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface AnalyzerStackConfigureResponse {
}
export const AnalyzerStackConfigureResponse: Codec<AnalyzerStackConfigureResponse> = {
  write(_w: Writer, _m: Init<AnalyzerStackConfigureResponse>): void {
  },
  read(r: Reader): AnalyzerStackConfigureResponse {
    const m: AnalyzerStackConfigureResponse = {  }
    while (r.more) {
      const tag = r.varint()
      r.skip(tag)
    }
    return m
  },
}

export interface AnalyzerHandshakeRequest {
  engineAddress: string
  rootDirectory: string | undefined
  programDirectory: string | undefined
}
export const AnalyzerHandshakeRequest: Codec<AnalyzerHandshakeRequest> = {
  write(w: Writer, m: Init<AnalyzerHandshakeRequest>): void {
    if (m.engineAddress) w.string(10, m.engineAddress)
    if (m.rootDirectory !== undefined) w.string(18, m.rootDirectory)
    if (m.programDirectory !== undefined) w.string(26, m.programDirectory)
  },
  read(r: Reader): AnalyzerHandshakeRequest {
    const m: AnalyzerHandshakeRequest = { engineAddress: '', rootDirectory: undefined, programDirectory: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.engineAddress = r.string(); break
        case 18: m.rootDirectory = r.string(); break
        case 26: m.programDirectory = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface AnalyzerHandshakeResponse {
}
export const AnalyzerHandshakeResponse: Codec<AnalyzerHandshakeResponse> = {
  write(_w: Writer, _m: Init<AnalyzerHandshakeResponse>): void {
  },
  read(r: Reader): AnalyzerHandshakeResponse {
    const m: AnalyzerHandshakeResponse = {  }
    while (r.more) {
      const tag = r.varint()
      r.skip(tag)
    }
    return m
  },
}

export interface AnalyzeRequest {
  type: string
  properties: google_protobuf_struct.Struct | undefined
  urn: string
  name: string
  options: AnalyzerResourceOptions | undefined
  provider: AnalyzerProviderResource | undefined
}
export const AnalyzeRequest: Codec<AnalyzeRequest> = {
  write(w: Writer, m: Init<AnalyzeRequest>): void {
    if (m.type) w.string(10, m.type)
    if (m.properties !== undefined) w.message(18, m.properties, google_protobuf_struct.Struct)
    if (m.urn) w.string(26, m.urn)
    if (m.name) w.string(34, m.name)
    if (m.options !== undefined) w.message(42, m.options, AnalyzerResourceOptions)
    if (m.provider !== undefined) w.message(50, m.provider, AnalyzerProviderResource)
  },
  read(r: Reader): AnalyzeRequest {
    const m: AnalyzeRequest = { type: '', properties: undefined, urn: '', name: '', options: undefined, provider: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        case 18: m.properties = r.message(google_protobuf_struct.Struct); break
        case 26: m.urn = r.string(); break
        case 34: m.name = r.string(); break
        case 42: m.options = r.message(AnalyzerResourceOptions); break
        case 50: m.provider = r.message(AnalyzerProviderResource); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface AnalyzerResource {
  type: string
  properties: google_protobuf_struct.Struct | undefined
  urn: string
  name: string
  options: AnalyzerResourceOptions | undefined
  provider: AnalyzerProviderResource | undefined
  parent: string
  dependencies: string[]
  propertyDependencies: Record<string, AnalyzerPropertyDependencies>
}
export const AnalyzerResource: Codec<AnalyzerResource> = {
  write(w: Writer, m: Init<AnalyzerResource>): void {
    if (m.type) w.string(10, m.type)
    if (m.properties !== undefined) w.message(18, m.properties, google_protobuf_struct.Struct)
    if (m.urn) w.string(26, m.urn)
    if (m.name) w.string(34, m.name)
    if (m.options !== undefined) w.message(42, m.options, AnalyzerResourceOptions)
    if (m.provider !== undefined) w.message(50, m.provider, AnalyzerProviderResource)
    if (m.parent) w.string(58, m.parent)
    if (m.dependencies !== undefined) for (const item of m.dependencies) w.string(66, item)
    if (m.propertyDependencies !== undefined) for (const key in m.propertyDependencies) {
      const value = m.propertyDependencies[key]
      if (value !== undefined) w.messageEntry(74, key, value, AnalyzerPropertyDependencies)
    }
  },
  read(r: Reader): AnalyzerResource {
    const m: AnalyzerResource = { type: '', properties: undefined, urn: '', name: '', options: undefined, provider: undefined, parent: '', dependencies: noItems, propertyDependencies: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        case 18: m.properties = r.message(google_protobuf_struct.Struct); break
        case 26: m.urn = r.string(); break
        case 34: m.name = r.string(); break
        case 42: m.options = r.message(AnalyzerResourceOptions); break
        case 50: m.provider = r.message(AnalyzerProviderResource); break
        case 58: m.parent = r.string(); break
        case 66: m.dependencies = withItem(m.dependencies, r.string()); break
        case 74: m.propertyDependencies = r.messageEntry(m.propertyDependencies, AnalyzerPropertyDependencies); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface AnalyzerResourceOptions {
  protect: boolean
  ignoreChanges: string[]
  deleteBeforeReplace: boolean
  deleteBeforeReplaceDefined: boolean
  additionalSecretOutputs: string[]
  aliases: string[]
  customTimeouts: AnalyzerTimeouts | undefined
  parent: string
}
export const AnalyzerResourceOptions: Codec<AnalyzerResourceOptions> = {
  write(w: Writer, m: Init<AnalyzerResourceOptions>): void {
    if (m.protect === true) w.bool(8, m.protect)
    if (m.ignoreChanges !== undefined) for (const item of m.ignoreChanges) w.string(18, item)
    if (m.deleteBeforeReplace === true) w.bool(24, m.deleteBeforeReplace)
    if (m.deleteBeforeReplaceDefined === true) w.bool(32, m.deleteBeforeReplaceDefined)
    if (m.additionalSecretOutputs !== undefined) for (const item of m.additionalSecretOutputs) w.string(42, item)
    if (m.aliases !== undefined) for (const item of m.aliases) w.string(50, item)
    if (m.customTimeouts !== undefined) w.message(58, m.customTimeouts, AnalyzerTimeouts)
    if (m.parent) w.string(66, m.parent)
  },
  read(r: Reader): AnalyzerResourceOptions {
    const m: AnalyzerResourceOptions = { protect: false, ignoreChanges: noItems, deleteBeforeReplace: false, deleteBeforeReplaceDefined: false, additionalSecretOutputs: noItems, aliases: noItems, customTimeouts: undefined, parent: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.protect = r.bool(); break
        case 18: m.ignoreChanges = withItem(m.ignoreChanges, r.string()); break
        case 24: m.deleteBeforeReplace = r.bool(); break
        case 32: m.deleteBeforeReplaceDefined = r.bool(); break
        case 42: m.additionalSecretOutputs = withItem(m.additionalSecretOutputs, r.string()); break
        case 50: m.aliases = withItem(m.aliases, r.string()); break
        case 58: m.customTimeouts = r.message(AnalyzerTimeouts); break
        case 66: m.parent = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface AnalyzerTimeouts {
  create: number
  update: number
  delete: number
  read: number
}
export const AnalyzerTimeouts: Codec<AnalyzerTimeouts> = {
  write(w: Writer, m: Init<AnalyzerTimeouts>): void {
    if (m.create !== undefined && !Object.is(m.create, 0)) w.double(9, m.create)
    if (m.update !== undefined && !Object.is(m.update, 0)) w.double(17, m.update)
    if (m.delete !== undefined && !Object.is(m.delete, 0)) w.double(25, m.delete)
    if (m.read !== undefined && !Object.is(m.read, 0)) w.double(33, m.read)
  },
  read(r: Reader): AnalyzerTimeouts {
    const m: AnalyzerTimeouts = { create: 0, update: 0, delete: 0, read: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 9: m.create = r.double(); break
        case 17: m.update = r.double(); break
        case 25: m.delete = r.double(); break
        case 33: m.read = r.double(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface AnalyzerProviderResource {
  type: string
  properties: google_protobuf_struct.Struct | undefined
  urn: string
  name: string
}
export const AnalyzerProviderResource: Codec<AnalyzerProviderResource> = {
  write(w: Writer, m: Init<AnalyzerProviderResource>): void {
    if (m.type) w.string(10, m.type)
    if (m.properties !== undefined) w.message(18, m.properties, google_protobuf_struct.Struct)
    if (m.urn) w.string(26, m.urn)
    if (m.name) w.string(34, m.name)
  },
  read(r: Reader): AnalyzerProviderResource {
    const m: AnalyzerProviderResource = { type: '', properties: undefined, urn: '', name: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        case 18: m.properties = r.message(google_protobuf_struct.Struct); break
        case 26: m.urn = r.string(); break
        case 34: m.name = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface AnalyzerPropertyDependencies {
  urns: string[]
}
export const AnalyzerPropertyDependencies: Codec<AnalyzerPropertyDependencies> = {
  write(w: Writer, m: Init<AnalyzerPropertyDependencies>): void {
    if (m.urns !== undefined) for (const item of m.urns) w.string(10, item)
  },
  read(r: Reader): AnalyzerPropertyDependencies {
    const m: AnalyzerPropertyDependencies = { urns: noItems }
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

export interface AnalyzeStackRequest {
  resources: AnalyzerResource[]
}
export const AnalyzeStackRequest: Codec<AnalyzeStackRequest> = {
  write(w: Writer, m: Init<AnalyzeStackRequest>): void {
    if (m.resources !== undefined) for (const item of m.resources) w.message(10, item, AnalyzerResource)
  },
  read(r: Reader): AnalyzeStackRequest {
    const m: AnalyzeStackRequest = { resources: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resources = withItem(m.resources, r.message(AnalyzerResource)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface AnalyzeDiagnostic {
  policyName: string
  policyPackName: string
  policyPackVersion: string
  description: string
  message: string
  enforcementLevel: number
  urn: string
}
export const AnalyzeDiagnostic: Codec<AnalyzeDiagnostic> = {
  write(w: Writer, m: Init<AnalyzeDiagnostic>): void {
    if (m.policyName) w.string(10, m.policyName)
    if (m.policyPackName) w.string(18, m.policyPackName)
    if (m.policyPackVersion) w.string(26, m.policyPackVersion)
    if (m.description) w.string(34, m.description)
    if (m.message) w.string(42, m.message)
    if (m.enforcementLevel) w.int32(56, m.enforcementLevel)
    if (m.urn) w.string(66, m.urn)
  },
  read(r: Reader): AnalyzeDiagnostic {
    const m: AnalyzeDiagnostic = { policyName: '', policyPackName: '', policyPackVersion: '', description: '', message: '', enforcementLevel: 0, urn: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.policyName = r.string(); break
        case 18: m.policyPackName = r.string(); break
        case 26: m.policyPackVersion = r.string(); break
        case 34: m.description = r.string(); break
        case 42: m.message = r.string(); break
        case 56: m.enforcementLevel = r.int32(); break
        case 66: m.urn = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface AnalyzeResponse {
  diagnostics: AnalyzeDiagnostic[]
}
export const AnalyzeResponse: Codec<AnalyzeResponse> = {
  write(w: Writer, m: Init<AnalyzeResponse>): void {
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(18, item, AnalyzeDiagnostic)
  },
  read(r: Reader): AnalyzeResponse {
    const m: AnalyzeResponse = { diagnostics: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 18: m.diagnostics = withItem(m.diagnostics, r.message(AnalyzeDiagnostic)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Remediation {
  policyName: string
  policyPackName: string
  policyPackVersion: string
  description: string
  properties: google_protobuf_struct.Struct | undefined
  diagnostic: string
}
export const Remediation: Codec<Remediation> = {
  write(w: Writer, m: Init<Remediation>): void {
    if (m.policyName) w.string(10, m.policyName)
    if (m.policyPackName) w.string(18, m.policyPackName)
    if (m.policyPackVersion) w.string(26, m.policyPackVersion)
    if (m.description) w.string(34, m.description)
    if (m.properties !== undefined) w.message(42, m.properties, google_protobuf_struct.Struct)
    if (m.diagnostic) w.string(50, m.diagnostic)
  },
  read(r: Reader): Remediation {
    const m: Remediation = { policyName: '', policyPackName: '', policyPackVersion: '', description: '', properties: undefined, diagnostic: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.policyName = r.string(); break
        case 18: m.policyPackName = r.string(); break
        case 26: m.policyPackVersion = r.string(); break
        case 34: m.description = r.string(); break
        case 42: m.properties = r.message(google_protobuf_struct.Struct); break
        case 50: m.diagnostic = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RemediateResponse {
  remediations: Remediation[]
}
export const RemediateResponse: Codec<RemediateResponse> = {
  write(w: Writer, m: Init<RemediateResponse>): void {
    if (m.remediations !== undefined) for (const item of m.remediations) w.message(10, item, Remediation)
  },
  read(r: Reader): RemediateResponse {
    const m: RemediateResponse = { remediations: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.remediations = withItem(m.remediations, r.message(Remediation)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface AnalyzerInfo {
  name: string
  displayName: string
  policies: PolicyInfo[]
  version: string
  supportsConfig: boolean
  initialConfig: Record<string, PolicyConfig>
}
export const AnalyzerInfo: Codec<AnalyzerInfo> = {
  write(w: Writer, m: Init<AnalyzerInfo>): void {
    if (m.name) w.string(10, m.name)
    if (m.displayName) w.string(18, m.displayName)
    if (m.policies !== undefined) for (const item of m.policies) w.message(26, item, PolicyInfo)
    if (m.version) w.string(34, m.version)
    if (m.supportsConfig === true) w.bool(40, m.supportsConfig)
    if (m.initialConfig !== undefined) for (const key in m.initialConfig) {
      const value = m.initialConfig[key]
      if (value !== undefined) w.messageEntry(50, key, value, PolicyConfig)
    }
  },
  read(r: Reader): AnalyzerInfo {
    const m: AnalyzerInfo = { name: '', displayName: '', policies: noItems, version: '', supportsConfig: false, initialConfig: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.displayName = r.string(); break
        case 26: m.policies = withItem(m.policies, r.message(PolicyInfo)); break
        case 34: m.version = r.string(); break
        case 40: m.supportsConfig = r.bool(); break
        case 50: m.initialConfig = r.messageEntry(m.initialConfig, PolicyConfig); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface PolicyInfo {
  name: string
  displayName: string
  description: string
  message: string
  enforcementLevel: number
  configSchema: PolicyConfigSchema | undefined
}
export const PolicyInfo: Codec<PolicyInfo> = {
  write(w: Writer, m: Init<PolicyInfo>): void {
    if (m.name) w.string(10, m.name)
    if (m.displayName) w.string(18, m.displayName)
    if (m.description) w.string(26, m.description)
    if (m.message) w.string(34, m.message)
    if (m.enforcementLevel) w.int32(40, m.enforcementLevel)
    if (m.configSchema !== undefined) w.message(50, m.configSchema, PolicyConfigSchema)
  },
  read(r: Reader): PolicyInfo {
    const m: PolicyInfo = { name: '', displayName: '', description: '', message: '', enforcementLevel: 0, configSchema: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.displayName = r.string(); break
        case 26: m.description = r.string(); break
        case 34: m.message = r.string(); break
        case 40: m.enforcementLevel = r.int32(); break
        case 50: m.configSchema = r.message(PolicyConfigSchema); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface PolicyConfigSchema {
  properties: google_protobuf_struct.Struct | undefined
  required: string[]
}
export const PolicyConfigSchema: Codec<PolicyConfigSchema> = {
  write(w: Writer, m: Init<PolicyConfigSchema>): void {
    if (m.properties !== undefined) w.message(10, m.properties, google_protobuf_struct.Struct)
    if (m.required !== undefined) for (const item of m.required) w.string(18, item)
  },
  read(r: Reader): PolicyConfigSchema {
    const m: PolicyConfigSchema = { properties: undefined, required: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.properties = r.message(google_protobuf_struct.Struct); break
        case 18: m.required = withItem(m.required, r.string()); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface PolicyConfig {
  enforcementLevel: number
  properties: google_protobuf_struct.Struct | undefined
}
export const PolicyConfig: Codec<PolicyConfig> = {
  write(w: Writer, m: Init<PolicyConfig>): void {
    if (m.enforcementLevel) w.int32(8, m.enforcementLevel)
    if (m.properties !== undefined) w.message(18, m.properties, google_protobuf_struct.Struct)
  },
  read(r: Reader): PolicyConfig {
    const m: PolicyConfig = { enforcementLevel: 0, properties: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.enforcementLevel = r.int32(); break
        case 18: m.properties = r.message(google_protobuf_struct.Struct); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ConfigureAnalyzerRequest {
  policyConfig: Record<string, PolicyConfig>
}
export const ConfigureAnalyzerRequest: Codec<ConfigureAnalyzerRequest> = {
  write(w: Writer, m: Init<ConfigureAnalyzerRequest>): void {
    if (m.policyConfig !== undefined) for (const key in m.policyConfig) {
      const value = m.policyConfig[key]
      if (value !== undefined) w.messageEntry(10, key, value, PolicyConfig)
    }
  },
  read(r: Reader): ConfigureAnalyzerRequest {
    const m: ConfigureAnalyzerRequest = { policyConfig: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.policyConfig = r.messageEntry(m.policyConfig, PolicyConfig); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export const Analyzer = {
  Analyze: {
    name: 'Analyze',
    path: '/pulumirpc.Analyzer/Analyze',
    request: AnalyzeRequest,
    response: AnalyzeResponse,
  } satisfies Method<AnalyzeRequest, AnalyzeResponse>,
  AnalyzeStack: {
    name: 'AnalyzeStack',
    path: '/pulumirpc.Analyzer/AnalyzeStack',
    request: AnalyzeStackRequest,
    response: AnalyzeResponse,
  } satisfies Method<AnalyzeStackRequest, AnalyzeResponse>,
  Remediate: {
    name: 'Remediate',
    path: '/pulumirpc.Analyzer/Remediate',
    request: AnalyzeRequest,
    response: RemediateResponse,
  } satisfies Method<AnalyzeRequest, RemediateResponse>,
  GetAnalyzerInfo: {
    name: 'GetAnalyzerInfo',
    path: '/pulumirpc.Analyzer/GetAnalyzerInfo',
    request: google_protobuf_empty.Empty,
    response: AnalyzerInfo,
  } satisfies Method<google_protobuf_empty.Empty, AnalyzerInfo>,
  GetPluginInfo: {
    name: 'GetPluginInfo',
    path: '/pulumirpc.Analyzer/GetPluginInfo',
    request: google_protobuf_empty.Empty,
    response: plugin.PluginInfo,
  } satisfies Method<google_protobuf_empty.Empty, plugin.PluginInfo>,
  Configure: {
    name: 'Configure',
    path: '/pulumirpc.Analyzer/Configure',
    request: ConfigureAnalyzerRequest,
    response: google_protobuf_empty.Empty,
  } satisfies Method<ConfigureAnalyzerRequest, google_protobuf_empty.Empty>,
  Handshake: {
    name: 'Handshake',
    path: '/pulumirpc.Analyzer/Handshake',
    request: AnalyzerHandshakeRequest,
    response: AnalyzerHandshakeResponse,
  } satisfies Method<AnalyzerHandshakeRequest, AnalyzerHandshakeResponse>,
  ConfigureStack: {
    name: 'ConfigureStack',
    path: '/pulumirpc.Analyzer/ConfigureStack',
    request: AnalyzerStackConfigureRequest,
    response: AnalyzerStackConfigureResponse,
  } satisfies Method<AnalyzerStackConfigureRequest, AnalyzerStackConfigureResponse>,
  Cancel: {
    name: 'Cancel',
    path: '/pulumirpc.Analyzer/Cancel',
    request: google_protobuf_empty.Empty,
    response: google_protobuf_empty.Empty,
  } satisfies Method<google_protobuf_empty.Empty, google_protobuf_empty.Empty>,
} as const
