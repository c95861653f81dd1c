// Generated from alias.proto by tools/gen.ts. Do not edit.
import type { Codec, Init } from '../../wire/codec/message.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export interface AliasSpec {
  name: string
  type: string
  stack: string
  project: string
  parentUrn: string | undefined
  noParent: boolean | undefined
}
export const AliasSpec: Codec<AliasSpec> = {
  write(w: Writer, m: Init<AliasSpec>): void {
    if (m.name) w.string(10, m.name)
    if (m.type) w.string(18, m.type)
    if (m.stack) w.string(26, m.stack)
    if (m.project) w.string(34, m.project)
    if (m.parentUrn !== undefined) w.string(42, m.parentUrn)
    if (m.noParent !== undefined) w.bool(48, m.noParent)
  },
  read(r: Reader): AliasSpec {
    const m: AliasSpec = { name: '', type: '', stack: '', project: '', parentUrn: undefined, noParent: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.type = r.string(); break
        case 26: m.stack = r.string(); break
        case 34: m.project = r.string(); break
        case 42: m.noParent = undefined; m.parentUrn = r.string(); break
        case 48: m.parentUrn = undefined; m.noParent = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Alias {
  urn: string | undefined
  spec: AliasSpec | undefined
}
export const Alias: Codec<Alias> = {
  write(w: Writer, m: Init<Alias>): void {
    if (m.urn !== undefined) w.string(10, m.urn)
    if (m.spec !== undefined) w.message(18, m.spec, AliasSpec)
  },
  read(r: Reader): Alias {
    const m: Alias = { urn: undefined, spec: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.spec = undefined; m.urn = r.string(); break
        case 18: m.urn = undefined; m.spec = r.message(AliasSpec); break
        default: r.skip(tag)
      }
    }
    return m
  },
}
