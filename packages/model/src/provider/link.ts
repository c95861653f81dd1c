import type { Scalar, Value, ValueMap } from '../value.ts'
import type { CurrentResource, FieldChange, ResourceChanges, ResourceMetadata } from './calls.ts'
import type { CallControl } from './control.ts'
import type { PluginDiagnostic } from './definition.ts'
import type { LinkEnd } from './link-definition.ts'
import type { ResourceStatus } from './resource-state.ts'

/** What every call about a link carries. Two providers may have a part in it: their settings stand side by side. */
export interface LinkContext {
  /** By namespace, then by name. */
  readonly config: Readonly<Record<string, Readonly<Record<string, Scalar>>>>
  readonly variables: Readonly<Record<string, Scalar>>
}

/** Which link a call is about. `linkId` is minted by the engine before the first call. */
export interface LinkIdentity {
  readonly type: string
  readonly linkId: string
  /** `orders::table`, the names of its ends. */
  readonly linkName: string
  readonly instanceId: string
  readonly instanceName: string
}

/** A resource at the end of a link. */
export interface LinkedResource {
  readonly type: string
  readonly resourceId: string
  readonly resourceName: string
  readonly instanceId: string
  /** As the blueprint wants it; of one that goes, as it was recorded. */
  readonly spec: ValueMap
  readonly metadata?: ResourceMetadata
  /** As recorded, with what its provider computed. Absent: not made yet. */
  readonly current?: CurrentResource
  /** Name of the configuration of its provider that it is made with; absent: the one without. */
  readonly configuration?: string
}

/** A resource that a link has made for itself. */
export interface IntermediaryResource {
  readonly resourceId: string
  readonly type: string
  readonly status: ResourceStatus
  readonly spec: ValueMap
  readonly failureReasons?: readonly string[]
}

/** A link as the engine recorded it. */
export interface CurrentLink {
  readonly status: ResourceStatus
  /** What its phases answered, by name. */
  readonly data: ValueMap
  readonly intermediaries: readonly IntermediaryResource[]
  readonly failureReasons?: readonly string[]
  /** Unix seconds; 0 when never. */
  readonly lastDeployed: number
}

/** What will change in the data of a link. */
export interface LinkChanges {
  readonly modified: readonly FieldChange[]
  readonly added: readonly FieldChange[]
  readonly removed: readonly string[]
  readonly unchanged: readonly string[]
  /** Paths of which nobody can say more before the deployment. */
  readonly knownOnDeploy: readonly string[]
}

export type LinkAction = 'create' | 'update' | 'destroy'

export interface StageLinkRequest extends LinkIdentity {
  readonly a: LinkedResource
  readonly b: LinkedResource
  /** What happens to the ends in the same run. */
  readonly changes: Readonly<Record<LinkEnd, ResourceChanges>>
  readonly current?: CurrentLink
  readonly context: LinkContext
}

/** All phases of a link may be repeated with the same request. */
export interface UpdateLinkedRequest extends LinkIdentity {
  readonly end: LinkEnd
  readonly action: LinkAction
  readonly changes: LinkChanges
  readonly resource: LinkedResource
  readonly other: LinkedResource
  readonly current?: CurrentLink
  readonly context: LinkContext
}

export interface UpdateIntermediariesRequest extends LinkIdentity {
  readonly action: LinkAction
  readonly changes: LinkChanges
  readonly a: LinkedResource
  readonly b: LinkedResource
  readonly current?: CurrentLink
  readonly context: LinkContext
}

export interface LinkPhaseResult {
  /** Added to what the other phases of the link answered. */
  readonly data: ValueMap
  /** Which fields of resources the link has written: `orders::spec.policy.name` to the path of its data that says so. */
  readonly mappings: Readonly<Record<string, string>>
}

export interface IntermediariesResult extends LinkPhaseResult {
  /** All that the link has now. */
  readonly intermediaries: readonly IntermediaryResource[]
}

export interface IntermediaryStatesRequest extends LinkIdentity {
  readonly a: LinkedResource
  readonly b: LinkedResource
  readonly current: CurrentLink
  readonly context: LinkContext
}

/** How an intermediary resource really is; `undefined`: there is none. By resource id. */
export type IntermediaryStates = Readonly<Record<string, ValueMap | undefined>>

export interface ValidateLinkRequest {
  readonly type: string
  readonly a: { readonly resourceName: string; readonly type: string; readonly spec: ValueMap }
  readonly b: { readonly resourceName: string; readonly type: string; readonly spec: ValueMap }
  /** The settings of the link at its ends, by `<resource type>::<name>`. */
  readonly annotations: Readonly<Record<string, Value>>
  readonly context: LinkContext
}

/** What a provider does with links. Every method fails with a PluginFailure and nothing else. */
export interface LinkProvider {
  /** [Link.ValidateLink] */
  validate(request: ValidateLinkRequest, control?: CallControl): Promise<readonly PluginDiagnostic[]>
  /** [Link.StageChanges] */
  stage(request: StageLinkRequest, control?: CallControl): Promise<LinkChanges>
  /** [Link.UpdateResourceA] and [Link.UpdateResourceB] */
  updateResource(request: UpdateLinkedRequest, control?: CallControl): Promise<LinkPhaseResult>
  /** [Link.UpdateIntermediaryResources] */
  updateIntermediaries(request: UpdateIntermediariesRequest, control?: CallControl): Promise<IntermediariesResult>
  /** [Link.GetIntermediaryExternalState] */
  intermediaryStates(request: IntermediaryStatesRequest, control?: CallControl): Promise<IntermediaryStates>
}
