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

/** The account that a spec gives of its thing: the given and the computed values. */
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
  /** The schema of the spec, always of type `object`. */
  readonly schema: PropertySchema
  /** The attribute of the spec that identifies the resource to its provider. */
  readonly idField?: string
  /** The provider finds a thing only by its `idField`. So only people can settle a create that got no answer. */
  readonly findsByIdAlone?: boolean
  /**
   * The location of a resource, if its spec gives one. The same id at another location is another thing. The text may hold secrets, so it
   * is only for comparing in memory. If left out, each configuration of the provider is a location.
   */
  readonly placeOf?: (spec: ValueMap) => string | undefined
  /**
   * The part of a spec that, with the id, identifies its thing, if kinds of things with ids of their own share the type. It may hold
   * secrets, so it is only for comparing in memory. If left out, the id suffices.
   */
  readonly toldApartBy?: (spec: ValueMap) => Value
  /**
   * Splits a spec into the values that were given, as the provider reads them back, and those that the service has computed. If left out,
   * the attributes of the schema decide.
   */
  readonly accountOf?: (spec: ValueMap) => Account
  /** A replacement must remove the old one before it makes the new one. */
  readonly destroyBeforeCreate: boolean
  readonly settlement: Settlement
  /**
   * The side that decides whether a change needs a new resource. If left out, only the schema does. `provider`: the provider decides, and
   * the schema only while some inputs are unknown. `schema-and-provider`: either of them suffices.
   */
  readonly replacementBy?: 'provider' | 'schema-and-provider'
  /**
   * The provider is asked about every existing resource, even if the spec is unchanged or partly unknown, since only the provider knows
   * about other changes. If left out, the specs are compared.
   */
  readonly comparedBy?: 'provider'
  /** `provider`: the provider decides whether a resource must be replaced together with one that it reads. */
  readonly replacedWith?: 'provider'
  /**
   * How long after the plugin was surely gone a call may still take effect outside, in milliseconds. Once that has passed, no state means
   * that nothing was made. If left out, the time is unknown.
   */
  readonly settlesWithinMs?: number
  /** The version of its spec's shape; 1 when left out. A provider that has earlier versions upgrades their records with `upgrade`. */
  readonly schemaVersion?: number
  /** Its provider can turn records of other types into this type, with `takeOver`. */
  readonly takesOver?: true
  /** If left out, only equal `idField`s mean the same thing. */
  readonly identity?: IdentityRule
  /**
   * Its things lie on the engine's machine, and relative paths start in the folder of the blueprint. So the things stay in the folder from
   * which they were made. If left out, the folder and the machine do not matter.
   */
  readonly liesInFolder?: true
  /** The property by which a user names an existing thing to import: `name`. If left out, it is the computed `idField`, if there is one. */
  readonly importedBy?: string
  /**
   * A component: its provider asks for other resources while it makes this one, which has no thing of its own. Only those others are made,
   * compared, read and destroyed.
   */
  readonly isComposed?: true
  /**
   * The attribute of a recorded spec that is true if the resource changes by itself outside, so that it must be read before a change is
   * planned. If left out, no resource of the type does.
   */
  readonly readFirstField?: string
  /**
   * The attribute of a spec that is true if the resource is only read. Its thing belongs to someone else and is never changed, destroyed or
   * kept alive. If left out, the type has no such resources.
   */
  readonly onlyReadField?: string
  /** The namespace of the provider that resources of the type configure. Their properties are the settings. */
  readonly configures?: string
  /**
   * A resource that has none of these attributes is stable as soon as it is created or updated, and its provider is not asked. If left out,
   * the provider is always asked.
   */
  readonly unstableWith?: readonly string[]
  /** The types of dependencies that must be stabilised, not only created, before a resource of this type starts. */
  readonly stabilisedDependencies: readonly string[]
  /** The types that its resources may link to, according to the type itself. */
  readonly canLinkTo?: readonly string[]
  /** Resources of the type commonly link to nothing, so that no link is missed. */
  readonly isCommonTerminal?: boolean
  /** The provider itself adds the tags that the context of a call asks for. */
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
  /** It may have more fields, which depend on the thing that is fetched. */
  readonly hasMoreFields?: true
  readonly examples?: readonly string[]
}

/** A variable type whose possible values a provider defines. */
export interface VariableTypeDefinition {
  /** With its namespace: `aws/region`. */
  readonly type: string
  readonly label: string
  readonly description?: string
  /** The options by the provider's own names. All values have one type. */
  readonly options: Readonly<Record<string, VariableOption>>
  readonly examples?: readonly string[]
}

export interface VariableOption {
  readonly value: Exclude<Scalar, null>
  /** The text that people see instead of the value. */
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
  /** The field changes how the provider works, such as a time limit. It does not change where its things are. */
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
 * A provider's description of itself. Plain data: it can be cached by the hash of the plugin's binary. Resource types, data source types
 * and functions contain at least the requested entries.
 */
export interface ProviderDefinition {
  readonly pluginId: string
  readonly pluginVersion: string
  /**
   * The source from which it was installed, without a version: `github:acme/signal`. Absent if the id says it, or if the plugin was placed
   * by hand.
   */
  readonly pluginDescriptor?: string
  readonly namespace: string
  /** The namespace whose settings it uses. If absent, its own. */
  readonly configuredAs?: string
  readonly config: ConfigDefinition
  /** It checks settings, resources and data sources without being configured, so that a mere look at a blueprint can ask it. */
  readonly checksUnconfigured?: true
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

/** The names of the definitions that are wanted from a provider. */
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
  /** The place in the file, if the plugin got places. */
  readonly place?: Place
  /** The user's next step, when the plugin knows one. */
  readonly hint?: string
  /** The call that has said it, for messages, if the dialect calls it otherwise than the documents: `provider.PlanResourceChange`. */
  readonly method?: string
}
