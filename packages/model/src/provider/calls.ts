import type { Scalar, Value, ValueMap } from '../value.ts'
import type { ResourceStatus } from './resource-state.ts'

/** The part that is the same in every provider call: the provider's own settings, and variables of the deployment. */
export interface ProviderContext {
  /** Keys are bare (`region`) and only this provider's. */
  readonly config: Readonly<Record<string, Scalar>>
  /** The user's variables, such as `environment`, and those that the engine always adds (`hostApp`, `engineVersion`, …). */
  readonly variables: Readonly<Record<string, Scalar>>
  /** The tags for everything that the call makes. Their names begin with `prefix`. If absent, it gets no tags. */
  readonly tagging?: {
    readonly prefix: string
    readonly engineVersion: string
    readonly pluginId: string
    readonly pluginVersion: string
  }
  /** The recorded configuration from the last time that something of the instance was made or changed. */
  readonly before?: ProviderConfiguration
  /** The run makes and changes nothing, so that a provider with unchanged settings keeps its earlier configuration. */
  readonly isKept?: boolean
}

/** The settings of a provider, as given and as checked by the provider. */
export interface ProviderConfiguration {
  readonly given: ValueMap
  /** The settings with the provider's defaults. */
  readonly checked: ValueMap
  /** The plugin has compared it with the configuration before: resources made with that one are found with this one. */
  readonly isVouchedFor?: true
}

export interface ResourceMetadata {
  readonly displayName?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: ValueMap
  readonly custom?: Value
}

/** A data source's metadata in the blueprint. */
export type DataSourceMetadata = Omit<ResourceMetadata, 'labels'>

/** The resource that a call is about. The engine makes the `resourceId` before the first call; it is the idempotency key. */
export interface ResourceIdentity {
  readonly type: string
  readonly resourceId: string
  readonly resourceName: string
  readonly instanceId: string
  readonly instanceName: string
}

/** The part of a recorded resource that a plugin sees. */
export interface CurrentResource {
  readonly spec: ValueMap
  readonly status: ResourceStatus
  readonly metadata?: ResourceMetadata
  readonly dependsOn: readonly string[]
  /** Unix seconds; 0 when never. */
  readonly lastDeployed: number
}

export interface FieldChange {
  /** `spec.port`, `spec.tags[0].name` */
  readonly path: string
  readonly previous?: Value
  readonly next?: Value
  /** The loss outside if the value is removed: `its data`. */
  readonly loses?: string
}

export interface ResourceChanges {
  readonly mustRecreate: boolean
  readonly modified: readonly FieldChange[]
  readonly added: readonly FieldChange[]
  readonly removed: readonly string[]
  readonly unchanged: readonly string[]
  /** Paths that the provider fills in. */
  readonly computed: readonly string[]
}

export interface DeployRequest extends ResourceIdentity {
  /** The spec with everything resolved and no computed fields. Secrets are marked; the converter reveals them to the plugin. */
  readonly spec: ValueMap
  readonly metadata?: ResourceMetadata
  readonly description?: string
  /** Absent: create. */
  readonly current?: CurrentResource
  readonly changes: ResourceChanges
  readonly context: ProviderContext
}

/** Computed values by path below the resource: `spec.id`, `spec.endpoint.port`. */
export type ComputedValues = Readonly<Record<string, Value>>

export interface StabilisedRequest extends ResourceIdentity {
  /** The spec with the computed values of the deploy. */
  readonly spec: ValueMap
  readonly metadata?: ResourceMetadata
  readonly context: ProviderContext
}

export interface StabilisedResult {
  readonly stabilised: boolean
  readonly computed: ComputedValues
}

export interface ExternalStateRequest extends ResourceIdentity {
  /** The recorded spec, or for a create in doubt the desired one. */
  readonly spec: ValueMap
  readonly metadata?: ResourceMetadata
  /** The id comes from a user, as in an import, and the provider has not yet answered any call about the resource. */
  readonly isFirstLook?: true
  /** The id or name of an existing thing that a user wants to import as this resource; see `importedBy` of its type. */
  readonly importedAs?: string
  readonly context: ProviderContext
}

export interface DestroyRequest extends ResourceIdentity {
  readonly current: CurrentResource
  readonly context: ProviderContext
}

