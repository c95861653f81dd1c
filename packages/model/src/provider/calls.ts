import type { Scalar, Value, ValueMap } from '../value.ts'
import type { ResourceStatus } from './resource-state.ts'

/** Carried by every provider call: the provider's own settings, and words about the deployment. */
export interface ProviderContext {
  /** Keys are bare (`region`) and only this provider's. */
  readonly config: Readonly<Record<string, Scalar>>
  /** Free words such as `environment`, plus those that the engine always adds (`hostApp`, `engineVersion`, …). */
  readonly variables: Readonly<Record<string, Scalar>>
  /** Everything that is made gets tags, whose names begin with `prefix`. Absent: it gets none. */
  readonly tagging?: {
    readonly prefix: string
    readonly engineVersion: string
    readonly pluginId: string
    readonly pluginVersion: string
  }
  /** How it was configured when something of the instance was made or changed last, as far as that is recorded. */
  readonly before?: ProviderConfiguration
  /** Nothing is to be made or changed: as long as it is given the same it is configured as it was before. */
  readonly isKept?: boolean
}

/** Settings of a provider, and what it has made of them. */
export interface ProviderConfiguration {
  readonly given: ValueMap
  /** With its own defaults. */
  readonly checked: ValueMap
  /** The plugin has compared it with the one before: what that has made is found with it. */
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

/** Which resource a call is about. `resourceId` is minted by the engine before the first call: it is the idempotency key. */
export interface ResourceIdentity {
  readonly type: string
  readonly resourceId: string
  readonly resourceName: string
  readonly instanceId: string
  readonly instanceName: string
}

/** A resource as the engine recorded it, as far as a plugin gets to see it. */
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
  /** What is lost outside when a value goes: `its data`. */
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
  /** With the computed values of the deploy. */
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
  /** A user has given its id, as for an import: its provider has never answered anything about it. */
  readonly isFirstLook?: true
  /** Under what a user knows it who says that it is there, and is to be this resource: see `importedBy` of its type. */
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
  /** What is wanted of it. All of it is known, but for types that are `comparedBy` their provider. */
  readonly spec: ValueMap
  /** Paths below the spec of what stays as it is recorded, as the blueprint says: `tags.*`. */
  readonly ignoreChanges?: readonly string[]
  /** It is destroyed first because of something else: what is wanted is made as if nothing had been there. */
  readonly goesFirst?: true
  readonly context: ProviderContext
}

/** Whether others have to be made anew with which it would have to be, too. */
export interface ReplacedWithRequest extends ResourceIdentity {
  /** As it is recorded, computed properties included. */
  readonly current: CurrentResource
  /** Recorded specs of those others: what it has from them is not known any more. */
  readonly others: readonly ValueMap[]
  readonly context: ProviderContext
}

export interface UpgradeRequest extends ResourceIdentity {
  /** As a version of the type recorded it, computed properties included. */
  readonly spec: ValueMap
  /** Which version of its schema that is. */
  readonly schemaVersion: number
  readonly context: ProviderContext
}

/** What a provider says of a change. */
export interface ResourceDiff {
  /** Paths of what cannot change in place: `spec.account`. Empty: it can be updated. */
  readonly replaceBecause: readonly string[]
  /** The old one must be gone before the new one comes. */
  readonly destroyFirst: boolean
  /**
   * Paths that have to change although the specs say the same; empty where the provider does not say which. Left out: there is
   * nothing but what the specs say.
   */
  readonly differs?: readonly string[]
  /** The real and the wanted value, where they differ although the specs say the same, as far as the provider can say. */
  readonly differences?: readonly FieldChange[]
  /** Names of properties that the wanted spec leaves to the provider, which fills in nothing: what is recorded there goes. */
  readonly removed?: readonly string[]
  /** There is nothing to do, although the specs differ. */
  readonly isSame?: boolean
  /** Where there is nothing to do: what people should know to be recorded otherwise from now on. */
  readonly recorded?: readonly FieldChange[]
  /** Paths of what changes like everything else, and is not shown to people. */
  readonly hidden?: readonly string[]
  /** The wanted spec, as long as the resource is not replaced: ignored changes keep their old values. */
  readonly inPlace?: ValueMap
}

export interface ListRequest {
  /** Of resources. */
  readonly type: string
  /** The filter, by names that the provider knows; empty: everything. */
  readonly query: ValueMap
  /** At most so many. */
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
  /** Left out where nobody knows yet what it will belong to. */
  readonly instanceName?: string
  /** Unknown values are left out. */
  readonly spec: ValueMap
  /** Something was left out. */
  readonly isPartial?: boolean
  /** The whole of it then, with marks for what is not known. */
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
  /** Field by exported name. */
  readonly exports: Readonly<Record<string, { readonly type: string; readonly aliasFor?: string }>>
  readonly context: ProviderContext
}

export interface FunctionCallRequest {
  readonly name: string
  readonly args: readonly Value[]
  readonly context: ProviderContext
}

/** How a caller limits one call. */
export interface CallLimits {
  /** Aborting cancels the call on the wire; its outcome is then in doubt. */
  readonly signal?: AbortSignal
  /** Milliseconds from now; past it the call fails in doubt. */
  readonly deadlineMs?: number
  /** Milliseconds that the user has set for it, for dialects that tell a plugin so. */
  readonly allowedMs?: number
}
