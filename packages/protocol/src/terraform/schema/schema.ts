import type { CtyObject, CtyType } from '../cty/type.ts'

/** The schemas of a provider, in one shape for versions 5 and 6 of its protocol. */
export interface ProviderSchemas {
  readonly provider: TypeSchema
  readonly resources: SchemaBook<TypeSchema>
  readonly dataSources: SchemaBook<TypeSchema>
  readonly ephemeralResources: SchemaBook<TypeSchema>
  /** The settings of a listing, by the types that can be listed. */
  readonly listResources: SchemaBook<TypeSchema>
  readonly functions: SchemaBook<FunctionSchema>
  readonly capabilities: ServerCapabilities
}

/** The schemas by name; each is read when it is requested. */
export interface SchemaBook<Schema> {
  /** Sorted. */
  readonly names: readonly string[]
  /**
   * Returns a schema; `undefined` if there is none of the name. Fails with a Failure, `protocol/bad-message`, for a schema that cannot be
   * read.
   */
  get(name: string): Schema | undefined
}

export interface ServerCapabilities {
  readonly planDestroy: boolean
  readonly schemaOptional: boolean
  readonly moveState: boolean
  readonly generateConfig: boolean
}

/** A resource type, data source, ephemeral resource, or the provider itself. */
export interface TypeSchema {
  /** Name of the type; empty for the provider itself. */
  readonly name: string
  readonly version: number
  readonly block: BlockSchema
  /** The type of the whole value: attributes and nested blocks together. */
  readonly type: CtyObject
}

export interface BlockSchema extends AttributesSchema {
  readonly blocks: Readonly<Record<string, NestedBlock>>
  readonly description: string
  /** The reason why the type should no longer be used; `true` for a provider that gives no reason. */
  readonly deprecated?: string | true
}

export interface AttributesSchema {
  readonly attributes: Readonly<Record<string, AttributeSchema>>
}

export interface AttributeSchema {
  /** The attribute's type; nested attributes imply it. */
  readonly type: CtyType
  /** Nested attributes, with rules of their own; only version 6 has these. */
  readonly nested?: NestedAttributes
  readonly required: boolean
  readonly optional: boolean
  readonly computed: boolean
  readonly sensitive: boolean
  /** Whether the value only goes to the provider, and is never in a plan or a state. */
  readonly writeOnly: boolean
  readonly description: string
  readonly deprecated?: string | true
}

export interface NestedAttributes extends AttributesSchema {
  readonly nesting: 'single' | 'list' | 'set' | 'map'
}

/** The blocks of one name. */
export interface NestedBlock {
  /** How the blocks nest. `group`: exactly one, which is never null. */
  readonly nesting: 'single' | 'group' | 'list' | 'set' | 'map'
  readonly block: BlockSchema
  /** The type of all blocks of the name together, as part of the type of the block around them. */
  readonly type: CtyType
  readonly minItems: number
  /** The most blocks; 0: any number. */
  readonly maxItems: number
}

export interface FunctionSchema {
  readonly name: string
  readonly parameters: readonly FunctionParameterSchema[]
  readonly variadic?: FunctionParameterSchema
  readonly returns: CtyType
  readonly summary: string
  readonly description: string
  readonly deprecated?: string
}

export interface FunctionParameterSchema {
  readonly name: string
  readonly type: CtyType
  readonly allowsNull: boolean
  readonly allowsUnknown: boolean
  readonly description: string
}

/** The identity of a real resource, in the provider's own terms. */
export interface IdentitySchema {
  readonly version: number
  readonly attributes: Readonly<Record<string, IdentityAttribute>>
  readonly type: CtyObject
}

export interface IdentityAttribute {
  readonly type: CtyType
  readonly requiredForImport: boolean
  readonly optionalForImport: boolean
  readonly description: string
}
