// Generated from language.proto by tools/gen.ts. Do not edit.
import * as google_protobuf_empty from './google-protobuf-empty.ts'
import * as google_protobuf_struct from './google-protobuf-struct.ts'
import * as hcl from './hcl.ts'
import * as plugin from './plugin.ts'
import type { Codec, Init, Method, StreamMethod } from '../../wire/codec/message.ts'
import { noEntries, noItems, withItem } from '../../wire/codec/nothing.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export const RuntimeOptionType = {
  STRING: 0,
  INT32: 1,
} as const
/** Also a number that this version does not know. */
export type RuntimeOptionType = number

export interface LanguageHandshakeRequest {
  engineAddress: string
  rootDirectory: string | undefined
  programDirectory: string | undefined
}
export const LanguageHandshakeRequest: Codec<LanguageHandshakeRequest> = {
  write(w: Writer, m: Init<LanguageHandshakeRequest>): void {
    if (m.engineAddress) w.string(10, m.engineAddress)
    if (m.rootDirectory !== undefined) w.string(18, m.rootDirectory)
    if (m.programDirectory !== undefined) w.string(26, m.programDirectory)
  },
  read(r: Reader): LanguageHandshakeRequest {
    const m: LanguageHandshakeRequest = { engineAddress: '', rootDirectory: undefined, programDirectory: undefined }
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

export interface LanguageHandshakeResponse {
}
export const LanguageHandshakeResponse: Codec<LanguageHandshakeResponse> = {
  write(_w: Writer, _m: Init<LanguageHandshakeResponse>): void {
  },
  read(r: Reader): LanguageHandshakeResponse {
    const m: LanguageHandshakeResponse = {  }
    while (r.more) {
      const tag = r.varint()
      r.skip(tag)
    }
    return m
  },
}

export interface ProgramInfo {
  rootDirectory: string
  programDirectory: string
  entryPoint: string
  options: google_protobuf_struct.Struct | undefined
}
export const ProgramInfo: Codec<ProgramInfo> = {
  write(w: Writer, m: Init<ProgramInfo>): void {
    if (m.rootDirectory) w.string(10, m.rootDirectory)
    if (m.programDirectory) w.string(18, m.programDirectory)
    if (m.entryPoint) w.string(26, m.entryPoint)
    if (m.options !== undefined) w.message(34, m.options, google_protobuf_struct.Struct)
  },
  read(r: Reader): ProgramInfo {
    const m: ProgramInfo = { rootDirectory: '', programDirectory: '', entryPoint: '', options: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.rootDirectory = r.string(); break
        case 18: m.programDirectory = r.string(); break
        case 26: m.entryPoint = r.string(); break
        case 34: m.options = r.message(google_protobuf_struct.Struct); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetRequiredPluginsRequest {
  info: ProgramInfo | undefined
}
export const GetRequiredPluginsRequest: Codec<GetRequiredPluginsRequest> = {
  write(w: Writer, m: Init<GetRequiredPluginsRequest>): void {
    if (m.info !== undefined) w.message(34, m.info, ProgramInfo)
  },
  read(r: Reader): GetRequiredPluginsRequest {
    const m: GetRequiredPluginsRequest = { info: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 34: m.info = r.message(ProgramInfo); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetRequiredPluginsResponse {
  plugins: plugin.PluginDependency[]
}
export const GetRequiredPluginsResponse: Codec<GetRequiredPluginsResponse> = {
  write(w: Writer, m: Init<GetRequiredPluginsResponse>): void {
    if (m.plugins !== undefined) for (const item of m.plugins) w.message(10, item, plugin.PluginDependency)
  },
  read(r: Reader): GetRequiredPluginsResponse {
    const m: GetRequiredPluginsResponse = { plugins: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.plugins = withItem(m.plugins, r.message(plugin.PluginDependency)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetRequiredPackagesRequest {
  info: ProgramInfo | undefined
}
export const GetRequiredPackagesRequest: Codec<GetRequiredPackagesRequest> = {
  write(w: Writer, m: Init<GetRequiredPackagesRequest>): void {
    if (m.info !== undefined) w.message(10, m.info, ProgramInfo)
  },
  read(r: Reader): GetRequiredPackagesRequest {
    const m: GetRequiredPackagesRequest = { info: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.info = r.message(ProgramInfo); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetRequiredPackagesResponse {
  packages: plugin.PackageDependency[]
}
export const GetRequiredPackagesResponse: Codec<GetRequiredPackagesResponse> = {
  write(w: Writer, m: Init<GetRequiredPackagesResponse>): void {
    if (m.packages !== undefined) for (const item of m.packages) w.message(10, item, plugin.PackageDependency)
  },
  read(r: Reader): GetRequiredPackagesResponse {
    const m: GetRequiredPackagesResponse = { packages: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.packages = withItem(m.packages, r.message(plugin.PackageDependency)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RunRequest {
  project: string
  stack: string
  pwd: string
  program: string
  args: string[]
  config: Record<string, string>
  dryRun: boolean
  parallel: number
  monitorAddress: string
  configSecretKeys: string[]
  organization: string
  info: ProgramInfo | undefined
  loaderTarget: string
  attachDebugger: boolean
  mapperTarget: string
}
export const RunRequest: Codec<RunRequest> = {
  write(w: Writer, m: Init<RunRequest>): void {
    if (m.project) w.string(10, m.project)
    if (m.stack) w.string(18, m.stack)
    if (m.pwd) w.string(26, m.pwd)
    if (m.program) w.string(34, m.program)
    if (m.args !== undefined) for (const item of m.args) w.string(42, item)
    if (m.config !== undefined) for (const key in m.config) {
      const value = m.config[key]
      if (value !== undefined) w.stringEntry(50, key, value)
    }
    if (m.dryRun === true) w.bool(56, m.dryRun)
    if (m.parallel) w.int32(64, m.parallel)
    if (m.monitorAddress) w.string(74, m.monitorAddress)
    if (m.configSecretKeys !== undefined) for (const item of m.configSecretKeys) w.string(90, item)
    if (m.organization) w.string(98, m.organization)
    if (m.info !== undefined) w.message(114, m.info, ProgramInfo)
    if (m.loaderTarget) w.string(122, m.loaderTarget)
    if (m.attachDebugger === true) w.bool(128, m.attachDebugger)
    if (m.mapperTarget) w.string(138, m.mapperTarget)
  },
  read(r: Reader): RunRequest {
    const m: RunRequest = { project: '', stack: '', pwd: '', program: '', args: noItems, config: noEntries, dryRun: false, parallel: 0, monitorAddress: '', configSecretKeys: noItems, organization: '', info: undefined, loaderTarget: '', attachDebugger: false, mapperTarget: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.project = r.string(); break
        case 18: m.stack = r.string(); break
        case 26: m.pwd = r.string(); break
        case 34: m.program = r.string(); break
        case 42: m.args = withItem(m.args, r.string()); break
        case 50: m.config = r.stringEntry(m.config); break
        case 56: m.dryRun = r.bool(); break
        case 64: m.parallel = r.int32(); break
        case 74: m.monitorAddress = r.string(); break
        case 90: m.configSecretKeys = withItem(m.configSecretKeys, r.string()); break
        case 98: m.organization = r.string(); break
        case 114: m.info = r.message(ProgramInfo); break
        case 122: m.loaderTarget = r.string(); break
        case 128: m.attachDebugger = r.bool(); break
        case 138: m.mapperTarget = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RunResponse {
  error: string
  bail: boolean
}
export const RunResponse: Codec<RunResponse> = {
  write(w: Writer, m: Init<RunResponse>): void {
    if (m.error) w.string(10, m.error)
    if (m.bail === true) w.bool(16, m.bail)
  },
  read(r: Reader): RunResponse {
    const m: RunResponse = { error: '', bail: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.error = r.string(); break
        case 16: m.bail = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface InstallDependenciesRequest {
  directory: string
  isTerminal: boolean
  info: ProgramInfo | undefined
  useLanguageVersionTools: boolean
  isPlugin: boolean
}
export const InstallDependenciesRequest: Codec<InstallDependenciesRequest> = {
  write(w: Writer, m: Init<InstallDependenciesRequest>): void {
    if (m.directory) w.string(10, m.directory)
    if (m.isTerminal === true) w.bool(16, m.isTerminal)
    if (m.info !== undefined) w.message(26, m.info, ProgramInfo)
    if (m.useLanguageVersionTools === true) w.bool(32, m.useLanguageVersionTools)
    if (m.isPlugin === true) w.bool(40, m.isPlugin)
  },
  read(r: Reader): InstallDependenciesRequest {
    const m: InstallDependenciesRequest = { directory: '', isTerminal: false, info: undefined, useLanguageVersionTools: false, isPlugin: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.directory = r.string(); break
        case 16: m.isTerminal = r.bool(); break
        case 26: m.info = r.message(ProgramInfo); break
        case 32: m.useLanguageVersionTools = r.bool(); break
        case 40: m.isPlugin = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface InstallDependenciesResponse {
  stdout: Uint8Array
  stderr: Uint8Array
}
export const InstallDependenciesResponse: Codec<InstallDependenciesResponse> = {
  write(w: Writer, m: Init<InstallDependenciesResponse>): void {
    if (m.stdout !== undefined && m.stdout.length > 0) w.bytes(10, m.stdout)
    if (m.stderr !== undefined && m.stderr.length > 0) w.bytes(18, m.stderr)
  },
  read(r: Reader): InstallDependenciesResponse {
    const m: InstallDependenciesResponse = { stdout: new Uint8Array(), stderr: new Uint8Array() }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.stdout = r.bytes(); break
        case 18: m.stderr = r.bytes(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RuntimeOptionsRequest {
  info: ProgramInfo | undefined
}
export const RuntimeOptionsRequest: Codec<RuntimeOptionsRequest> = {
  write(w: Writer, m: Init<RuntimeOptionsRequest>): void {
    if (m.info !== undefined) w.message(10, m.info, ProgramInfo)
  },
  read(r: Reader): RuntimeOptionsRequest {
    const m: RuntimeOptionsRequest = { info: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.info = r.message(ProgramInfo); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RuntimeOptionValue {
  promptType: number
  stringValue: string
  int32Value: number
  displayName: string
}
export const RuntimeOptionValue: Codec<RuntimeOptionValue> = {
  write(w: Writer, m: Init<RuntimeOptionValue>): void {
    if (m.promptType) w.int32(8, m.promptType)
    if (m.stringValue) w.string(18, m.stringValue)
    if (m.int32Value) w.int32(24, m.int32Value)
    if (m.displayName) w.string(34, m.displayName)
  },
  read(r: Reader): RuntimeOptionValue {
    const m: RuntimeOptionValue = { promptType: 0, stringValue: '', int32Value: 0, displayName: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.promptType = r.int32(); break
        case 18: m.stringValue = r.string(); break
        case 24: m.int32Value = r.int32(); break
        case 34: m.displayName = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RuntimeOptionPrompt {
  key: string
  description: string
  promptType: number
  choices: RuntimeOptionValue[]
  default: RuntimeOptionValue | undefined
}
export const RuntimeOptionPrompt: Codec<RuntimeOptionPrompt> = {
  write(w: Writer, m: Init<RuntimeOptionPrompt>): void {
    if (m.key) w.string(10, m.key)
    if (m.description) w.string(18, m.description)
    if (m.promptType) w.int32(24, m.promptType)
    if (m.choices !== undefined) for (const item of m.choices) w.message(34, item, RuntimeOptionValue)
    if (m.default !== undefined) w.message(42, m.default, RuntimeOptionValue)
  },
  read(r: Reader): RuntimeOptionPrompt {
    const m: RuntimeOptionPrompt = { key: '', description: '', promptType: 0, choices: noItems, default: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.key = r.string(); break
        case 18: m.description = r.string(); break
        case 24: m.promptType = r.int32(); break
        case 34: m.choices = withItem(m.choices, r.message(RuntimeOptionValue)); break
        case 42: m.default = r.message(RuntimeOptionValue); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RuntimeOptionsResponse {
  prompts: RuntimeOptionPrompt[]
}
export const RuntimeOptionsResponse: Codec<RuntimeOptionsResponse> = {
  write(w: Writer, m: Init<RuntimeOptionsResponse>): void {
    if (m.prompts !== undefined) for (const item of m.prompts) w.message(10, item, RuntimeOptionPrompt)
  },
  read(r: Reader): RuntimeOptionsResponse {
    const m: RuntimeOptionsResponse = { prompts: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.prompts = withItem(m.prompts, r.message(RuntimeOptionPrompt)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface TemplateRequest {
  info: ProgramInfo | undefined
  projectName: string
}
export const TemplateRequest: Codec<TemplateRequest> = {
  write(w: Writer, m: Init<TemplateRequest>): void {
    if (m.info !== undefined) w.message(10, m.info, ProgramInfo)
    if (m.projectName) w.string(18, m.projectName)
  },
  read(r: Reader): TemplateRequest {
    const m: TemplateRequest = { info: undefined, projectName: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.info = r.message(ProgramInfo); break
        case 18: m.projectName = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface TemplateResponse {
}
export const TemplateResponse: Codec<TemplateResponse> = {
  write(_w: Writer, _m: Init<TemplateResponse>): void {
  },
  read(r: Reader): TemplateResponse {
    const m: TemplateResponse = {  }
    while (r.more) {
      const tag = r.varint()
      r.skip(tag)
    }
    return m
  },
}

export interface AboutRequest {
  info: ProgramInfo | undefined
}
export const AboutRequest: Codec<AboutRequest> = {
  write(w: Writer, m: Init<AboutRequest>): void {
    if (m.info !== undefined) w.message(10, m.info, ProgramInfo)
  },
  read(r: Reader): AboutRequest {
    const m: AboutRequest = { info: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.info = r.message(ProgramInfo); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface AboutResponse {
  executable: string
  version: string
  metadata: Record<string, string>
}
export const AboutResponse: Codec<AboutResponse> = {
  write(w: Writer, m: Init<AboutResponse>): void {
    if (m.executable) w.string(10, m.executable)
    if (m.version) w.string(18, m.version)
    if (m.metadata !== undefined) for (const key in m.metadata) {
      const value = m.metadata[key]
      if (value !== undefined) w.stringEntry(26, key, value)
    }
  },
  read(r: Reader): AboutResponse {
    const m: AboutResponse = { executable: '', version: '', metadata: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.executable = r.string(); break
        case 18: m.version = r.string(); break
        case 26: m.metadata = r.stringEntry(m.metadata); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetProgramDependenciesRequest {
  transitiveDependencies: boolean
  info: ProgramInfo | undefined
}
export const GetProgramDependenciesRequest: Codec<GetProgramDependenciesRequest> = {
  write(w: Writer, m: Init<GetProgramDependenciesRequest>): void {
    if (m.transitiveDependencies === true) w.bool(32, m.transitiveDependencies)
    if (m.info !== undefined) w.message(42, m.info, ProgramInfo)
  },
  read(r: Reader): GetProgramDependenciesRequest {
    const m: GetProgramDependenciesRequest = { transitiveDependencies: false, info: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 32: m.transitiveDependencies = r.bool(); break
        case 42: m.info = r.message(ProgramInfo); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DependencyInfo {
  name: string
  version: string
}
export const DependencyInfo: Codec<DependencyInfo> = {
  write(w: Writer, m: Init<DependencyInfo>): void {
    if (m.name) w.string(10, m.name)
    if (m.version) w.string(18, m.version)
  },
  read(r: Reader): DependencyInfo {
    const m: DependencyInfo = { name: '', version: '' }
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

export interface GetProgramDependenciesResponse {
  dependencies: DependencyInfo[]
}
export const GetProgramDependenciesResponse: Codec<GetProgramDependenciesResponse> = {
  write(w: Writer, m: Init<GetProgramDependenciesResponse>): void {
    if (m.dependencies !== undefined) for (const item of m.dependencies) w.message(10, item, DependencyInfo)
  },
  read(r: Reader): GetProgramDependenciesResponse {
    const m: GetProgramDependenciesResponse = { dependencies: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.dependencies = withItem(m.dependencies, r.message(DependencyInfo)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RunPluginRequest {
  pwd: string
  args: string[]
  env: string[]
  info: ProgramInfo | undefined
  kind: string
  name: string
  attachDebugger: boolean
  loaderTarget: string
}
export const RunPluginRequest: Codec<RunPluginRequest> = {
  write(w: Writer, m: Init<RunPluginRequest>): void {
    if (m.pwd) w.string(10, m.pwd)
    if (m.args !== undefined) for (const item of m.args) w.string(26, item)
    if (m.env !== undefined) for (const item of m.env) w.string(34, item)
    if (m.info !== undefined) w.message(42, m.info, ProgramInfo)
    if (m.kind) w.string(50, m.kind)
    if (m.name) w.string(58, m.name)
    if (m.attachDebugger === true) w.bool(64, m.attachDebugger)
    if (m.loaderTarget) w.string(74, m.loaderTarget)
  },
  read(r: Reader): RunPluginRequest {
    const m: RunPluginRequest = { pwd: '', args: noItems, env: noItems, info: undefined, kind: '', name: '', attachDebugger: false, loaderTarget: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.pwd = r.string(); break
        case 26: m.args = withItem(m.args, r.string()); break
        case 34: m.env = withItem(m.env, r.string()); break
        case 42: m.info = r.message(ProgramInfo); break
        case 50: m.kind = r.string(); break
        case 58: m.name = r.string(); break
        case 64: m.attachDebugger = r.bool(); break
        case 74: m.loaderTarget = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RunPluginResponse {
  stdout: Uint8Array | undefined
  stderr: Uint8Array | undefined
  exitcode: number | undefined
}
export const RunPluginResponse: Codec<RunPluginResponse> = {
  write(w: Writer, m: Init<RunPluginResponse>): void {
    if (m.stdout !== undefined) w.bytes(10, m.stdout)
    if (m.stderr !== undefined) w.bytes(18, m.stderr)
    if (m.exitcode !== undefined) w.int32(24, m.exitcode)
  },
  read(r: Reader): RunPluginResponse {
    const m: RunPluginResponse = { stdout: undefined, stderr: undefined, exitcode: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.stderr = m.exitcode = undefined; m.stdout = r.bytes(); break
        case 18: m.stdout = m.exitcode = undefined; m.stderr = r.bytes(); break
        case 24: m.stdout = m.stderr = undefined; m.exitcode = r.int32(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GenerateProgramRequest {
  source: Record<string, string>
  loaderTarget: string
  strict: boolean
}
export const GenerateProgramRequest: Codec<GenerateProgramRequest> = {
  write(w: Writer, m: Init<GenerateProgramRequest>): void {
    if (m.source !== undefined) for (const key in m.source) {
      const value = m.source[key]
      if (value !== undefined) w.stringEntry(10, key, value)
    }
    if (m.loaderTarget) w.string(18, m.loaderTarget)
    if (m.strict === true) w.bool(24, m.strict)
  },
  read(r: Reader): GenerateProgramRequest {
    const m: GenerateProgramRequest = { source: noEntries, loaderTarget: '', strict: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.source = r.stringEntry(m.source); break
        case 18: m.loaderTarget = r.string(); break
        case 24: m.strict = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GenerateProgramResponse {
  diagnostics: hcl.Diagnostic[]
  source: Record<string, Uint8Array>
}
export const GenerateProgramResponse: Codec<GenerateProgramResponse> = {
  write(w: Writer, m: Init<GenerateProgramResponse>): void {
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(10, item, hcl.Diagnostic)
    if (m.source !== undefined) for (const key in m.source) {
      const value = m.source[key]
      if (value !== undefined) w.bytesEntry(18, key, value)
    }
  },
  read(r: Reader): GenerateProgramResponse {
    const m: GenerateProgramResponse = { diagnostics: noItems, source: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.diagnostics = withItem(m.diagnostics, r.message(hcl.Diagnostic)); break
        case 18: m.source = r.bytesEntry(m.source); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GenerateProjectRequest {
  sourceDirectory: string
  targetDirectory: string
  project: string
  strict: boolean
  loaderTarget: string
  localDependencies: Record<string, string>
}
export const GenerateProjectRequest: Codec<GenerateProjectRequest> = {
  write(w: Writer, m: Init<GenerateProjectRequest>): void {
    if (m.sourceDirectory) w.string(10, m.sourceDirectory)
    if (m.targetDirectory) w.string(18, m.targetDirectory)
    if (m.project) w.string(26, m.project)
    if (m.strict === true) w.bool(32, m.strict)
    if (m.loaderTarget) w.string(42, m.loaderTarget)
    if (m.localDependencies !== undefined) for (const key in m.localDependencies) {
      const value = m.localDependencies[key]
      if (value !== undefined) w.stringEntry(50, key, value)
    }
  },
  read(r: Reader): GenerateProjectRequest {
    const m: GenerateProjectRequest = { sourceDirectory: '', targetDirectory: '', project: '', strict: false, loaderTarget: '', localDependencies: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.sourceDirectory = r.string(); break
        case 18: m.targetDirectory = r.string(); break
        case 26: m.project = r.string(); break
        case 32: m.strict = r.bool(); break
        case 42: m.loaderTarget = r.string(); break
        case 50: m.localDependencies = r.stringEntry(m.localDependencies); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GenerateProjectResponse {
  diagnostics: hcl.Diagnostic[]
}
export const GenerateProjectResponse: Codec<GenerateProjectResponse> = {
  write(w: Writer, m: Init<GenerateProjectResponse>): void {
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(10, item, hcl.Diagnostic)
  },
  read(r: Reader): GenerateProjectResponse {
    const m: GenerateProjectResponse = { diagnostics: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.diagnostics = withItem(m.diagnostics, r.message(hcl.Diagnostic)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GeneratePackageRequest {
  directory: string
  schema: string
  extraFiles: Record<string, Uint8Array>
  loaderTarget: string
  localDependencies: Record<string, string>
  local: boolean
}
export const GeneratePackageRequest: Codec<GeneratePackageRequest> = {
  write(w: Writer, m: Init<GeneratePackageRequest>): void {
    if (m.directory) w.string(10, m.directory)
    if (m.schema) w.string(18, m.schema)
    if (m.extraFiles !== undefined) for (const key in m.extraFiles) {
      const value = m.extraFiles[key]
      if (value !== undefined) w.bytesEntry(26, key, value)
    }
    if (m.loaderTarget) w.string(34, m.loaderTarget)
    if (m.localDependencies !== undefined) for (const key in m.localDependencies) {
      const value = m.localDependencies[key]
      if (value !== undefined) w.stringEntry(42, key, value)
    }
    if (m.local === true) w.bool(48, m.local)
  },
  read(r: Reader): GeneratePackageRequest {
    const m: GeneratePackageRequest = { directory: '', schema: '', extraFiles: noEntries, loaderTarget: '', localDependencies: noEntries, local: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.directory = r.string(); break
        case 18: m.schema = r.string(); break
        case 26: m.extraFiles = r.bytesEntry(m.extraFiles); break
        case 34: m.loaderTarget = r.string(); break
        case 42: m.localDependencies = r.stringEntry(m.localDependencies); break
        case 48: m.local = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GeneratePackageResponse {
  diagnostics: hcl.Diagnostic[]
}
export const GeneratePackageResponse: Codec<GeneratePackageResponse> = {
  write(w: Writer, m: Init<GeneratePackageResponse>): void {
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(10, item, hcl.Diagnostic)
  },
  read(r: Reader): GeneratePackageResponse {
    const m: GeneratePackageResponse = { diagnostics: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.diagnostics = withItem(m.diagnostics, r.message(hcl.Diagnostic)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface PackRequest {
  packageDirectory: string
  destinationDirectory: string
}
export const PackRequest: Codec<PackRequest> = {
  write(w: Writer, m: Init<PackRequest>): void {
    if (m.packageDirectory) w.string(10, m.packageDirectory)
    if (m.destinationDirectory) w.string(18, m.destinationDirectory)
  },
  read(r: Reader): PackRequest {
    const m: PackRequest = { packageDirectory: '', destinationDirectory: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.packageDirectory = r.string(); break
        case 18: m.destinationDirectory = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface PackResponse {
  artifactPath: string
}
export const PackResponse: Codec<PackResponse> = {
  write(w: Writer, m: Init<PackResponse>): void {
    if (m.artifactPath) w.string(10, m.artifactPath)
  },
  read(r: Reader): PackResponse {
    const m: PackResponse = { artifactPath: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.artifactPath = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkDependency {
  package: plugin.PackageDependency | undefined
  path: string
}
export const LinkDependency: Codec<LinkDependency> = {
  write(w: Writer, m: Init<LinkDependency>): void {
    if (m.package !== undefined) w.message(10, m.package, plugin.PackageDependency)
    if (m.path) w.string(18, m.path)
  },
  read(r: Reader): LinkDependency {
    const m: LinkDependency = { package: undefined, path: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.package = r.message(plugin.PackageDependency); break
        case 18: m.path = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkRequest {
  info: ProgramInfo | undefined
  loaderTarget: string
  packages: LinkDependency[]
}
export const LinkRequest: Codec<LinkRequest> = {
  write(w: Writer, m: Init<LinkRequest>): void {
    if (m.info !== undefined) w.message(10, m.info, ProgramInfo)
    if (m.loaderTarget) w.string(18, m.loaderTarget)
    if (m.packages !== undefined) for (const item of m.packages) w.message(26, item, LinkDependency)
  },
  read(r: Reader): LinkRequest {
    const m: LinkRequest = { info: undefined, loaderTarget: '', packages: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.info = r.message(ProgramInfo); break
        case 18: m.loaderTarget = r.string(); break
        case 26: m.packages = withItem(m.packages, r.message(LinkDependency)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkResponse {
  importInstructions: string
}
export const LinkResponse: Codec<LinkResponse> = {
  write(w: Writer, m: Init<LinkResponse>): void {
    if (m.importInstructions) w.string(10, m.importInstructions)
  },
  read(r: Reader): LinkResponse {
    const m: LinkResponse = { importInstructions: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.importInstructions = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export const LanguageRuntime = {
  Handshake: {
    name: 'Handshake',
    path: '/pulumirpc.LanguageRuntime/Handshake',
    request: LanguageHandshakeRequest,
    response: LanguageHandshakeResponse,
  } satisfies Method<LanguageHandshakeRequest, LanguageHandshakeResponse>,
  GetRequiredPlugins: {
    name: 'GetRequiredPlugins',
    path: '/pulumirpc.LanguageRuntime/GetRequiredPlugins',
    request: GetRequiredPluginsRequest,
    response: GetRequiredPluginsResponse,
  } satisfies Method<GetRequiredPluginsRequest, GetRequiredPluginsResponse>,
  GetRequiredPackages: {
    name: 'GetRequiredPackages',
    path: '/pulumirpc.LanguageRuntime/GetRequiredPackages',
    request: GetRequiredPackagesRequest,
    response: GetRequiredPackagesResponse,
  } satisfies Method<GetRequiredPackagesRequest, GetRequiredPackagesResponse>,
  Run: {
    name: 'Run',
    path: '/pulumirpc.LanguageRuntime/Run',
    request: RunRequest,
    response: RunResponse,
  } satisfies Method<RunRequest, RunResponse>,
  GetPluginInfo: {
    name: 'GetPluginInfo',
    path: '/pulumirpc.LanguageRuntime/GetPluginInfo',
    request: google_protobuf_empty.Empty,
    response: plugin.PluginInfo,
  } satisfies Method<google_protobuf_empty.Empty, plugin.PluginInfo>,
  InstallDependencies: {
    streams: true,
    name: 'InstallDependencies',
    path: '/pulumirpc.LanguageRuntime/InstallDependencies',
    request: InstallDependenciesRequest,
    response: InstallDependenciesResponse,
  } satisfies StreamMethod<InstallDependenciesRequest, InstallDependenciesResponse>,
  RuntimeOptionsPrompts: {
    name: 'RuntimeOptionsPrompts',
    path: '/pulumirpc.LanguageRuntime/RuntimeOptionsPrompts',
    request: RuntimeOptionsRequest,
    response: RuntimeOptionsResponse,
  } satisfies Method<RuntimeOptionsRequest, RuntimeOptionsResponse>,
  Template: {
    name: 'Template',
    path: '/pulumirpc.LanguageRuntime/Template',
    request: TemplateRequest,
    response: TemplateResponse,
  } satisfies Method<TemplateRequest, TemplateResponse>,
  About: {
    name: 'About',
    path: '/pulumirpc.LanguageRuntime/About',
    request: AboutRequest,
    response: AboutResponse,
  } satisfies Method<AboutRequest, AboutResponse>,
  GetProgramDependencies: {
    name: 'GetProgramDependencies',
    path: '/pulumirpc.LanguageRuntime/GetProgramDependencies',
    request: GetProgramDependenciesRequest,
    response: GetProgramDependenciesResponse,
  } satisfies Method<GetProgramDependenciesRequest, GetProgramDependenciesResponse>,
  RunPlugin: {
    streams: true,
    name: 'RunPlugin',
    path: '/pulumirpc.LanguageRuntime/RunPlugin',
    request: RunPluginRequest,
    response: RunPluginResponse,
  } satisfies StreamMethod<RunPluginRequest, RunPluginResponse>,
  GenerateProgram: {
    name: 'GenerateProgram',
    path: '/pulumirpc.LanguageRuntime/GenerateProgram',
    request: GenerateProgramRequest,
    response: GenerateProgramResponse,
  } satisfies Method<GenerateProgramRequest, GenerateProgramResponse>,
  GenerateProject: {
    name: 'GenerateProject',
    path: '/pulumirpc.LanguageRuntime/GenerateProject',
    request: GenerateProjectRequest,
    response: GenerateProjectResponse,
  } satisfies Method<GenerateProjectRequest, GenerateProjectResponse>,
  GeneratePackage: {
    name: 'GeneratePackage',
    path: '/pulumirpc.LanguageRuntime/GeneratePackage',
    request: GeneratePackageRequest,
    response: GeneratePackageResponse,
  } satisfies Method<GeneratePackageRequest, GeneratePackageResponse>,
  Pack: {
    name: 'Pack',
    path: '/pulumirpc.LanguageRuntime/Pack',
    request: PackRequest,
    response: PackResponse,
  } satisfies Method<PackRequest, PackResponse>,
  Link: {
    name: 'Link',
    path: '/pulumirpc.LanguageRuntime/Link',
    request: LinkRequest,
    response: LinkResponse,
  } satisfies Method<LinkRequest, LinkResponse>,
  Cancel: {
    name: 'Cancel',
    path: '/pulumirpc.LanguageRuntime/Cancel',
    request: google_protobuf_empty.Empty,
    response: google_protobuf_empty.Empty,
  } satisfies Method<google_protobuf_empty.Empty, google_protobuf_empty.Empty>,
} as const
