// Generated from plugin.proto by tools/gen.ts. Do not edit.
import type { Codec, Init, Method } from '../../wire/codec/message.ts'
import { noItems, withItem } from '../../wire/codec/nothing.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export interface PackageSpec {
  source: string
  version: string
  parameters: string[]
  server: string
}
export const PackageSpec: Codec<PackageSpec> = {
  write(w: Writer, m: Init<PackageSpec>): void {
    if (m.source) w.string(10, m.source)
    if (m.version) w.string(18, m.version)
    if (m.parameters !== undefined) for (const item of m.parameters) w.string(26, item)
    if (m.server) w.string(42, m.server)
  },
  read(r: Reader): PackageSpec {
    const m: PackageSpec = { source: '', version: '', parameters: noItems, server: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.source = r.string(); break
        case 18: m.version = r.string(); break
        case 26: m.parameters = withItem(m.parameters, r.string()); break
        case 42: m.server = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

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

export interface PluginDependency {
  name: string
  kind: string
  version: string
  server: string
}
export const PluginDependency: Codec<PluginDependency> = {
  write(w: Writer, m: Init<PluginDependency>): void {
    if (m.name) w.string(10, m.name)
    if (m.kind) w.string(18, m.kind)
    if (m.version) w.string(26, m.version)
    if (m.server) w.string(34, m.server)
  },
  read(r: Reader): PluginDependency {
    const m: PluginDependency = { name: '', kind: '', version: '', server: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.kind = r.string(); break
        case 26: m.version = r.string(); break
        case 34: m.server = r.string(); break
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

export interface PackageParameterization {
  name: string
  version: string
  value: Uint8Array
}
export const PackageParameterization: Codec<PackageParameterization> = {
  write(w: Writer, m: Init<PackageParameterization>): void {
    if (m.name) w.string(10, m.name)
    if (m.version) w.string(18, m.version)
    if (m.value !== undefined && m.value.length > 0) w.bytes(26, m.value)
  },
  read(r: Reader): PackageParameterization {
    const m: PackageParameterization = { name: '', version: '', value: new Uint8Array() }
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

export interface PackageDependency {
  name: string
  kind: string
  version: string
  server: string
  parameterization: PackageParameterization | undefined
  extension: PackageParameterization | undefined
}
export const PackageDependency: Codec<PackageDependency> = {
  write(w: Writer, m: Init<PackageDependency>): void {
    if (m.name) w.string(10, m.name)
    if (m.kind) w.string(18, m.kind)
    if (m.version) w.string(26, m.version)
    if (m.server) w.string(34, m.server)
    if (m.parameterization !== undefined) w.message(50, m.parameterization, PackageParameterization)
    if (m.extension !== undefined) w.message(58, m.extension, PackageParameterization)
  },
  read(r: Reader): PackageDependency {
    const m: PackageDependency = { name: '', kind: '', version: '', server: '', parameterization: undefined, extension: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.kind = r.string(); break
        case 26: m.version = r.string(); break
        case 34: m.server = r.string(); break
        case 50: m.parameterization = r.message(PackageParameterization); break
        case 58: m.extension = r.message(PackageParameterization); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export const PackageResolver = {
  ResolvePackage: {
    name: 'ResolvePackage',
    path: '/pulumirpc.PackageResolver/ResolvePackage',
    request: PackageSpec,
    response: PackageDependency,
  } satisfies Method<PackageSpec, PackageDependency>,
} as const
