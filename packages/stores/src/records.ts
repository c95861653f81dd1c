import type {
  KeptOptions,
  PluginErrorCode,
  IntermediaryResource,
  ResourceMetadata,
  ResourceStatus,
  Value,
  ValueMap,
} from '@slipway/model'

/** A deployed copy of a blueprint. Times are Unix milliseconds everywhere in this file. */
export interface InstanceRecord {
  readonly id: string
  readonly name: string
  /** Grows by one with every run that may have changed something. A plan names its base version. */
  readonly version: number
  readonly status: InstanceStatus
  /** The blueprint's file, for messages. */
  readonly blueprintFile?: string
  readonly blueprintHash?: string
  /** The project's variables files of the last deployment that used any, relative to the blueprint's folder. */
  readonly variableFiles?: readonly string[]
  /** True: none of its resources may be destroyed or replaced. False: the protection was lifted. */
  readonly protect?: boolean
  readonly exports: ValueMap
  /** Values drawn by `uuid` and `datetime`, sealed, by the call's key in the blueprint. */
  readonly drawn?: ValueMap
  /** The configurations of providers, sealed, by namespace: `given` and `checked` of each. */
  readonly configured?: ValueMap
  /** The public settings behind `seenWith` of records, by id, and the salt of these ids. */
  readonly providerSettings?: Value
  /** The parts of a Terraform state that an export needs and no record has: lineage, serial, and the rest. */
  readonly terraform?: ValueMap
  /** Paths of computed values that an update or a refresh has ever changed, by type. */
  readonly unsteady?: Readonly<Record<string, readonly string[]>>
  /** The mark of the last restore of its state that a whole `up` has followed, after which every resource is recorded. */
  readonly wholeSince?: string
  /** The instance that has taken over all records. The renaming of the files is still pending. */
  readonly renamedTo?: string
  readonly createdAt: number
  readonly updatedAt: number
}

export type InstanceStatus =
  | 'deploying'
  | 'deployed'
  | 'deploy-failed'
  | 'destroying'
  | 'destroyed'
  | 'destroy-failed'
  | 'interrupted'

export interface ResourceRecord {
  /** Minted by the engine, unique for ever. */
  readonly id: string
  /** Unique among the records of an instance that are not `replaced`. */
  readonly name: string
  /** Its earlier names, the latest last, by which an older blueprint refers to it. Absent: none. */
  readonly formerNames?: readonly string[]
  readonly type: string
  readonly pluginId: string
  readonly pluginVersion: string
  /** The descriptor that reinstalls the plugin, without a version: `github:acme/signal`. Absent: the id implies it, or it is unknown. */
  readonly pluginDescriptor?: string
  /**
   * Id of the provider settings that decide where things are, from the last time it was made, changed or found. With other settings, "not
   * found" proves nothing. Absent: unknown.
   */
  readonly seenWith?: string
  readonly status: ResourceStatus
  /** The resolved spec, including computed values. Secrets are marked. */
  readonly spec: ValueMap
  /** The schema version of the spec's shape. Absent: 1. */
  readonly schemaVersion?: number
  readonly metadata?: ResourceMetadata
  readonly description?: string
  /** Names of the resources that it depends on directly; never the transitive closure. */
  readonly dependsOn: readonly string[]
  /** Ids of the records that it read when it was last deployed. They live until it reads others. */
  readonly reads: readonly string[]
  /** `retain`: forgotten, not destroyed, when it leaves the blueprint. */
  readonly removalPolicy: 'delete' | 'retain'
  readonly options?: RecordedOptions
  /**
   * Ids of its possible containers (`options.deletedWith`): the records with that name when it was made and when it was changed, the latest
   * last. It goes with its container, without a separate call, only if there is just one. An empty id stands for a container that did not
   * certainly exist then. Absent: only the name is known.
   */
  readonly standsIn?: readonly string[]
  /**
   * True for a generation other than the current resource of its name: one that has a successor and awaits its end, or an attempt at a
   * successor that may not exist.
   */
  readonly replaced: boolean
  readonly failureReasons: readonly string[]
  readonly createdAt: number
  readonly updatedAt: number
  /** The time when its provider last reported it as deployed. Absent: never, so it may not exist. */
  readonly deployedAt?: number
  /** For a create in doubt: the time since which certainly no process works on the call. Absent while unknown, and without doubt. */
  readonly doubtSince?: number
  /** For a create in doubt: its provider reported it as impossible, and found nothing when asked. */
  readonly denied?: true | 'answered'
  /** Secrets in the input of a failed attempt, which any property of the thing may reveal. */
  readonly mayHold?: readonly Value[]
  /** The user says that the thing exists but its provider reports no computed values. They stay unknown until the next deploy. */
  readonly untold?: true
  /** The values at creation whose change forces a new resource. */
  readonly triggers?: readonly Value[]
  /** Duration of the last finished step. */
  readonly durationMs?: number
  /** Present if a plugin made it through the gateway, not a blueprint. It goes after the resource or link that it was made for. */
  readonly madeFor?: MadeFor
}

