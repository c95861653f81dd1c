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
  /** Grows by one with every run that may have changed something: a plan names the version that it was made from. */
  readonly version: number
  readonly status: InstanceStatus
  /** The blueprint's file, for people. */
  readonly blueprintFile?: string
  readonly blueprintHash?: string
  /** Files of the project that gave its variables when it was last deployed with any, relative to the folder of the blueprint. */
  readonly variableFiles?: readonly string[]
  /** Nothing of it may be destroyed or replaced; false: that was lifted. */
  readonly protect?: boolean
  readonly exports: ValueMap
  /** Drawn by `uuid` and `datetime`, sealed, by the call's key in the blueprint. */
  readonly drawn?: ValueMap
  /** How providers were configured, sealed, by namespace: `given` and `checked` of each. */
  readonly configured?: ValueMap
  /** The settings that `seenWith` of records speaks of, by their ids, as far as they are public, and what these ids are made with. */
  readonly providerSettings?: Value
  /** By type: paths of the computed values that an update or a refresh has ever changed. */
  readonly unsteady?: Readonly<Record<string, readonly string[]>>
  /** The mark of the last restore of its state, once one whole `up` has followed it: from then on, every resource is recorded. */
  readonly wholeSince?: string
  /** The instance that has all of it by now: its own files are yet to follow. */
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
  /** What it was called before, the latest last: a blueprint of then means it. Absent: nothing else. */
  readonly formerNames?: readonly string[]
  readonly type: string
  readonly pluginId: string
  readonly pluginVersion: string
  /** What installs it again, without a version: `github:acme/signal`. Absent: its id says it, or nobody knows. */
  readonly pluginDescriptor?: string
  /**
   * Id of the settings of its provider that decide where things are, as they were when it was last made, changed or found. With others
   * "not found" says nothing. Absent: nobody knows.
   */
  readonly seenWith?: string
  readonly status: ResourceStatus
  /** Resolved spec with the computed values in it. Secrets are marked. */
  readonly spec: ValueMap
  /** Of its type, in whose shape the spec is; absent: 1. */
  readonly schemaVersion?: number
  readonly metadata?: ResourceMetadata
  readonly description?: string
  /** Names of the resources that it depends on directly; never the transitive closure. */
  readonly dependsOn: readonly string[]
  /** Ids of the records that it reads: those that had these names when it was last deployed. They live until it reads others. */
  readonly reads: readonly string[]
  /** `retain`: forgotten, not destroyed, when it leaves the blueprint. */
  readonly removalPolicy: 'delete' | 'retain'
  readonly options?: RecordedOptions
  /**
   * Ids of the records that it may stand in, and goes with (`options.deletedWith`): those that had the name when it was made, and when it was
   * changed, the latest last; it goes with one without a call of its own only where there is just one. An empty one is of what was not
   * surely there then. Absent: nothing is known but the name.
   */
  readonly standsIn?: readonly string[]
  /**
   * Not the resource of its name, but another generation of it: one that has a successor and waits for its own end, or an
   * attempt at a successor of which it is not known that it exists.
   */
  readonly replaced: boolean
  readonly failureReasons: readonly string[]
  readonly createdAt: number
  readonly updatedAt: number
  /** When its provider last said that it is deployed. Absent: never, so it may not exist. */
  readonly deployedAt?: number
  /**
   * Of a create that may have made something: since when surely nobody works on the call any more. Absent while that is not
   * known, and where nothing is in doubt.
   */
  readonly doubtSince?: number
  /** Of a create that may have made something: its provider said that it could not be, and found nothing when it was asked. */
  readonly denied?: true | 'answered'
  /** Secrets that an attempt was given which did not end well: what is there may tell them in any property. */
  readonly mayHold?: readonly Value[]
  /** A user has said that it is there, and its provider tells nothing of what it computes: that is not known until the next deploy. */
  readonly untold?: true
  /** The values that force a new resource when they change, as they were when it was made. */
  readonly triggers?: readonly Value[]
  /** Of the last finished step. */
  readonly durationMs?: number
  /** No blueprint has it: a plugin has made it through the gateway, and it goes when what it was made for has gone. */
  readonly madeFor?: MadeFor
}

/** The options of a resource that count even when no blueprint has it any more: it is destroyed or brought back by them. */
export interface RecordedOptions extends KeptOptions {
  /** It was made by another engine, whose configurations have no names here: it is of whichever the blueprint names first. */
  readonly isOfAnyProvider?: true
}

/** How long a resource may take, in milliseconds. */
export interface Timeouts {
  readonly create?: number
  readonly update?: number
  readonly destroy?: number
  readonly read?: number
}

export interface MadeFor {
  /** Of the plugin that has asked for it. */
  readonly pluginId: string
  /** Id of the resource or the link for which the plugin was called. */
  readonly id: string
}

export type IntentAction = 'create' | 'update' | 'delete'

/** Written before a plugin is called, removed in the same transaction that writes the result. One that is left over is a call in doubt. */
export interface Intent {
  readonly id: string
  readonly runId: string
  readonly action: IntentAction
  /** The resource as it would be had the call gone well (create, update), or as it is (delete). */
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
  /** Why it failed, when it did. */
  readonly reasons: readonly string[]
  /** Calls of plugins that failed, also those that were made again and went well: of very many the first. */
  readonly attempts?: readonly FailedAttempt[]
  /** The children that had steps in it, by path; absent when none had. */
  readonly children?: readonly string[]
  /** What its stage tasks did, in order of their start; absent when it had none, or has not ended. */
  readonly tasks?: readonly TaskResult[]
  /** Anything else worth keeping, such as the order of stage tasks that was used. */
  readonly notes?: Value
}

