// Generated from tfplugin6.proto by tools/gen.ts. Do not edit.
import * as tfplugin from './tfplugin.ts'
import type { Codec, Init, Method, StreamMethod } from '../../wire/codec/message.ts'
import { noItems, withItem } from '../../wire/codec/nothing.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export const NestingMode = {
  INVALID: 0,
  SINGLE: 1,
  LIST: 2,
  SET: 3,
  MAP: 4,
  GROUP: 5,
} as const
/** Also a number that this version does not know. */
export type NestingMode = number

export const ObjectNesting = {
  INVALID: 0,
  SINGLE: 1,
  LIST: 2,
  SET: 3,
  MAP: 4,
} as const
/** Also a number that this version does not know. */
export type ObjectNesting = number

export interface Schema {
  version: number | bigint
  block: Block | undefined
}
export const Schema: Codec<Schema> = {
  write(w: Writer, m: Init<Schema>): void {
    if (m.version) w.int64(8, m.version)
    if (m.block !== undefined) w.message(18, m.block, Block)
  },
  read(r: Reader): Schema {
    const m: Schema = { version: 0, block: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.version = r.int64(); break
        case 18: m.block = r.message(Block); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Block {
  version: number | bigint
  attributes: Attribute[]
  blockTypes: NestedBlock[]
  description: string
  descriptionKind: number
  deprecated: boolean
  deprecationMessage: string
}
export const Block: Codec<Block> = {
  write(w: Writer, m: Init<Block>): void {
    if (m.version) w.int64(8, m.version)
    if (m.attributes !== undefined) for (const item of m.attributes) w.message(18, item, Attribute)
    if (m.blockTypes !== undefined) for (const item of m.blockTypes) w.message(26, item, NestedBlock)
    if (m.description) w.string(34, m.description)
    if (m.descriptionKind) w.int32(40, m.descriptionKind)
    if (m.deprecated === true) w.bool(48, m.deprecated)
    if (m.deprecationMessage) w.string(58, m.deprecationMessage)
  },
  read(r: Reader): Block {
    const m: Block = { version: 0, attributes: noItems, blockTypes: noItems, description: '', descriptionKind: 0, deprecated: false, deprecationMessage: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.version = r.int64(); break
        case 18: m.attributes = withItem(m.attributes, r.message(Attribute)); break
        case 26: m.blockTypes = withItem(m.blockTypes, r.message(NestedBlock)); break
        case 34: m.description = r.string(); break
        case 40: m.descriptionKind = r.int32(); break
        case 48: m.deprecated = r.bool(); break
        case 58: m.deprecationMessage = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Attribute {
  name: string
  type: Uint8Array
  description: string
  required: boolean
  optional: boolean
  computed: boolean
  sensitive: boolean
  descriptionKind: number
  deprecated: boolean
  nestedType: Object | undefined
  writeOnly: boolean
  deprecationMessage: string
}
export const Attribute: Codec<Attribute> = {
  write(w: Writer, m: Init<Attribute>): void {
    if (m.name) w.string(10, m.name)
    if (m.type !== undefined && m.type.length > 0) w.bytes(18, m.type)
    if (m.description) w.string(26, m.description)
    if (m.required === true) w.bool(32, m.required)
    if (m.optional === true) w.bool(40, m.optional)
    if (m.computed === true) w.bool(48, m.computed)
    if (m.sensitive === true) w.bool(56, m.sensitive)
    if (m.descriptionKind) w.int32(64, m.descriptionKind)
    if (m.deprecated === true) w.bool(72, m.deprecated)
    if (m.nestedType !== undefined) w.message(82, m.nestedType, Object)
    if (m.writeOnly === true) w.bool(88, m.writeOnly)
    if (m.deprecationMessage) w.string(98, m.deprecationMessage)
  },
  read(r: Reader): Attribute {
    const m: Attribute = { name: '', type: new Uint8Array(), description: '', required: false, optional: false, computed: false, sensitive: false, descriptionKind: 0, deprecated: false, nestedType: undefined, writeOnly: false, deprecationMessage: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.type = r.bytes(); break
        case 26: m.description = r.string(); break
        case 32: m.required = r.bool(); break
        case 40: m.optional = r.bool(); break
        case 48: m.computed = r.bool(); break
        case 56: m.sensitive = r.bool(); break
        case 64: m.descriptionKind = r.int32(); break
        case 72: m.deprecated = r.bool(); break
        case 82: m.nestedType = r.message(Object); break
        case 88: m.writeOnly = r.bool(); break
        case 98: m.deprecationMessage = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface NestedBlock {
  typeName: string
  block: Block | undefined
  nesting: number
  minItems: number | bigint
  maxItems: number | bigint
}
export const NestedBlock: Codec<NestedBlock> = {
  write(w: Writer, m: Init<NestedBlock>): void {
    if (m.typeName) w.string(10, m.typeName)
    if (m.block !== undefined) w.message(18, m.block, Block)
    if (m.nesting) w.int32(24, m.nesting)
    if (m.minItems) w.int64(32, m.minItems)
    if (m.maxItems) w.int64(40, m.maxItems)
  },
  read(r: Reader): NestedBlock {
    const m: NestedBlock = { typeName: '', block: undefined, nesting: 0, minItems: 0, maxItems: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.typeName = r.string(); break
        case 18: m.block = r.message(Block); break
        case 24: m.nesting = r.int32(); break
        case 32: m.minItems = r.int64(); break
        case 40: m.maxItems = r.int64(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Object {
  attributes: Attribute[]
  nesting: number
  minItems: number | bigint
  maxItems: number | bigint
}
export const Object: Codec<Object> = {
  write(w: Writer, m: Init<Object>): void {
    if (m.attributes !== undefined) for (const item of m.attributes) w.message(10, item, Attribute)
    if (m.nesting) w.int32(24, m.nesting)
    if (m.minItems) w.int64(32, m.minItems)
    if (m.maxItems) w.int64(40, m.maxItems)
  },
  read(r: Reader): Object {
    const m: Object = { attributes: noItems, nesting: 0, minItems: 0, maxItems: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.attributes = withItem(m.attributes, r.message(Attribute)); break
        case 24: m.nesting = r.int32(); break
        case 32: m.minItems = r.int64(); break
        case 40: m.maxItems = r.int64(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export const Provider = {
  GetProviderSchema: {
    name: 'GetProviderSchema',
    path: '/tfplugin6.Provider/GetProviderSchema',
    request: tfplugin.GetProviderSchemaRequest,
    response: tfplugin.GetProviderSchemaResponse,
  } satisfies Method<tfplugin.GetProviderSchemaRequest, tfplugin.GetProviderSchemaResponse>,
  GetResourceIdentitySchemas: {
    name: 'GetResourceIdentitySchemas',
    path: '/tfplugin6.Provider/GetResourceIdentitySchemas',
    request: tfplugin.GetResourceIdentitySchemasRequest,
    response: tfplugin.GetResourceIdentitySchemasResponse,
  } satisfies Method<tfplugin.GetResourceIdentitySchemasRequest, tfplugin.GetResourceIdentitySchemasResponse>,
  ValidateProviderConfig: {
    name: 'ValidateProviderConfig',
    path: '/tfplugin6.Provider/ValidateProviderConfig',
    request: tfplugin.ConfigRequest,
    response: tfplugin.CheckedProviderResponse,
  } satisfies Method<tfplugin.ConfigRequest, tfplugin.CheckedProviderResponse>,
  ValidateResourceConfig: {
    name: 'ValidateResourceConfig',
    path: '/tfplugin6.Provider/ValidateResourceConfig',
    request: tfplugin.TypeConfigRequest,
    response: tfplugin.ToldResponse,
  } satisfies Method<tfplugin.TypeConfigRequest, tfplugin.ToldResponse>,
  ValidateDataResourceConfig: {
    name: 'ValidateDataResourceConfig',
    path: '/tfplugin6.Provider/ValidateDataResourceConfig',
    request: tfplugin.DataSourceConfigRequest,
    response: tfplugin.ToldResponse,
  } satisfies Method<tfplugin.DataSourceConfigRequest, tfplugin.ToldResponse>,
  ValidateEphemeralResourceConfig: {
    name: 'ValidateEphemeralResourceConfig',
    path: '/tfplugin6.Provider/ValidateEphemeralResourceConfig',
    request: tfplugin.DataSourceConfigRequest,
    response: tfplugin.ToldResponse,
  } satisfies Method<tfplugin.DataSourceConfigRequest, tfplugin.ToldResponse>,
  ConfigureProvider: {
    name: 'ConfigureProvider',
    path: '/tfplugin6.Provider/ConfigureProvider',
    request: tfplugin.ConfigureRequest,
    response: tfplugin.ToldResponse,
  } satisfies Method<tfplugin.ConfigureRequest, tfplugin.ToldResponse>,
  UpgradeResourceState: {
    name: 'UpgradeResourceState',
    path: '/tfplugin6.Provider/UpgradeResourceState',
    request: tfplugin.UpgradeResourceStateRequest,
    response: tfplugin.UpgradeResourceStateResponse,
  } satisfies Method<tfplugin.UpgradeResourceStateRequest, tfplugin.UpgradeResourceStateResponse>,
  UpgradeResourceIdentity: {
    name: 'UpgradeResourceIdentity',
    path: '/tfplugin6.Provider/UpgradeResourceIdentity',
    request: tfplugin.UpgradeResourceIdentityRequest,
    response: tfplugin.UpgradeResourceIdentityResponse,
  } satisfies Method<tfplugin.UpgradeResourceIdentityRequest, tfplugin.UpgradeResourceIdentityResponse>,
  ReadResource: {
    name: 'ReadResource',
    path: '/tfplugin6.Provider/ReadResource',
    request: tfplugin.ReadResourceRequest,
    response: tfplugin.ReadResourceResponse,
  } satisfies Method<tfplugin.ReadResourceRequest, tfplugin.ReadResourceResponse>,
  PlanResourceChange: {
    name: 'PlanResourceChange',
    path: '/tfplugin6.Provider/PlanResourceChange',
    request: tfplugin.PlanResourceChangeRequest,
    response: tfplugin.PlanResourceChangeResponse,
  } satisfies Method<tfplugin.PlanResourceChangeRequest, tfplugin.PlanResourceChangeResponse>,
  ApplyResourceChange: {
    name: 'ApplyResourceChange',
    path: '/tfplugin6.Provider/ApplyResourceChange',
    request: tfplugin.ApplyResourceChangeRequest,
    response: tfplugin.ApplyResourceChangeResponse,
  } satisfies Method<tfplugin.ApplyResourceChangeRequest, tfplugin.ApplyResourceChangeResponse>,
  ImportResourceState: {
    name: 'ImportResourceState',
    path: '/tfplugin6.Provider/ImportResourceState',
    request: tfplugin.ImportResourceStateRequest,
    response: tfplugin.ImportResourceStateResponse,
  } satisfies Method<tfplugin.ImportResourceStateRequest, tfplugin.ImportResourceStateResponse>,
  MoveResourceState: {
    name: 'MoveResourceState',
    path: '/tfplugin6.Provider/MoveResourceState',
    request: tfplugin.MoveResourceStateRequest,
    response: tfplugin.MoveResourceStateResponse,
  } satisfies Method<tfplugin.MoveResourceStateRequest, tfplugin.MoveResourceStateResponse>,
  ReadDataSource: {
    name: 'ReadDataSource',
    path: '/tfplugin6.Provider/ReadDataSource',
    request: tfplugin.ReadDataSourceRequest,
    response: tfplugin.ReadDataSourceResponse,
  } satisfies Method<tfplugin.ReadDataSourceRequest, tfplugin.ReadDataSourceResponse>,
  OpenEphemeralResource: {
    name: 'OpenEphemeralResource',
    path: '/tfplugin6.Provider/OpenEphemeralResource',
    request: tfplugin.OpenEphemeralResourceRequest,
    response: tfplugin.OpenEphemeralResourceResponse,
  } satisfies Method<tfplugin.OpenEphemeralResourceRequest, tfplugin.OpenEphemeralResourceResponse>,
  RenewEphemeralResource: {
    name: 'RenewEphemeralResource',
    path: '/tfplugin6.Provider/RenewEphemeralResource',
    request: tfplugin.RenewEphemeralResourceRequest,
    response: tfplugin.RenewEphemeralResourceResponse,
  } satisfies Method<tfplugin.RenewEphemeralResourceRequest, tfplugin.RenewEphemeralResourceResponse>,
  CloseEphemeralResource: {
    name: 'CloseEphemeralResource',
    path: '/tfplugin6.Provider/CloseEphemeralResource',
    request: tfplugin.CloseEphemeralResourceRequest,
    response: tfplugin.ToldResponse,
  } satisfies Method<tfplugin.CloseEphemeralResourceRequest, tfplugin.ToldResponse>,
  ListResource: {
    streams: true,
    name: 'ListResource',
    path: '/tfplugin6.Provider/ListResource',
    request: tfplugin.ListResourceRequest,
    response: tfplugin.ListResourceEvent,
  } satisfies StreamMethod<tfplugin.ListResourceRequest, tfplugin.ListResourceEvent>,
  CallFunction: {
    name: 'CallFunction',
    path: '/tfplugin6.Provider/CallFunction',
    request: tfplugin.CallFunctionRequest,
    response: tfplugin.CallFunctionResponse,
  } satisfies Method<tfplugin.CallFunctionRequest, tfplugin.CallFunctionResponse>,
  StopProvider: {
    name: 'StopProvider',
    path: '/tfplugin6.Provider/StopProvider',
    request: tfplugin.StopRequest,
    response: tfplugin.StopResponse,
  } satisfies Method<tfplugin.StopRequest, tfplugin.StopResponse>,
} as const