/** The options of a resource that count even after it has left the blueprint, for its destruction or restoration. */
export interface RecordedOptions extends KeptOptions {
  /** Another engine made it, whose configurations have no names here. It belongs to the first configuration that a blueprint names. */
  readonly isOfAnyProvider?: true
}

/** Time limits of a resource, in milliseconds. */
export interface Timeouts {
  readonly create?: number
  readonly update?: number
  readonly destroy?: number
  readonly read?: number
}

export interface MadeFor {
  /** Id of the plugin that requested it. */
  readonly pluginId: string
  /** Id of the resource or the link for which the plugin was called. */
  readonly id: string
}

export type IntentAction = 'create' | 'update' | 'delete'

/** Written before a plugin call and removed in the transaction that writes the result. A leftover intent is a call in doubt. */
export interface Intent {
  readonly id: string
  readonly runId: string
  readonly action: IntentAction
  /** The resource as it would be after success (create, update), or as it is (delete). */
  readonly resource: ResourceRecord
  readonly startedAt: number
}

export type RunOperation = 'up' | 'destroy' | 'refresh' | 'import' | 'tasks'
export type RunOutcome = 'running' | 'succeeded' | 'failed' | 'cancelled' | 'interrupted'

/** One line of history. */
export interface RunRecord {
  readonly id: string
  readonly operation: RunOperation
  readonly outcome: RunOutcome
  readonly startedAt: number
  readonly finishedAt?: number
  readonly user: string
  readonly host: string
  readonly counts: Readonly<Record<string, number>>
  /** The reasons of a failure. */
  readonly reasons: readonly string[]
  /** Failed plugin calls, including those that succeeded later; only the first if there are very many. */
  readonly attempts?: readonly FailedAttempt[]
  /** The children that had steps in it, by path; absent when none had. */
  readonly children?: readonly string[]
  /** The results of its stage tasks, in start order. Absent without tasks, or before its end. */
  readonly tasks?: readonly TaskResult[]
  /** Anything else worth keeping, such as the order of stage tasks that was used. */
  readonly notes?: Value
}

/** The result of a task on a node, in a run. */
export type TaskResult = Omit<TaskRecord, 'id' | 'deploymentId' | 'runId' | 'fingerprint'>

/** One attempt at a call of a plugin that failed. */
export interface FailedAttempt {
  /** The name of the resource, data source, link or function. */
  readonly name: string
  readonly pluginId: string
  readonly method: string
  /** Counted from 1. */
  readonly attempt: number
  readonly code: PluginErrorCode
  readonly reasons: readonly string[]
  readonly durationMs: number
  readonly at: number
}

/** The last or present execution of a stage task on a node. */
export interface TaskRecord {
  /** `post_deployment plugin1/setup @node1`: one record for each task and node. */
  readonly id: string
  /** Identifies all runs from a fresh start to the first success. Finished tasks are not repeated within them. */
  readonly deploymentId: string
  readonly runId: string
  /** As written: `post_deployment/100`. */
  readonly stage: string
  readonly plugin: string
  readonly pluginVersion: string
  readonly task: string
  readonly node: string
  /** Fingerprint of the task's content: other content under the same name is another task. */
  readonly fingerprint: string
  /** `running` in a leftover record: the run was killed during the task. */
  readonly outcome: 'running' | 'succeeded' | 'failed' | 'cancelled'
  readonly exitCode?: number
  /** The reason of a failure. */
  readonly reason?: string
  readonly startedAt: number
  readonly finishedAt?: number
}

/** An included blueprint: a part of its parent's instance that users can inspect like an instance. */
export interface ChildRecord {
  /** Its path: `network`, `network/subnets`. It prefixes the names of its resources. */
  readonly name: string
  readonly status: InstanceStatus
  /** An absolute path or an address, for messages. */
  readonly blueprintFile: string
  /** Hash of its own text. */
  readonly blueprintHash: string
  readonly exports: ValueMap
  readonly createdAt: number
  readonly updatedAt: number
}

