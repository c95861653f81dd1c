// Generated from errors.proto by tools/gen.ts. Do not edit.
import * as google_protobuf_any from './google-protobuf-any.ts'
import * as google_protobuf_struct from './google-protobuf-struct.ts'
import type { Codec, Init } from '../../wire/codec/message.ts'
import { noItems, withItem } from '../../wire/codec/nothing.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export interface Status {
  code: number
  message: string
  details: google_protobuf_any.Any[]
}
export const Status: Codec<Status> = {
  write(w: Writer, m: Init<Status>): void {
    if (m.code) w.int32(8, m.code)
    if (m.message) w.string(18, m.message)
    if (m.details !== undefined) for (const item of m.details) w.message(26, item, google_protobuf_any.Any)
  },
  read(r: Reader): Status {
    const m: Status = { code: 0, message: '', details: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.code = r.int32(); break
        case 18: m.message = r.string(); break
        case 26: m.details = withItem(m.details, r.message(google_protobuf_any.Any)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ErrorResourceInitFailed {
  id: string
  properties: google_protobuf_struct.Struct | undefined
  reasons: string[]
  inputs: google_protobuf_struct.Struct | undefined
  refreshBeforeUpdate: boolean
}
export const ErrorResourceInitFailed: Codec<ErrorResourceInitFailed> = {
  write(w: Writer, m: Init<ErrorResourceInitFailed>): void {
    if (m.id) w.string(10, m.id)
    if (m.properties !== undefined) w.message(18, m.properties, google_protobuf_struct.Struct)
    if (m.reasons !== undefined) for (const item of m.reasons) w.string(26, item)
    if (m.inputs !== undefined) w.message(34, m.inputs, google_protobuf_struct.Struct)
    if (m.refreshBeforeUpdate === true) w.bool(40, m.refreshBeforeUpdate)
  },
  read(r: Reader): ErrorResourceInitFailed {
    const m: ErrorResourceInitFailed = { id: '', properties: undefined, reasons: noItems, inputs: undefined, refreshBeforeUpdate: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.id = r.string(); break
        case 18: m.properties = r.message(google_protobuf_struct.Struct); break
        case 26: m.reasons = withItem(m.reasons, r.string()); break
        case 34: m.inputs = r.message(google_protobuf_struct.Struct); break
        case 40: m.refreshBeforeUpdate = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ConfigureErrorMissingKeys {
  missingKeys: MissingKey[]
}
export const ConfigureErrorMissingKeys: Codec<ConfigureErrorMissingKeys> = {
  write(w: Writer, m: Init<ConfigureErrorMissingKeys>): void {
    if (m.missingKeys !== undefined) for (const item of m.missingKeys) w.message(10, item, MissingKey)
  },
  read(r: Reader): ConfigureErrorMissingKeys {
    const m: ConfigureErrorMissingKeys = { missingKeys: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.missingKeys = withItem(m.missingKeys, r.message(MissingKey)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface MissingKey {
  name: string
  description: string
}
export const MissingKey: Codec<MissingKey> = {
  write(w: Writer, m: Init<MissingKey>): void {
    if (m.name) w.string(10, m.name)
    if (m.description) w.string(18, m.description)
  },
  read(r: Reader): MissingKey {
    const m: MissingKey = { name: '', description: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.description = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface InputPropertiesError {
  errors: PropertyError[]
}
export const InputPropertiesError: Codec<InputPropertiesError> = {
  write(w: Writer, m: Init<InputPropertiesError>): void {
    if (m.errors !== undefined) for (const item of m.errors) w.message(10, item, PropertyError)
  },
  read(r: Reader): InputPropertiesError {
    const m: InputPropertiesError = { errors: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.errors = withItem(m.errors, r.message(PropertyError)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface PropertyError {
  propertyPath: string
  reason: string
}
export const PropertyError: Codec<PropertyError> = {
  write(w: Writer, m: Init<PropertyError>): void {
    if (m.propertyPath) w.string(10, m.propertyPath)
    if (m.reason) w.string(18, m.reason)
  },
  read(r: Reader): PropertyError {
    const m: PropertyError = { propertyPath: '', reason: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.propertyPath = r.string(); break
        case 18: m.reason = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ErrorCause {
  message: string
  stackTrace: string
}
export const ErrorCause: Codec<ErrorCause> = {
  write(w: Writer, m: Init<ErrorCause>): void {
    if (m.message) w.string(10, m.message)
    if (m.stackTrace) w.string(18, m.stackTrace)
  },
  read(r: Reader): ErrorCause {
    const m: ErrorCause = { message: '', stackTrace: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.message = r.string(); break
        case 18: m.stackTrace = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}
