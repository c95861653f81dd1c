import { type ComputedValues, Failure, PluginFailure, type ValueMap } from '@slipway/model'
import type { Intent, ResourceRecord, StateChange } from '@slipway/stores'
import type { CheckedResource } from '../blueprint/checked.ts'
import { halfUpdated, setAside } from '../gather/verdict.ts'
import { computedPaths, valueAt } from '../plan/computed-paths.ts'
import type { PlanStep } from '../plan/plan.ts'
import { mergeComputed } from './computed.ts'
import { failureReasons } from './failure-reasons.ts'
import { endDoubt } from './in-doubt.ts'
import {
  deployRequest,
  isSettledByPlan,
  type Making,
  plannedMaking,
  recordToBe,
  resolvedMaking,
} from './make-request.ts'
import { failureOf, type Session } from './session.ts'
import { askStabilised, untilStabilised } from './stabilise.ts'
import type { StepControl } from './step-control.ts'

/** Makes or changes a resource: intent, call, result; then waits until it is stable. */
export async function makeStep(resource: CheckedResource, control: StepControl, session: Session): Promise<void> {
  const { step } = control
  let making: Making
  try {
    making = isSettledByPlan(step, resource)
      ? plannedMaking(step, resource)
      : await resolvedMaking(step, resource, session)
  } catch (thrown) {
    control.started(step.current?.id ?? '')
    control.failed(failureOf(thrown), false)
    return
  }
  await new Make(making, control, session).run()
}

class Make {
  readonly #making: Making
  readonly #control: StepControl
  readonly #session: Session
  /** As it is to be; once deployed, as it is. */
  #record: ResourceRecord
  /** What the provider has said by now that it computed: `spec.id`. */
  readonly #told = new Set<string>()

  constructor(making: Making, control: StepControl, session: Session) {
    this.#making = making
    this.#control = control
    this.#session = session
    this.#record = recordToBe(making, idFor(making, session), session)
  }

  async run(): Promise<void> {
    const { action, current } = this.#making
    this.#control.becomes(action)
    if (action === 'none' && current !== undefined) {
      await this.#keep(current)
      return
    }
    const intent = await this.#begin()
    let computed: ComputedValues
    try {
      const request = deployRequest(this.#making, this.#record, this.#session)
      computed = await this.#session.parts.calls.deploy(request)
    } catch (thrown) {
      await this.#notDeployed(intent, failureOf(thrown))
      return
    }
    this.#session.reach('after-call', this.#control.number)
    await this.#deployed(intent, computed)
  }

  /** Nothing is to be done after all, but for what is only recorded. */
  async #keep(current: ResourceRecord): Promise<void> {
    const { dependsOn, removalPolicy } = this.#record
    const resource = { ...current, dependsOn, removalPolicy, updatedAt: this.#session.now() }
    const saved = this.#session.write([{ kind: 'resource', resource }])
    this.#control.done()
    await saved
    this.#control.recorded()
  }

  async #begin(): Promise<Intent> {
    const { step, number } = this.#control
    const intent = this.#session.begin(this.#making.action === 'update' ? 'update' : 'create', this.#record)
    this.#session.reach('before-intent', number)
    await this.#session.write([...leftover(step, this.#record.id, this.#session), { kind: 'begin', intent }])
    this.#control.started(this.#record.id)
    this.#session.reach('after-intent', number)
    return intent
  }

