import { Failure } from '@slipway/model'
import type { Intent, Lease, ResourceRecord, StateChange, StateStore } from '@slipway/stores'
import type { CheckedBlueprint } from '../blueprint/checked.ts'
import type { Scope } from '../blueprint/evaluate/scope.ts'
import type { Deadlines } from '../calls/deadlines.ts'
import type { ProviderCalls } from '../calls/provider-calls.ts'
import { answerQuestions } from '../gather/answer-questions.ts'
import { Questions } from '../gather/answers.ts'
import type { Gathered } from '../gather/gathered.ts'
import type { Settler } from '../gather/verdict.ts'
import { mayExist } from '../plan/decide.ts'
import type { Plan } from '../plan/plan.ts'
import { type Views, viewOf, worldOf } from '../plan/world.ts'
import type { Failpoint, Ports } from '../ports.ts'
import { Awaited } from './awaited.ts'
import type { EventSink } from './events.ts'

export interface SessionParts {
  readonly plan: Plan
  readonly blueprint: CheckedBlueprint | undefined
  readonly gathered: Gathered
  readonly ports: Ports
  readonly store: StateStore
  readonly lease: Lease
  readonly calls: ProviderCalls
  readonly deadlines: Deadlines
  readonly events: EventSink
  readonly runId: string
  readonly instanceId: string
  readonly parallelism: number
  readonly cancel: AbortSignal
  /** Ends the run as `cancel` does, when it cannot go on: nothing could be recorded any more. */
  readonly halt: AbortController
}

/** What the steps of one run share: what is recorded by now, and the ways to record more and to ask. */
export class Session implements Views {
  readonly parts: SessionParts
  readonly #records: Map<string, ResourceRecord>
  readonly #byName = new Map<string, ResourceRecord>()
  readonly #questions = new Questions()
  readonly #scope: Scope | undefined
  #awaited: Awaited | undefined
  #started = 0
  #fatal: { readonly thrown: unknown } | undefined

  constructor(parts: SessionParts) {
    const { gathered, blueprint } = parts
    this.parts = parts
    this.#records = new Map(gathered.state?.resources.map((record) => [record.id, record]))
    for (const record of this.#records.values()) this.#take(record)
    this.#scope = blueprint === undefined ? undefined : worldOf(blueprint, this, gathered.answers, this.#questions)
  }

  /** The record of a resource by its id, as it is by now. */
  record(id: string): ResourceRecord | undefined {
    return this.#records.get(id)
  }

  named(name: string): ResourceRecord | undefined {
    return this.#byName.get(name)
  }

  /** How many records there are by now. */
  get size(): number {
    return this.#records.size
  }

  get(name: string) {
    const record = this.#byName.get(name)
    const isThere = record !== undefined && mayExist(record) && record.status !== 'create-interrupted'
    return isThere ? viewOf(record) : undefined
  }

  /** A step starts when what it depends on has been done. */
  isPending(): boolean {
    return false
  }

  get settler(): Settler {
    return {
      calls: this.parts.calls,
      instanceId: this.parts.instanceId,
      instanceName: this.parts.plan.instance,
    }
  }

  /** True when the blueprint reads a field of a resource, such as `spec.id`, while it is being deployed. */
  isAwaited(name: string, path: string): boolean {
    const { blueprint } = this.parts
    if (blueprint === undefined) return false
    this.#awaited ??= new Awaited(blueprint)
    return this.#awaited.has(name, path)
  }

  now(): number {
    return this.parts.ports.clock.now()
  }

  /** The number of a step that starts: for failpoints. */
  nextStep(): number {
    return ++this.#started
  }

  reach(moment: Failpoint, step: number): void {
    this.parts.ports.failpoint?.(moment, step)
  }

  /** Something that has nothing to do with a resource went wrong: the run must end. The first such thing counts. */
  get fatal(): { readonly thrown: unknown } | undefined {
    return this.#fatal
  }

  /**
   * Notes changes at once, and writes them: durable when the promise resolves. Changes of one turn of the event loop,
   * such as the result of one step and the intents of those that follow from it, share a transaction of the store.
   */
  async write(changes: readonly StateChange[]): Promise<void> {
    for (const change of changes) this.#note(change)
    try {
      await this.parts.store.commit(this.parts.lease, changes)
    } catch (thrown) {
      this.fail(thrown)
      throw thrown
    }
  }

  fail(thrown: unknown): void {
    this.#fatal ??= { thrown }
    this.parts.halt.abort()
  }

  begin(action: Intent['action'], resource: ResourceRecord): Intent {
    return { id: this.parts.ports.ids.next(), runId: this.parts.runId, action, resource, startedAt: this.now() }
  }

  /**
   * Works something out in the scope of the blueprint, asking the outside what it lacks.
   *
   * @throws EvaluationFailure, PluginFailure
   */
  async resolve<T>(work: (scope: Scope) => T): Promise<T> {
    const { blueprint, calls, gathered, parallelism } = this.parts
    if (blueprint === undefined || this.#scope === undefined) throw new TypeError('there is no blueprint to resolve')
    for (;;) {
      const result = work(this.#scope)
      const questions = this.#questions.take()
      if (questions.length === 0) return result
      await answerQuestions(questions, blueprint, calls, gathered.answers, parallelism)
    }
  }

  #note(change: StateChange): void {
    if (change.kind === 'resource') {
      this.#drop(change.resource.id)
      this.#records.set(change.resource.id, change.resource)
      this.#take(change.resource)
    } else if (change.kind === 'forget') this.#drop(change.resourceId)
  }

  #take(record: ResourceRecord): void {
    if (!record.replaced) this.#byName.set(record.name, record)
  }

  #drop(id: string): void {
    const record = this.#records.get(id)
    if (record === undefined) return
    this.#records.delete(id)
    if (this.#byName.get(record.name)?.id === id) this.#byName.delete(record.name)
  }
}

/** What was thrown, when it says what went wrong with a resource; anything else is a mistake of ours, and thrown on. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown
  throw thrown
}
