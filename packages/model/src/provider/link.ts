import type { Scalar, Value, ValueMap } from '../value.ts'
import type { CurrentResource, FieldChange, ResourceChanges, ResourceMetadata } from './calls.ts'
import type { CallControl } from './control.ts'
import type { PluginDiagnostic } from './definition.ts'
import type { LinkEnd } from './link-definition.ts'
import type { ResourceStatus } from './resource-state.ts'

/** The part that every call about a link carries. A link can involve two providers, so it has the settings of both. */
export interface LinkContext {
  /** Settings by namespace, then by name. */
  readonly config: Readonly<Record<string, Readonly<Record<string, Scalar>>>>
  readonly variables: Readonly<Record<string, Scalar>>
}

/** The link that a call is about. The engine makes the `linkId` before the first call. */
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
  /** The wanted spec; the recorded spec if the resource is destroyed. */
  readonly spec: ValueMap
  readonly metadata?: ResourceMetadata
  /** The record, with computed values. Absent if the resource has not been created yet. */
  readonly current?: CurrentResource
  /** The name of its provider's configuration; absent if the configuration has no name. */
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
  /** The data that its phases answered, by name. */
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
  /** Paths whose values are only known during the deployment. */
  readonly knownOnDeploy: readonly string[]
}

export type LinkAction = 'create' | 'update' | 'destroy'

export interface StageLinkRequest extends LinkIdentity {
  readonly a: LinkedResource
  readonly b: LinkedResource
  /** The changes to the two ends in the same run. */
  readonly changes: Readonly<Record<LinkEnd, ResourceChanges>>
  readonly current?: CurrentLink
  readonly context: LinkContext
}

/** The request of a phase. All phases of a link may be repeated with the same request. */
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
  /** Merged with the data of the link's other phases. */
  readonly data: ValueMap
  /** The fields of resources that the link has written, as `orders::spec.policy.name`, with the path of the value in the link's data. */
  readonly mappings: Readonly<Record<string, string>>
}

export interface IntermediariesResult extends LinkPhaseResult {
  /** All intermediaries that the link has now. */
  readonly intermediaries: readonly IntermediaryResource[]
}

export interface IntermediaryStatesRequest extends LinkIdentity {
  readonly a: LinkedResource
  readonly b: LinkedResource
  readonly current: CurrentLink
  readonly context: LinkContext
}

/** The real specs of intermediaries by resource id; `undefined` for one that does not exist. */
export type IntermediaryStates = Readonly<Record<string, ValueMap | undefined>>

export interface ValidateLinkRequest {
  readonly type: string
  readonly a: { readonly resourceName: string; readonly type: string; readonly spec: ValueMap }
  readonly b: { readonly resourceName: string; readonly type: string; readonly spec: ValueMap }
  /** The settings of the link at its ends, by `<resource type>::<name>`. */
  readonly annotations: Readonly<Record<string, Value>>
  readonly context: LinkContext
}

/** The part of a provider that implements links. Every method fails with a PluginFailure and nothing else. */
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
