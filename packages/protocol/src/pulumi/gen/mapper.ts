// Generated from mapper.proto by tools/gen.ts. Do not edit.
import type { Codec, Init, Method } from '../../wire/codec/message.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export interface MapperParameterizationHint {
  name: string
  version: string
  value: Uint8Array
}
export const MapperParameterizationHint: Codec<MapperParameterizationHint> = {
  write(w: Writer, m: Init<MapperParameterizationHint>): void {
    if (m.name) w.string(10, m.name)
    if (m.version) w.string(18, m.version)
    if (m.value !== undefined && m.value.length > 0) w.bytes(26, m.value)
  },
  read(r: Reader): MapperParameterizationHint {
    const m: MapperParameterizationHint = { name: '', version: '', value: new Uint8Array() }
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

export interface GetMappingRequest {
  provider: string
  pulumiProvider: string
  parameterizationHint: MapperParameterizationHint | undefined
  ecosystem: string
}
export const GetMappingRequest: Codec<GetMappingRequest> = {
  write(w: Writer, m: Init<GetMappingRequest>): void {
    if (m.provider) w.string(10, m.provider)
    if (m.pulumiProvider) w.string(18, m.pulumiProvider)
    if (m.parameterizationHint !== undefined) w.message(26, m.parameterizationHint, MapperParameterizationHint)
    if (m.ecosystem) w.string(34, m.ecosystem)
  },
  read(r: Reader): GetMappingRequest {
    const m: GetMappingRequest = { provider: '', pulumiProvider: '', parameterizationHint: undefined, ecosystem: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.provider = r.string(); break
        case 18: m.pulumiProvider = r.string(); break
        case 26: m.parameterizationHint = r.message(MapperParameterizationHint); break
        case 34: m.ecosystem = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface GetMappingResponse {
  data: Uint8Array
}
export const GetMappingResponse: Codec<GetMappingResponse> = {
  write(w: Writer, m: Init<GetMappingResponse>): void {
    if (m.data !== undefined && m.data.length > 0) w.bytes(10, m.data)
  },
  read(r: Reader): GetMappingResponse {
    const m: GetMappingResponse = { data: new Uint8Array() }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.data = r.bytes(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export const Mapper = {
  GetMapping: {
    name: 'GetMapping',
    path: '/codegen.Mapper/GetMapping',
    request: GetMappingRequest,
    response: GetMappingResponse,
  } satisfies Method<GetMappingRequest, GetMappingResponse>,
} as const
