// Generated from google/protobuf/wrappers.proto by tools/gen.ts. Do not edit.
import type { Codec, Init } from '../../wire/codec/message.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export interface DoubleValue {
  value: number
}
export const DoubleValue: Codec<DoubleValue> = {
  write(w: Writer, m: Init<DoubleValue>): void {
    if (m.value !== undefined && !Object.is(m.value, 0)) w.double(9, m.value)
  },
  read(r: Reader): DoubleValue {
    const m: DoubleValue = { value: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 9: m.value = r.double(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Int64Value {
  value: number | bigint
}
export const Int64Value: Codec<Int64Value> = {
  write(w: Writer, m: Init<Int64Value>): void {
    if (m.value) w.int64(8, m.value)
  },
  read(r: Reader): Int64Value {
    const m: Int64Value = { value: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.value = r.int64(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface BytesValue {
  value: Uint8Array
}
export const BytesValue: Codec<BytesValue> = {
  write(w: Writer, m: Init<BytesValue>): void {
    if (m.value !== undefined && m.value.length > 0) w.bytes(10, m.value)
  },
  read(r: Reader): BytesValue {
    const m: BytesValue = { value: new Uint8Array() }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.value = r.bytes(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}
