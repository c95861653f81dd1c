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
import type {
  ConditionDeclaration,
  Demands,
  MadeFrom,
  VariableDeclaration,
  WrittenMetadata,
} from '../language/declarations.ts'
import type { Expression, Origin } from '../language/expression.ts'
import type { ResourceOptions } from '../language/resource-options.ts'

/** A blueprint without errors, checked against the definitions of its plugins. Immutable. */
export interface CheckedBlueprint {
  readonly file: string
  /**
   * SHA-256 of text, variables and definitions used, hex. With equal hashes, the same state gives the same plan. Worked out only when
   * it is asked for, so that calls of providers can begin before.
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
  /** By name of a resource that exists already: the id by which its provider knows it. */
  readonly imports?: ReadonlyMap<string, string>
  /** Resources, and children with everything in them, that have been renamed. */
  readonly moved?: readonly { readonly from: string; readonly to: string }[]
  /** Links between resources; absent when there are none. */
  readonly links?: readonly CheckedLink[]
  /** Functions of providers that are called somewhere, by name. */
  readonly functions?: ReadonlyMap<string, CheckedFunction>
  /** What must hold before anything is done. */
  readonly requires?: readonly ConditionDeclaration[]
  /** What should hold of everything that exists; otherwise there is a warning. */
  readonly checks?: readonly ConditionDeclaration[]
  /** Whether all of its instance is protected; absent: it does not say. */
  readonly protect?: Expression
  /** Absent when nothing outside had to decide. */
  readonly decidedBy?: DecidedBy
  /** Templates for which the outside has no items now, which may be a mistake. */
  readonly emptied?: readonly EmptiedTemplate[]
  /** Names of resources that are written in the blueprint, but whose condition is known to be false. They are not among `resources`. */
  readonly absent?: readonly string[]
  /** For the places of diagnostics that come up later. */
  readonly source?: SourceText
}

/** The values that were read to decide the number of resources. The same run does not read them again, so they cannot differ. */
export interface DecidedBy {
  readonly calls: CallMemo
  /** By the key of the question. */
  readonly data: ReadonlyMap<string, ValueMap>
  /** What plugins said about it, except errors. */
  readonly warnings: readonly Diagnostic[]
}

export interface EmptiedTemplate {
  readonly name: string
  /** Place of its `each`. */
  readonly origin: Origin
  /** Its items are named by keys, not by numbers. */
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
  /** For a variable of a child: its declaration, which the value must fit. */
  readonly variable?: VariableDeclaration
}

/** A child of the blueprint. The names of its resources begin with its path. */
export interface CheckedChild {
  readonly file: string
  /** SHA-256 of its text, hex. */
  readonly hash: string
  /** By the names that the child gives them. */
  readonly exports: ReadonlyMap<string, CheckedExport>
}

/** The resource that configures the provider of another one. */
export interface ConfiguredBy {
  /** Id of its record; `undefined` until it has been made. */
  readonly recordId: string | undefined
  readonly settings: ValueMap | undefined
}

/** Something that exists, and is not made: a program imports it, or only reads it, under the id by which its provider knows it. */
export interface Found {
  readonly by: 'import' | 'read'
  readonly id: string
}

/** Facts about a resource that was wanted before a run that is being rolled back. */
export interface WantedAgain {
  /** Id of the container in which it stood then, if the name of its container means something else now; empty when nobody knows it. */
  readonly home: string | undefined
  /** Its record was in doubt: restoring it means leaving it in doubt. */
  readonly wasInDoubt: boolean
  /**
   * Ids of records that it reads besides those of its dependencies: old generations to which a recorded value may refer. They stay as
   * long as that does.
   */
  readonly alsoReads: readonly string[]
}

export interface CheckedResource {
  readonly name: string
  readonly type: string
  readonly definition: ResourceTypeDefinition
  readonly spec: Expression
  readonly labels: Readonly<Record<string, string>>
  readonly metadata: WrittenMetadata
  readonly description?: Expression
  /** Direct dependencies on other resources, from references and `dependsOn`, without duplicates, in order of first mention. */
  readonly dependsOn: readonly string[]
  /** Names of the links that it reads, directly or through values and data sources. */
  readonly links?: readonly string[]
  readonly removalPolicy: 'delete' | 'retain'
  /** It was wanted before a run that is taken back. What that run made under its name is retained, or not, as the run said. */
  readonly again?: WantedAgain
  /** Id of the record that it is even if that is of another type: an alias of a program says so, or it was that one before. */
  readonly sameAs?: string
  readonly options?: ResourceOptions
  /** The resource that configures its provider, if one does, as far as it is known at present. */
  readonly configuredBy?: ConfiguredBy
  /** Its conditions. In these, `self` has been replaced by the name of the resource. */
  readonly demands?: Demands
  /** Set when other resources decide whether it is wanted: true or false once they are known. */
  readonly condition?: Expression
  /** For a part of another resource: the record of that. */
  readonly madeFor?: MadeFor
  /** Absent when it is as the user wrote it. */
  readonly madeFrom?: MadeFrom
  /** Absent when it is made. */
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
  /** Place of what makes the link: the linkSelector, or a reference. */
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
  readonly metadata: WrittenMetadata
  readonly options?: Pick<ResourceOptions, 'provider'>
  /** Resources that a filter or the metadata needs. If there are any, the data source is read in the middle of the deployment. */
  readonly dependsOn: readonly string[]
  readonly origin: Origin
}

export interface CheckedExport {
  readonly name: string
  readonly type: string
  readonly expression: Expression
  readonly description?: string
}
