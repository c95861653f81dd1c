// Generated from loader.proto by tools/gen.ts. Do not edit.
import type { Codec, Init, Method } from '../../wire/codec/message.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export interface Parameterization {
  name: string
  version: string
  value: Uint8Array
}
export const Parameterization: Codec<Parameterization> = {
  write(w: Writer, m: Init<Parameterization>): void {
    if (m.name) w.string(10, m.name)
    if (m.version) w.string(18, m.version)
    if (m.value !== undefined && m.value.length > 0) w.bytes(26, m.value)
  },
  read(r: Reader): Parameterization {
    const m: Parameterization = { name: '', version: '', value: new Uint8Array() }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.version = r.string(); break
        case 26: m.value = r.bytes(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetSchemaRequest {
  package: string
  version: string
  downloadUrl: string
  parameterization: Parameterization | undefined
}
export const GetSchemaRequest: Codec<GetSchemaRequest> = {
  write(w: Writer, m: Init<GetSchemaRequest>): void {
    if (m.package) w.string(10, m.package)
    if (m.version) w.string(18, m.version)
    if (m.downloadUrl) w.string(26, m.downloadUrl)
    if (m.parameterization !== undefined) w.message(34, m.parameterization, Parameterization)
  },
  read(r: Reader): GetSchemaRequest {
    const m: GetSchemaRequest = { package: '', version: '', downloadUrl: '', parameterization: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.package = r.string(); break
        case 18: m.version = r.string(); break
        case 26: m.downloadUrl = r.string(); break
        case 34: m.parameterization = r.message(Parameterization); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetSchemaResponse {
  schema: Uint8Array
}
export const GetSchemaResponse: Codec<GetSchemaResponse> = {
  write(w: Writer, m: Init<GetSchemaResponse>): void {
    if (m.schema !== undefined && m.schema.length > 0) w.bytes(10, m.schema)
  },
  read(r: Reader): GetSchemaResponse {
    const m: GetSchemaResponse = { schema: new Uint8Array() }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.schema = r.bytes(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export const Loader = {
  GetSchema: {
    name: 'GetSchema',
    path: '/codegen.Loader/GetSchema',
    request: GetSchemaRequest,
    response: GetSchemaResponse,
  } satisfies Method<GetSchemaRequest, GetSchemaResponse>,
} as const
