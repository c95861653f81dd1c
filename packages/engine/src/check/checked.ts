import type {
  DataSourceFilter,
  DataSourceTypeDefinition,
  Diagnostic,
  FunctionDefinition,
  LinkTypeDefinition,
  ResourceTypeDefinition,
  Value,
  ValueMap,
} from '@slipway/model'
import type { SourceText } from '@slipway/source'
import type { MadeFor } from '@slipway/stores'
import type { CallMemo } from '../evaluate/call-memo.ts'
import type { ConditionDeclaration, Demands, MadeFrom, VariableDeclaration } from '../language/declarations.ts'
import type { Expression, Origin } from '../language/expression.ts'
import type { ResourceOptions } from '../language/resource-options.ts'

/** A blueprint without errors, checked against the definitions of its plugins. Immutable. */
export interface CheckedBlueprint {
  readonly file: string
  /**
   * SHA-256 of text, variables and definitions used, hex. Two equal hashes plan the same from the same state. Worked out when it is
   * asked for: providers can be asked before.
   */
  readonly hash: () => string
  /** Variables by name, converted to their types; secret ones are marked. */
  readonly variables: ReadonlyMap<string, Value>
  /** Values by name; an expression because a value may need a resource. */
  readonly values: ReadonlyMap<string, CheckedValue>
  readonly dataSources: ReadonlyMap<string, CheckedDataSource>
  /** In the order of the text. */
  readonly resources: ReadonlyMap<string, CheckedResource>
  readonly exports: ReadonlyMap<string, CheckedExport>
  /** Children by path: `network`, `network/subnets`. */
  readonly children?: ReadonlyMap<string, CheckedChild>
  /** Ids under which providers know what resources are there already, by name. */
  readonly imports?: ReadonlyMap<string, string>
  /** Resources, and children with all that they have, that got other names. */
  readonly moved?: readonly { readonly from: string; readonly to: string }[]
  /** Between resources; absent when there are none. */
  readonly links?: readonly CheckedLink[]
  /** Functions of providers that are called somewhere, by name. */
  readonly functions?: ReadonlyMap<string, CheckedFunction>
  /** What must hold before anything is done. */
  readonly requires?: readonly ConditionDeclaration[]
  /** What should hold of all there is; a warning where it does not. */
  readonly checks?: readonly ConditionDeclaration[]
  /** Absent when nothing of the kind was needed. */
  readonly decidedBy?: DecidedBy
  /** Templates for which the outside has no items now, though that may be a mistake. */
  readonly emptied?: readonly EmptiedTemplate[]
  /** Names of resources that are written down, and whose condition is known to be false: they are none of the resources. */
  readonly absent?: readonly string[]
  /** Lets diagnostics that come up later name their place. */
  readonly source?: SourceText
}

/** What was read to decide how many resources there are. Nothing asks for it again in the same run, so both say the same. */
export interface DecidedBy {
  readonly calls: CallMemo
  /** By the key of the question. */
  readonly data: ReadonlyMap<string, ValueMap>
  /** What plugins had to say of it, and what is no error. */
  readonly warnings: readonly Diagnostic[]
}

export interface EmptiedTemplate {
  readonly name: string
  /** Of its `each`. */
  readonly origin: Origin
  /** Its items are named by keys, and not by numbers. */
  readonly isKeyed: boolean
  /** What it needs from outside: `datasources.hosts`, `lookup(…)`. */
  readonly needs: readonly string[]
}

export interface CheckedFunction {
  /** The provider that has it. */
  readonly namespace: string
  readonly definition: FunctionDefinition
}

export interface CheckedValue {
  readonly secret: boolean
  readonly expression: Expression
  /** Of a variable of a child: what the value must fit. */
  readonly variable?: VariableDeclaration
}

/** A child of the blueprint: its things are named with its path before them. */
export interface CheckedChild {
  readonly file: string
  /** SHA-256 of its text, hex. */
  readonly hash: string
  /** By the names that the child gives them. */
  readonly exports: ReadonlyMap<string, CheckedExport>
}

/** The resource that configures the provider of another one. */
export interface ConfiguredBy {
  /** Id of its record; `undefined` as long as it is yet to be made. */
  readonly recordId: string | undefined
  readonly settings: ValueMap | undefined
}

/** What is there, and is not made: a program takes it over, or only reads it, under the id by which its provider knows it. */
export interface Found {
  readonly by: 'import' | 'read'
  readonly id: string
}

export interface CheckedResource {
  readonly name: string
  readonly type: string
  readonly definition: ResourceTypeDefinition
  readonly spec: Expression
  readonly displayName?: Expression
  readonly labels: Readonly<Record<string, string>>
  readonly annotations?: Expression
  readonly custom?: Expression
  readonly description?: Expression
  /** Direct dependencies on other resources, from references and `dependsOn`, without duplicates, in order of first mention. */
  readonly dependsOn: readonly string[]
  /**
   * Ids of records that it reads beside those of its dependencies: old generations, of which a recorded value may tell. They stay as
   * long as that.
   */
  readonly alsoReads?: readonly string[]
  /** Names of the links that it reads, directly or through values and data sources. */
  readonly links?: readonly string[]
  readonly removalPolicy: 'delete' | 'retain'
  /** It was wanted before a run that is taken back: what that run has made under its name is retained or not as the run has said. */
  readonly isWantedAgain?: true
  /** Id of what it stood in then, where the name of what it goes with means something else; empty when nobody knows it. */
  readonly home?: string
  /** The id of its record where that was in doubt before such a run: to have it again is to have it in doubt. */
  readonly wasInDoubt?: string
  readonly options?: ResourceOptions
  /** By what its provider is configured, where a resource does that, as far as it is known at the moment. */
  readonly configuredBy?: ConfiguredBy
  /** Conditions name the resource itself as any other. */
  readonly demands?: Demands
  /** Set when other resources decide whether it is there: true or false once they are known. */
  readonly condition?: Expression
  /** Of what another resource is made of: the record of that. */
  readonly madeFor?: MadeFor
  /** Absent: as the user wrote it. */
  readonly madeFrom?: MadeFrom
  /** Absent: it is made. */
  readonly found?: Found
  readonly origin: Origin
}

/** `a` links to `b`. */
export interface CheckedLink {
  /** `orders::table`: the names of its ends. */
  readonly name: string
  readonly a: string
  readonly b: string
  readonly type: string
  readonly definition: LinkTypeDefinition
  /** The provider that has the link. */
  readonly namespace: string
  /** What made it: the linkSelector, or a reference. */
  readonly origin: Origin
}

export interface CheckedDataSource {
  readonly name: string
  readonly type: string
  readonly definition: DataSourceTypeDefinition
  readonly filters: readonly {
    readonly field: string
    readonly operator: DataSourceFilter['operator']
    readonly search: readonly Expression[]
  }[]
  readonly exports: Readonly<Record<string, { readonly type: string; readonly aliasFor?: string }>>
  readonly displayName?: Expression
  readonly annotations?: Expression
  readonly custom?: Expression
  readonly options?: Pick<ResourceOptions, 'provider'>
  /** Resources that a filter or the metadata needs: the data source is then read in the middle of the deployment. */
  readonly dependsOn: readonly string[]
  readonly origin: Origin
}

export interface CheckedExport {
  readonly name: string
  readonly type: string
  readonly expression: Expression
  readonly description?: string
}
