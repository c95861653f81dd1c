// Generated from google/protobuf/any.proto by tools/gen.ts. Do not edit.
import type { Codec, Init } from '../../wire/codec/message.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export interface Any {
  typeUrl: string
  value: Uint8Array
}
export const Any: Codec<Any> = {
  write(w: Writer, m: Init<Any>): void {
    if (m.typeUrl) w.string(10, m.typeUrl)
    if (m.value !== undefined && m.value.length > 0) w.bytes(18, m.value)
  },
  read(r: Reader): Any {
    const m: Any = { typeUrl: '', value: new Uint8Array() }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.typeUrl = r.string(); break
        case 18: m.value = r.bytes(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}
