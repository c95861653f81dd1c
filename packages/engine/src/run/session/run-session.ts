import {
  type ComputedValues,
  type Diagnostic,
  namespaceOf,
  type ProviderDefinition,
  type ResourceTypeDefinition,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { type Intent, type LinkRecord, type ResourceRecord, type StateChange } from '@slipway/stores'
import type { CheckedBlueprint, CheckedResource } from '../../check/checked.ts'
import type { Scope } from '../../evaluate/scope.ts'
import type { Deadlines } from '../../providers/deadlines.ts'
import type { Providers } from '../../providers/providers.ts'
import { ProviderCalls, type ProviderCallsOptions } from '../../providers/provider-calls.ts'
import { answerQuestions } from '../../providers/answer-questions.ts'
import { nobodyComposes } from '../../providers/composed.ts'
import { needed } from '../../providers/about-subject.ts'
import { Questions } from '../../providers/answers.ts'
import type { Gathered } from '../../reality/gathered.ts'
import type { Settler } from '../../reality/doubt-verdict.ts'
import { applyChanges } from '../../reality/apply-changes.ts'
import { existenceOf } from '../../reality/life-cycle.ts'
import { askingDiff, remediedByPolicies } from '../../plan/decide/ask-providers.ts'
import type { Plan } from '../../plan/shape/plan.ts'
import { Things } from '../../reality/identified-things.ts'
import { missingIds } from '../../plan/shape/missing-and-unread.ts'
import { type Views, viewOf, scopeOfPlan } from '../../plan/draft/scope-of-plan.ts'
import type { Clock, Failpoint } from '../../ports.ts'
import { GatewayRequests } from './gateway-requests.ts'
import { type Semaphore, BytesInFlight } from './limits.ts'
import { Awaited } from './awaited.ts'
import type { RunEvent } from '../events/events.ts'
import { type LateNews, lateNews, leftAloneBy, type SessionParts, settlersIn } from './session-parts.ts'
import { Unsteady } from '../../reality/unsteady.ts'
import { LinksInRun } from './links-in-run.ts'
import { MembersInRun } from './members-in-run.ts'
import { SituationNow } from './situation-now.ts'
import { Tally } from './step-control.ts'
import type { RepeatedCreate, Deployment } from './deployment.ts'
import type { LinkSession } from './session.ts'

/** What the steps of one run share: the records so far, and ways to record more and to ask providers. */
export class RunSession implements LinkSession, Views {
  readonly calls: ProviderCalls
  readonly #parts: SessionParts
  /** What a program has asked for, by name. */
  readonly goals = new Map<string, CheckedResource>()
  /** Makes composed resources; `undefined` when there are none. */
  compositions: { readonly make: LinkSession['compose'] } | undefined
  /** What a program exports; `undefined` as long as it has not said. */
  exports: ValueMap | undefined
  readonly open = new Set<string>()
  readonly readied = new Map<string, Deployment>()
  readonly unready = new Set<string>()
  readonly knownById = new Set<string>()
  readonly repeatedCreates = new Map<string, Promise<RepeatedCreate>>()
  readonly together = new Map<string, Set<string>>()
  /** Ids of what may have stood in something that this run has destroyed: before it is used, it must be looked for. */
  readonly perhapsGone = new Set<string>()
  /** Ids of what this run has steps to destroy, and to forget. */
  readonly going = new Set<string>()
  readonly forgetting = new Set<string>()
  readonly members = new MembersInRun(this)
  readonly situation = new SituationNow(this)
  readonly tally = new Tally()
  readonly linksInRun: LinksInRun
  readonly takenBack = new Map<string, string>()
  readonly inFlight = new BytesInFlight()
  readonly lateDeletes: { began?: number } = {}
  readonly leftOutside: ResourceRecord[] = []
  readonly takenIn = new Set<string>()
  readonly asked = new GatewayRequests()
  readonly unsteady: Unsteady
  readonly oneOfAnId = new Map<string, Semaphore>()
  readonly undecided: Set<string>
  readonly mayCome: ReadonlySet<string>
  readonly inDoubt = new Map<string, ResourceRecord>()
  readonly absent: Set<string>
  isLeftAlone: (record: ResourceRecord) => boolean
  readonly #records: Map<string, ResourceRecord>
  readonly #byName = new Map<string, ResourceRecord>()
  /** By id of a record: the ids of its readers. */
  readonly #readers = new Map<string, Set<string>>()
  /** By name of what this run leaves out: the id of what is read under it, which may have another name for now. */
  readonly #readUnder = new Map<string, string>()
  /** By id: names of what calls have begun for. */
  readonly #begun = new Map<string, string>()
  #things: Things | undefined
  #settlers: (() => Settler) | undefined
  /** Ids of records whose things are missing: whatever gets their keys in this run belongs to something else. */
  readonly #missing: ReadonlySet<string>
  readonly #questions = new Questions()
  readonly #scope: Scope | undefined
  readonly news: LateNews
  #awaited: Awaited | undefined
  #started = 0
  #fatal: { readonly thrown: unknown } | undefined

  constructor(parts: SessionParts) {
    const { gathered, blueprint, plan } = parts
    this.#parts = parts
    this.calls = new ProviderCalls({ ...parts.callOptions, recorded: this })
    this.undecided = new Set(gathered.undecided)
    this.mayCome = gathered.mayCome ?? new Set()
    this.absent = new Set(plan.absent)
    this.isLeftAlone = leftAloneBy(plan)
    this.unsteady = new Unsteady(gathered, (type) => this.definition(type))
    this.#missing = missingIds(gathered.drift, plan.steps)
    const state = gathered.state && applyChanges(gathered.state, plan.regrouped)
    this.#records = new Map(state?.resources.map((record) => [record.id, record]))
    for (const record of this.#records.values()) this.#take(record)
    this.linksInRun = new LinksInRun(state?.links ?? [])
    this.news = lateNews(gathered, askingDiff(gathered.answers, this.#questions, this.instance))
    this.#scope = blueprint === undefined ? undefined : scopeOfPlan(blueprint, this, gathered.answers, this.#questions)
  }

  record(id: string): ResourceRecord | undefined {
    return this.#records.get(id)
  }

  link(id: string): LinkRecord | undefined {
    return this.linksInRun.byId(id)
  }

  linkData(name: string): ValueMap | undefined {
    return this.linksInRun.dataOf(name)
  }

  nameOf(id: string): string | undefined {
    return this.#begun.get(id) ?? this.#records.get(id)?.name
  }

  named(name: string): ResourceRecord | undefined {
    return this.#byName.get(name)
  }

  /** Links as they were before the run. */
  get links(): readonly LinkRecord[] {
    return this.#parts.gathered.state?.links ?? []
  }

  /** True when its provider has looked for it, and did not find it. */
  isMissing(id: string): boolean {
    return this.#missing.has(id)
  }

  /** What is wanted under a name. */
  resource(name: string): CheckedResource | undefined {
    return this.goals.get(name) ?? this.#parts.blueprint?.resources.get(name)
  }

  /** How many records there are now. */
  get size(): number {
    return this.#records.size
  }

  idsOf(names: readonly string[]): string[] {
    const idOf = (name: string): string | undefined => this.#readUnder.get(name) ?? this.#byName.get(name)?.id
    return names.flatMap((name) => (this.absent.has(name) ? [] : (idOf(name) ?? [])))
  }

  readUnder(name: string, record: ResourceRecord | undefined): ResourceRecord | undefined {
    if (record !== undefined) this.#readUnder.set(name, record.id)
    return record
  }

  readersOf(id: string): readonly ResourceRecord[] {
    return [...(this.#readers.get(id) ?? [])].flatMap((reader) => this.#records.get(reader) ?? [])
  }

  *others({ id, type }: ResourceRecord): Generator<ResourceRecord, undefined> {
    const isThere = (other: ResourceRecord): boolean => existenceOf(other) === 'there' && !this.#missing.has(other.id)
    for (const records of [this.#records.values(), this.leftOutside])
      for (const other of records) if (other.type === type && other.id !== id && isThere(other)) yield other
  }

  get things(): Things {
    return (this.#things ??= new Things(this.#records.values(), this.providers, this.#missing))
  }

  get(name: string) {
    if (this.absent.has(name)) return null
    if (this.open.has(name)) return undefined
    const record = this.#byName.get(name)
    const isThere = record !== undefined && ['there', 'going'].includes(existenceOf(record))
    return isThere ? viewOf(record, this.providers) : undefined
  }

  /** Steps of a plan start when everything that they depend on is done, but a program may read something earlier. */
  isPending(name: string): boolean {
    return this.open.has(name)
  }

  get callOptions(): ProviderCallsOptions {
    return this.#parts.callOptions
  }

  get deadlines(): Deadlines {
    return this.callOptions.deadlines
  }

  get cancel(): AbortSignal {
    return this.#parts.cancel
  }

  get stop(): AbortSignal | undefined {
    return this.callOptions.stop
  }

  get clock(): Clock {
    return this.#parts.ports.clock
  }

  get plan(): Plan {
    return this.#parts.plan
  }

  get providers(): Providers {
    return this.#parts.gathered.providers
  }

  get parallelism(): number {
    return this.#parts.parallelism
  }

  get operation(): Plan['operation'] {
    return this.#parts.plan.operation
  }

  get blueprint(): CheckedBlueprint | undefined {
    return this.#parts.blueprint
  }

  get instance(): { readonly instanceId: string; readonly instanceName: string } {
    return { instanceId: this.#parts.instanceId, instanceName: this.#parts.plan.instance }
  }

  newId(): string {
    return this.#parts.ports.ids.next()
  }

  tell(event: RunEvent): void {
    this.#parts.events(event)
  }

  get settler(): Settler {
    this.#settlers ??= settlersIn(this, this.#parts.gathered.foundByGiven)
    return this.#settlers()
  }

  records(): Iterable<ResourceRecord> {
    return this.#records.values()
  }

  definition(type: string): ResourceTypeDefinition | undefined {
    return this.providers.type(type)
  }

  provider(type: string): ProviderDefinition | undefined {
    return this.providers.byNamespace.get(namespaceOf(type))
  }

  /** The state as the run found it. */
  get stateBefore(): Gathered['state'] {
    return this.#parts.gathered.state
  }

  recordedExports(): ValueMap {
    return this.#parts.gathered.state?.instance.exports ?? valueMap()
  }

  isAwaited(name: string, path: string): boolean {
    const { blueprint } = this.#parts
    // Nobody knows what a program will read later.
    if (this.goals.size > 0) return true
    if (blueprint === undefined) return false
    this.#awaited ??= new Awaited(blueprint)
    return this.#awaited.has(name, path)
  }

  now(): number {
    return this.#parts.ports.clock.now()
  }

  nextStep(): number {
    return ++this.#started
  }

  reach(moment: Failpoint, step: number): void {
    this.#parts.ports.failpoint?.(moment, step)
  }

  /** What went wrong with the run itself, not with a resource, so that it must end. The first such thing counts. */
  get fatal(): { readonly thrown: unknown } | undefined {
    return this.#fatal
  }

  async write(changes: readonly StateChange[]): Promise<void> {
    const { gathered, store, lease, learned } = this.#parts
    const written = gathered.asRecorded?.written(changes, (id) => this.record(id)) ?? changes
    const isNews = this.unsteady.learn(changes, (id) => this.record(id))
    for (const change of changes) this.#note(change)
    try {
      await store.commit(lease, learned && isNews ? [...written, learned(this.unsteady.recorded)] : written)
    } catch (thrown) {
      this.fail(thrown)
      throw thrown
    }
  }

  /** @throws the failure of a commit, if there was one: then not everything that is noted here is recorded */
  refuseUnrecorded(): void {
    if (this.#fatal !== undefined) throw this.#fatal.thrown
  }

  fail(thrown: unknown): void {
    this.#fatal ??= { thrown }
    this.#parts.halt.abort()
  }

  begin(action: Intent['action'], resource: ResourceRecord): Intent {
    this.#begun.set(resource.id, resource.name)
    return { id: this.#parts.ports.ids.next(), runId: this.#parts.runId, action, resource, startedAt: this.now() }
  }

  /** What the plugin finds wrong with a resource before it is made or changed. */
  async validated({ name, type, options }: CheckedResource, spec: ValueMap): Promise<readonly Diagnostic[]> {
    const { ports } = this.#parts
    return (await ports.validated?.({ name, type, spec, configuration: options?.provider })) ?? []
  }

  remedied(resource: CheckedResource, spec: ValueMap): ValueMap {
    const { answers, instance } = this.#parts.gathered
    return remediedByPolicies(resource, spec, { answers, instance, questions: this.#questions })
  }

  compose(deployment: Deployment, record: ResourceRecord): Promise<ComputedValues> {
    const { compositions } = this
    if (compositions === undefined) throw new TypeError(`nobody can ask for what ${record.name} is made of`)
    return compositions.make(deployment, record)
  }

  async resolve<T>(work: (scope: Scope) => T): Promise<T> {
    const { calls } = this
    const { blueprint, gathered, parallelism, askComposed = nobodyComposes } = this.#parts
    if (blueprint === undefined || this.#scope === undefined) throw new TypeError('there is no blueprint to resolve')
    for (;;) {
      const result = work(this.#scope)
      const { questions } = this.#questions.take()
      if (questions.length === 0) return result
      const answered = answerQuestions(questions, blueprint, calls, gathered.answers, parallelism, askComposed)
      await needed(answered)
    }
  }

  #note(change: StateChange): void {
    if (change.kind === 'resource') {
      this.#drop(change.resource.id)
      this.inDoubt.delete(change.resource.id)
      this.#records.set(change.resource.id, change.resource)
      this.#take(change.resource)
    } else if (change.kind === 'forget') {
      this.#drop(change.resourceId)
      this.inDoubt.delete(change.resourceId)
    } else if (change.kind === 'link') this.linksInRun.note(change.link)
    else if (change.kind === 'forget-link') this.linksInRun.forget(change.linkId)
  }

  #take(record: ResourceRecord): void {
    if (!record.replaced) this.#byName.set(record.name, record)
    for (const id of record.reads) {
      const readers = this.#readers.get(id)
      if (readers === undefined) this.#readers.set(id, new Set([record.id]))
      else readers.add(record.id)
    }
    this.#things?.add(record)
  }

  #drop(id: string): void {
    const record = this.#records.get(id)
    if (record === undefined) return
    this.#records.delete(id)
    for (const read of record.reads) this.#readers.get(read)?.delete(id)
    this.#things?.remove(record)
    if (this.#byName.get(record.name)?.id === id) this.#byName.delete(record.name)
  }
}
