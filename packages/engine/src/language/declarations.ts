import type { Diagnostic, PropertySchema, Scalar, ScalarType, Value, VariableOption } from '@slipway/model'
import type { MapNode, SourceText } from '@slipway/source'
import type { Expression, Origin } from './expression.ts'

/** A blueprint as it is written: everything has its place, and nothing has been looked up yet. */
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
  /** What exists already: `metadata.slipway.import`. */
  readonly imports?: readonly ImportDeclaration[]
  /** Versions of plugins for which it is written: `metadata.slipway.plugins`. Each text has its own. */
  readonly plugins?: readonly PluginDeclaration[]
  /** What must hold of variables and values before anything is done: `metadata.slipway.requires`. */
  readonly requires?: readonly ConditionDeclaration[]
  /** What should hold of everything that exists; otherwise there is a warning: `metadata.slipway.checks`. */
  readonly checks?: readonly ConditionDeclaration[]
  /** Whether all of an instance is protected: `metadata.slipway.protect`. Only that of the outermost blueprint counts. */
  readonly protect?: Expression
  /** Names of its transformers, in order. */
  readonly transforms: readonly Written<string>[]
  /** The tree from which it was read, as long as it has yet to be transformed. */
  readonly tree?: MapNode
  /** Names of declarations that could not be read otherwise, such as `resources.web`: a reference to them is no second error. */
  readonly unreadable: ReadonlySet<string>
  /** Found while reading. A blueprint with errors can still be checked, to find the rest at once. */
  readonly diagnostics: readonly Diagnostic[]
  /** If children were joined to it: each text from which it was made, with its own names, the outermost first. */
  readonly parts?: readonly BlueprintPart[]
  /** If children were joined to it, and any of them has yet to be transformed: all of them, each by itself. */
  readonly family?: BlueprintTree
  /** The children that were joined to it, by path: `network`, `network/subnets`. Their resources have names such as `network/vpc`. */
  readonly children?: ReadonlyMap<string, JoinedChild>
}

/** A blueprint with the children that it includes, as far as they could be read. */
export interface BlueprintTree {
  readonly blueprint: Blueprint
  readonly children: ReadonlyMap<string, BlueprintTree>
  /** How many of its transforms have been made; none when absent. */
  readonly transformed?: number
}

/** One text of several. */
export interface BlueprintPart {
  readonly blueprint: Blueprint
  /** Where its text begins in the joined one. */
  readonly start: number
  /** What each of its children exports; a child that could not be read is missing. */
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

/** A word of the text that is taken as it stands. */
export interface Written<T> {
  readonly value: T
  readonly origin: Origin
}

export interface VariableDeclaration extends Declaration {
  /** If its type is one of a provider: the type of its options, once they are known. */
  readonly type: ValueType
  /** Of an array or an object: what it holds, as far as that is said. */
  readonly shape?: PropertySchema
  /** A type of a provider, which gives the possible values. */
  readonly custom?: Written<string>
  /** The value, once it is known. */
  readonly options?: readonly VariableOption[]
  readonly description?: string
  readonly secret: boolean
  /** Absent when the user must give a value. */
  readonly default?: Written<Value>
  /** Empty when any value is allowed. */
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
  /** The resource that it is to be. */
  readonly to: Written<string>
  /** The id by which its provider knows it. */
  readonly id: Written<string>
}

export interface PluginDeclaration {
  /** The id of a plugin, `acme/sqlite`; or a key: the namespace of its types, or its package. */
  readonly id: Written<string>
  /** Of an id: `^1.2`. Of a key: a descriptor of the installer, as a text or as a map. */
  readonly asked: Written<Value>
}

/** It has a descriptor. An id has a range. */
export function isByKey({ id }: PluginDeclaration): boolean {
  return !id.value.includes('/')
}

/** The range of one that has an id. */
export function askedRange({ asked }: PluginDeclaration): string {
  return typeof asked.value === 'string' ? asked.value : ''
}

/** A condition that the user demands. */
export interface ConditionDeclaration {
  /** Its path, for messages: `metadata.slipway.checks[0]`, `resources.web.metadata.custom.slipway.preconditions[0]`. */
  readonly path: string
  /** True or false. */
  readonly condition: Expression
  /** The message when it is false. */
  readonly message: Expression
}

/** The conditions of a resource, whose outcomes may only be known in the middle of a run. */
export interface Demands {
  /** Must hold before it is made or changed. */
  readonly preconditions: readonly ConditionDeclaration[]
  /** Must hold after that; `self` is the resource. */
  readonly postconditions: readonly ConditionDeclaration[]
  /** The resource is replaced when one of these values changes. */
  readonly triggers: readonly Expression[]
}

export interface IncludeDeclaration extends Declaration {
  /** The path of the file, or whatever the kind of source in the metadata means by it. */
  readonly path: Expression
  readonly variables: ReadonlyMap<string, Expression>
  /** Where the child comes from, if it is not a file: `sourceType`, and what that needs. */
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
  /** True when `each` may be empty although items are deployed: `metadata.custom.slipway.mayBeEmpty`. */
  readonly mayBeEmpty?: Expression
  /** A map: {@link ResourceOptions} as they are written, `metadata.custom.slipway` without what is read apart from them. */
  readonly options?: Expression
  /** Its options stand in `options` beside the spec, and not in `metadata.custom.slipway`. */
  readonly hasShortOptions?: true
  /** `preconditions`, `postconditions` and `replaceTriggeredBy` of its options. */
  readonly demands?: Demands
  readonly madeFrom?: MadeFrom
}

/** What the user wrote, from which a transformer made a resource. */
export interface MadeFrom {
  readonly resource: string
  readonly type: string
  /** As the blueprint's `transform` names it. */
  readonly transform: string
}

/** Selects the resources to which one links: those that have all these labels. */
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
  /** A map, as that of a resource. */
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
