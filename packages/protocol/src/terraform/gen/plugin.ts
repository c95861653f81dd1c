// Generated from plugin.proto by tools/gen.ts. Do not edit.
import * as google_protobuf_empty from './google-protobuf-empty.ts'
import type { Codec, Init, Method, StreamMethod } from '../../wire/codec/message.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export interface StdioData {
  channel: number
  data: Uint8Array
}
export const StdioData: Codec<StdioData> = {
  write(w: Writer, m: Init<StdioData>): void {
    if (m.channel) w.int32(8, m.channel)
    if (m.data !== undefined && m.data.length > 0) w.bytes(18, m.data)
  },
  read(r: Reader): StdioData {
    const m: StdioData = { channel: 0, data: new Uint8Array() }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.channel = r.int32(); break
        case 18: m.data = r.bytes(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export const GRPCController = {
  Shutdown: {
    name: 'Shutdown',
    path: '/plugin.GRPCController/Shutdown',
    request: google_protobuf_empty.Empty,
    response: google_protobuf_empty.Empty,
  } satisfies Method<google_protobuf_empty.Empty, google_protobuf_empty.Empty>,
} as const

export const GRPCStdio = {
  StreamStdio: {
    streams: true,
    name: 'StreamStdio',
    path: '/plugin.GRPCStdio/StreamStdio',
    request: google_protobuf_empty.Empty,
    response: StdioData,
  } satisfies StreamMethod<google_protobuf_empty.Empty, StdioData>,
} as const
