// Generated from google/protobuf/timestamp.proto by tools/gen.ts. Do not edit.
import type { Codec, Init } from '../../wire/codec/message.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export interface Timestamp {
  seconds: number | bigint
  nanos: number
}
export const Timestamp: Codec<Timestamp> = {
  write(w: Writer, m: Init<Timestamp>): void {
    if (m.seconds) w.int64(8, m.seconds)
    if (m.nanos) w.int32(16, m.nanos)
  },
  read(r: Reader): Timestamp {
    const m: Timestamp = { seconds: 0, nanos: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.seconds = r.int64(); break
        case 16: m.nanos = r.int32(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}
