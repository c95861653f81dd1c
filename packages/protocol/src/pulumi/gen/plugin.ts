// Generated from plugin.proto by tools/gen.ts. Do not edit.
import type { Codec, Init } from '../../wire/codec/message.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export interface PluginInfo {
  version: string
}
export const PluginInfo: Codec<PluginInfo> = {
  write(w: Writer, m: Init<PluginInfo>): void {
    if (m.version) w.string(10, m.version)
  },
  read(r: Reader): PluginInfo {
    const m: PluginInfo = { version: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.version = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface PluginAttach {
  address: string
}
export const PluginAttach: Codec<PluginAttach> = {
  write(w: Writer, m: Init<PluginAttach>): void {
    if (m.address) w.string(10, m.address)
  },
  read(r: Reader): PluginAttach {
    const m: PluginAttach = { address: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.address = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}
