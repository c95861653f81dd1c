import type { Diagnostic, PropertySchema, Scalar, ScalarType, Value, VariableOption } from '@slipway/model'
import type { MapNode, SourceText } from '@slipway/source'
import type { Expression, Origin } from './expression.ts'

/** A blueprint as it is written. Every declaration has its place, and nothing has been looked up yet. */
export interface Blueprint {
  readonly source: SourceText
  readonly variables: ReadonlyMap<string, VariableDeclaration>
  readonly values: ReadonlyMap<string, ValueDeclaration>
  readonly dataSources: ReadonlyMap<string, DataSourceDeclaration>
  /** The resources by name, in the order of the text. */
  readonly resources: ReadonlyMap<string, ResourceDeclaration>
  readonly exports: ReadonlyMap<string, ExportDeclaration>
  /** The includes, which are children of this blueprint; empty once they have been joined. */
  readonly includes: ReadonlyMap<string, IncludeDeclaration>
  readonly metadata?: Expression
  /** Renamed resources and children: `metadata.slipway.moved`. */
  readonly moved?: readonly MovedDeclaration[]
  /** The existing things to import: `metadata.slipway.import`. */
  readonly imports?: readonly ImportDeclaration[]
  /** The plugin versions for which the blueprint is written: `metadata.slipway.plugins`. Each text has its own list. */
  readonly plugins?: readonly PluginDeclaration[]
  /** Conditions on variables and values that must hold before anything is done: `metadata.slipway.requires`. */
  readonly requires?: readonly ConditionDeclaration[]
  /** Conditions on existing resources that should hold; otherwise there is a warning: `metadata.slipway.checks`. */
  readonly checks?: readonly ConditionDeclaration[]
  /** Whether all of an instance is protected: `metadata.slipway.protect`. Only the `protect` of the outermost blueprint counts. */
  readonly protect?: Expression
  /** Names of the blueprint's transformers, in order. */
  readonly transforms: readonly Written<string>[]
  /** The tree from which the blueprint was read, until it has been transformed. */
  readonly tree?: MapNode
  /** Names of declarations that could not be read, such as `resources.web`. A reference to such a name is not a second error. */
  readonly unreadable: ReadonlySet<string>
  /** The problems found while reading. A blueprint with errors can still be checked, to find the rest at once. */
  readonly diagnostics: readonly Diagnostic[]
  /** If children were joined to the blueprint: each of its texts with its own names, the outermost first. */
  readonly parts?: readonly BlueprintPart[]
  /** If children were joined to the blueprint, and any of them has yet to be transformed: the separate blueprints as a tree. */
  readonly family?: BlueprintTree
  /** The children that were joined to the blueprint, by path: `network`, `network/subnets`. Their resources have names such as `network/vpc`. */
  readonly children?: ReadonlyMap<string, JoinedChild>
}

/** A blueprint with the included children that could be read. */
export interface BlueprintTree {
  readonly blueprint: Blueprint
  readonly children: ReadonlyMap<string, BlueprintTree>
  /** The number of transforms of the blueprint that have been made; absent: none. */
  readonly transformed?: number
}

/** One of the texts of a joined blueprint. */
export interface BlueprintPart {
  readonly blueprint: Blueprint
  /** The offset at which the part's text begins in the joined text. */
  readonly start: number
  /** The exports of each child of the part; a child that could not be read is missing. */
  readonly childExports: ReadonlyMap<string, ReadonlySet<string>>
}

export interface JoinedChild {
  /** The file of the text: an absolute path, or an address. */
  readonly file: string
  readonly text: string
}

/** A declaration. Its `origin` is the place of its name. */
interface Declaration {
  readonly name: string
  readonly origin: Origin
}

/** A value with its place in the text. */
export interface Written<T> {
  readonly value: T
  readonly origin: Origin
}

export interface VariableDeclaration extends Declaration {
  /** The type of the variable. For a type of a provider, it is the type of the provider's options, once they are known. */
  readonly type: ValueType
  /** For an array or an object: the schema of its content, if it is declared. */
  readonly shape?: PropertySchema
  /** The name of a provider's type, which gives the possible values. */
  readonly custom?: Written<string>
  /** The provider's options, once they are known. */
  readonly options?: readonly VariableOption[]
  readonly description?: string
  readonly secret: boolean
  /** The default; absent if the user must give a value. */
  readonly default?: Written<Value>
  /** The allowed values; empty if any value is allowed. */
  readonly allowedValues: readonly Scalar[]
}

export type ValueType = ScalarType | 'array' | 'object'

export interface ValueDeclaration extends Declaration {
  readonly type: ValueType
  readonly secret: boolean
  readonly expression: Expression
  /** For a variable of a child, which has become a value: the declaration that the value must fit. */
  readonly variable?: VariableDeclaration
}

export interface MovedDeclaration {
  readonly from: Written<string>
  readonly to: Written<string>
}