/** A link between two resources, with the answers and the progress of its phases. */
export interface LinkRecord {
  /** Minted by the engine, unique for ever. */
  readonly id: string
  /** The names of its ends, `orders::table`. Unique in an instance. */
  readonly name: string
  /** `acme/function::acme/table` */
  readonly type: string
  readonly pluginId: string
  readonly pluginVersion: string
  /** Like a resource's. */
  readonly pluginDescriptor?: string
  /** Like a resource's. `creating` to `destroying` in a leftover record: the run was killed there. */
  readonly status: ResourceStatus
  readonly a: LinkEndRecord
  readonly b: LinkEndRecord
  /**
   * Earlier ends, while they are recorded. The link may still be on them if its move to the present ends is unfinished. Otherwise they will
   * be destroyed together with the link's changes to them, unless they are wanted again. Absent: none.
   */
  readonly former?: readonly FormerLinkEnd[]
  /** The merged answers of the phases. Secrets are marked. */
  readonly data: ValueMap
  /** Resources that the link has created for itself. */
  readonly intermediaries: readonly IntermediaryResource[]
  /** The resource fields that it has written: `orders::spec.policy` to the path in its data. */
  readonly mappings: Readonly<Record<string, string>>
  /** Phases that have begun since the link was last whole; for a whole link, all phases. */
  readonly phases: Readonly<Partial<Record<LinkPhase, LinkPhaseRecord>>>
  readonly failureReasons: readonly string[]
  readonly createdAt: number
  readonly updatedAt: number
  /** The last time when all its phases had succeeded. Absent: never. */
  readonly deployedAt?: number
  /** Duration of the last success of all its phases. */
  readonly durationMs?: number
}

/** The resource at an end of a link when the link was last made or changed. */
export interface LinkEndRecord {
  readonly resourceId: string
  readonly name: string
}

export interface FormerLinkEnd extends LinkEndRecord {
  /** The end of the link that it was. */
  readonly end: 'a' | 'b'
}

export type LinkPhase = 'a' | 'b' | 'intermediaries'

export interface LinkPhaseRecord {
  /** `begun`: written before the call. A leftover record with it is a call in doubt, which is repeated. */
  readonly status: 'begun' | 'done' | 'failed'
  /** Durations of the finished attempts, in milliseconds. */
  readonly attempts: readonly number[]
  readonly startedAt: number
  /** Duration of the phase with all attempts and pauses. */
  readonly durationMs?: number
}

/** Everything recorded of one instance. */
export interface InstanceState {
  readonly instance: InstanceRecord
  readonly resources: readonly ResourceRecord[]
  /** Calls in doubt, oldest first. */
  readonly intents: readonly Intent[]
  /** Oldest first; absent if none. */
  readonly links?: readonly LinkRecord[]
  /** Sorted by name; absent if none. */
  readonly children?: readonly ChildRecord[]
  /** The results of stage tasks, oldest first; absent if none has run. */
  readonly tasks?: readonly TaskRecord[]
  /** Unreadable records, and records that stay untouched because of them. Only if `load` skips them. */
  readonly damaged?: readonly DamagedRecord[]
}

/** The kinds of records. */
export interface RecordKinds {
  readonly instance: InstanceRecord
  readonly resource: ResourceRecord
  readonly intent: Intent
  readonly run: RunRecord
  readonly task: TaskRecord
  readonly link: LinkRecord
  readonly child: ChildRecord
}

export interface DamagedRecord {
  readonly kind: keyof RecordKinds
  /** Absent for lost records whose id is unknown. */
  readonly id?: string
  /** The name of the affected resource, if readable. */
  readonly name?: string
  readonly reason: string
}

/** The holder of an instance's lock, with enough facts to check whether it is alive and to name a contact. */
export interface LockHolder {
  readonly runId: string
  readonly pid: number
  /** Start of the process in clock ticks since boot, to detect a reused pid. 0 if the system does not tell. */
  readonly processStart: number
  readonly bootId: string
  readonly host: string
  readonly user: string
  readonly command: string
  readonly since: number
}

/** Changes that one commit applies all or none. `isDamaged`: the record is unreadable and is given up by hand. */
export type StateChange =
  | { readonly kind: 'instance'; readonly instance: InstanceRecord }
  | { readonly kind: 'begin'; readonly intent: Intent }
  | { readonly kind: 'end'; readonly intentId: string; readonly isDamaged?: boolean }
  | { readonly kind: 'resource'; readonly resource: ResourceRecord }
  | { readonly kind: 'forget'; readonly resourceId: string; readonly isDamaged?: boolean }
  | { readonly kind: 'link'; readonly link: LinkRecord }
  | { readonly kind: 'forget-link'; readonly linkId: string; readonly isDamaged?: boolean }
  | { readonly kind: 'run'; readonly run: RunRecord }
  | { readonly kind: 'task'; readonly task: TaskRecord }
  | { readonly kind: 'forget-task'; readonly taskId: string; readonly isDamaged?: boolean }
  | { readonly kind: 'child'; readonly child: ChildRecord }
  | { readonly kind: 'forget-child'; readonly name: string; readonly isDamaged?: boolean }
  | { readonly kind: 'remove-instance' }
