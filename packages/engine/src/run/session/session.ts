import {
  type ComputedValues,
  Failure,
  type ProviderDefinition,
  type ResourceTypeDefinition,
  type ValueMap,
} from '@slipway/model'
import type { Intent, LinkRecord, ResourceRecord, StateChange } from '@slipway/stores'
import type { CheckedBlueprint, CheckedResource } from '../../check/checked.ts'
import type { Scope } from '../../evaluate/scope.ts'
import type { News } from '../../plan/decide/decide.ts'
import type { Plan } from '../../plan/shape/plan.ts'
import type { Clock, Failpoint } from '../../ports.ts'
import type { Providers } from '../../providers/providers.ts'
import type { Deadlines } from '../../providers/deadlines.ts'
import type { ProviderCalls } from '../../providers/provider-calls.ts'
import type { Situation } from '../../reality/situation.ts'
import type { Things } from '../../reality/identified-things.ts'
import type { Unsteady } from '../../reality/unsteady.ts'
import type { Settler } from '../../reality/doubt-verdict.ts'
import type { Semaphore, BytesInFlight } from './limits.ts'
import type { RunEvent } from '../events/events.ts'
import type { LinksInRun } from './links-in-run.ts'
import type { RepeatedCreate, Deployment } from './deployment.ts'
import type { GatewayRequests } from './gateway-requests.ts'

/** Everything that a step of a run can see and do. */
export interface Session {
  readonly plan: Pick<Plan, 'steps' | 'part'>
  readonly operation: Plan['operation']
  readonly blueprint: CheckedBlueprint | undefined
  readonly instance: { readonly instanceId: string; readonly instanceName: string }
  readonly clock: Clock
  readonly deadlines: Deadlines
  readonly calls: ProviderCalls
  readonly settler: Settler
  /** When aborted, calls in flight are given up. */
  readonly cancel: AbortSignal
  /** When aborted, nobody waits any more for what merely takes time. */
  readonly stop: AbortSignal | undefined
  /** What gathering found out about the records. */
  readonly news: News

  /** By key: the work of steps that have turned out to be able to start. */
  readonly readied: Map<string, Deployment>
  /** Keys of the steps that turned out not to be able to start, before anything was destroyed to make room for them. */
  readonly unready: Set<string>
  /** Names of what a program has asked for and that has not been made yet. */
  readonly open: Set<string>
  /** Names of resources whose condition is false: references to them are none. */
  readonly absent: Set<string>
  /** Types whose providers have shown that they find things by resource id. */
  readonly knownById: Set<string>
  /** By resource id: creates that were repeated, which happens once in a run, whoever needs it. */
  readonly repeatedCreates: Map<string, Promise<RepeatedCreate>>
  /** By name: ids of older generations that turned out to be what is wanted, and so stay. */
  readonly takenBack: Map<string, string>
  /** By id: the ids of resources that go together with this one. */
  readonly together: Map<string, Set<string>>
  /** What to record of the members of a container that was destroyed or forgotten. */
  readonly members: {
    readonly without: (id: string) => readonly StateChange[]
    readonly goneWith: (container: ResourceRecord, isMissing?: boolean) => readonly StateChange[]
    readonly withUnknown: (container: ResourceRecord) => readonly StateChange[]
  }
  /** Links as they are now. */
  readonly linksInRun: Pick<LinksInRun, 'on' | 'without'>
  /** Limits what steps give to plugins at the same time. */
  readonly inFlight: BytesInFlight
  /** Ids of resources of which nobody can say whether they were made, not even by repeating the create. */
  readonly undecided: Set<string>
  /** By resource id: creates of this run without a good answer, as long as what they may have made is not recorded. */
  readonly inDoubt: Map<string, ResourceRecord>

  /** When a delete of an earlier run was first waited for, in Unix milliseconds: many are not waited for one after the other. */
  readonly lateDeletes: { began?: number }
  /** What was forgotten in this run but stays outside. */
  readonly leftOutside: ResourceRecord[]
  /** Ids of the records of what was imported. */
  readonly takenIn: Set<string>
  readonly asked: GatewayRequests

  /** The record with this id, as it is now. */
  record(id: string): ResourceRecord | undefined
  /** The name of a resource by its id, also while it is being made. Plugins only get the last part of it. */
  nameOf(id: string): string | undefined
  /** The record that has this name now. */
  named(name: string): ResourceRecord | undefined
  /** All records, as they are now. */
  records(): Iterable<ResourceRecord>
  /** Ids of the records that have these names now. */
  idsOf(names: readonly string[]): string[]
  /** What decides whether something may end. */
  readonly situation: Situation
  /** True for a record that this run is not about. */
  readonly isLeftAlone: (record: ResourceRecord) => boolean
  /** All records that read this one. */
  readersOf(id: string): readonly ResourceRecord[]
  /** Other records of the same type whose things certainly exist, including those that were left outside in this run. */
  others(record: ResourceRecord): IteratorObject<ResourceRecord, undefined>
  /** By an id that several records share: lets one of them be removed at a time. */
  readonly oneOfAnId: Map<string, Semaphore>
  /** Which computed values updates and refreshes have changed. */
  readonly unsteady: Pick<Unsteady, 'has'>
  /** Which records stand for which things outside, as they are now. */
  readonly things: Things
  readonly providers: Providers
  definition(type: string): ResourceTypeDefinition | undefined
  /** The provider of a type. */
  provider(type: string): ProviderDefinition | undefined
  /** True when something reads, or may read, a field of a resource during the run, such as `spec.id`. */
  isAwaited(name: string, path: string): boolean

  /** Unix milliseconds. */
  now(): number
  newId(): string
  /** The number of a step that starts, for failpoints. */
  nextStep(): number
  reach(moment: Failpoint, step: number): void
  tell(event: RunEvent): void
  /** Makes the intent of a call. It still has to be written. */
  begin(action: Intent['action'], resource: ResourceRecord): Intent
  /**
   * Notes changes at once, and writes them. They are durable when the promise resolves. Changes of one turn of the event loop,
   * such as the result of a step and the intents of the steps that follow it, share a transaction of the store.
   */
  write(changes: readonly StateChange[]): Promise<void>
  /**
   * Works something out in the scope of the blueprint. What is not known yet is asked outside.
   *
   * @throws EvaluationFailure, PluginFailure
   */
  resolve<T>(work: (scope: Scope) => T): Promise<T>
  /**
   * Makes a composed resource, and returns its computed values.
   *
   * @throws PluginFailure that says that something was made: parts may exist
   */
  compose(deployment: Deployment, record: ResourceRecord): Promise<ComputedValues>
  /** What is wanted, as policies remedy it; to be called within `resolve`. */
  remedied(resource: CheckedResource, spec: ValueMap): ValueMap
}

/** What the step of a link sees beyond that. */
export interface LinkSession extends Session {
  /** The record of a link by its id, as it is now. */
  link(id: string): LinkRecord | undefined
}

/** Narrows a thrown value to a failure. Anything else is a mistake of ours, and thrown again. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown
  throw thrown
}
