import { Failure } from '@slipway/model'
import type { StateChange } from '@slipway/stores'
import { oldKey, type PlanStep } from '../plan/plan.ts'
import { makeStep } from './make-step.ts'
import { forgetStep, removeStep } from './remove-step.ts'
import { type Runner, Scheduler } from './scheduler.ts'
import type { Session } from './session.ts'
import { StepControl, Tally } from './step-control.ts'
import { stepGraph, type StepGraph, type StepNode } from './step-graph.ts'

/** Runs the steps of a plan: each when its turn comes, until none is left or somebody says stop. */
export class StepRunner implements Runner {
  readonly tally = new Tally()
  readonly #session: Session
  readonly #stop: AbortSignal
  readonly #graph: StepGraph
  readonly #scheduler: Scheduler
  readonly #ended = Promise.withResolvers<void>()
  #active = 0

  constructor(session: Session, stop: AbortSignal) {
    const { plan, gathered, parallelism } = session.parts
    this.#session = session
    this.#stop = stop
    this.#graph = stepGraph(plan, gathered.providers)
    this.#scheduler = new Scheduler(this.#graph, parallelism, this)
  }

  /** How many nodes have not been reached. */
  get left(): number {
    return this.#scheduler.left
  }

  /** @throws what made the run end early, once nothing is in flight any more */
  async run(): Promise<void> {
    const stop = (): void => this.#scheduler.stop()
    this.#stop.addEventListener('abort', stop)
    if (this.#stop.aborted) stop()
    this.#scheduler.begin()
    if (this.#active > 0) await this.#ended.promise
    this.#stop.removeEventListener('abort', stop)
    const { fatal } = this.#session
    if (fatal !== undefined) throw fatal.thrown
  }

  isInstant(node: number): boolean {
    const { step, kind } = this.#node(node)
    if (kind === 'old') return !this.#isReplaced(step)
    return step.action === 'none' && step.record === undefined && step.blocked === undefined
  }

  start(node: number): void {
    this.#active++
    void this.#run(node)
  }

  skip(node: number, culprit: number): void {
    const { step, kind } = this.#node(node)
    if (kind === 'step' && step.action === 'none') return
    this.tally.count('skipped')
    this.#session.parts.events({
      type: 'step-skipped',
      key: kind === 'old' ? oldKey(step.key) : step.key,
      name: step.name,
      resourceType: step.type,
      action: kind === 'old' ? 'delete' : step.action,
      because: this.#because(culprit),
      at: this.#session.now(),
    })
  }

  #because(culprit: number): string {
    const { step, kind } = this.#node(culprit)
    if (kind === 'stable') return `${step.name} is not stable`
    const isRemoval = kind === 'old' || step.action === 'delete'
    return isRemoval ? `${step.name} was not removed` : `${step.name} was not deployed`
  }

  #node(node: number): StepNode {
    const found = this.#graph.nodes[node]
    if (found === undefined) throw new RangeError(`there is no node ${node}`)
    return found
  }

  /** A replacement that turned out not to be needed leaves nothing behind. */
  #isReplaced(step: PlanStep): boolean {
    const record = step.current === undefined ? undefined : this.#session.record(step.current.id)
    return record !== undefined && (record.replaced || step.destroyFirst === true)
  }

  async #run(node: number): Promise<void> {
    const { step, kind } = this.#node(node)
    const control = new StepControl(
      node,
      step,
      kind === 'old' ? 'old' : 'step',
      this.#session,
      this.#scheduler,
      this.tally,
    )
    try {
      await this.#runStep(step, kind, control)
    } catch (thrown) {
      this.#session.fail(thrown)
      this.#scheduler.stop()
      control.abandon()
    }
    control.release()
    this.#active--
    if (this.#active === 0) this.#ended.resolve()
  }

  async #runStep(step: PlanStep, kind: StepNode['kind'], control: StepControl): Promise<void> {
    const { blueprint, plan } = this.#session.parts
    if (step.blocked !== undefined) {
      const { code, message, hint } = step.blocked
      control.started(step.current?.id ?? '')
      control.failed(new Failure(code, message, hint === undefined ? {} : { hint }), code === 'engine/in-doubt')
      return
    }
    const record = step.current === undefined ? undefined : this.#session.record(step.current.id)
    if (step.record !== undefined && (step.action === 'none' || plan.operation === 'refresh')) {
      await this.#update({ kind: 'resource', resource: step.record }, control)
    } else if (kind === 'old' || step.action === 'delete' || step.action === 'forget') {
      const remove = step.action === 'forget' ? forgetStep : removeStep
      if (record === undefined) control.done()
      else await remove(record, control, this.#session)
    } else {
      const resource = blueprint?.resources.get(step.name)
      if (resource === undefined)
        throw new TypeError(`the plan is about ${step.name}, which the blueprint does not have`)
      await makeStep(resource, control, this.#session)
    }
  }

  /** Records what has become known, without a call. */
  async #update(change: Extract<StateChange, { kind: 'resource' }>, control: StepControl): Promise<void> {
    const isSilent = control.step.action === 'none'
    if (!isSilent) control.started(change.resource.id)
    const resource = { ...change.resource, updatedAt: this.#session.now() }
    const saved = this.#session.write([{ kind: 'resource', resource }])
    control.done()
    await saved
    if (!isSilent) control.recorded()
  }
}
