// Generated from language.proto by tools/gen.ts. Do not edit.
import * as google_protobuf_empty from './google-protobuf-empty.ts'
import * as google_protobuf_struct from './google-protobuf-struct.ts'
import * as plugin from './plugin.ts'
import type { Codec, Init, Method, StreamMethod } from '../../wire/codec/message.ts'
import { noItems, withItem } from '../../wire/codec/nothing.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export interface ProgramInfo {
  rootDirectory: string
  programDirectory: string
  entryPoint: string
  options: google_protobuf_struct.Struct | undefined
}
export const ProgramInfo: Codec<ProgramInfo> = {
  write(w: Writer, m: Init<ProgramInfo>): void {
    if (m.rootDirectory) w.string(10, m.rootDirectory)
    if (m.programDirectory) w.string(18, m.programDirectory)
    if (m.entryPoint) w.string(26, m.entryPoint)
    if (m.options !== undefined) w.message(34, m.options, google_protobuf_struct.Struct)
  },
  read(r: Reader): ProgramInfo {
    const m: ProgramInfo = { rootDirectory: '', programDirectory: '', entryPoint: '', options: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.rootDirectory = r.string(); break
        case 18: m.programDirectory = r.string(); break
        case 26: m.entryPoint = r.string(); break
        case 34: m.options = r.message(google_protobuf_struct.Struct); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RunPluginRequest {
  pwd: string
  args: string[]
  env: string[]
  info: ProgramInfo | undefined
  kind: string
  name: string
}
export const RunPluginRequest: Codec<RunPluginRequest> = {
  write(w: Writer, m: Init<RunPluginRequest>): void {
    if (m.pwd) w.string(10, m.pwd)
    if (m.args !== undefined) for (const item of m.args) w.string(26, item)
    if (m.env !== undefined) for (const item of m.env) w.string(34, item)
    if (m.info !== undefined) w.message(42, m.info, ProgramInfo)
    if (m.kind) w.string(50, m.kind)
    if (m.name) w.string(58, m.name)
  },
  read(r: Reader): RunPluginRequest {
    const m: RunPluginRequest = { pwd: '', args: noItems, env: noItems, info: undefined, kind: '', name: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.pwd = r.string(); break
        case 26: m.args = withItem(m.args, r.string()); break
        case 34: m.env = withItem(m.env, r.string()); break
        case 42: m.info = r.message(ProgramInfo); break
        case 50: m.kind = r.string(); break
        case 58: m.name = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface RunPluginResponse {
  stdout: Uint8Array | undefined
  stderr: Uint8Array | undefined
  exitcode: number | undefined
}
export const RunPluginResponse: Codec<RunPluginResponse> = {
  write(w: Writer, m: Init<RunPluginResponse>): void {
    if (m.stdout !== undefined) w.bytes(10, m.stdout)
    if (m.stderr !== undefined) w.bytes(18, m.stderr)
    if (m.exitcode !== undefined) w.int32(24, m.exitcode)
  },
  read(r: Reader): RunPluginResponse {
    const m: RunPluginResponse = { stdout: undefined, stderr: undefined, exitcode: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.stderr = m.exitcode = undefined; m.stdout = r.bytes(); break
        case 18: m.stdout = m.exitcode = undefined; m.stderr = r.bytes(); break
        case 24: m.stdout = m.stderr = undefined; m.exitcode = r.int32(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export const LanguageRuntime = {
  GetPluginInfo: {
    name: 'GetPluginInfo',
    path: '/pulumirpc.LanguageRuntime/GetPluginInfo',
    request: google_protobuf_empty.Empty,
    response: plugin.PluginInfo,
  } satisfies Method<google_protobuf_empty.Empty, plugin.PluginInfo>,
  RunPlugin: {
    streams: true,
    name: 'RunPlugin',
    path: '/pulumirpc.LanguageRuntime/RunPlugin',
    request: RunPluginRequest,
    response: RunPluginResponse,
  } satisfies StreamMethod<RunPluginRequest, RunPluginResponse>,
  Cancel: {
    name: 'Cancel',
    path: '/pulumirpc.LanguageRuntime/Cancel',
    request: google_protobuf_empty.Empty,
    response: google_protobuf_empty.Empty,
  } satisfies Method<google_protobuf_empty.Empty, google_protobuf_empty.Empty>,
} as const
