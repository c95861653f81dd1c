import type { Diagnostic, Scalar, ScalarType, VariableOption } from '@slipway/model'
import type { MapNode, SourceText } from '@slipway/source'
import type { Expression, Origin } from './expression.ts'

/** A blueprint as it is written: everything has its place, nothing has been looked up yet. */
export interface Blueprint {
  readonly source: SourceText
  readonly variables: ReadonlyMap<string, VariableDeclaration>
  readonly values: ReadonlyMap<string, ValueDeclaration>
  readonly dataSources: ReadonlyMap<string, DataSourceDeclaration>
  /** In the order of the text. */
  readonly resources: ReadonlyMap<string, ResourceDeclaration>
  readonly exports: ReadonlyMap<string, ExportDeclaration>
  /** Blueprints that this one is to have as children; none once they have been joined. */
  readonly includes: ReadonlyMap<string, IncludeDeclaration>
  readonly metadata?: Expression
  /** Resources and children that got other names: `metadata.slipway.moved`. */
  readonly moved?: readonly MovedDeclaration[]
  /** What is there already: `metadata.slipway.import`. */
  readonly imports?: readonly ImportDeclaration[]
  /** Versions of plugins that it is for: `metadata.slipway.plugins`. Each text has its own. */
  readonly plugins?: readonly PluginDeclaration[]
  /** What must hold of variables and values before anything is done: `metadata.slipway.requires`. */
  readonly requires?: readonly ConditionDeclaration[]
  /** What should hold of all that there is; a warning where it does not: `metadata.slipway.checks`. */
  readonly checks?: readonly ConditionDeclaration[]
  /** Names of what is to transform it, in their order. */
  readonly transforms: readonly Written<string>[]
  /** What it was read from, as long as it is to be transformed. */
  readonly tree?: MapNode
  /** Things that have a name and no more that could be read, as `resources.web`: referring to them is no second error. */
  readonly unreadable: ReadonlySet<string>
  /** Found while reading. A blueprint with errors can still be checked, to find the rest at once. */
  readonly diagnostics: readonly Diagnostic[]
  /** Of one that children were joined to: each text that it was made of, the outermost first, under its own names. */
  readonly parts?: readonly BlueprintPart[]
  /** Of one that children were joined to, when any of them is to be transformed: all of them, each for itself. */
  readonly family?: BlueprintTree
  /** The children that were joined to it, by path: `network`, `network/subnets`. Their things are named `network/vpc`. */
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
  /** Of one with a type of a provider: that of its options, once they are known. */
  readonly type: ScalarType
  /** A type of a provider, which says what the variable can be. */
  readonly custom?: Written<string>
  /** The value, once it is known. */
  readonly options?: readonly VariableOption[]
  readonly description?: string
  readonly secret: boolean
  /** Absent: whoever deploys must give one. */
  readonly default?: Written<Scalar>
  /** Empty: any value. */
  readonly allowedValues: readonly Scalar[]
}

export type ValueType = ScalarType | 'array' | 'object'

export interface ValueDeclaration extends Declaration {
  readonly type: ValueType
  readonly secret: boolean
  readonly expression: Expression
  /** Of a variable of a child, which is a value of the whole: what the value must fit. */
  readonly variable?: VariableDeclaration
}

export interface MovedDeclaration {
  readonly from: Written<string>
  readonly to: Written<string>
}

export interface ImportDeclaration {
  /** The resource that it is to be. */
  readonly to: Written<string>
  /** Under which its provider knows it. */
  readonly id: Written<string>
}

export interface PluginDeclaration {
  readonly id: Written<string>
  /** `^1.2` */
  readonly range: Written<string>
}

/** Something that a user wants to be sure of. */
export interface ConditionDeclaration {
  /** As messages call it: `metadata.slipway.checks[0]`, `resources.web.metadata.custom.slipway.preconditions[0]`. */
  readonly path: string
  /** True or false. */
  readonly condition: Expression
  /** What is said when it is false. */
  readonly message: Expression
}

/** What a resource demands of the world around it, which may be known only in the middle of a run. */
export interface Demands {
  /** Before it is made or changed. */
  readonly preconditions: readonly ConditionDeclaration[]
  /** After that; `self` is the resource. */
  readonly postconditions: readonly ConditionDeclaration[]
  /** It is made anew when one of these is another than it was. */
  readonly triggers: readonly Expression[]
}

export interface IncludeDeclaration extends Declaration {
  /** Of the file, or what the kind of source in the metadata understands by it. */
  readonly path: Expression
  readonly variables: ReadonlyMap<string, Expression>
  /** Where the child comes from, when that is not a file: `sourceType`, and what that needs. */
  readonly metadata?: Expression
  readonly description?: Expression
}

export interface ResourceDeclaration extends Declaration {
  readonly type: Written<string>
  readonly spec: Expression
  readonly description?: Expression
  readonly displayName?: Expression
  readonly labels: Readonly<Record<string, string>>
  readonly annotations?: Expression
  readonly custom?: Expression
  readonly dependsOn: readonly Written<string>[]
  readonly removalPolicy: 'delete' | 'retain'
  readonly linkSelector?: LinkSelector
  /** True or false; a resource whose condition is false is not there. */
  readonly condition?: Expression
  /** A list or a map; the resource is there once for each item. */
  readonly each?: Expression
  /** The name of an item's resource instead of its index: `metadata.custom.slipway.eachKey`. */
  readonly eachKey?: Expression
  /** True when `each` may come to nothing although items are deployed: `metadata.custom.slipway.mayBeEmpty`. */
  readonly mayBeEmpty?: Expression
  /** A map: {@link ResourceOptions} as they are written, `metadata.custom.slipway` without what is read apart from them. */
  readonly options?: Expression
  /** `preconditions`, `postconditions` and `replaceTriggeredBy` of `metadata.custom.slipway`. */
  readonly demands?: Demands
  readonly madeFrom?: MadeFrom
}

/** What a user wrote that a transformer has made a resource from. */
export interface MadeFrom {
  readonly resource: string
  readonly type: string
  /** As the blueprint's `transform` names it. */
  readonly transform: string
}

/** Which resources one links to: those that have all these labels. */
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
  readonly displayName?: Expression
  readonly annotations?: Expression
  readonly custom?: Expression
  /** A map, as that of a resource. */
  readonly options?: Expression
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
