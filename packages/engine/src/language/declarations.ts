import type { Diagnostic, PropertySchema, Scalar, ScalarType, Value, VariableOption } from '@slipway/model'
import type { MapNode, SourceText } from '@slipway/source'
import type { Expression, Origin } from './expression.ts'

/** A blueprint as it is written. Everything has its place, and nothing has been looked up yet. */
export interface Blueprint {
  readonly source: SourceText
  readonly variables: ReadonlyMap<string, VariableDeclaration>
  readonly values: ReadonlyMap<string, ValueDeclaration>
  readonly dataSources: ReadonlyMap<string, DataSourceDeclaration>
  /** In the order of the text. */
  readonly resources: ReadonlyMap<string, ResourceDeclaration>
  readonly exports: ReadonlyMap<string, ExportDeclaration>
  /** Blueprints that this one includes as children; empty once they have been joined. */
  readonly includes: ReadonlyMap<string, IncludeDeclaration>
  readonly metadata?: Expression
  /** Renamed resources and children: `metadata.slipway.moved`. */
  readonly moved?: readonly MovedDeclaration[]
  /** The existing things to import: `metadata.slipway.import`. */
  readonly imports?: readonly ImportDeclaration[]
  /** The plugin versions for which it is written: `metadata.slipway.plugins`. Each text has its own. */
  readonly plugins?: readonly PluginDeclaration[]
  /** Conditions on variables and values that must hold before anything is done: `metadata.slipway.requires`. */
  readonly requires?: readonly ConditionDeclaration[]
  /** Conditions on existing resources that should hold; otherwise there is a warning: `metadata.slipway.checks`. */
  readonly checks?: readonly ConditionDeclaration[]
  /** Whether all of an instance is protected: `metadata.slipway.protect`. Only that of the outermost blueprint counts. */
  readonly protect?: Expression
  /** Names of its transformers, in order. */
  readonly transforms: readonly Written<string>[]
  /** The tree from which it was read, until it has been transformed. */
  readonly tree?: MapNode
  /** Names of declarations that could not be read otherwise, such as `resources.web`: a reference to them is no second error. */
  readonly unreadable: ReadonlySet<string>
  /** The problems found while reading. A blueprint with errors can still be checked, to find the rest at once. */
  readonly diagnostics: readonly Diagnostic[]
  /** If children were joined to it: each of its texts with its own names, the outermost first. */
  readonly parts?: readonly BlueprintPart[]
  /** If children were joined to it, and any of them has yet to be transformed: all of them, each by itself. */
  readonly family?: BlueprintTree
  /** The children that were joined to it, by path: `network`, `network/subnets`. Their resources have names such as `network/vpc`. */
  readonly children?: ReadonlyMap<string, JoinedChild>
}

/** A blueprint with the included children that could be read. */
export interface BlueprintTree {
  readonly blueprint: Blueprint
  readonly children: ReadonlyMap<string, BlueprintTree>
  /** The number of its transforms that have been made; none if absent. */
  readonly transformed?: number
}

/** One text of several. */
export interface BlueprintPart {
  readonly blueprint: Blueprint
  /** The offset at which its text begins in the joined one. */
  readonly start: number
  /** The exports of each of its children; a child that could not be read is missing. */
  readonly childExports: ReadonlyMap<string, ReadonlySet<string>>
}

export interface JoinedChild {
  /** An absolute path, or an address. */
  readonly file: string
  readonly text: string
}

/** `origin` of a declaration is the place of its name. */
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
  /** For a type of a provider: the type of its options, once they are known. */
  readonly type: ValueType
  /** For an array or an object: the schema of its content, if it is declared. */
  readonly shape?: PropertySchema
  /** A type of a provider, which gives the possible values. */
  readonly custom?: Written<string>
  /** The provider's options, once they are known. */
  readonly options?: readonly VariableOption[]
  readonly description?: string
  readonly secret: boolean
  /** Absent if the user must give a value. */
  readonly default?: Written<Value>
  /** Empty if any value is allowed. */
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
  /** The resource that it becomes. */
  readonly to: Written<string>
  /** The provider's id of the existing thing. */
  readonly id: Written<string>
}

export interface PluginDeclaration {
  /** The id of a plugin, `acme/sqlite`; or a key: the namespace of its types, or its package. */
  readonly id: Written<string>
  /** For an id, a range: `^1.2`. For a key, a descriptor of the installer, as a text or as a map. */
  readonly asked: Written<Value>
}

/** True if it has a key and a descriptor; an id has a range. */
export function isByKey({ id }: PluginDeclaration): boolean {
  return !id.value.includes('/')
}

/** The range of a declaration with an id. */
export function askedRange({ asked }: PluginDeclaration): string {
  return typeof asked.value === 'string' ? asked.value : ''
}

/** A condition that the user demands. */
export interface ConditionDeclaration {
  /** Its path, for messages: `metadata.slipway.checks[0]`, `resources.web.metadata.custom.slipway.preconditions[0]`. */
  readonly path: string
  /** True or false. */
  readonly condition: Expression
  /** The message if it is false. */
  readonly message: Expression
}

/** The conditions of a resource, whose outcomes may only be known in the middle of a run. */
export interface Demands {
  /** Must hold before it is made or changed. */
  readonly preconditions: readonly ConditionDeclaration[]
  /** Must hold after that; `self` is the resource. */
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
  /** True or false; a resource whose condition is false is not wanted. */
  readonly condition?: Expression
  /** A list or a map; there is one resource for each item. */
  readonly each?: Expression
  /** The name of an item's resource instead of its index: `metadata.custom.slipway.eachKey`. */
  readonly eachKey?: Expression
  /** True if `each` may be empty although items are deployed: `metadata.custom.slipway.mayBeEmpty`. */
  readonly mayBeEmpty?: Expression
  /** A map of {@link ResourceOptions} as they are written: `metadata.custom.slipway` without the keys that are read separately. */
  readonly options?: Expression
  /** True if its options are in `options` beside the spec, and not in `metadata.custom.slipway`. */
  readonly hasShortOptions?: true
  /** `preconditions`, `postconditions` and `replaceTriggeredBy` of its options. */
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
  /** Names of resources that are left out. */
  readonly exclude: readonly Written<string>[]
  readonly origin: Origin
}

export interface DataSourceDeclaration extends Declaration {
  readonly type: Written<string>
  readonly filters: readonly FilterDeclaration[]
  /** `*`: all fields that the data source has. */
  readonly exports: '*' | ReadonlyMap<string, DataSourceExportDeclaration>
  readonly metadata: WrittenMetadata
  /** A map, like that of a resource. */
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