export interface ImportDeclaration {
  /** The new name of the resource or child. */
  readonly to: Written<string>
  /** The provider's id of the existing thing. */
  readonly id: Written<string>
}

export interface PluginDeclaration {
  /** The id of a plugin, such as `acme/sqlite`, or a key: the namespace of its types, or its package. */
  readonly id: Written<string>
  /** For an id, a range: `^1.2`. For a key, a descriptor of the installer, as a text or as a map. */
  readonly asked: Written<Value>
}

/** True if the declaration has a key and a descriptor, and not an id and a range. */
export function isByKey({ id }: PluginDeclaration): boolean {
  return !id.value.includes('/')
}

/** The range of a declaration with an id. */
export function askedRange({ asked }: PluginDeclaration): string {
  return typeof asked.value === 'string' ? asked.value : ''
}

/** A condition that the user demands. */
export interface ConditionDeclaration {
  /** The path of the condition, for messages: `metadata.slipway.checks[0]`, `resources.web.metadata.custom.slipway.preconditions[0]`. */
  readonly path: string
  /** The expression that must be true. */
  readonly condition: Expression
  /** The message if the condition is false. */
  readonly message: Expression
}

/** The conditions of a resource, whose outcomes may only be known in the middle of a run. */
export interface Demands {
  /** Conditions that must hold before the resource is made or changed. */
  readonly preconditions: readonly ConditionDeclaration[]
  /** Conditions that must hold once the resource has been made or changed; `self` is the resource. */
  readonly postconditions: readonly ConditionDeclaration[]
  /** Values whose change replaces the resource. */
  readonly triggers: readonly Expression[]
}

export interface IncludeDeclaration extends Declaration {
  /** The path of the file; its meaning depends on the kind of source in the metadata. */
  readonly path: Expression
  readonly variables: ReadonlyMap<string, Expression>
  /** The source of a child that is not a file: `sourceType` and its parameters. */
  readonly metadata?: Expression
  readonly description?: Expression
}

/** The metadata of a resource or a data source as it is written. */
export interface WrittenMetadata {
  readonly displayName?: Expression
  readonly annotations?: Expression
  readonly custom?: Expression
}

export interface ResourceDeclaration extends Declaration {
  readonly type: Written<string>
  readonly spec: Expression
  readonly description?: Expression
  readonly labels: Readonly<Record<string, string>>
  readonly metadata: WrittenMetadata
  readonly dependsOn: readonly Written<string>[]
  readonly removalPolicy: 'delete' | 'retain'
  readonly linkSelector?: LinkSelector
  /** An expression that is true or false. A resource whose condition is false is not wanted. */
  readonly condition?: Expression
  /** A list or a map. Each of its items gets a resource. */
  readonly each?: Expression
  /** The name of an item's resource instead of its index: `metadata.custom.slipway.eachKey`. */
  readonly eachKey?: Expression
  /** True if `each` may be empty although items are deployed: `metadata.custom.slipway.mayBeEmpty`. */
  readonly mayBeEmpty?: Expression
  /** A map of {@link ResourceOptions} as they are written: `metadata.custom.slipway` without the keys that are read separately. */
  readonly options?: Expression
  /** True if the resource's options are in `options` beside the spec, and not in `metadata.custom.slipway`. */
  readonly hasShortOptions?: true
  /** The `preconditions`, `postconditions` and `replaceTriggeredBy` of the resource's options. */
  readonly demands?: Demands
  readonly madeFrom?: MadeFrom
}

/** The user's abstract resource from which a transformer made a resource. */
export interface MadeFrom {
  readonly resource: string
  readonly type: string
  /** The transformer's name in the blueprint's `transform`. */
  readonly transform: string
}

/** Selects the resources that have all these labels as the targets of links. */
export interface LinkSelector {
  readonly byLabel: Readonly<Record<string, string>>
  /** Names of resources that are not selected. */
  readonly exclude: readonly Written<string>[]
  readonly origin: Origin
}

export interface DataSourceDeclaration extends Declaration {
  readonly type: Written<string>
  readonly filters: readonly FilterDeclaration[]
  /** The exported fields; `*` stands for all fields that the data source has. */
  readonly exports: '*' | ReadonlyMap<string, DataSourceExportDeclaration>
  readonly metadata: WrittenMetadata
  /** The options of the data source, as a map like that of a resource. */
  readonly options?: Expression
  readonly hasShortOptions?: true
}

export interface FilterDeclaration {
  readonly field: Written<string>
  readonly operator: Written<string>
  readonly search: readonly Expression[]
}

export interface DataSourceExportDeclaration {
  readonly type: Written<string>
  readonly aliasFor?: Written<string>
  readonly origin: Origin
}

export interface ExportDeclaration extends Declaration {
  readonly type: ValueType
  readonly expression: Expression
  readonly description?: string
}
