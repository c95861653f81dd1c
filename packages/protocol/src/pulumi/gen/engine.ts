// Generated from engine.proto by tools/gen.ts. Do not edit.
import * as google_protobuf_empty from './google-protobuf-empty.ts'
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

export const Engine = {
  Log: {
    name: 'Log',
    path: '/pulumirpc.Engine/Log',
    request: LogRequest,
    response: google_protobuf_empty.Empty,
  } satisfies Method<LogRequest, google_protobuf_empty.Empty>,
} as const
