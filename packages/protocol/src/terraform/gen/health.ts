// Generated from health.proto by tools/gen.ts. Do not edit.
import type { Codec, Init, Method } from '../../wire/codec/message.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export interface HealthCheckRequest {
  service: string
}
export const HealthCheckRequest: Codec<HealthCheckRequest> = {
  write(w: Writer, m: Init<HealthCheckRequest>): void {
    if (m.service) w.string(10, m.service)
  },
  read(r: Reader): HealthCheckRequest {
    const m: HealthCheckRequest = { service: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.service = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface HealthCheckResponse {
  status: number
}
export const HealthCheckResponse: Codec<HealthCheckResponse> = {
  write(w: Writer, m: Init<HealthCheckResponse>): void {
    if (m.status) w.int32(8, m.status)
  },
  read(r: Reader): HealthCheckResponse {
    const m: HealthCheckResponse = { status: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.status = r.int32(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export const Health = {
  Check: {
    name: 'Check',
    path: '/grpc.health.v1.Health/Check',
    request: HealthCheckRequest,
    response: HealthCheckResponse,
  } satisfies Method<HealthCheckRequest, HealthCheckResponse>,
} as const
