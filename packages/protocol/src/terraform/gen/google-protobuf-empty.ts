// Generated from google/protobuf/empty.proto by tools/gen.ts. Do not edit.
import type { Codec, Init } from '../../wire/codec/message.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export interface Empty {
}
export const Empty: Codec<Empty> = {
  write(_w: Writer, _m: Init<Empty>): void {
  },
  read(r: Reader): Empty {
    const m: Empty = {  }
    while (r.more) {
      const tag = r.varint()
      r.skip(tag)
    }
    return m
  },
}
