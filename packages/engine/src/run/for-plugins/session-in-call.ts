import type { ComputedValues, ProviderDefinition, ResourceTypeDefinition, ValueMap } from '@slipway/model'
import type { Intent, ResourceRecord, StateChange } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import type { Scope } from '../../evaluate/scope.ts'
import type { ProviderCalls } from '../../providers/provider-calls.ts'
import type { Providers } from '../../providers/providers.ts'
import { namespaceOf } from '@slipway/model'
import type { Failpoint } from '../../ports.ts'
import type { Settler } from '../../reality/doubt-verdict.ts'
import { BytesInFlight } from '../session/limits.ts'
import type { RunEvent } from '../events/events.ts'
import type { Deployment } from '../session/deployment.ts'
import type { Session } from '../session/session.ts'

/** What differs from the run's session for a plugin that asks for something during a call. */
export interface InCall {
  readonly calls: ProviderCalls
  readonly providers: Providers
  /** Aborted with the call, too. */
  readonly cancel: AbortSignal
}

/** The session of a run for what a plugin asks for during a call: calls belong to that call, and types may be unknown to the blueprint. */
export class SessionInCall implements Session {
  /** Not the run's: the call during which it is asked holds some of that room, and would wait for itself. */
  readonly inFlight = new BytesInFlight()
  readonly #run: Session
  readonly #own: InCall

  constructor(run: Session, own: InCall) {
    this.#run = run
    this.#own = own
  }

  get calls() {
    return this.#own.calls
  }

  get cancel() {
    return this.#own.cancel
  }

  get stop() {
    return this.#run.stop
  }

  get lateDeletes() {
    return this.#run.lateDeletes
  }

  get leftOutside() {
    return this.#run.leftOutside
  }

  get takenIn() {
    return this.#run.takenIn
  }

  get asked() {
    return this.#run.asked
  }

  get settler(): Settler {
    return { ...this.#run.settler, calls: this.#own.calls }
  }

  definition(type: string): ResourceTypeDefinition | undefined {
    return this.#run.definition(type) ?? this.#own.providers.type(type)
  }

  provider(type: string): ProviderDefinition | undefined {
    return this.#run.provider(type) ?? this.#own.providers.byNamespace.get(namespaceOf(type))
  }

  get providers() {
    return this.#own.providers
  }

  get plan() {
    return this.#run.plan
  }

  get operation() {
    return this.#run.operation
  }

  get blueprint() {
    return this.#run.blueprint
  }

  get instance() {
    return this.#run.instance
  }

  get clock() {
    return this.#run.clock
  }

  get deadlines() {
    return this.#run.deadlines
  }

  get news() {
    return this.#run.news
  }

  get linksInRun() {
    return this.#run.linksInRun
  }

  get readied() {
    return this.#run.readied
  }

  get unready() {
    return this.#run.unready
  }

  get knownById() {
    return this.#run.knownById
  }

  get together() {
    return this.#run.together
  }

  get members() {
    return this.#run.members
  }

  get takenBack() {
    return this.#run.takenBack
  }

  get repeatedCreates() {
    return this.#run.repeatedCreates
  }

  get open() {
    return this.#run.open
  }

  get absent() {
    return this.#run.absent
  }

  get undecided() {
    return this.#run.undecided
  }

  get inDoubt() {
    return this.#run.inDoubt
  }

  get things() {
    return this.#run.things
  }

  record(id: string): ResourceRecord | undefined {
    return this.#run.record(id)
  }

  nameOf(id: string): string | undefined {
    return this.#run.nameOf(id)
  }

  named(name: string): ResourceRecord | undefined {
    return this.#run.named(name)
  }

  get oneOfAnId() {
    return this.#run.oneOfAnId
  }

  get unsteady() {
    return this.#run.unsteady
  }

  get isLeftAlone() {
    return this.#run.isLeftAlone
  }

  records(): Iterable<ResourceRecord> {
    return this.#run.records()
  }

  idsOf(names: readonly string[]): string[] {
    return this.#run.idsOf(names)
  }

  readersOf(id: string): readonly ResourceRecord[] {
    return this.#run.readersOf(id)
  }

  get situation() {
    return this.#run.situation
  }

  others(record: ResourceRecord): IteratorObject<ResourceRecord, undefined> {
    return this.#run.others(record)
  }

  isAwaited(name: string, path: string): boolean {
    return this.#run.isAwaited(name, path)
  }

  now(): number {
    return this.#run.now()
  }

  newId(): string {
    return this.#run.newId()
  }

  nextStep(): number {
    return this.#run.nextStep()
  }

  reach(moment: Failpoint, step: number): void {
    this.#run.reach(moment, step)
  }

  tell(event: RunEvent): void {
    this.#run.tell(event)
  }

  begin(action: Intent['action'], resource: ResourceRecord): Intent {
    return this.#run.begin(action, resource)
  }

  write(changes: readonly StateChange[]): Promise<void> {
    return this.#run.write(changes)
  }

  remedied(resource: CheckedResource, spec: ValueMap): ValueMap {
    return this.#run.remedied(resource, spec)
  }

  compose(deployment: Deployment, record: ResourceRecord): Promise<ComputedValues> {
    return this.#run.compose(deployment, record)
  }

  resolve<T>(work: (scope: Scope) => T): Promise<T> {
    return this.#run.resolve(work)
  }
}