  async #deployed(intent: Intent, computed: ComputedValues): Promise<void> {
    const { definition, action, current } = this.#making
    const recorded = action === 'update' ? current?.spec : undefined
    this.#record = { ...this.#record, deployedAt: this.#session.now() }
    let isStable: boolean
    try {
      this.#merge(mergeComputed(definition, this.#making.spec, computed, recorded), computed)
      isStable = await this.#askStabilised()
    } catch (thrown) {
      await this.#notStable(failureOf(thrown), [{ kind: 'end', intentId: intent.id }])
      return
    }
    if (isStable) await this.#finish([{ kind: 'end', intentId: intent.id }])
    else await this.#waitUntilStable(intent)
  }

  #merge(spec: ValueMap, computed: ComputedValues): void {
    this.#record = { ...this.#record, spec }
    for (const path in computed) this.#told.add(path)
  }

  async #askStabilised(): Promise<boolean> {
    const { stabilised, computed } = await askStabilised(this.#record, this.#record.spec, this.#session)
    this.#mergeMore(computed)
    return stabilised
  }

  #mergeMore(computed: ComputedValues): void {
    const { definition, spec } = this.#making
    this.#merge(mergeComputed(definition, spec, computed, this.#record.spec), computed)
  }

  /** It is there, and recorded as such: from now on nothing is in doubt. */
  async #waitUntilStable(intent: Intent): Promise<void> {
    const saved = this.#session.write([...this.#recorded(this.#record), { kind: 'end', intentId: intent.id }])
    if (!this.#isAwaited()) this.#control.configured()
    await saved
    this.#control.release()
    try {
      const onPoll = (polls: number): void => this.#control.waiting(polls)
      const { computed } = await untilStabilised(this.#record, this.#record.spec, this.#session, onPoll)
      this.#mergeMore(computed)
    } catch (thrown) {
      await this.#notStable(failureOf(thrown), [])
      return
    }
    await this.#finish([])
  }

  /** True while others read what the provider has not told yet: they need more than that it is made. */
  #isAwaited(): boolean {
    const { definition, action, spec } = this.#making
    const identity = action === 'update' ? `spec.${definition.idField}` : undefined
    const isOpen = (path: string): boolean =>
      path !== identity && !this.#told.has(path) && valueAt(spec, path) === undefined
    return computedPaths(definition.schema).some(
      (path) => isOpen(path) && this.#session.isAwaited(this.#record.name, path),
    )
  }

  async #finish(end: readonly StateChange[]): Promise<void> {
    const status = this.#making.action === 'update' ? 'updated' : 'created'
    const { number, elapsed: durationMs } = this.#control
    this.#session.reach('before-result', number)
    const saved = this.#session.write([...this.#recorded({ ...this.#record, status, durationMs }), ...end])
    this.#control.done()
    await saved
    this.#session.reach('after-result', number)
    this.#control.recorded()
  }

  /** The provider says that it did not do it: nothing is in doubt. */
  async #notDeployed(intent: Intent, failure: Failure): Promise<void> {
    const previous = this.#session.named(this.#record.name)
    const end: StateChange = { kind: 'end', intentId: intent.id }
    if (failure instanceof PluginFailure && failure.inDoubt) {
      const doubt = await endDoubt(intent, previous, failure, this.#session)
      await this.#session.write([...doubt.changes, end])
      this.#control.failed(doubt.failure, doubt.inDoubt)
      return
    }
    const failureReason = { failureReasons: failureReasons(failure), updatedAt: this.#session.now() }
    const { action, current } = this.#making
    const failed: ResourceRecord =
      action === 'update' && current !== undefined
        ? { ...halfUpdated(current, this.#record), ...failureReason, status: 'update-failed' }
        : { ...this.#record, ...failureReason, status: 'create-failed' }
    this.#session.reach('before-result', this.#control.number)
    await this.#session.write([...this.#recorded(failed), end])
    this.#control.failed(failure, false)
  }

  /** It is there, but not as it should be. */
  async #notStable(failure: Failure, end: readonly StateChange[]): Promise<void> {
    const status = this.#making.action === 'update' ? 'update-failed' : 'create-failed'
    const failed: ResourceRecord = { ...this.#record, status, failureReasons: failureReasons(failure) }
    await this.#session.write([...this.#recorded(failed), ...end])
    this.#control.failed(failure, false)
  }

  /** Writes a record, and gives it the name of the resource that it replaces. */
  #recorded(resource: ResourceRecord): StateChange[] {
    const holder = this.#session.named(resource.name)
    const now = this.#session.now()
    const aside = holder !== undefined && holder.id !== resource.id ? setAside(holder, now) : []
    return [...aside, { kind: 'resource', resource: { ...resource, updatedAt: now } }]
  }
}

/** A create that is made again keeps its id, which tells the provider that it is the same one. */
function idFor({ action, current, resource }: Making, session: Session): string {
  const isSame = current !== undefined && current.type === resource.type && action !== 'replace'
  return isSame ? current.id : session.parts.ports.ids.next()
}

/** The record of what is no longer there, or never was, and gives way to the one that begins. */
function leftover({ action, current }: PlanStep, id: string, session: Session): StateChange[] {
  if (action !== 'create' || current === undefined || current.id === id) return []
  return session.record(current.id) === undefined ? [] : [{ kind: 'forget', resourceId: current.id }]
}
