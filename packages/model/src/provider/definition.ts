import type { Place } from '../blueprint/document.ts'
import type { Scalar, Value, ValueMap } from '../value.ts'
import type { LinkTypeDefinition } from './link-definition.ts'
import type { PropertySchema, ScalarType } from './schema.ts'

/**
 * How a call in doubt (the engine or the plugin died in the middle of it) is settled.
 * - `find` promises two things: the external state is found by resource id, so what it finds is what that call made; and a
 *   deploy under the same resource id never makes a second thing. No state proves nothing yet: the call may take effect late.
 * - `repeatable`: making it again under the same resource id is harmless.
 * - `ask`: the external state is asked, but no state proves nothing; the user decides. The default of foreign types.
 */
export type Settlement = 'find' | 'repeatable' | 'ask'

/**
 * Tells the things of a type apart outside of Slipway: the path of a file, the name of a bucket. Two resources with
 * one identity are one thing.
 */
export interface IdentityRule {
  /** Paths below the spec: `path`, `database.name`. All of them together identify; one that is null identifies nothing. */
  readonly fields: readonly string[]
  /**
   * Types of one provider with the same scope share their things: a link may stand where a file was. Their fields are
   * compared in the order given. Left out: the type alone.
   */
  readonly scope?: string
}

/** What a spec says of a thing. */
export interface Account {
  readonly given: ValueMap
  readonly told: ValueMap
}

export interface ResourceTypeDefinition {
  /** With its namespace: `local/file`. */
  readonly type: string
  readonly label: string
  readonly description?: string
  /** Why it should not be used any more, and what to use instead. */
  readonly deprecated?: string
  /** Of the spec: always of type `object`. */
  readonly schema: PropertySchema
  /** The attribute of the spec that identifies the resource to its provider. */
  readonly idField?: string
  /** Without that its provider finds nothing, so that a create of which no answer came is known by nobody but people. */
  readonly findsByIdAlone?: boolean
  /**
   * Where a resource of this spec lies, as one text, where the spec says it: the same id elsewhere is another thing. For comparing
   * in memory only: it may hold secrets. Left out: each configuration of the provider is a place.
   */
  readonly placeOf?: (spec: ValueMap) => string | undefined
  /**
   * What of a spec tells its things apart beside their ids, where kinds of things share the type, each with ids of its own: one id is one
   * thing only where this is equal, too. For comparing in memory only: it may hold secrets. Left out: the ids suffice.
   */
  readonly toldApartBy?: (spec: ValueMap) => Value
  /**
   * What a spec says of its thing, in the places of the spec: what it was given, as its provider reads that back, and what its service has
   * computed. Left out: the attributes of the schema tell.
   */
  readonly accountOf?: (spec: ValueMap) => Account
  /** A replacement must remove the old one before it makes the new one. */
  readonly destroyBeforeCreate: boolean
  readonly settlement: Settlement
  /**
   * The side that decides whether a change needs a new resource. Left out: the schema alone. `provider`: its word counts, and the schema's
   * only as long as not all inputs are known. `schema-and-provider`: either of them suffices.
   */
  readonly replacementBy?: 'provider' | 'schema-and-provider'
  /**
   * Its provider is asked about every resource that is there, also where the spec says the same as before, and where not all
   * of it is known: what else there is to change only the provider knows. Left out: the specs tell.
   */
  readonly comparedBy?: 'provider'
  /** `provider`: it says whether a resource would have to be made anew with what that reads, and is then destroyed before that makes room. */
  readonly replacedWith?: 'provider'
  /**
   * How long after the plugin was surely gone a call may still take effect outside, in milliseconds. Once that has passed,
   * no state means that nothing was made. Left out: nobody knows.
   */
  readonly settlesWithinMs?: number
  /** The version of its spec's shape; 1 when left out. The provider brings records of earlier versions up to it, and then has `upgrade`. */
  readonly schemaVersion?: number
  /** Left out: only equal `idField`s are known to mean one thing. */
  readonly identity?: IdentityRule
  /**
   * Its things lie on the machine of the engine, where relative paths start in the folder of the blueprint: they stay in the folder that they
   * were made from. Left out: what folder and machine is no matter.
   */
  readonly liesInFolder?: true
  /** By what a user names a thing that is there already and is to be imported: `name`. Left out: by its computed `idField`, or not at all. */
  readonly importedBy?: string
  /**
   * It is made of other resources, which its provider asks for while it makes it, and has no thing of its own. They are what is made,
   * compared, read and destroyed.
   */
  readonly isComposed?: true
  /**
   * The attribute of a recorded spec that is true for what has to be read before a change of it is planned, as it changes outside by
   * itself. Left out: there is no such resource.
   */
  readonly readFirstField?: string
  /**
   * The attribute of a spec that is true for what is only read: it is another's, so that it is never changed or destroyed, nor kept
   * alive. Left out: there is no such resource.
   */
  readonly onlyReadField?: string
  /** A resource of it is the configuration of a provider: the namespace of that. Its properties are the settings. */
  readonly configures?: string
  /**
   * Attributes of a spec: a resource that has none of them is stable as soon as it is made or changed, and its provider is not asked
   * whether it is. Left out: it is asked about each.
   */
  readonly unstableWith?: readonly string[]
  /** Types of dependencies that must have stabilised, not only be made, before this one starts. */
  readonly stabilisedDependencies: readonly string[]
  /** Types that its resources may link to. Left out: none, as far as the type itself says. */
  readonly canLinkTo?: readonly string[]
  /** Resources of it commonly link to nothing: none is missed. */
  readonly isCommonTerminal?: boolean
  /** Its provider tags what it makes by itself, as it is told to in the context of its calls. */
  readonly tagsItself?: true
  /** Markdown, or fragments of blueprints. */
  readonly examples?: readonly string[]
}

