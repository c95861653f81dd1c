// Generated from pluginservicev1.proto by tools/gen.ts. Do not edit.
import * as google_protobuf_empty from './google-protobuf-empty.ts'
import * as sharedtypesv1 from './sharedtypesv1.ts'
import type { Codec, Init, Method } from '../../wire/codec/message.ts'
import { noItems, withItem } from '../../wire/codec/nothing.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export const PluginType = {
  NONE: 0,
  PROVIDER: 1,
  TRANSFORMER: 2,
} as const
/** Also a number that this version does not know. */
export type PluginType = number

export interface AcquireResourceLockRequest {
  instanceId: string
  resourceName: string
  acquiredBy: string
  context: sharedtypesv1.ProviderContext | undefined
}
export const AcquireResourceLockRequest: Codec<AcquireResourceLockRequest> = {
  write(w: Writer, m: Init<AcquireResourceLockRequest>): void {
    if (m.instanceId) w.string(10, m.instanceId)
    if (m.resourceName) w.string(18, m.resourceName)
    if (m.acquiredBy) w.string(26, m.acquiredBy)
    if (m.context !== undefined) w.message(34, m.context, sharedtypesv1.ProviderContext)
  },
  read(r: Reader): AcquireResourceLockRequest {
    const m: AcquireResourceLockRequest = { instanceId: '', resourceName: '', acquiredBy: '', context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.instanceId = r.string(); break
        case 18: m.resourceName = r.string(); break
        case 26: m.acquiredBy = r.string(); break
        case 34: m.context = r.message(sharedtypesv1.ProviderContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface AcquireResourceLockResponse {
  result: AcquireResourceLockResult | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const AcquireResourceLockResponse: Codec<AcquireResourceLockResponse> = {
  write(w: Writer, m: Init<AcquireResourceLockResponse>): void {
    if (m.result !== undefined) w.message(10, m.result, AcquireResourceLockResult)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): AcquireResourceLockResponse {
    const m: AcquireResourceLockResponse = { result: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.result = r.message(AcquireResourceLockResult); break
        case 18: m.result = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface AcquireResourceLockResult {
  acquired: boolean
}
export const AcquireResourceLockResult: Codec<AcquireResourceLockResult> = {
  write(w: Writer, m: Init<AcquireResourceLockResult>): void {
    if (m.acquired === true) w.bool(8, m.acquired)
  },
  read(r: Reader): AcquireResourceLockResult {
    const m: AcquireResourceLockResult = { acquired: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.acquired = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DeployResourceServiceRequest {
  deployRequest: sharedtypesv1.DeployResourceRequest | undefined
  waitUntilStable: boolean
}
export const DeployResourceServiceRequest: Codec<DeployResourceServiceRequest> = {
  write(w: Writer, m: Init<DeployResourceServiceRequest>): void {
    if (m.deployRequest !== undefined) w.message(10, m.deployRequest, sharedtypesv1.DeployResourceRequest)
    if (m.waitUntilStable === true) w.bool(16, m.waitUntilStable)
  },
  read(r: Reader): DeployResourceServiceRequest {
    const m: DeployResourceServiceRequest = { deployRequest: undefined, waitUntilStable: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.deployRequest = r.message(sharedtypesv1.DeployResourceRequest); break
        case 16: m.waitUntilStable = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface FunctionCheckResult {
  hasFunction: boolean
}
export const FunctionCheckResult: Codec<FunctionCheckResult> = {
  write(w: Writer, m: Init<FunctionCheckResult>): void {
    if (m.hasFunction === true) w.bool(8, m.hasFunction)
  },
  read(r: Reader): FunctionCheckResult {
    const m: FunctionCheckResult = { hasFunction: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.hasFunction = r.bool(); break
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

export interface HasFunctionRequest {
  functionName: string
}
export const HasFunctionRequest: Codec<HasFunctionRequest> = {
  write(w: Writer, m: Init<HasFunctionRequest>): void {
    if (m.functionName) w.string(10, m.functionName)
  },
  read(r: Reader): HasFunctionRequest {
    const m: HasFunctionRequest = { functionName: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.functionName = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface HasFunctionResponse {
  functionCheckResult: FunctionCheckResult | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const HasFunctionResponse: Codec<HasFunctionResponse> = {
  write(w: Writer, m: Init<HasFunctionResponse>): void {
    if (m.functionCheckResult !== undefined) w.message(10, m.functionCheckResult, FunctionCheckResult)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): HasFunctionResponse {
    const m: HasFunctionResponse = { functionCheckResult: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.functionCheckResult = r.message(FunctionCheckResult); break
        case 18: m.functionCheckResult = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ListFunctionsResponse {
  functionList: FunctionList | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const ListFunctionsResponse: Codec<ListFunctionsResponse> = {
  write(w: Writer, m: Init<ListFunctionsResponse>): void {
    if (m.functionList !== undefined) w.message(10, m.functionList, FunctionList)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): ListFunctionsResponse {
    const m: ListFunctionsResponse = { functionList: undefined, errorResponse: undefined }
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

export interface LookupResourceInStateRequest {
  instanceId: string
  resourceType: string
  externalId: string
  context: sharedtypesv1.ProviderContext | undefined
}
export const LookupResourceInStateRequest: Codec<LookupResourceInStateRequest> = {
  write(w: Writer, m: Init<LookupResourceInStateRequest>): void {
    if (m.instanceId) w.string(10, m.instanceId)
    if (m.resourceType) w.string(18, m.resourceType)
    if (m.externalId) w.string(26, m.externalId)
    if (m.context !== undefined) w.message(34, m.context, sharedtypesv1.ProviderContext)
  },
  read(r: Reader): LookupResourceInStateRequest {
    const m: LookupResourceInStateRequest = { instanceId: '', resourceType: '', externalId: '', context: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.instanceId = r.string(); break
        case 18: m.resourceType = r.string(); break
        case 26: m.externalId = r.string(); break
        case 34: m.context = r.message(sharedtypesv1.ProviderContext); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LookupResourceInStateResponse {
  resource: sharedtypesv1.ResourceState | undefined
  errorResponse: sharedtypesv1.ErrorResponse | undefined
}
export const LookupResourceInStateResponse: Codec<LookupResourceInStateResponse> = {
  write(w: Writer, m: Init<LookupResourceInStateResponse>): void {
    if (m.resource !== undefined) w.message(10, m.resource, sharedtypesv1.ResourceState)
    if (m.errorResponse !== undefined) w.message(18, m.errorResponse, sharedtypesv1.ErrorResponse)
  },
  read(r: Reader): LookupResourceInStateResponse {
    const m: LookupResourceInStateResponse = { resource: undefined, errorResponse: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errorResponse = undefined; m.resource = r.message(sharedtypesv1.ResourceState); break
        case 18: m.resource = undefined; m.errorResponse = r.message(sharedtypesv1.ErrorResponse); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface PluginDeregistrationRequest {
  pluginType: number
  instanceId: string
  hostId: string
}
export const PluginDeregistrationRequest: Codec<PluginDeregistrationRequest> = {
  write(w: Writer, m: Init<PluginDeregistrationRequest>): void {
    if (m.pluginType) w.int32(8, m.pluginType)
    if (m.instanceId) w.string(18, m.instanceId)
    if (m.hostId) w.string(26, m.hostId)
  },
  read(r: Reader): PluginDeregistrationRequest {
    const m: PluginDeregistrationRequest = { pluginType: 0, instanceId: '', hostId: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.pluginType = r.int32(); break
        case 18: m.instanceId = r.string(); break
        case 26: m.hostId = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface PluginDeregistrationResponse {
  success: boolean
  message: string
}
export const PluginDeregistrationResponse: Codec<PluginDeregistrationResponse> = {
  write(w: Writer, m: Init<PluginDeregistrationResponse>): void {
    if (m.success === true) w.bool(8, m.success)
    if (m.message) w.string(18, m.message)
  },
  read(r: Reader): PluginDeregistrationResponse {
    const m: PluginDeregistrationResponse = { success: false, message: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.success = r.bool(); break
        case 18: m.message = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface PluginMetadata {
  pluginVersion: string
  displayName: string
  plainTextDescription: string
  formattedDescription: string
  repositoryUrl: string
  author: string
}
export const PluginMetadata: Codec<PluginMetadata> = {
  write(w: Writer, m: Init<PluginMetadata>): void {
    if (m.pluginVersion) w.string(10, m.pluginVersion)
    if (m.displayName) w.string(18, m.displayName)
    if (m.plainTextDescription) w.string(26, m.plainTextDescription)
    if (m.formattedDescription) w.string(34, m.formattedDescription)
    if (m.repositoryUrl) w.string(42, m.repositoryUrl)
    if (m.author) w.string(50, m.author)
  },
  read(r: Reader): PluginMetadata {
    const m: PluginMetadata = { pluginVersion: '', displayName: '', plainTextDescription: '', formattedDescription: '', repositoryUrl: '', author: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.pluginVersion = r.string(); break
        case 18: m.displayName = r.string(); break
        case 26: m.plainTextDescription = r.string(); break
        case 34: m.formattedDescription = r.string(); break
        case 42: m.repositoryUrl = r.string(); break
        case 50: m.author = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface PluginRegistrationRequest {
  pluginType: number
  pluginId: string
  instanceId: string
  protocolVersions: string[]
  metadata: PluginMetadata | undefined
  port: number
  unixSocket: string
}
export const PluginRegistrationRequest: Codec<PluginRegistrationRequest> = {
  write(w: Writer, m: Init<PluginRegistrationRequest>): void {
    if (m.pluginType) w.int32(8, m.pluginType)
    if (m.pluginId) w.string(18, m.pluginId)
    if (m.instanceId) w.string(26, m.instanceId)
    if (m.protocolVersions !== undefined) for (const item of m.protocolVersions) w.string(34, item)
    if (m.metadata !== undefined) w.message(42, m.metadata, PluginMetadata)
    if (m.port) w.int32(48, m.port)
    if (m.unixSocket) w.string(58, m.unixSocket)
  },
  read(r: Reader): PluginRegistrationRequest {
    const m: PluginRegistrationRequest = { pluginType: 0, pluginId: '', instanceId: '', protocolVersions: noItems, metadata: undefined, port: 0, unixSocket: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.pluginType = r.int32(); break
        case 18: m.pluginId = r.string(); break
        case 26: m.instanceId = r.string(); break
        case 34: m.protocolVersions = withItem(m.protocolVersions, r.string()); break
        case 42: m.metadata = r.message(PluginMetadata); break
        case 48: m.port = r.int32(); break
        case 58: m.unixSocket = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface PluginRegistrationResponse {
  success: boolean
  message: string
  hostId: string
}
export const PluginRegistrationResponse: Codec<PluginRegistrationResponse> = {
  write(w: Writer, m: Init<PluginRegistrationResponse>): void {
    if (m.success === true) w.bool(8, m.success)
    if (m.message) w.string(18, m.message)
    if (m.hostId) w.string(26, m.hostId)
  },
  read(r: Reader): PluginRegistrationResponse {
    const m: PluginRegistrationResponse = { success: false, message: '', hostId: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.success = r.bool(); break
        case 18: m.message = r.string(); break
        case 26: m.hostId = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export const Service = {
  Register: {
    name: 'Register',
    path: '/pluginservicev1.Service/Register',
    request: PluginRegistrationRequest,
    response: PluginRegistrationResponse,
  } satisfies Method<PluginRegistrationRequest, PluginRegistrationResponse>,
  Deregister: {
    name: 'Deregister',
    path: '/pluginservicev1.Service/Deregister',
    request: PluginDeregistrationRequest,
    response: PluginDeregistrationResponse,
  } satisfies Method<PluginDeregistrationRequest, PluginDeregistrationResponse>,
  CallFunction: {
    name: 'CallFunction',
    path: '/pluginservicev1.Service/CallFunction',
    request: sharedtypesv1.FunctionCallRequest,
    response: sharedtypesv1.FunctionCallResponse,
  } satisfies Method<sharedtypesv1.FunctionCallRequest, sharedtypesv1.FunctionCallResponse>,
  GetFunctionDefinition: {
    name: 'GetFunctionDefinition',
    path: '/pluginservicev1.Service/GetFunctionDefinition',
    request: sharedtypesv1.FunctionDefinitionRequest,
    response: sharedtypesv1.FunctionDefinitionResponse,
  } satisfies Method<sharedtypesv1.FunctionDefinitionRequest, sharedtypesv1.FunctionDefinitionResponse>,
  HasFunction: {
    name: 'HasFunction',
    path: '/pluginservicev1.Service/HasFunction',
    request: HasFunctionRequest,
    response: HasFunctionResponse,
  } satisfies Method<HasFunctionRequest, HasFunctionResponse>,
  ListFunctions: {
    name: 'ListFunctions',
    path: '/pluginservicev1.Service/ListFunctions',
    request: google_protobuf_empty.Empty,
    response: ListFunctionsResponse,
  } satisfies Method<google_protobuf_empty.Empty, ListFunctionsResponse>,
  DeployResource: {
    name: 'DeployResource',
    path: '/pluginservicev1.Service/DeployResource',
    request: DeployResourceServiceRequest,
    response: sharedtypesv1.DeployResourceResponse,
  } satisfies Method<DeployResourceServiceRequest, sharedtypesv1.DeployResourceResponse>,
  DestroyResource: {
    name: 'DestroyResource',
    path: '/pluginservicev1.Service/DestroyResource',
    request: sharedtypesv1.DestroyResourceRequest,
    response: sharedtypesv1.DestroyResourceResponse,
  } satisfies Method<sharedtypesv1.DestroyResourceRequest, sharedtypesv1.DestroyResourceResponse>,
  LookupResourceInState: {
    name: 'LookupResourceInState',
    path: '/pluginservicev1.Service/LookupResourceInState',
    request: LookupResourceInStateRequest,
    response: LookupResourceInStateResponse,
  } satisfies Method<LookupResourceInStateRequest, LookupResourceInStateResponse>,
  AcquireResourceLock: {
    name: 'AcquireResourceLock',
    path: '/pluginservicev1.Service/AcquireResourceLock',
    request: AcquireResourceLockRequest,
    response: AcquireResourceLockResponse,
  } satisfies Method<AcquireResourceLockRequest, AcquireResourceLockResponse>,
} as const
