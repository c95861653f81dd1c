// Generated from converter.proto by tools/gen.ts. Do not edit.
import * as google_protobuf_struct from './google-protobuf-struct.ts'
import * as hcl from './hcl.ts'
import * as loader from './loader.ts'
import type { Codec, Init, Method } from '../../wire/codec/message.ts'
import { noEntries, noItems, withItem } from '../../wire/codec/nothing.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export interface ConvertStateRequest {
  mapperTarget: string
  args: string[]
  loaderTarget: string
  resolverTarget: string
}
export const ConvertStateRequest: Codec<ConvertStateRequest> = {
  write(w: Writer, m: Init<ConvertStateRequest>): void {
    if (m.mapperTarget) w.string(10, m.mapperTarget)
    if (m.args !== undefined) for (const item of m.args) w.string(18, item)
    if (m.loaderTarget) w.string(26, m.loaderTarget)
    if (m.resolverTarget) w.string(34, m.resolverTarget)
  },
  read(r: Reader): ConvertStateRequest {
    const m: ConvertStateRequest = { mapperTarget: '', args: noItems, loaderTarget: '', resolverTarget: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.mapperTarget = r.string(); break
        case 18: m.args = withItem(m.args, r.string()); break
        case 26: m.loaderTarget = r.string(); break
        case 34: m.resolverTarget = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceParameterization {
  pluginName: string
  pluginVersion: string
  value: Uint8Array
}
export const ResourceParameterization: Codec<ResourceParameterization> = {
  write(w: Writer, m: Init<ResourceParameterization>): void {
    if (m.pluginName) w.string(10, m.pluginName)
    if (m.pluginVersion) w.string(18, m.pluginVersion)
    if (m.value !== undefined && m.value.length > 0) w.bytes(26, m.value)
  },
  read(r: Reader): ResourceParameterization {
    const m: ResourceParameterization = { pluginName: '', pluginVersion: '', value: new Uint8Array() }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.pluginName = r.string(); break
        case 18: m.pluginVersion = r.string(); break
        case 26: m.value = r.bytes(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceExtension {
  name: string
  version: string
  value: Uint8Array
}
export const ResourceExtension: Codec<ResourceExtension> = {
  write(w: Writer, m: Init<ResourceExtension>): void {
    if (m.name) w.string(10, m.name)
    if (m.version) w.string(18, m.version)
    if (m.value !== undefined && m.value.length > 0) w.bytes(26, m.value)
  },
  read(r: Reader): ResourceExtension {
    const m: ResourceExtension = { name: '', version: '', value: new Uint8Array() }
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

export interface ResourceImport {
  type: string
  name: string
  id: string
  version: string
  pluginDownloadURL: string
  logicalName: string
  isComponent: boolean
  isRemote: boolean
  parameterization: ResourceParameterization | undefined
  extension: ResourceExtension | undefined
  parent: string
  properties: string[]
  provider: string
  inputs: google_protobuf_struct.Struct | undefined
  outputs: google_protobuf_struct.Struct | undefined
}
export const ResourceImport: Codec<ResourceImport> = {
  write(w: Writer, m: Init<ResourceImport>): void {
    if (m.type) w.string(10, m.type)
    if (m.name) w.string(18, m.name)
    if (m.id) w.string(26, m.id)
    if (m.version) w.string(34, m.version)
    if (m.pluginDownloadURL) w.string(42, m.pluginDownloadURL)
    if (m.logicalName) w.string(50, m.logicalName)
    if (m.isComponent === true) w.bool(56, m.isComponent)
    if (m.isRemote === true) w.bool(64, m.isRemote)
    if (m.parameterization !== undefined) w.message(74, m.parameterization, ResourceParameterization)
    if (m.extension !== undefined) w.message(82, m.extension, ResourceExtension)
    if (m.parent) w.string(90, m.parent)
    if (m.properties !== undefined) for (const item of m.properties) w.string(98, item)
    if (m.provider) w.string(106, m.provider)
    if (m.inputs !== undefined) w.message(114, m.inputs, google_protobuf_struct.Struct)
    if (m.outputs !== undefined) w.message(122, m.outputs, google_protobuf_struct.Struct)
  },
  read(r: Reader): ResourceImport {
    const m: ResourceImport = { type: '', name: '', id: '', version: '', pluginDownloadURL: '', logicalName: '', isComponent: false, isRemote: false, parameterization: undefined, extension: undefined, parent: '', properties: noItems, provider: '', inputs: undefined, outputs: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        case 18: m.name = r.string(); break
        case 26: m.id = r.string(); break
        case 34: m.version = r.string(); break
        case 42: m.pluginDownloadURL = r.string(); break
        case 50: m.logicalName = r.string(); break
        case 56: m.isComponent = r.bool(); break
        case 64: m.isRemote = r.bool(); break
        case 74: m.parameterization = r.message(ResourceParameterization); break
        case 82: m.extension = r.message(ResourceExtension); break
        case 90: m.parent = r.string(); break
        case 98: m.properties = withItem(m.properties, r.string()); break
        case 106: m.provider = r.string(); break
        case 114: m.inputs = r.message(google_protobuf_struct.Struct); break
        case 122: m.outputs = r.message(google_protobuf_struct.Struct); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ConvertStateResponse {
  resources: ResourceImport[]
  diagnostics: hcl.Diagnostic[]
}
export const ConvertStateResponse: Codec<ConvertStateResponse> = {
  write(w: Writer, m: Init<ConvertStateResponse>): void {
    if (m.resources !== undefined) for (const item of m.resources) w.message(10, item, ResourceImport)
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(18, item, hcl.Diagnostic)
  },
  read(r: Reader): ConvertStateResponse {
    const m: ConvertStateResponse = { resources: noItems, diagnostics: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resources = withItem(m.resources, r.message(ResourceImport)); break
        case 18: m.diagnostics = withItem(m.diagnostics, r.message(hcl.Diagnostic)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ConvertProgramRequest {
  sourceDirectory: string
  targetDirectory: string
  mapperTarget: string
  loaderTarget: string
  args: string[]
  generatedProjectDirectory: string
}
export const ConvertProgramRequest: Codec<ConvertProgramRequest> = {
  write(w: Writer, m: Init<ConvertProgramRequest>): void {
    if (m.sourceDirectory) w.string(10, m.sourceDirectory)
    if (m.targetDirectory) w.string(18, m.targetDirectory)
    if (m.mapperTarget) w.string(26, m.mapperTarget)
    if (m.loaderTarget) w.string(34, m.loaderTarget)
    if (m.args !== undefined) for (const item of m.args) w.string(42, item)
    if (m.generatedProjectDirectory) w.string(50, m.generatedProjectDirectory)
  },
  read(r: Reader): ConvertProgramRequest {
    const m: ConvertProgramRequest = { sourceDirectory: '', targetDirectory: '', mapperTarget: '', loaderTarget: '', args: noItems, generatedProjectDirectory: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.sourceDirectory = r.string(); break
        case 18: m.targetDirectory = r.string(); break
        case 26: m.mapperTarget = r.string(); break
        case 34: m.loaderTarget = r.string(); break
        case 42: m.args = withItem(m.args, r.string()); break
        case 50: m.generatedProjectDirectory = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ConvertProgramResponse {
  diagnostics: hcl.Diagnostic[]
}
export const ConvertProgramResponse: Codec<ConvertProgramResponse> = {
  write(w: Writer, m: Init<ConvertProgramResponse>): void {
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(10, item, hcl.Diagnostic)
  },
  read(r: Reader): ConvertProgramResponse {
    const m: ConvertProgramResponse = { diagnostics: noItems }
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

export interface SnippetResource {
  token: string
  package: loader.GetSchemaRequest | undefined
}
export const SnippetResource: Codec<SnippetResource> = {
  write(w: Writer, m: Init<SnippetResource>): void {
    if (m.token) w.string(10, m.token)
    if (m.package !== undefined) w.message(18, m.package, loader.GetSchemaRequest)
  },
  read(r: Reader): SnippetResource {
    const m: SnippetResource = { token: '', package: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.token = r.string(); break
        case 18: m.package = r.message(loader.GetSchemaRequest); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ConvertSnippetRequest {
  filename: string
  source: Uint8Array
  targetLoader: string
  package: loader.GetSchemaRequest | undefined
  token: string
  attributes: Record<string, string>
  resources: Record<string, SnippetResource>
}
export const ConvertSnippetRequest: Codec<ConvertSnippetRequest> = {
  write(w: Writer, m: Init<ConvertSnippetRequest>): void {
    if (m.filename) w.string(10, m.filename)
    if (m.source !== undefined && m.source.length > 0) w.bytes(18, m.source)
    if (m.targetLoader) w.string(26, m.targetLoader)
    if (m.package !== undefined) w.message(34, m.package, loader.GetSchemaRequest)
    if (m.token) w.string(42, m.token)
    if (m.attributes !== undefined) for (const key in m.attributes) {
      const value = m.attributes[key]
      if (value !== undefined) w.stringEntry(50, key, value)
    }
    if (m.resources !== undefined) for (const key in m.resources) {
      const value = m.resources[key]
      if (value !== undefined) w.messageEntry(58, key, value, SnippetResource)
    }
  },
  read(r: Reader): ConvertSnippetRequest {
    const m: ConvertSnippetRequest = { filename: '', source: new Uint8Array(), targetLoader: '', package: undefined, token: '', attributes: noEntries, resources: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.filename = r.string(); break
        case 18: m.source = r.bytes(); break
        case 26: m.targetLoader = r.string(); break
        case 34: m.package = r.message(loader.GetSchemaRequest); break
        case 42: m.token = r.string(); break
        case 50: m.attributes = r.stringEntry(m.attributes); break
        case 58: m.resources = r.messageEntry(m.resources, SnippetResource); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ConvertSnippetResponse {
  diagnostics: hcl.Diagnostic[]
  filename: string
  source: Uint8Array
  attributes: Record<string, string>
  resourceNames: Record<string, string>
}
export const ConvertSnippetResponse: Codec<ConvertSnippetResponse> = {
  write(w: Writer, m: Init<ConvertSnippetResponse>): void {
    if (m.diagnostics !== undefined) for (const item of m.diagnostics) w.message(10, item, hcl.Diagnostic)
    if (m.filename) w.string(18, m.filename)
    if (m.source !== undefined && m.source.length > 0) w.bytes(26, m.source)
    if (m.attributes !== undefined) for (const key in m.attributes) {
      const value = m.attributes[key]
      if (value !== undefined) w.stringEntry(34, key, value)
    }
    if (m.resourceNames !== undefined) for (const key in m.resourceNames) {
      const value = m.resourceNames[key]
      if (value !== undefined) w.stringEntry(42, key, value)
    }
  },
  read(r: Reader): ConvertSnippetResponse {
    const m: ConvertSnippetResponse = { diagnostics: noItems, filename: '', source: new Uint8Array(), attributes: noEntries, resourceNames: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.diagnostics = withItem(m.diagnostics, r.message(hcl.Diagnostic)); break
        case 18: m.filename = r.string(); break
        case 26: m.source = r.bytes(); break
        case 34: m.attributes = r.stringEntry(m.attributes); break
        case 42: m.resourceNames = r.stringEntry(m.resourceNames); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export const Converter = {
  ConvertState: {
    name: 'ConvertState',
    path: '/pulumirpc.Converter/ConvertState',
    request: ConvertStateRequest,
    response: ConvertStateResponse,
  } satisfies Method<ConvertStateRequest, ConvertStateResponse>,
  ConvertProgram: {
    name: 'ConvertProgram',
    path: '/pulumirpc.Converter/ConvertProgram',
    request: ConvertProgramRequest,
    response: ConvertProgramResponse,
  } satisfies Method<ConvertProgramRequest, ConvertProgramResponse>,
  ConvertSnippet: {
    name: 'ConvertSnippet',
    path: '/pulumirpc.Converter/ConvertSnippet',
    request: ConvertSnippetRequest,
    response: ConvertSnippetResponse,
  } satisfies Method<ConvertSnippetRequest, ConvertSnippetResponse>,
} as const
