// Generated from engine.proto by tools/gen.ts. Do not edit.
import * as google_protobuf_empty from './google-protobuf-empty.ts'
import * as google_protobuf_struct from './google-protobuf-struct.ts'
import type { Codec, Init, Method } from '../../wire/codec/message.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export const LogSeverity = {
  DEBUG: 0,
  INFO: 1,
  WARNING: 2,
  ERROR: 3,
} as const
/** Also a number that this version does not know. */
export type LogSeverity = number

export interface LogRequest {
  severity: number
  message: string
  urn: string
  streamId: number
  ephemeral: boolean
}
export const LogRequest: Codec<LogRequest> = {
  write(w: Writer, m: Init<LogRequest>): void {
    if (m.severity) w.int32(8, m.severity)
    if (m.message) w.string(18, m.message)
    if (m.urn) w.string(26, m.urn)
    if (m.streamId) w.int32(32, m.streamId)
    if (m.ephemeral === true) w.bool(40, m.ephemeral)
  },
  read(r: Reader): LogRequest {
    const m: LogRequest = { severity: 0, message: '', urn: '', streamId: 0, ephemeral: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.severity = r.int32(); break
        case 18: m.message = r.string(); break
        case 26: m.urn = r.string(); break
        case 32: m.streamId = r.int32(); break
        case 40: m.ephemeral = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetRootResourceRequest {
}
export const GetRootResourceRequest: Codec<GetRootResourceRequest> = {
  write(_w: Writer, _m: Init<GetRootResourceRequest>): void {
  },
  read(r: Reader): GetRootResourceRequest {
    const m: GetRootResourceRequest = {  }
    while (r.more) {
      const tag = r.varint()
      r.skip(tag)
    }
    return m
  },
}

export interface GetRootResourceResponse {
  urn: string
}
export const GetRootResourceResponse: Codec<GetRootResourceResponse> = {
  write(w: Writer, m: Init<GetRootResourceResponse>): void {
    if (m.urn) w.string(10, m.urn)
  },
  read(r: Reader): GetRootResourceResponse {
    const m: GetRootResourceResponse = { urn: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.urn = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SetRootResourceRequest {
  urn: string
}
export const SetRootResourceRequest: Codec<SetRootResourceRequest> = {
  write(w: Writer, m: Init<SetRootResourceRequest>): void {
    if (m.urn) w.string(10, m.urn)
  },
  read(r: Reader): SetRootResourceRequest {
    const m: SetRootResourceRequest = { urn: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.urn = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SetRootResourceResponse {
}
export const SetRootResourceResponse: Codec<SetRootResourceResponse> = {
  write(_w: Writer, _m: Init<SetRootResourceResponse>): void {
  },
  read(r: Reader): SetRootResourceResponse {
    const m: SetRootResourceResponse = {  }
    while (r.more) {
      const tag = r.varint()
      r.skip(tag)
    }
    return m
  },
}

export interface StartDebuggingRequest {
  config: google_protobuf_struct.Struct | undefined
  message: string
}
export const StartDebuggingRequest: Codec<StartDebuggingRequest> = {
  write(w: Writer, m: Init<StartDebuggingRequest>): void {
    if (m.config !== undefined) w.message(10, m.config, google_protobuf_struct.Struct)
    if (m.message) w.string(18, m.message)
  },
  read(r: Reader): StartDebuggingRequest {
    const m: StartDebuggingRequest = { config: undefined, message: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.config = r.message(google_protobuf_struct.Struct); break
        case 18: m.message = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RequirePulumiVersionRequest {
  pulumiVersionRange: string
}
export const RequirePulumiVersionRequest: Codec<RequirePulumiVersionRequest> = {
  write(w: Writer, m: Init<RequirePulumiVersionRequest>): void {
    if (m.pulumiVersionRange) w.string(10, m.pulumiVersionRange)
  },
  read(r: Reader): RequirePulumiVersionRequest {
    const m: RequirePulumiVersionRequest = { pulumiVersionRange: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.pulumiVersionRange = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RequirePulumiVersionResponse {
}
export const RequirePulumiVersionResponse: Codec<RequirePulumiVersionResponse> = {
  write(_w: Writer, _m: Init<RequirePulumiVersionResponse>): void {
  },
  read(r: Reader): RequirePulumiVersionResponse {
    const m: RequirePulumiVersionResponse = {  }
    while (r.more) {
      const tag = r.varint()
      r.skip(tag)
    }
    return m
  },
}

export const Engine = {
  Log: {
    name: 'Log',
    path: '/pulumirpc.Engine/Log',
    request: LogRequest,
    response: google_protobuf_empty.Empty,
  } satisfies Method<LogRequest, google_protobuf_empty.Empty>,
  GetRootResource: {
    name: 'GetRootResource',
    path: '/pulumirpc.Engine/GetRootResource',
    request: GetRootResourceRequest,
    response: GetRootResourceResponse,
  } satisfies Method<GetRootResourceRequest, GetRootResourceResponse>,
  SetRootResource: {
    name: 'SetRootResource',
    path: '/pulumirpc.Engine/SetRootResource',
    request: SetRootResourceRequest,
    response: SetRootResourceResponse,
  } satisfies Method<SetRootResourceRequest, SetRootResourceResponse>,
  StartDebugging: {
    name: 'StartDebugging',
    path: '/pulumirpc.Engine/StartDebugging',
    request: StartDebuggingRequest,
    response: google_protobuf_empty.Empty,
  } satisfies Method<StartDebuggingRequest, google_protobuf_empty.Empty>,
  RequirePulumiVersion: {
    name: 'RequirePulumiVersion',
    path: '/pulumirpc.Engine/RequirePulumiVersion',
    request: RequirePulumiVersionRequest,
    response: RequirePulumiVersionResponse,
  } satisfies Method<RequirePulumiVersionRequest, RequirePulumiVersionResponse>,
} as const
