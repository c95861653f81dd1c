import {
  type ComputedValues,
  Failure,
  type ProviderDefinition,
  type ResourceTypeDefinition,
  type ValueMap,
} from '@slipway/model'
import type { Intent, LinkRecord, ResourceRecord, StateChange } from '@slipway/stores'
import type { CheckedBlueprint, CheckedResource } from '../check/checked.ts'
import type { Scope } from '../evaluate/scope.ts'
import type { News } from '../plan/decide.ts'
import type { Plan } from '../plan/plan.ts'
import type { Clock, Failpoint } from '../ports.ts'
import type { Providers } from '../providers/providers.ts'
import type { Deadlines } from '../providers/deadlines.ts'
import type { ProviderCalls } from '../providers/provider-calls.ts'
import type { Things } from '../reality/identified-things.ts'
import type { Settler } from '../reality/doubt-verdict.ts'
import type { BytesInFlight } from './bytes-in-flight.ts'
import type { RunEvent } from './events.ts'
import type { LinksInRun } from './links-in-run.ts'
import type { MadeAgain } from './made-again.ts'
import type { AskedInCalls } from './asked-in-calls.ts'
import type { Making } from './making.ts'

/** All that a step of a run sees and does. */
export interface Session {
  readonly plan: Pick<Plan, 'steps'>
  readonly operation: Plan['operation']
  readonly blueprint: CheckedBlueprint | undefined
  readonly instance: { readonly instanceId: string; readonly instanceName: string }
  readonly clock: Clock
  readonly deadlines: Deadlines
  readonly calls: ProviderCalls
  readonly settler: Settler
  /** Aborted: calls in flight are given up. */
  readonly cancel: AbortSignal
  /** Aborted: nothing is waited for any more that only takes its time. */
  readonly stop: AbortSignal | undefined
  /** News of the records from before the run. */
  readonly news: News

  /** The work of steps that were made sure to be able to start, by key. */
  readonly readied: Map<string, Making>
  /** Keys of the steps that could not start, before anything was destroyed to make room for them. */
  readonly unready: Set<string>
  /** Names of what a program has asked for, and what is not made yet. */
  readonly open: Set<string>
  /** Names of resources whose condition is false: references to them are none. */
  readonly absent: Set<string>
  /** Types whose providers have shown that they know things by the resource ids. */
  readonly knownById: Set<string>
  /** Creates that were made again, by resource id: once in a run, whoever needs it. */
  readonly madeAgain: Map<string, Promise<MadeAgain>>
  /** Ids of the older generations that turned out to be what is wanted, by name: they stay. */
  readonly takenBack: Map<string, string>
  /** Ids of resources whose end is that of another one, by its id. */
  readonly together: Map<string, Set<string>>
  /** What to record of the members of a container that was destroyed, or forgotten. */
  readonly members: {
    readonly without: (id: string) => readonly StateChange[]
    readonly goneWith: (container: ResourceRecord, isMissing?: boolean) => readonly StateChange[]
    readonly withUnknown: (container: ResourceRecord) => readonly StateChange[]
  }
  /** Links, as they are by now. */
  readonly linksInRun: Pick<LinksInRun, 'on' | 'without'>
  /** Room for what steps give to plugins. */
  readonly inFlight: BytesInFlight
  /** Ids of resources of which nobody can say whether they were made, not even by making them again. */
  readonly undecided: Set<string>
  /** Creates of this run that had no good answer, by resource id, as long as nothing is recorded of what they may have made. */
  readonly inDoubt: Map<string, ResourceRecord>

  /** What was forgotten in this run, and stays outside. */
  readonly leftOutside: ResourceRecord[]
  /** Ids of the records of what was there already, and was taken in. */
  readonly takenIn: Set<string>
  readonly asked: AskedInCalls

  /** The record of a resource by its id, as it is by now. */
  record(id: string): ResourceRecord | undefined
  /** The name of a resource by its id, also while it is being made. Plugins are told only the last part of it. */
  nameOf(id: string): string | undefined
  /** The resource that has a name by now. */
  named(name: string): ResourceRecord | undefined
  /** All records, as they are by now. */
  records(): Iterable<ResourceRecord>
  /** Ids of the records that resources of these names are by now. */
  idsOf(names: readonly string[]): string[]
  /** Another record that reads this one, and so keeps it alive. What is neither found nor wanted keeps nothing. */
  readerOf(id: string): ResourceRecord | undefined
  /** All records that read this one. */
  readersOf(id: string): readonly ResourceRecord[]
  /** Other records of the same type for which something surely is there, what was left outside in this run among them. */
  others(record: ResourceRecord): ResourceRecord[]
  /** Which records stand for which things outside, as they are by now. */
  readonly things: Things
  readonly providers: Providers
  definition(type: string): ResourceTypeDefinition | undefined
  /** The provider of a type. */
  provider(type: string): ProviderDefinition | undefined
  /** True when something reads, or may read, a field of a resource, such as `spec.id`, while it is being deployed. */
  isAwaited(name: string, path: string): boolean

  /** Unix milliseconds. */
  now(): number
  newId(): string
  /** The number of a step that starts: for failpoints. */
  nextStep(): number
  reach(moment: Failpoint, step: number): void
  tell(event: RunEvent): void
  /** The intent of a call, which is not written yet. */
  begin(action: Intent['action'], resource: ResourceRecord): Intent
  /**
   * Notes changes at once, and writes them: durable when the promise resolves. Changes of one turn of the event loop,
   * such as the result of one step and the intents of those that follow from it, share a transaction of the store.
   */
  write(changes: readonly StateChange[]): Promise<void>
  /**
   * Works something out in the scope of the blueprint, asking the outside what it lacks.
   *
   * @throws EvaluationFailure, PluginFailure
   */
  resolve<T>(work: (scope: Scope) => T): Promise<T>
  /**
   * Makes a resource that is made of others, and gives what is computed of it.
   *
   * @throws PluginFailure which says that it is there: its parts may be
   */
  compose(making: Making, record: ResourceRecord): Promise<ComputedValues>
  /** What is wanted of a resource as policies put it right; to be called while something is resolved. */
  remedied(resource: CheckedResource, spec: ValueMap): ValueMap
}

/** A step of a link sees this as well. */
export interface LinkSession extends Session {
  /** The record of a link by its id, as it is by now. */
  link(id: string): LinkRecord | undefined
}

/** Narrows a thrown value to the failure of a resource; anything else is a mistake of ours, and thrown on. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown
  throw thrown
}