export interface DataSourceFieldSchema {
  readonly type: ScalarType | 'array'
  readonly description?: string
  readonly items?: DataSourceFieldSchema
  readonly nullable?: boolean
  readonly sensitive?: boolean
}

export interface FilterFieldSchema {
  readonly type: string
  readonly description?: string
  readonly supportedOperators: readonly string[]
  readonly conflictsWith?: readonly string[]
}

export interface DataSourceTypeDefinition {
  readonly type: string
  readonly label: string
  readonly description?: string
  /** Why it should not be used any more, and what to use instead. */
  readonly deprecated?: string
  readonly fields: Readonly<Record<string, DataSourceFieldSchema>>
  readonly filterFields: Readonly<Record<string, FilterFieldSchema>>
  /** It may have more fields, which only what is looked for knows. */
  readonly hasMoreFields?: true
  readonly examples?: readonly string[]
}

/** A type of variables of which a provider says what they can be. */
export interface VariableTypeDefinition {
  /** With its namespace: `aws/region`. */
  readonly type: string
  readonly label: string
  readonly description?: string
  /** By names of the provider's own; all values are of one type. */
  readonly options: Readonly<Record<string, VariableOption>>
  readonly examples?: readonly string[]
}

export interface VariableOption {
  readonly value: Exclude<Scalar, null>
  /** What people read instead of the value. */
  readonly label: string
  readonly description?: string
}

export type FunctionValueType =
  | 'string'
  | 'integer'
  | 'float'
  | 'boolean'
  | 'list'
  | 'map'
  | 'object'
  | 'function'
  | 'any'

export interface FunctionParameter {
  readonly name: string
  readonly type: FunctionValueType
  readonly description?: string
  readonly optional?: boolean
  readonly allowNull?: boolean
  /** Takes all remaining arguments; only the last parameter may. */
  readonly variadic?: boolean
}

export interface FunctionDefinition {
  readonly name: string
  readonly summary?: string
  readonly parameters: readonly FunctionParameter[]
  readonly returns: FunctionValueType
}

export interface ConfigFieldDefinition {
  readonly type: ScalarType
  readonly label?: string
  readonly description?: string
  readonly default?: Scalar
  readonly allowedValues?: readonly Scalar[]
  readonly secret?: boolean
  readonly required?: boolean
  /** It says how the provider works, such as a time limit: with another value, its things are where they were. */
  readonly isTuning?: true
}

export interface ConfigDefinition {
  readonly fields: Readonly<Record<string, ConfigFieldDefinition>>
  readonly allowAdditionalFields: boolean
}

/** Delays in milliseconds. The wait before retry n is `min(maxDelayMs, firstDelayMs * factor^(n-1))`, with jitter a random part of it. */
export interface RetryPolicy {
  readonly maxRetries: number
  readonly firstDelayMs: number
  readonly maxDelayMs: number
  readonly factor: number
  readonly jitter: boolean
}

/**
 * A provider's description of itself. Plain data: it can be cached by the hash of the plugin's binary.
 * Resource types, data source types and functions hold at least the entries that were asked for.
 */
export interface ProviderDefinition {
  readonly pluginId: string
  readonly pluginVersion: string
  /** What installed it, without a version: `github:acme/signal`. Absent where its id says it, and where it was placed by hand. */
  readonly pluginDescriptor?: string
  readonly namespace: string
  /** The namespace whose settings it has; absent: its own. */
  readonly configuredAs?: string
  readonly config: ConfigDefinition
  readonly retryPolicy?: RetryPolicy
  /** All names the provider knows, also those without a definition here: for "did you mean". */
  readonly resourceTypeNames: readonly string[]
  readonly dataSourceTypeNames: readonly string[]
  readonly functionNames: readonly string[]
  /** Absent: it has no links. */
  readonly linkTypeNames?: readonly string[]
  readonly variableTypeNames?: readonly string[]
  readonly resourceTypes: Readonly<Record<string, ResourceTypeDefinition>>
  readonly dataSourceTypes: Readonly<Record<string, DataSourceTypeDefinition>>
  readonly functions: Readonly<Record<string, FunctionDefinition>>
  readonly linkTypes?: Readonly<Record<string, LinkTypeDefinition>>
  readonly variableTypes?: Readonly<Record<string, VariableTypeDefinition>>
}

/** Which definitions are wanted from a provider. */
export interface DefinitionRequest {
  readonly resourceTypes: readonly string[]
  readonly dataSourceTypes: readonly string[]
  readonly functions: readonly string[]
  readonly linkTypes?: readonly string[]
  readonly variableTypes?: readonly string[]
}

/** A warning or error of a plugin about a resource, without position. */
export interface PluginDiagnostic {
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
  /** The path in the spec, when the plugin gives one: `spec.path`. */
  readonly path?: string
  /** Where in the file, when the plugin was told such places. */
  readonly place?: Place
  /** The user's next step, when the plugin knows one. */
  readonly hint?: string
}
