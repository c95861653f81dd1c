// Generated from schema.proto by tools/gen.ts. Do not edit.
import type { Codec, Init } from '../../wire/codec/message.ts'
import { noEntries, noItems, withItem } from '../../wire/codec/nothing.ts'
import type { Reader } from '../../wire/codec/reader.ts'
import type { Writer } from '../../wire/codec/writer.ts'

export const ColumnAccuracy = {
  NONE: 0,
  EXACT: 1,
  APPROXIMATE: 2,
} as const
/** Also a number that this version does not know. */
export type ColumnAccuracy = number

export interface Blueprint {
  version: ScalarValue | undefined
  transform: string[]
  variables: Record<string, Variable>
  values: Record<string, Value>
  include: Record<string, Include>
  resources: Record<string, Resource>
  dataSources: Record<string, DataSource>
  exports: Record<string, Export>
  metadata: MappingNode | undefined
}
export const Blueprint: Codec<Blueprint> = {
  write(w: Writer, m: Init<Blueprint>): void {
    if (m.version !== undefined) w.message(10, m.version, ScalarValue)
    if (m.transform !== undefined) for (const item of m.transform) w.string(18, item)
    if (m.variables !== undefined) for (const key in m.variables) {
      const value = m.variables[key]
      if (value !== undefined) w.messageEntry(26, key, value, Variable)
    }
    if (m.values !== undefined) for (const key in m.values) {
      const value = m.values[key]
      if (value !== undefined) w.messageEntry(34, key, value, Value)
    }
    if (m.include !== undefined) for (const key in m.include) {
      const value = m.include[key]
      if (value !== undefined) w.messageEntry(42, key, value, Include)
    }
    if (m.resources !== undefined) for (const key in m.resources) {
      const value = m.resources[key]
      if (value !== undefined) w.messageEntry(50, key, value, Resource)
    }
    if (m.dataSources !== undefined) for (const key in m.dataSources) {
      const value = m.dataSources[key]
      if (value !== undefined) w.messageEntry(58, key, value, DataSource)
    }
    if (m.exports !== undefined) for (const key in m.exports) {
      const value = m.exports[key]
      if (value !== undefined) w.messageEntry(66, key, value, Export)
    }
    if (m.metadata !== undefined) w.message(74, m.metadata, MappingNode)
  },
  read(r: Reader): Blueprint {
    const m: Blueprint = { version: undefined, transform: noItems, variables: noEntries, values: noEntries, include: noEntries, resources: noEntries, dataSources: noEntries, exports: noEntries, metadata: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.version = r.message(ScalarValue); break
        case 18: m.transform = withItem(m.transform, r.string()); break
        case 26: m.variables = r.messageEntry(m.variables, Variable); break
        case 34: m.values = r.messageEntry(m.values, Value); break
        case 42: m.include = r.messageEntry(m.include, Include); break
        case 50: m.resources = r.messageEntry(m.resources, Resource); break
        case 58: m.dataSources = r.messageEntry(m.dataSources, DataSource); break
        case 66: m.exports = r.messageEntry(m.exports, Export); break
        case 74: m.metadata = r.message(MappingNode); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DataSource {
  type: string
  metadata: DataSourceMetadata | undefined
  filter: DataSourceFilter[]
  exportAllFields: boolean
  exports: Record<string, DataSourceFieldExport>
  description: StringOrSubstitutions | undefined
}
export const DataSource: Codec<DataSource> = {
  write(w: Writer, m: Init<DataSource>): void {
    if (m.type) w.string(10, m.type)
    if (m.metadata !== undefined) w.message(18, m.metadata, DataSourceMetadata)
    if (m.filter !== undefined) for (const item of m.filter) w.message(26, item, DataSourceFilter)
    if (m.exportAllFields === true) w.bool(32, m.exportAllFields)
    if (m.exports !== undefined) for (const key in m.exports) {
      const value = m.exports[key]
      if (value !== undefined) w.messageEntry(42, key, value, DataSourceFieldExport)
    }
    if (m.description !== undefined) w.message(50, m.description, StringOrSubstitutions)
  },
  read(r: Reader): DataSource {
    const m: DataSource = { type: '', metadata: undefined, filter: noItems, exportAllFields: false, exports: noEntries, description: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        case 18: m.metadata = r.message(DataSourceMetadata); break
        case 26: m.filter = withItem(m.filter, r.message(DataSourceFilter)); break
        case 32: m.exportAllFields = r.bool(); break
        case 42: m.exports = r.messageEntry(m.exports, DataSourceFieldExport); break
        case 50: m.description = r.message(StringOrSubstitutions); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DataSourceFieldExport {
  type: string
  aliasFor: ScalarValue | undefined
  description: StringOrSubstitutions | undefined
}
export const DataSourceFieldExport: Codec<DataSourceFieldExport> = {
  write(w: Writer, m: Init<DataSourceFieldExport>): void {
    if (m.type) w.string(10, m.type)
    if (m.aliasFor !== undefined) w.message(18, m.aliasFor, ScalarValue)
    if (m.description !== undefined) w.message(26, m.description, StringOrSubstitutions)
  },
  read(r: Reader): DataSourceFieldExport {
    const m: DataSourceFieldExport = { type: '', aliasFor: undefined, description: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        case 18: m.aliasFor = r.message(ScalarValue); break
        case 26: m.description = r.message(StringOrSubstitutions); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DataSourceFilter {
  field: ScalarValue | undefined
  operator: string
  search: DataSourceFilterSearch | undefined
}
export const DataSourceFilter: Codec<DataSourceFilter> = {
  write(w: Writer, m: Init<DataSourceFilter>): void {
    if (m.field !== undefined) w.message(10, m.field, ScalarValue)
    if (m.operator) w.string(18, m.operator)
    if (m.search !== undefined) w.message(26, m.search, DataSourceFilterSearch)
  },
  read(r: Reader): DataSourceFilter {
    const m: DataSourceFilter = { field: undefined, operator: '', search: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.field = r.message(ScalarValue); break
        case 18: m.operator = r.string(); break
        case 26: m.search = r.message(DataSourceFilterSearch); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DataSourceFilterSearch {
  values: StringOrSubstitutions[]
}
export const DataSourceFilterSearch: Codec<DataSourceFilterSearch> = {
  write(w: Writer, m: Init<DataSourceFilterSearch>): void {
    if (m.values !== undefined) for (const item of m.values) w.message(10, item, StringOrSubstitutions)
  },
  read(r: Reader): DataSourceFilterSearch {
    const m: DataSourceFilterSearch = { values: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.values = withItem(m.values, r.message(StringOrSubstitutions)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface DataSourceMetadata {
  displayName: StringOrSubstitutions | undefined
  annotations: Record<string, StringOrSubstitutions>
  custom: MappingNode | undefined
}
export const DataSourceMetadata: Codec<DataSourceMetadata> = {
  write(w: Writer, m: Init<DataSourceMetadata>): void {
    if (m.displayName !== undefined) w.message(10, m.displayName, StringOrSubstitutions)
    if (m.annotations !== undefined) for (const key in m.annotations) {
      const value = m.annotations[key]
      if (value !== undefined) w.messageEntry(18, key, value, StringOrSubstitutions)
    }
    if (m.custom !== undefined) w.message(26, m.custom, MappingNode)
  },
  read(r: Reader): DataSourceMetadata {
    const m: DataSourceMetadata = { displayName: undefined, annotations: noEntries, custom: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.displayName = r.message(StringOrSubstitutions); break
        case 18: m.annotations = r.messageEntry(m.annotations, StringOrSubstitutions); break
        case 26: m.custom = r.message(MappingNode); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Export {
  type: string
  field: ScalarValue | undefined
  description: StringOrSubstitutions | undefined
}
export const Export: Codec<Export> = {
  write(w: Writer, m: Init<Export>): void {
    if (m.type) w.string(10, m.type)
    if (m.field !== undefined) w.message(18, m.field, ScalarValue)
    if (m.description !== undefined) w.message(26, m.description, StringOrSubstitutions)
  },
  read(r: Reader): Export {
    const m: Export = { type: '', field: undefined, description: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        case 18: m.field = r.message(ScalarValue); break
        case 26: m.description = r.message(StringOrSubstitutions); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Include {
  path: StringOrSubstitutions | undefined
  variables: MappingNode | undefined
  metadata: MappingNode | undefined
  description: StringOrSubstitutions | undefined
}
export const Include: Codec<Include> = {
  write(w: Writer, m: Init<Include>): void {
    if (m.path !== undefined) w.message(10, m.path, StringOrSubstitutions)
    if (m.variables !== undefined) w.message(18, m.variables, MappingNode)
    if (m.metadata !== undefined) w.message(26, m.metadata, MappingNode)
    if (m.description !== undefined) w.message(34, m.description, StringOrSubstitutions)
  },
  read(r: Reader): Include {
    const m: Include = { path: undefined, variables: undefined, metadata: undefined, description: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.path = r.message(StringOrSubstitutions); break
        case 18: m.variables = r.message(MappingNode); break
        case 26: m.metadata = r.message(MappingNode); break
        case 34: m.description = r.message(StringOrSubstitutions); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface LinkSelector {
  byLabel: Record<string, string>
  exclude: string[]
}
export const LinkSelector: Codec<LinkSelector> = {
  write(w: Writer, m: Init<LinkSelector>): void {
    if (m.byLabel !== undefined) for (const key in m.byLabel) {
      const value = m.byLabel[key]
      if (value !== undefined) w.stringEntry(10, key, value)
    }
    if (m.exclude !== undefined) for (const item of m.exclude) w.string(18, item)
  },
  read(r: Reader): LinkSelector {
    const m: LinkSelector = { byLabel: noEntries, exclude: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.byLabel = r.stringEntry(m.byLabel); break
        case 18: m.exclude = withItem(m.exclude, r.string()); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface MappingNode {
  scalar: ScalarValue | undefined
  fields: Record<string, MappingNode>
  items: MappingNode[]
  stringWithSubstitutions: StringOrSubstitutions | undefined
  sourceMeta: SourceMeta | undefined
  fieldsSourceMeta: Record<string, SourceMeta>
}
export const MappingNode: Codec<MappingNode> = {
  write(w: Writer, m: Init<MappingNode>): void {
    if (m.scalar !== undefined) w.message(10, m.scalar, ScalarValue)
    if (m.fields !== undefined) for (const key in m.fields) {
      const value = m.fields[key]
      if (value !== undefined) w.messageEntry(18, key, value, MappingNode)
    }
    if (m.items !== undefined) for (const item of m.items) w.message(26, item, MappingNode)
    if (m.stringWithSubstitutions !== undefined) w.message(34, m.stringWithSubstitutions, StringOrSubstitutions)
    if (m.sourceMeta !== undefined) w.message(42, m.sourceMeta, SourceMeta)
    if (m.fieldsSourceMeta !== undefined) for (const key in m.fieldsSourceMeta) {
      const value = m.fieldsSourceMeta[key]
      if (value !== undefined) w.messageEntry(50, key, value, SourceMeta)
    }
  },
  read(r: Reader): MappingNode {
    const m: MappingNode = { scalar: undefined, fields: noEntries, items: noItems, stringWithSubstitutions: undefined, sourceMeta: undefined, fieldsSourceMeta: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.scalar = r.message(ScalarValue); break
        case 18: m.fields = r.messageEntry(m.fields, MappingNode); break
        case 26: m.items = withItem(m.items, r.message(MappingNode)); break
        case 34: m.stringWithSubstitutions = r.message(StringOrSubstitutions); break
        case 42: m.sourceMeta = r.message(SourceMeta); break
        case 50: m.fieldsSourceMeta = r.messageEntry(m.fieldsSourceMeta, SourceMeta); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Position {
  line: number | bigint
  column: number | bigint
}
export const Position: Codec<Position> = {
  write(w: Writer, m: Init<Position>): void {
    if (m.line) w.int64(8, m.line)
    if (m.column) w.int64(16, m.column)
  },
  read(r: Reader): Position {
    const m: Position = { line: 0, column: 0 }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.line = r.int64(); break
        case 16: m.column = r.int64(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Resource {
  type: string
  description: StringOrSubstitutions | undefined
  metadata: ResourceMetadata | undefined
  dependsOn: string[]
  condition: ResourceCondition | undefined
  each: StringOrSubstitutions | undefined
  linkSelector: LinkSelector | undefined
  spec: MappingNode | undefined
  removalPolicy: string | undefined
  sourceMeta: SourceMeta | undefined
  fieldsSourceMeta: Record<string, SourceMeta>
}
export const Resource: Codec<Resource> = {
  write(w: Writer, m: Init<Resource>): void {
    if (m.type) w.string(10, m.type)
    if (m.description !== undefined) w.message(18, m.description, StringOrSubstitutions)
    if (m.metadata !== undefined) w.message(26, m.metadata, ResourceMetadata)
    if (m.dependsOn !== undefined) for (const item of m.dependsOn) w.string(34, item)
    if (m.condition !== undefined) w.message(42, m.condition, ResourceCondition)
    if (m.each !== undefined) w.message(50, m.each, StringOrSubstitutions)
    if (m.linkSelector !== undefined) w.message(58, m.linkSelector, LinkSelector)
    if (m.spec !== undefined) w.message(66, m.spec, MappingNode)
    if (m.removalPolicy !== undefined) w.string(74, m.removalPolicy)
    if (m.sourceMeta !== undefined) w.message(82, m.sourceMeta, SourceMeta)
    if (m.fieldsSourceMeta !== undefined) for (const key in m.fieldsSourceMeta) {
      const value = m.fieldsSourceMeta[key]
      if (value !== undefined) w.messageEntry(90, key, value, SourceMeta)
    }
  },
  read(r: Reader): Resource {
    const m: Resource = { type: '', description: undefined, metadata: undefined, dependsOn: noItems, condition: undefined, each: undefined, linkSelector: undefined, spec: undefined, removalPolicy: undefined, sourceMeta: undefined, fieldsSourceMeta: noEntries }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        case 18: m.description = r.message(StringOrSubstitutions); break
        case 26: m.metadata = r.message(ResourceMetadata); break
        case 34: m.dependsOn = withItem(m.dependsOn, r.string()); break
        case 42: m.condition = r.message(ResourceCondition); break
        case 50: m.each = r.message(StringOrSubstitutions); break
        case 58: m.linkSelector = r.message(LinkSelector); break
        case 66: m.spec = r.message(MappingNode); break
        case 74: m.removalPolicy = r.string(); break
        case 82: m.sourceMeta = r.message(SourceMeta); break
        case 90: m.fieldsSourceMeta = r.messageEntry(m.fieldsSourceMeta, SourceMeta); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceCondition {
  stringValue: StringOrSubstitutions | undefined
  and: ResourceCondition[]
  or: ResourceCondition[]
  not: ResourceCondition | undefined
}
export const ResourceCondition: Codec<ResourceCondition> = {
  write(w: Writer, m: Init<ResourceCondition>): void {
    if (m.stringValue !== undefined) w.message(10, m.stringValue, StringOrSubstitutions)
    if (m.and !== undefined) for (const item of m.and) w.message(18, item, ResourceCondition)
    if (m.or !== undefined) for (const item of m.or) w.message(26, item, ResourceCondition)
    if (m.not !== undefined) w.message(34, m.not, ResourceCondition)
  },
  read(r: Reader): ResourceCondition {
    const m: ResourceCondition = { stringValue: undefined, and: noItems, or: noItems, not: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.stringValue = r.message(StringOrSubstitutions); break
        case 18: m.and = withItem(m.and, r.message(ResourceCondition)); break
        case 26: m.or = withItem(m.or, r.message(ResourceCondition)); break
        case 34: m.not = r.message(ResourceCondition); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ResourceMetadata {
  displayName: StringOrSubstitutions | undefined
  annotations: Record<string, StringOrSubstitutions>
  labels: Record<string, string>
  custom: MappingNode | undefined
}
export const ResourceMetadata: Codec<ResourceMetadata> = {
  write(w: Writer, m: Init<ResourceMetadata>): void {
    if (m.displayName !== undefined) w.message(10, m.displayName, StringOrSubstitutions)
    if (m.annotations !== undefined) for (const key in m.annotations) {
      const value = m.annotations[key]
      if (value !== undefined) w.messageEntry(18, key, value, StringOrSubstitutions)
    }
    if (m.labels !== undefined) for (const key in m.labels) {
      const value = m.labels[key]
      if (value !== undefined) w.stringEntry(26, key, value)
    }
    if (m.custom !== undefined) w.message(34, m.custom, MappingNode)
  },
  read(r: Reader): ResourceMetadata {
    const m: ResourceMetadata = { displayName: undefined, annotations: noEntries, labels: noEntries, custom: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.displayName = r.message(StringOrSubstitutions); break
        case 18: m.annotations = r.messageEntry(m.annotations, StringOrSubstitutions); break
        case 26: m.labels = r.stringEntry(m.labels); break
        case 34: m.custom = r.message(MappingNode); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface ScalarValue {
  sourceMeta: SourceMeta | undefined
  intValue: number | bigint | undefined
  boolValue: boolean | undefined
  floatValue: number | undefined
  stringValue: string | undefined
  bytesValue: Uint8Array | undefined
  noneValue: boolean | undefined
}
export const ScalarValue: Codec<ScalarValue> = {
  write(w: Writer, m: Init<ScalarValue>): void {
    if (m.sourceMeta !== undefined) w.message(58, m.sourceMeta, SourceMeta)
    if (m.intValue !== undefined) w.int64(8, m.intValue)
    if (m.boolValue !== undefined) w.bool(16, m.boolValue)
    if (m.floatValue !== undefined) w.double(25, m.floatValue)
    if (m.stringValue !== undefined) w.string(34, m.stringValue)
    if (m.bytesValue !== undefined) w.bytes(42, m.bytesValue)
    if (m.noneValue !== undefined) w.bool(48, m.noneValue)
  },
  read(r: Reader): ScalarValue {
    const m: ScalarValue = { sourceMeta: undefined, intValue: undefined, boolValue: undefined, floatValue: undefined, stringValue: undefined, bytesValue: undefined, noneValue: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 58: m.sourceMeta = r.message(SourceMeta); break
        case 8: m.boolValue = m.floatValue = m.stringValue = m.bytesValue = m.noneValue = undefined; m.intValue = r.int64(); break
        case 16: m.intValue = m.floatValue = m.stringValue = m.bytesValue = m.noneValue = undefined; m.boolValue = r.bool(); break
        case 25: m.intValue = m.boolValue = m.stringValue = m.bytesValue = m.noneValue = undefined; m.floatValue = r.double(); break
        case 34: m.intValue = m.boolValue = m.floatValue = m.bytesValue = m.noneValue = undefined; m.stringValue = r.string(); break
        case 42: m.intValue = m.boolValue = m.floatValue = m.stringValue = m.noneValue = undefined; m.bytesValue = r.bytes(); break
        case 48: m.intValue = m.boolValue = m.floatValue = m.stringValue = m.bytesValue = undefined; m.noneValue = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SourceMeta {
  position: Position | undefined
  endPosition: Position | undefined
  columnAccuracy: number | undefined
}
export const SourceMeta: Codec<SourceMeta> = {
  write(w: Writer, m: Init<SourceMeta>): void {
    if (m.position !== undefined) w.message(10, m.position, Position)
    if (m.endPosition !== undefined) w.message(18, m.endPosition, Position)
    if (m.columnAccuracy !== undefined) w.int32(24, m.columnAccuracy)
  },
  read(r: Reader): SourceMeta {
    const m: SourceMeta = { position: undefined, endPosition: undefined, columnAccuracy: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.position = r.message(Position); break
        case 18: m.endPosition = r.message(Position); break
        case 24: m.columnAccuracy = r.int32(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface StringOrSubstitution {
  stringValue: string | undefined
  substitutionValue: Substitution | undefined
}
export const StringOrSubstitution: Codec<StringOrSubstitution> = {
  write(w: Writer, m: Init<StringOrSubstitution>): void {
    if (m.stringValue !== undefined) w.string(10, m.stringValue)
    if (m.substitutionValue !== undefined) w.message(18, m.substitutionValue, Substitution)
  },
  read(r: Reader): StringOrSubstitution {
    const m: StringOrSubstitution = { stringValue: undefined, substitutionValue: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.substitutionValue = undefined; m.stringValue = r.string(); break
        case 18: m.stringValue = undefined; m.substitutionValue = r.message(Substitution); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface StringOrSubstitutions {
  values: StringOrSubstitution[]
}
export const StringOrSubstitutions: Codec<StringOrSubstitutions> = {
  write(w: Writer, m: Init<StringOrSubstitutions>): void {
    if (m.values !== undefined) for (const item of m.values) w.message(10, item, StringOrSubstitution)
  },
  read(r: Reader): StringOrSubstitutions {
    const m: StringOrSubstitutions = { values: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.values = withItem(m.values, r.message(StringOrSubstitution)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Substitution {
  functionExpr: SubstitutionFunctionExpr | undefined
  variable: SubstitutionVariable | undefined
  value: SubstitutionValue | undefined
  elem: SubstitutionElem | undefined
  elemIndex: SubstitutionElemIndex | undefined
  dataSourceProperty: SubstitutionDataSourceProperty | undefined
  resourceProperty: SubstitutionResourceProperty | undefined
  child: SubstitutionChild | undefined
  stringValue: string | undefined
  intValue: number | bigint | undefined
  floatValue: number | undefined
  boolValue: boolean | undefined
  noneValue: boolean | undefined
}
export const Substitution: Codec<Substitution> = {
  write(w: Writer, m: Init<Substitution>): void {
    if (m.functionExpr !== undefined) w.message(10, m.functionExpr, SubstitutionFunctionExpr)
    if (m.variable !== undefined) w.message(18, m.variable, SubstitutionVariable)
    if (m.value !== undefined) w.message(26, m.value, SubstitutionValue)
    if (m.elem !== undefined) w.message(34, m.elem, SubstitutionElem)
    if (m.elemIndex !== undefined) w.message(42, m.elemIndex, SubstitutionElemIndex)
    if (m.dataSourceProperty !== undefined) w.message(50, m.dataSourceProperty, SubstitutionDataSourceProperty)
    if (m.resourceProperty !== undefined) w.message(58, m.resourceProperty, SubstitutionResourceProperty)
    if (m.child !== undefined) w.message(66, m.child, SubstitutionChild)
    if (m.stringValue !== undefined) w.string(74, m.stringValue)
    if (m.intValue !== undefined) w.int64(80, m.intValue)
    if (m.floatValue !== undefined) w.double(89, m.floatValue)
    if (m.boolValue !== undefined) w.bool(96, m.boolValue)
    if (m.noneValue !== undefined) w.bool(104, m.noneValue)
  },
  read(r: Reader): Substitution {
    const m: Substitution = { functionExpr: undefined, variable: undefined, value: undefined, elem: undefined, elemIndex: undefined, dataSourceProperty: undefined, resourceProperty: undefined, child: undefined, stringValue: undefined, intValue: undefined, floatValue: undefined, boolValue: undefined, noneValue: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.variable = m.value = m.elem = m.elemIndex = m.dataSourceProperty = m.resourceProperty = m.child = m.stringValue = m.intValue = m.floatValue = m.boolValue = m.noneValue = undefined; m.functionExpr = r.message(SubstitutionFunctionExpr); break
        case 18: m.functionExpr = m.value = m.elem = m.elemIndex = m.dataSourceProperty = m.resourceProperty = m.child = m.stringValue = m.intValue = m.floatValue = m.boolValue = m.noneValue = undefined; m.variable = r.message(SubstitutionVariable); break
        case 26: m.functionExpr = m.variable = m.elem = m.elemIndex = m.dataSourceProperty = m.resourceProperty = m.child = m.stringValue = m.intValue = m.floatValue = m.boolValue = m.noneValue = undefined; m.value = r.message(SubstitutionValue); break
        case 34: m.functionExpr = m.variable = m.value = m.elemIndex = m.dataSourceProperty = m.resourceProperty = m.child = m.stringValue = m.intValue = m.floatValue = m.boolValue = m.noneValue = undefined; m.elem = r.message(SubstitutionElem); break
        case 42: m.functionExpr = m.variable = m.value = m.elem = m.dataSourceProperty = m.resourceProperty = m.child = m.stringValue = m.intValue = m.floatValue = m.boolValue = m.noneValue = undefined; m.elemIndex = r.message(SubstitutionElemIndex); break
        case 50: m.functionExpr = m.variable = m.value = m.elem = m.elemIndex = m.resourceProperty = m.child = m.stringValue = m.intValue = m.floatValue = m.boolValue = m.noneValue = undefined; m.dataSourceProperty = r.message(SubstitutionDataSourceProperty); break
        case 58: m.functionExpr = m.variable = m.value = m.elem = m.elemIndex = m.dataSourceProperty = m.child = m.stringValue = m.intValue = m.floatValue = m.boolValue = m.noneValue = undefined; m.resourceProperty = r.message(SubstitutionResourceProperty); break
        case 66: m.functionExpr = m.variable = m.value = m.elem = m.elemIndex = m.dataSourceProperty = m.resourceProperty = m.stringValue = m.intValue = m.floatValue = m.boolValue = m.noneValue = undefined; m.child = r.message(SubstitutionChild); break
        case 74: m.functionExpr = m.variable = m.value = m.elem = m.elemIndex = m.dataSourceProperty = m.resourceProperty = m.child = m.intValue = m.floatValue = m.boolValue = m.noneValue = undefined; m.stringValue = r.string(); break
        case 80: m.functionExpr = m.variable = m.value = m.elem = m.elemIndex = m.dataSourceProperty = m.resourceProperty = m.child = m.stringValue = m.floatValue = m.boolValue = m.noneValue = undefined; m.intValue = r.int64(); break
        case 89: m.functionExpr = m.variable = m.value = m.elem = m.elemIndex = m.dataSourceProperty = m.resourceProperty = m.child = m.stringValue = m.intValue = m.boolValue = m.noneValue = undefined; m.floatValue = r.double(); break
        case 96: m.functionExpr = m.variable = m.value = m.elem = m.elemIndex = m.dataSourceProperty = m.resourceProperty = m.child = m.stringValue = m.intValue = m.floatValue = m.noneValue = undefined; m.boolValue = r.bool(); break
        case 104: m.functionExpr = m.variable = m.value = m.elem = m.elemIndex = m.dataSourceProperty = m.resourceProperty = m.child = m.stringValue = m.intValue = m.floatValue = m.boolValue = undefined; m.noneValue = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SubstitutionChild {
  childName: string
  path: SubstitutionPathItem[]
}
export const SubstitutionChild: Codec<SubstitutionChild> = {
  write(w: Writer, m: Init<SubstitutionChild>): void {
    if (m.childName) w.string(10, m.childName)
    if (m.path !== undefined) for (const item of m.path) w.message(26, item, SubstitutionPathItem)
  },
  read(r: Reader): SubstitutionChild {
    const m: SubstitutionChild = { childName: '', path: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.childName = r.string(); break
        case 26: m.path = withItem(m.path, r.message(SubstitutionPathItem)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SubstitutionDataSourceProperty {
  dataSourceName: string
  fieldName: string
  primitiveArrIndex: number | bigint | undefined
}
export const SubstitutionDataSourceProperty: Codec<SubstitutionDataSourceProperty> = {
  write(w: Writer, m: Init<SubstitutionDataSourceProperty>): void {
    if (m.dataSourceName) w.string(10, m.dataSourceName)
    if (m.fieldName) w.string(18, m.fieldName)
    if (m.primitiveArrIndex !== undefined) w.int64(24, m.primitiveArrIndex)
  },
  read(r: Reader): SubstitutionDataSourceProperty {
    const m: SubstitutionDataSourceProperty = { dataSourceName: '', fieldName: '', primitiveArrIndex: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.dataSourceName = r.string(); break
        case 18: m.fieldName = r.string(); break
        case 24: m.primitiveArrIndex = r.int64(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SubstitutionElem {
  path: SubstitutionPathItem[]
}
export const SubstitutionElem: Codec<SubstitutionElem> = {
  write(w: Writer, m: Init<SubstitutionElem>): void {
    if (m.path !== undefined) for (const item of m.path) w.message(10, item, SubstitutionPathItem)
  },
  read(r: Reader): SubstitutionElem {
    const m: SubstitutionElem = { path: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.path = withItem(m.path, r.message(SubstitutionPathItem)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SubstitutionElemIndex {
  isIndex: boolean
}
export const SubstitutionElemIndex: Codec<SubstitutionElemIndex> = {
  write(w: Writer, m: Init<SubstitutionElemIndex>): void {
    if (m.isIndex === true) w.bool(8, m.isIndex)
  },
  read(r: Reader): SubstitutionElemIndex {
    const m: SubstitutionElemIndex = { isIndex: false }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 8: m.isIndex = r.bool(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SubstitutionFunctionArg {
  name: string | undefined
  value: Substitution | undefined
}
export const SubstitutionFunctionArg: Codec<SubstitutionFunctionArg> = {
  write(w: Writer, m: Init<SubstitutionFunctionArg>): void {
    if (m.name !== undefined) w.string(10, m.name)
    if (m.value !== undefined) w.message(18, m.value, Substitution)
  },
  read(r: Reader): SubstitutionFunctionArg {
    const m: SubstitutionFunctionArg = { name: undefined, value: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.name = r.string(); break
        case 18: m.value = r.message(Substitution); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SubstitutionFunctionExpr {
  functionName: string
  arguments: SubstitutionFunctionArg[]
}
export const SubstitutionFunctionExpr: Codec<SubstitutionFunctionExpr> = {
  write(w: Writer, m: Init<SubstitutionFunctionExpr>): void {
    if (m.functionName) w.string(10, m.functionName)
    if (m.arguments !== undefined) for (const item of m.arguments) w.message(18, item, SubstitutionFunctionArg)
  },
  read(r: Reader): SubstitutionFunctionExpr {
    const m: SubstitutionFunctionExpr = { functionName: '', arguments: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.functionName = r.string(); break
        case 18: m.arguments = withItem(m.arguments, r.message(SubstitutionFunctionArg)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SubstitutionPathItem {
  fieldName: string | undefined
  arrayIndex: number | bigint | undefined
}
export const SubstitutionPathItem: Codec<SubstitutionPathItem> = {
  write(w: Writer, m: Init<SubstitutionPathItem>): void {
    if (m.fieldName !== undefined) w.string(10, m.fieldName)
    if (m.arrayIndex !== undefined) w.int64(16, m.arrayIndex)
  },
  read(r: Reader): SubstitutionPathItem {
    const m: SubstitutionPathItem = { fieldName: undefined, arrayIndex: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.arrayIndex = undefined; m.fieldName = r.string(); break
        case 16: m.fieldName = undefined; m.arrayIndex = r.int64(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SubstitutionResourceProperty {
  resourceName: string
  eachTemplateIndex: number | bigint | undefined
  path: SubstitutionPathItem[]
}
export const SubstitutionResourceProperty: Codec<SubstitutionResourceProperty> = {
  write(w: Writer, m: Init<SubstitutionResourceProperty>): void {
    if (m.resourceName) w.string(10, m.resourceName)
    if (m.eachTemplateIndex !== undefined) w.int64(16, m.eachTemplateIndex)
    if (m.path !== undefined) for (const item of m.path) w.message(26, item, SubstitutionPathItem)
  },
  read(r: Reader): SubstitutionResourceProperty {
    const m: SubstitutionResourceProperty = { resourceName: '', eachTemplateIndex: undefined, path: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.resourceName = r.string(); break
        case 16: m.eachTemplateIndex = r.int64(); break
        case 26: m.path = withItem(m.path, r.message(SubstitutionPathItem)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SubstitutionValue {
  valueName: string
  path: SubstitutionPathItem[]
}
export const SubstitutionValue: Codec<SubstitutionValue> = {
  write(w: Writer, m: Init<SubstitutionValue>): void {
    if (m.valueName) w.string(10, m.valueName)
    if (m.path !== undefined) for (const item of m.path) w.message(18, item, SubstitutionPathItem)
  },
  read(r: Reader): SubstitutionValue {
    const m: SubstitutionValue = { valueName: '', path: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.valueName = r.string(); break
        case 18: m.path = withItem(m.path, r.message(SubstitutionPathItem)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface SubstitutionVariable {
  variableName: string
}
export const SubstitutionVariable: Codec<SubstitutionVariable> = {
  write(w: Writer, m: Init<SubstitutionVariable>): void {
    if (m.variableName) w.string(10, m.variableName)
  },
  read(r: Reader): SubstitutionVariable {
    const m: SubstitutionVariable = { variableName: '' }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.variableName = r.string(); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Value {
  type: string
  value: MappingNode | undefined
  description: StringOrSubstitutions | undefined
  secret: ScalarValue | undefined
}
export const Value: Codec<Value> = {
  write(w: Writer, m: Init<Value>): void {
    if (m.type) w.string(10, m.type)
    if (m.value !== undefined) w.message(18, m.value, MappingNode)
    if (m.description !== undefined) w.message(26, m.description, StringOrSubstitutions)
    if (m.secret !== undefined) w.message(34, m.secret, ScalarValue)
  },
  read(r: Reader): Value {
    const m: Value = { type: '', value: undefined, description: undefined, secret: undefined }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        case 18: m.value = r.message(MappingNode); break
        case 26: m.description = r.message(StringOrSubstitutions); break
        case 34: m.secret = r.message(ScalarValue); break
        default: r.skip(tag)
      }
    }
    return m
  },
}

export interface Variable {
  type: string
  description: ScalarValue | undefined
  secret: ScalarValue | undefined
  default: ScalarValue | undefined
  allowedValues: ScalarValue[]
}
export const Variable: Codec<Variable> = {
  write(w: Writer, m: Init<Variable>): void {
    if (m.type) w.string(10, m.type)
    if (m.description !== undefined) w.message(18, m.description, ScalarValue)
    if (m.secret !== undefined) w.message(26, m.secret, ScalarValue)
    if (m.default !== undefined) w.message(34, m.default, ScalarValue)
    if (m.allowedValues !== undefined) for (const item of m.allowedValues) w.message(42, item, ScalarValue)
  },
  read(r: Reader): Variable {
    const m: Variable = { type: '', description: undefined, secret: undefined, default: undefined, allowedValues: noItems }
    while (r.more) {
      const tag = r.varint()
      switch (tag) {
        case 10: m.type = r.string(); break
        case 18: m.description = r.message(ScalarValue); break
        case 26: m.secret = r.message(ScalarValue); break
        case 34: m.default = r.message(ScalarValue); break
        case 42: m.allowedValues = withItem(m.allowedValues, r.message(ScalarValue)); break
        default: r.skip(tag)
      }
    }
    return m
  },
}