export interface DiffRequest extends ResourceIdentity {
  /** As it is recorded, computed properties included. */
  readonly current: CurrentResource
  /** The wanted spec. All of it is known, except for types that are `comparedBy` their provider. */
  readonly spec: ValueMap
  /** The blueprint's patterns of paths that keep their recorded values: `tags.*`. */
  readonly ignoreChanges?: readonly string[]
  /** The resource is destroyed first for another reason, so that the wanted one is made as if nothing had been there. */
  readonly goesFirst?: true
  readonly context: ProviderContext
}

/** Asks whether a resource must be replaced because others are. */
export interface ReplacedWithRequest extends ResourceIdentity {
  /** As it is recorded, computed properties included. */
  readonly current: CurrentResource
  /** The recorded specs of the resources that are replaced. Values that come from them are no longer known. */
  readonly others: readonly ValueMap[]
  readonly context: ProviderContext
}

export interface UpgradeRequest extends ResourceIdentity {
  /** The spec as an earlier version of the type recorded it, with its computed properties. */
  readonly spec: ValueMap
  /** The schema version of the recorded spec. */
  readonly schemaVersion: number
  readonly context: ProviderContext
}

/** Asks whether what is recorded as another type can become a resource of this type. */
export interface TakeOverRequest extends UpgradeRequest {
  /** The type and the plugin of the record, of which the spec and its schema version are. */
  readonly former: { readonly type: string; readonly pluginId: string }
}

/** A provider's answer about a change. */
export interface ResourceDiff {
  /** The paths that cannot change in place: `spec.account`. If empty, the resource can be updated. */
  readonly replaceBecause: readonly string[]
  /** The old resource must be destroyed before the new one is created. */
  readonly destroyFirst: boolean
  /** This order is only a habit of the dialect. It does not count for what a resource with the other order needs. */
  readonly isHabit?: true
  /**
   * Paths that change although the specs are equal; empty if the provider does not name them. If left out, only the differences of the
   * specs count.
   */
  readonly differs?: readonly string[]
  /** The real and the wanted values that differ although the specs are equal, if the provider names them. */
  readonly differences?: readonly FieldChange[]
  /** Names of properties that the wanted spec leaves out and the provider does not fill in: their recorded values are removed. */
  readonly removed?: readonly string[]
  /** No change is needed, although the specs differ. */
  readonly isSame?: boolean
  /** Values that are recorded differently from now on and are worth showing, if no change is needed. */
  readonly recorded?: readonly FieldChange[]
  /** Paths that change like others but are not shown to people. */
  readonly hidden?: readonly string[]
  /** The wanted spec for an update in place, where ignored changes keep their old values. */
  readonly inPlace?: ValueMap
}

export interface ListRequest {
  /** A resource type. */
  readonly type: string
  /** The filter, by names that the provider knows; empty: everything. */
  readonly query: ValueMap
  /** The greatest number of things to list. */
  readonly limit: number
  readonly context: ProviderContext
}

export interface ListedThings {
  /** `id` is what a resource is imported by; `name` is for people, and may be empty. */
  readonly things: readonly { readonly id: string; readonly name: string }[]
  /** There may be more. */
  readonly isCut: boolean
}

export interface ValidateResourceRequest {
  readonly type: string
  readonly resourceName: string
  /** Left out if the instance is not known yet. */
  readonly instanceName?: string
  /** Unknown values are left out. */
  readonly spec: ValueMap
  /** True if something was left out. */
  readonly isPartial?: boolean
  /** The whole spec, with unknown values marked, if `isPartial`. */
  readonly open?: ValueMap
  readonly context: ProviderContext
}

export interface DataSourceFilter {
  readonly field: string
  readonly operator: string
  readonly search: readonly Value[]
}

export interface FetchRequest {
  readonly type: string
  readonly dataSourceName: string
  readonly filters: readonly DataSourceFilter[]
  readonly metadata?: DataSourceMetadata
  /** The exported fields, by exported name. */
  readonly exports: Readonly<Record<string, { readonly type: string; readonly aliasFor?: string }>>
  readonly context: ProviderContext
}

export interface FunctionCallRequest {
  readonly name: string
  readonly args: readonly Value[]
  readonly context: ProviderContext
}

/** A caller's limits for one call. */
export interface CallLimits {
  /** Aborting cancels the call on the wire; its outcome is then in doubt. */
  readonly signal?: AbortSignal
  /** Milliseconds from now; past it the call fails in doubt. */
  readonly deadlineMs?: number
  /** The user's time limit in milliseconds, for dialects that report it to the plugin. */
  readonly allowedMs?: number
}