/** The result of a task on a node, in a run. */
export type TaskResult = Omit<TaskRecord, 'id' | 'deploymentId' | 'runId' | 'fingerprint'>

/** One attempt at a call of a plugin that failed. */
export interface FailedAttempt {
  /** Of the resource, data source, link or function. */
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

/** The last time that a stage task ran on a node, or a run of it that is under way. */
export interface TaskRecord {
  /** `post_deployment plugin1/setup @node1`: one record for each task and node. */
  readonly id: string
  /** All runs from one that began anew to the one that succeeds: a task that is finished is not run again in between. */
  readonly deploymentId: string
  readonly runId: string
  /** As written: `post_deployment/100`. */
  readonly stage: string
  readonly plugin: string
  readonly pluginVersion: string
  readonly task: string
  readonly node: string
  /** Of what the task does: another text under the same name is another task. */
  readonly fingerprint: string
  /** `running` in a record that was left behind: the run was killed in the middle of the task. */
  readonly outcome: 'running' | 'succeeded' | 'failed' | 'cancelled'
  readonly exitCode?: number
  /** Why it failed, when it did. */
  readonly reason?: string
  readonly startedAt: number
  readonly finishedAt?: number
}

/** A blueprint that was included: a part of its parent's instance that people look at as at one of its own. */
export interface ChildRecord {
  /** Its path of names: `network`, `network/subnets`. Its resources have it before their names. */
  readonly name: string
  readonly status: InstanceStatus
  /** An absolute path, or an address; for people. */
  readonly blueprintFile: string
  /** Of its own text. */
  readonly blueprintHash: string
  readonly exports: ValueMap
  readonly createdAt: number
  readonly updatedAt: number
}

/** A link between two resources: what its phases have answered, and how far they have come. */
export interface LinkRecord {
  /** Minted by the engine, unique for ever. */
  readonly id: string
  /** `orders::table`, the names of its ends. Unique in an instance. */
  readonly name: string
  /** `acme/function::acme/table` */
  readonly type: string
  readonly pluginId: string
  readonly pluginVersion: string
  /** As of a resource. */
  readonly pluginDescriptor?: string
  /** As of a resource; `creating` to `destroying` in a record that was left behind: it was killed there. */
  readonly status: ResourceStatus
  readonly a: LinkEndRecord
  readonly b: LinkEndRecord
  /**
   * Ends from which the link was to be moved to these, as long as they are recorded. It may still stand on them when that was not done, or not
   * wholly; otherwise they are to go, and what it has done to them with them, unless they come to be wanted again. Absent: there are none.
   */
  readonly former?: readonly FormerLinkEnd[]
  /** What the phases answered, taken together. Secrets are marked. */
  readonly data: ValueMap
  /** What the link has made for itself. */
  readonly intermediaries: readonly IntermediaryResource[]
  /** Which fields of resources it has written: `orders::spec.policy` to the path in its data. */
  readonly mappings: Readonly<Record<string, string>>
  /** Phases that have begun since the link was last whole; of a whole link, all of them. */
  readonly phases: Readonly<Partial<Record<LinkPhase, LinkPhaseRecord>>>
  readonly failureReasons: readonly string[]
  readonly createdAt: number
  readonly updatedAt: number
  /** When all its phases had last gone well. Absent: never. */
  readonly deployedAt?: number
  /** Of the last time that all its phases went well. */
  readonly durationMs?: number
}

/** The resource at an end of a link, as it was when the link was last made or changed. */
export interface LinkEndRecord {
  readonly resourceId: string
  readonly name: string
}

export interface FormerLinkEnd extends LinkEndRecord {
  /** Which end it was. */
  readonly end: 'a' | 'b'
}

export type LinkPhase = 'a' | 'b' | 'intermediaries'

export interface LinkPhaseRecord {
  /** `begun`: written before the call. A record that was left behind with it is of a call in doubt, which is made again. */
  readonly status: 'begun' | 'done' | 'failed'
  /** In milliseconds, of each attempt that has ended. */
  readonly attempts: readonly number[]
  readonly startedAt: number
  /** Of the phase with all its attempts and pauses. */
  readonly durationMs?: number
}

/** Everything recorded of one instance. */
export interface InstanceState {
  readonly instance: InstanceRecord
  readonly resources: readonly ResourceRecord[]
  /** Calls in doubt, oldest first. */
  readonly intents: readonly Intent[]
  /** By age; absent when there are none. */
  readonly links?: readonly LinkRecord[]
  /** In the order of their names; absent when there are none. */
  readonly children?: readonly ChildRecord[]
  /** The results of stage tasks, oldest first; absent when none has run. */
  readonly tasks?: readonly TaskRecord[]
  /** Records that could not be read, and what is left alone because of them; only when `load` was asked to skip them. */
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
  /** Absent for records that were written and are gone: nobody knows which. */
  readonly id?: string
  /** Of the resource that it is about, where that much can be read. */
  readonly name?: string
  readonly reason: string
}

/** The holder of an instance's lock: enough to tell whether it still lives, and to tell people whom to ask. */
export interface LockHolder {
  readonly runId: string
  readonly pid: number
  /** Clock ticks since boot at which the process started: tells a reused pid. 0 where the system does not say. */
  readonly processStart: number
  readonly bootId: string
  readonly host: string
  readonly user: string
  readonly command: string
  readonly since: number
}

/** Changes that one commit applies together, or not at all. `isDamaged`: the record cannot be read, and is given up by hand. */
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
