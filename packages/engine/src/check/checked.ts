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
   * SHA-256, in hex, of the text, the variables and the used definitions. With equal hashes, the same state gives the same plan. Computed on demand,
   * so that calls of providers can begin earlier.
   */
  readonly hash: () => string
  /** Variables by name, converted to their types. Secret values are marked. */
  readonly variables: ReadonlyMap<string, Value>
  /** The values by name. Each has an expression, because it may need a resource. */
  readonly values: ReadonlyMap<string, CheckedValue>
  readonly dataSources: ReadonlyMap<string, CheckedDataSource>
  /** The resources by name, in the order of the text. */
  readonly resources: ReadonlyMap<string, CheckedResource>
  readonly exports: ReadonlyMap<string, CheckedExport>
  /** Children by path: `network`, `network/subnets`. */
  readonly children?: ReadonlyMap<string, CheckedChild>
  /** The providers' ids of existing things to import, by name of the resource. */
  readonly imports?: ReadonlyMap<string, string>
  /** Resources, and children with everything in them, that have been renamed. */
  readonly moved?: readonly { readonly from: string; readonly to: string }[]
  /** Links between resources; absent when there are none. */
  readonly links?: readonly CheckedLink[]
  /** Functions of providers that are called somewhere, by name. */
  readonly functions?: ReadonlyMap<string, CheckedFunction>
  /** Conditions that must hold before anything is done. */
  readonly requires?: readonly ConditionDeclaration[]
  /** Conditions that should hold for the existing resources; otherwise there is a warning. */
  readonly checks?: readonly ConditionDeclaration[]
  /** Whether the blueprint protects all of its instance; absent if it does not say. */
  readonly protect?: Expression
  /** The outside values that decided the number of resources; absent if nothing outside had to decide. */
  readonly decidedBy?: DecidedBy
  /** Templates whose outside values have no items now, which may be a mistake. */
  readonly emptied?: readonly EmptiedTemplate[]
  /** Names of resources that are written in the blueprint, but whose condition is known to be false. They are not among `resources`. */
  readonly absent?: readonly string[]
  /** The text, for the places of later diagnostics; absent if there is none. */
  readonly source?: SourceText
}

/** The values that were read to decide the number of resources. The same run does not read them again, so they cannot differ. */
export interface DecidedBy {
  readonly calls: CallMemo
  /** The values of data sources, by key of the question. */
  readonly data: ReadonlyMap<string, ValueMap>
  /** The plugins' diagnostics about the values, except errors. */
  readonly warnings: readonly Diagnostic[]
}

export interface EmptiedTemplate {
  readonly name: string
  /** The place of the template's `each`. */
  readonly origin: Origin
  /** True if the template's items are named by keys, not by numbers. */
  readonly isKeyed: boolean
  /** The values that the template needs from outside: `datasources.hosts`, `lookup(…)`. */
  readonly needs: readonly string[]
}

export interface CheckedFunction {
  /** The namespace of the provider that has the function. */
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
  /** The SHA-256 of the child's text, in hex. */
  readonly hash: string
  /** The exports, by their names in the child. */
  readonly exports: ReadonlyMap<string, CheckedExport>
}

/** The resource that configures the provider of another resource. */
export interface ConfiguredBy {
  /** The id of the resource's record; `undefined` until the resource has been made. */
  readonly recordId: string | undefined
  readonly settings: ValueMap | undefined
}

/** An existing thing, which a program imports, or only reads, by the provider's id. */
export interface Found {
  readonly by: 'import' | 'read'
  readonly id: string
}

/** Facts about a resource that was wanted before a run that is being rolled back. */
export interface WantedAgain {
  /** The id of the resource's former container, if the name of the container means another resource now; empty if nobody knows the id. */
  readonly home: string | undefined
  /** True if the resource's record was in doubt. Restoring the record means leaving it in doubt. */
  readonly wasInDoubt: boolean
  /**
   * Ids of records that the resource reads besides those of its dependencies: old generations to which a recorded value may refer. They stay as long
   * as the value does.
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
  /** Names of the links that the resource reads, directly or through values and data sources. */
  readonly links?: readonly string[]
  readonly removalPolicy: 'delete' | 'retain'
  /**
   * Set for a resource that was wanted before a run that is rolled back. A resource that the run made under its name keeps its own removal
   * policy.
   */
  readonly again?: WantedAgain
  /**
   * The id of a record that is this resource even if it has another type, either because of a program's alias or because the resource had this
   * record before.
   */
  readonly sameAs?: string
  readonly options?: ResourceOptions
  /** True if a resource that needs this one is replaced by making its successor first. */
  readonly isNeededFirst?: true
  /** The resource that configures the resource's provider, if there is one. */
  readonly configuredBy?: ConfiguredBy
  /** The resource's conditions, in which `self` has been replaced by the name of the resource. */
  readonly demands?: Demands
  /** The condition of the resource, set if other resources decide whether it is wanted: true or false once they are known. */
  readonly condition?: Expression
  /** For a part of another resource: the whole to which it belongs. */
  readonly madeFor?: MadeFor
  /** The abstract resource from which a transformer made this one; absent if the user wrote the resource itself. */
  readonly madeFrom?: MadeFrom
  /** How the existing thing is found; absent if the resource is made. */
  readonly found?: Found
  readonly origin: Origin
}

/** A link from the resource `a` to the resource `b`. */
export interface CheckedLink {
  /** `orders::table`: the names of its ends. */
  readonly name: string
  readonly a: string
  readonly b: string
  readonly type: string
  readonly definition: LinkTypeDefinition
  /** The provider that has the link. */
  readonly namespace: string
  /** The place that makes the link: the linkSelector, or a reference. */
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
