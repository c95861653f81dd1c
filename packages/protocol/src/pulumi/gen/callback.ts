// Generated from callback.proto by tools/gen.ts. Do not edit.
import type { Codec, Init, Method } from '../../wire/codec/message.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export interface Callback {
  target: string
  token: string
  acceptsByteString: boolean
}
export const Callback: Codec<Callback> = {
  write(w: Writer, m: Init<Callback>): void {
    if (m.target) w.string(10, m.target)
    if (m.token) w.string(18, m.token)
    if (m.acceptsByteString === true) w.bool(24, m.acceptsByteString)
  },
  read(r: Reader): Callback {
    const m: Callback = { target: '', token: '', acceptsByteString: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.target = r.string(); break
        case 18: m.token = r.string(); break
        case 24: m.acceptsByteString = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CallbackInvokeRequest {
  token: string
  request: Uint8Array
}
export const CallbackInvokeRequest: Codec<CallbackInvokeRequest> = {
  write(w: Writer, m: Init<CallbackInvokeRequest>): void {
    if (m.token) w.string(10, m.token)
    if (m.request !== undefined && m.request.length > 0) w.bytes(18, m.request)
  },
  read(r: Reader): CallbackInvokeRequest {
    const m: CallbackInvokeRequest = { token: '', request: new Uint8Array() }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.token = r.string(); break
        case 18: m.request = r.bytes(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface CallbackInvokeResponse {
  response: Uint8Array
}
export const CallbackInvokeResponse: Codec<CallbackInvokeResponse> = {
  write(w: Writer, m: Init<CallbackInvokeResponse>): void {
    if (m.response !== undefined && m.response.length > 0) w.bytes(10, m.response)
  },
  read(r: Reader): CallbackInvokeResponse {
    const m: CallbackInvokeResponse = { response: new Uint8Array() }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.response = r.bytes(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export const Callbacks = {
  Invoke: {
    name: 'Invoke',
    path: '/pulumirpc.Callbacks/Invoke',
    request: CallbackInvokeRequest,
    response: CallbackInvokeResponse,
  } satisfies Method<CallbackInvokeRequest, CallbackInvokeResponse>,
} as const
