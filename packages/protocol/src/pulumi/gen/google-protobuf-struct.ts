// Generated from google/protobuf/struct.proto by tools/gen.ts. Do not edit.
import type { Codec, Init } from '../../wire/codec/message.ts'
import { noEntries, noItems, withItem } from '../../wire/codec/nothing.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export const NullValue = {
  VALUE: 0,
} as const
/** Also a number that this version does not know. */
export type NullValue = number

export interface Struct {
  fields: Record<string, Value>
}
export const Struct: Codec<Struct> = {
  write(w: Writer, m: Init<Struct>): void {
    if (m.fields !== undefined) for (const key in m.fields) {
      const value = m.fields[key]
      if (value !== undefined) w.messageEntry(10, key, value, Value)
    }
  },
  read(r: Reader): Struct {
    const m: Struct = { fields: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.fields = r.messageEntry(m.fields, Value); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Value {
  nullValue: number | undefined
  numberValue: number | undefined
  stringValue: string | undefined
  boolValue: boolean | undefined
  structValue: Struct | undefined
  listValue: ListValue | undefined
}
export const Value: Codec<Value> = {
  write(w: Writer, m: Init<Value>): void {
    if (m.nullValue !== undefined) w.int32(8, m.nullValue)
    if (m.numberValue !== undefined) w.double(17, m.numberValue)
    if (m.stringValue !== undefined) w.string(26, m.stringValue)
    if (m.boolValue !== undefined) w.bool(32, m.boolValue)
    if (m.structValue !== undefined) w.message(42, m.structValue, Struct)
    if (m.listValue !== undefined) w.message(50, m.listValue, ListValue)
  },
  read(r: Reader): Value {
    const m: Value = { nullValue: undefined, numberValue: undefined, stringValue: undefined, boolValue: undefined, structValue: undefined, listValue: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.numberValue = m.stringValue = m.boolValue = m.structValue = m.listValue = undefined; m.nullValue = r.int32(); break
        case 17: m.nullValue = m.stringValue = m.boolValue = m.structValue = m.listValue = undefined; m.numberValue = r.double(); break
        case 26: m.nullValue = m.numberValue = m.boolValue = m.structValue = m.listValue = undefined; m.stringValue = r.string(); break
        case 32: m.nullValue = m.numberValue = m.stringValue = m.structValue = m.listValue = undefined; m.boolValue = r.bool(); break
        case 42: m.nullValue = m.numberValue = m.stringValue = m.boolValue = m.listValue = undefined; m.structValue = r.message(Struct); break
        case 50: m.nullValue = m.numberValue = m.stringValue = m.boolValue = m.structValue = undefined; m.listValue = r.message(ListValue); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ListValue {
  values: Value[]
}
export const ListValue: Codec<ListValue> = {
  write(w: Writer, m: Init<ListValue>): void {
    if (m.values !== undefined) for (const item of m.values) w.message(10, item, Value)
  },
  read(r: Reader): ListValue {
    const m: ListValue = { values: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.values = withItem(m.values, r.message(Value)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}
