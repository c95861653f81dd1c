// Generated from resource_status.proto by tools/gen.ts. Do not edit.
import * as google_protobuf_struct from './google-protobuf-struct.ts'
import type { Codec, Init, Method } from '../../wire/codec/message.ts'
import { noItems, withItem } from '../../wire/codec/nothing.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export const ViewStepOp = {
  UNSPECIFIED: 0,
  SAME: 1,
  CREATE: 2,
  UPDATE: 3,
  REMOVE: 4,
  REPLACE: 5,
  CREATE_REPLACEMENT: 6,
  REMOVE_REPLACED: 7,
  READ: 8,
  READ_REPLACEMENT: 9,
  REFRESH: 10,
  READ_DISCARD: 11,
} as const
/** Also a number that this version does not know. */
export type ViewStepOp = number

export interface PublishViewStepsRequest {
  token: string
  steps: ViewStep[]
}
export const PublishViewStepsRequest: Codec<PublishViewStepsRequest> = {
  write(w: Writer, m: Init<PublishViewStepsRequest>): void {
    if (m.token) w.string(10, m.token)
    if (m.steps !== undefined) for (const item of m.steps) w.message(18, item, ViewStep)
  },
  read(r: Reader): PublishViewStepsRequest {
    const m: PublishViewStepsRequest = { token: '', steps: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.token = r.string(); break
        case 18: m.steps = withItem(m.steps, r.message(ViewStep)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface PublishViewStepsResponse {
}
export const PublishViewStepsResponse: Codec<PublishViewStepsResponse> = {
  write(_w: Writer, _m: Init<PublishViewStepsResponse>): void {
  },
  read(r: Reader): PublishViewStepsResponse {
    const m: PublishViewStepsResponse = {  }
    while (r.more) {
      const tag = r.varint()
      r.skip(tag)
    }
    return m
  },
}

export interface ViewStep {
  status: number
  error: string
  op: number
  type: string
  name: string
  old: ViewStepState | undefined
  new: ViewStepState | undefined
}
export const ViewStep: Codec<ViewStep> = {
  write(w: Writer, m: Init<ViewStep>): void {
    if (m.status) w.int32(8, m.status)
    if (m.error) w.string(18, m.error)
    if (m.op) w.int32(24, m.op)
    if (m.type) w.string(34, m.type)
    if (m.name) w.string(42, m.name)
    if (m.old !== undefined) w.message(50, m.old, ViewStepState)
    if (m.new !== undefined) w.message(58, m.new, ViewStepState)
  },
  read(r: Reader): ViewStep {
    const m: ViewStep = { status: 0, error: '', op: 0, type: '', name: '', old: undefined, new: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.status = r.int32(); break
        case 18: m.error = r.string(); break
        case 24: m.op = r.int32(); break
        case 34: m.type = r.string(); break
        case 42: m.name = r.string(); break
        case 50: m.old = r.message(ViewStepState); break
        case 58: m.new = r.message(ViewStepState); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ViewStepState {
  type: string
  name: string
  parentType: string
  parentName: string
  inputs: google_protobuf_struct.Struct | undefined
  outputs: google_protobuf_struct.Struct | undefined
}
export const ViewStepState: Codec<ViewStepState> = {
  write(w: Writer, m: Init<ViewStepState>): void {
    if (m.type) w.string(10, m.type)
    if (m.name) w.string(18, m.name)
    if (m.parentType) w.string(26, m.parentType)
    if (m.parentName) w.string(34, m.parentName)
    if (m.inputs !== undefined) w.message(42, m.inputs, google_protobuf_struct.Struct)
    if (m.outputs !== undefined) w.message(50, m.outputs, google_protobuf_struct.Struct)
  },
  read(r: Reader): ViewStepState {
    const m: ViewStepState = { type: '', name: '', parentType: '', parentName: '', inputs: undefined, outputs: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        case 18: m.name = r.string(); break
        case 26: m.parentType = r.string(); break
        case 34: m.parentName = r.string(); break
        case 42: m.inputs = r.message(google_protobuf_struct.Struct); break
        case 50: m.outputs = r.message(google_protobuf_struct.Struct); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export const ResourceStatus = {
  PublishViewSteps: {
    name: 'PublishViewSteps',
    path: '/pulumirpc.ResourceStatus/PublishViewSteps',
    request: PublishViewStepsRequest,
    response: PublishViewStepsResponse,
  } satisfies Method<PublishViewStepsRequest, PublishViewStepsResponse>,
} as const
