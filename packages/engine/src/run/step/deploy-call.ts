import {
  type ComputedValues,
  Failure,
  namespaceOf,
  PluginFailure,
  type ValueMap,
  statusAfter,
  type CallEnd,
  type ResourceStatus,
  withoutPassedOn,
} from '@slipway/model'
import type { Intent, ResourceRecord, StateChange } from '@slipway/stores'
import { halfUpdated } from '../../reality/recorded/half-done.ts'
import { besideHolder, insteadOfHolder } from '../../reality/doubt/verdict-changes.ts'
import { type Doubt, findVerdict, realSpec, type Verdict } from '../../reality/doubt/doubt-verdict.ts'
import { computedPaths, valueAt } from '../../spec/computed-paths.ts'
import { diffSpec } from '../../spec/diff.ts'
import { existenceOf, mayExist, undoubted } from '../../reality/recorded/life-cycle.ts'
import { missesId } from '../../reality/obstacles/missing-id.ts'
import { policyForOld } from '../../reality/recorded/policy-for-old.ts'
import { mergeAllowed } from '../../spec/merge-computed.ts'
import { failureReasons } from '../../providers/failures/failure-reasons.ts'
import { sizeOf } from '../../providers/calls/large-answers.ts'
import { unmetPostcondition } from './demands.ts'
import { takenIdentity } from '../same-thing/identity-taken.ts'
import { changesNow, endDoubt, verdictContext } from './in-doubt.ts'
import { deployRequest, neededBy, standsIn } from './resolve-deployment.ts'
import { failureOf, type Deploying, type Session } from '../session/session.ts'
import { askStabilised, untilStabilised } from './stabilise.ts'
import type { StepControl } from '../session/step-control.ts'
import type { Deployment } from '../session/deployment.ts'

/** Learns the progress of a deploy. */
export type DeployControl = Pick<
  StepControl,
  'number' | 'elapsed' | 'started' | 'configured' | 'release' | 'waiting' | 'done' | 'recorded' | 'failed'
>

/** One deploy of a resource, from its intent to its result. */
export class DeployCall {
  readonly #deployment: Deployment
  readonly #control: DeployControl
  readonly #session: Deploying
  /** The wanted record; after the deploy, the real record. */
  #record: ResourceRecord
  /** Paths of the computed fields that the provider has answered so far: `spec.id`. */
  readonly #told = new Set<string>()

  constructor(deployment: Deployment, record: ResourceRecord, control: DeployControl, session: Deploying) {
    this.#deployment = deployment
    this.#control = control
    this.#session = session
    this.#record = record
  }

  run(): Promise<void> {
    return this.#session.records.underWay.during(this.#record.id, () => this.#deploy())
  }

  async #deploy(): Promise<void> {
    const taken = takenIdentity(this.#deployment, this.#record, this.#session)
    if (taken !== undefined) {
      this.#control.started(this.#record.id)
      await this.#refused(taken, [])
      return
    }
    // A composed resource waits for its parts, so it must not take room from them.
    const size = this.#deployment.definition.isComposed === true ? 0 : sizeOf(this.#deployment.spec)
    const makeRoom = await this.#session.limits.inFlight.take(size)
    const { intent, answer } = await this.#call().finally(makeRoom)
    if (answer instanceof Failure) {
      await this.#notDeployed(intent, answer)
      return
    }
    this.#session.journal.reach('after-call', this.#control.number)
    await this.#deployed(intent, answer)
  }

  async #call(): Promise<{ readonly intent: Intent; readonly answer: ComputedValues | Failure }> {
    const request = deployRequest(this.#deployment, this.#record, this.#session)
    const unready = await this.#unready(request)
    const intent = await this.#begin()
    if (unready !== undefined) return { intent, answer: unready }
    try {
      if (this.#deployment.definition.isComposed === true) {
        this.#control.release()
        return { intent, answer: await this.#session.compose(this.#deployment, this.#record) }
      }
      this.#session.asked.begin(this.#record.id, request.spec)
      return { intent, answer: await this.#session.calls.deploy(request) }
    } catch (thrown) {
      return { intent, answer: failureOf(thrown) }
    } finally {
      this.#session.asked.end(this.#record.id)
    }
  }

  /** The reason why the provider cannot begin. The provider has changed nothing yet, so a run that is killed here leaves no doubt. */
  async #unready(request: Parameters<Session['calls']['prepare']>[0]): Promise<Failure | undefined> {
    const { definition } = this.#deployment
    if (definition.comparedBy === undefined || definition.isComposed === true) return undefined
    try {
      await this.#session.calls.prepare(request)
      return undefined
    } catch (thrown) {
      const failure = failureOf(thrown)
      return failure instanceof PluginFailure ? failure.reworded({}, { refused: true }) : failure
    }
  }

  async #begin(): Promise<Intent> {
    const { number } = this.#control
    const intent = this.#session.journal.begin(this.#deployment.action === 'update' ? 'update' : 'create', this.#record)
    this.#session.journal.reach('before-intent', number)
    await this.#session.journal.write([...leftover(this.#deployment, this.#session), { kind: 'begin', intent }])
    this.#control.started(this.#record.id)
    this.#session.journal.reach('after-intent', number)
    return intent
  }

  async #deployed(intent: Intent, computed: ComputedValues): Promise<void> {
    const { action, current, resource } = this.#deployment
    if (action !== 'update' && resource.found?.by === 'import') this.#session.outcome.takenIn.add(this.#record.id)
    const recorded = action === 'update' ? current?.spec : undefined
    this.#record = { ...undoubted(this.#record), deployedAt: this.#session.journal.now() }
    let isStable: boolean
    try {
      this.#mergeAnswer(this.#deployment.spec, computed, recorded)
      isStable = await this.#askStabilised()
      if (this.#deployment.isCompared === true) await this.#compare()
      this.#leaveBehind()
    } catch (thrown) {
      const failure = failureOf(thrown)
      if (this.#isLostBy(failure)) await this.#notDeployed(intent, this.#asUnclear(failure))
      else await this.#notStable(failure, [{ kind: 'end', intentId: intent.id }])
      return
    }
    if (isStable) await this.#finish([{ kind: 'end', intentId: intent.id }])
    else await this.#waitUntilStable(intent)
  }

  /** True if the thing was made, but without a usable id. If nothing else finds it, an update or a destroy would not reach it. */
  #isLostBy({ code }: Failure): boolean {
    const { action, definition } = this.#deployment
    const isBad = action === 'create' && code === 'engine/bad-computed-value'
    return isBad && definition.settlement === 'ask' && missesId(this.#record, definition)
  }

  /** The failure of a call that may have made something. */
  #asUnclear({ code, message }: Failure): PluginFailure {
    const pluginId = this.#session.calls.pluginId(namespaceOf(this.#record.type))
    return new PluginFailure(code, message, {
      pluginId,
      method: 'provider.Resource.Deploy',
      pluginErrorCode: 'UNEXPECTED',
    })
  }

  /** Compares the real thing with the wanted spec, because an earlier attempt under the same id, with other inputs, may have been first. */
  async #compare(): Promise<void> {
    const { definition, spec } = this.#deployment
    const real = await realSpec(this.#record, { definition, settler: this.#session.settler })
    if (real === undefined || diffSpec(definition.schema, real, spec).changes.length === 0) return
    this.#record = { ...this.#record, spec: real }
    const { name } = this.#record
    throw new Failure('engine/made-otherwise', `${name} exists as an earlier attempt made it`, {
      hint: 'run slipway up again to change it',
    })
  }

  /** Drops the dependencies and secrets of an earlier attempt, since the thing is now as wanted. */
  #leaveBehind(): void {
    const { action, resource, isRepeated } = this.#deployment
    if (action !== 'create' || isRepeated === true) return
    // The attempt may already have made a thing under this id in another container.
    const wasTried = this.#deployment.current?.id === this.#record.id && resource.options?.deletedWith !== undefined
    const before = wasTried ? this.#record.standsIn : undefined
    const { standsIn: _, ...known } = holdingNothing(this.#record)
    const session = this.#session
    const inside =
      before === undefined ? standsIn(resource, { current: undefined, isKept: false }, session) : { standsIn: before }
    this.#record = { ...known, ...neededBy(resource, known.spec, session), ...inside }
  }

  #mergeAnswer(spec: ValueMap, computed: ComputedValues, recorded: ValueMap | undefined): void {
    const heard = [...this.#session.asked.heard(this.#record.id), spec]
    const given = withoutPassedOn(spec)
    const { merged, failure } = mergeAllowed(this.#deployment.definition, given, computed, recorded, heard)
    this.#record = { ...this.#record, spec: merged }
    if (failure !== undefined) throw failure
    for (const path in computed) this.#told.add(path)
  }

  async #askStabilised(): Promise<boolean> {
    const { stabilised, computed } = await askStabilised(this.#record, this.#record.spec, this.#session)
    this.#mergeMore(computed)
    return stabilised
  }

  #mergeMore(computed: ComputedValues): void {
    this.#mergeAnswer(this.#deployment.spec, computed, this.#record.spec)
  }

  /** Records that the resource exists, which ends the doubt, and waits until the resource is stable. */
  async #waitUntilStable(intent: Intent): Promise<void> {
    const saved = this.#session.journal.write([...this.#recorded(this.#record), { kind: 'end', intentId: intent.id }])
    if (!this.#isJudged && !this.#isAwaited()) this.#control.configured()
    await saved
    this.#session.records.underWay.end(this.#record.id)
    this.#control.release()
    try {
      const onPoll = (polls: number): void => this.#control.waiting(polls)
      const { timeouts } = this.#record.options ?? {}
      // The time limit of the wait is the same as the time limit of the call.
      const limitMs = this.#deployment.action === 'update' ? timeouts?.update : timeouts?.create
      const { computed } = await untilStabilised(this.#record, this.#record.spec, this.#session, onPoll, limitMs)
      this.#mergeMore(computed)
    } catch (thrown) {
      await this.#notStable(failureOf(thrown), [])
      return
    }
    await this.#finish([])
  }

  /** True while other resources read a value that the provider has not answered yet. It is not enough for them that the resource was made. */
  #isAwaited(): boolean {
    const { definition, action, spec } = this.#deployment
    const identity = action === 'update' ? `spec.${definition.idField}` : undefined
    const isOpen = (path: string): boolean =>
      path !== identity && !this.#told.has(path) && valueAt(spec, path) === undefined
    return computedPaths(definition.schema).some(
      (path) => isOpen(path) && this.#session.wants.isAwaited(this.#record.name, path),
    )
  }

  #statusAfter(end: CallEnd): ResourceStatus {
    return statusAfter(this.#deployment.action === 'update' ? 'update' : 'create', end)
  }

  async #finish(end: readonly StateChange[]): Promise<void> {
    const status = this.#statusAfter('done')
    const { number, elapsed: durationMs } = this.#control
    this.#session.journal.reach('before-result', number)
    const saved = this.#session.journal.write([...this.#recorded({ ...this.#record, status, durationMs }), ...end])
    // The record is being written. Its readers still wait for the postconditions.
    const unmet = this.#isJudged ? await unmetPostcondition(this.#deployment.resource, this.#session) : undefined
    if (unmet !== undefined) {
      await saved
      this.#control.failed(unmet, false)
      return
    }
    this.#control.done()
    await saved
    this.#session.journal.reach('after-result', number)
    this.#control.recorded()
  }

  get #isJudged(): boolean {
    return (this.#deployment.resource.demands?.postconditions ?? []).length > 0
  }

  async #notDeployed(intent: Intent, failure: Failure): Promise<void> {
    const end: StateChange = { kind: 'end', intentId: intent.id }
    // A failure of another kind than the plugin's happened before the plugin was called.
    const isUntouched = !(failure instanceof PluginFailure) || (failure.refused && !this.#hasChangedParts())
    if (isUntouched) {
      const doubted = this.#doubted()
      if (doubted === undefined) await this.#refused(failure, [end])
      else await this.#refusedAgain(doubted, failure, end)
      return
    }
    const { action, current } = this.#deployment
    const isUpdate = action === 'update' && current !== undefined
    if (failure.made !== undefined) {
      await this.#madeOtherwise(failure, failure.made, intent)
      return
    }
    this.#session.journal.reach('before-result', this.#control.number)
    if (isUpdate && !failure.inDoubt) {
      await this.#session.journal.write([{ kind: 'resource', resource: this.#failedUpdate(current, failure) }, end])
      this.#control.failed(failure, false)
      return
    }
    const doubt = await endDoubt(intent, current, failure, this.#session)
    await this.#session.journal.write([...doubt.changes, end])
    this.#control.failed(doubt.failure, doubt.inDoubt)
  }

  /** True if an update has changed parts through the gateway. The parts stay changed, whatever the plugin answers. */
  #hasChangedParts(): boolean {
    return this.#deployment.action === 'update' && this.#session.asked.changed.has(this.#record.id)
  }

  /** Handles a failed call whose provider reports the values of an existing thing. */
  async #madeOtherwise(failure: PluginFailure, made: ComputedValues, intent: Intent): Promise<void> {
    const { action, current, spec } = this.#deployment
    this.#record = { ...undoubted(this.#record), deployedAt: this.#session.journal.now() }
    try {
      this.#mergeAnswer(spec, made, action === 'update' ? current?.spec : undefined)
    } catch (thrown) {
      const bad = failureOf(thrown)
      if (this.#isLostBy(bad)) {
        await this.#notDeployed(intent, this.#asUnclear(bad))
        return
      }
      // The other values are recorded. The failure of the call counts more than a bad value in its answer.
    }
    this.#leaveBehind()
    await this.#notStable(failure, [{ kind: 'end', intentId: intent.id }])
  }

  /** The record of an earlier attempt in doubt, if this is another attempt at the same create. */
  #doubted(): ResourceRecord | undefined {
    const { action, current } = this.#deployment
    const isAgain = action === 'create' && current !== undefined && existenceOf(current) === 'doubtful'
    return isAgain ? current : undefined
  }

  /** Records that nothing was made this time. The earlier attempt may have made something, if its inputs were different or if a thing is found. */
  async #refusedAgain(doubted: ResourceRecord, failure: Failure, end: StateChange): Promise<void> {
    const session = this.#session
    const resource = { ...doubted, failureReasons: failureReasons(failure) }
    const doubt: Doubt = { action: 'create', resource, hasFailed: true }
    // A provider that was not called has refused nothing.
    const isUncalled = !(failure instanceof PluginFailure) || failure.unsent
    const isUntold = this.#deployment.isCompared === true || isUncalled
    const verdict: Verdict = isUntold ? { kind: 'absent' } : await findVerdict(doubt, verdictContext(doubted, session))
    const isOpen = isUntold || verdict.kind === 'unknown' || verdict.kind === 'exists'
    if (!isOpen) {
      await this.#refused(failure, [end])
      return
    }
    await session.journal.write([...changesNow(doubt, verdict, session), end])
    this.#control.failed(failure, verdict.kind !== 'exists')
  }

  #failedUpdate(current: ResourceRecord, failure: Failure): ResourceRecord {
    const failureReason = { failureReasons: failureReasons(failure), updatedAt: this.#session.journal.now() }
    return { ...halfUpdated(current, this.#record), ...failureReason, status: statusAfter('update', 'failed') }
  }

  /** Records that nothing was changed outside, and that the resource is as before. */
  async #refused(failure: Failure, end: readonly StateChange[]): Promise<void> {
    const { id, name } = this.#record
    const why = { failureReasons: failureReasons(failure), updatedAt: this.#session.journal.now() }
    const holder = this.#deployment.action === 'update' ? this.#deployment.current : this.#session.records.named(name)
    const changes: StateChange[] = []
    if (holder !== undefined && mayExist(holder) && (holder.id !== id || this.#deployment.action === 'update')) {
      changes.push({ kind: 'resource', resource: { ...holder, ...why } })
      if (holder.id !== id && this.#session.records.get(id) !== undefined)
        changes.push({ kind: 'forget', resourceId: id })
    } else {
      changes.push(
        ...besideHolder(
          { ...undoubted(this.#record), ...why, status: statusAfter('create', 'failed') },
          { holder, now: this.#session.journal.now() },
        ),
      )
    }
    this.#session.journal.reach('before-result', this.#control.number)
    await this.#session.journal.write([...changes, ...end])
    this.#control.failed(failure, false)
  }

  /** Records that the resource exists, but has not become stable. */
  async #notStable(failure: Failure, end: readonly StateChange[]): Promise<void> {
    const status = this.#statusAfter('failed')
    const failed: ResourceRecord = { ...this.#record, status, failureReasons: failureReasons(failure) }
    await this.#session.journal.write([...this.#recorded(failed), ...end])
    this.#control.failed(failure, false)
  }

  /** Changes that record an existing resource under the name of the resource that it replaces. */
  #recorded(resource: ResourceRecord): StateChange[] {
    const now = this.#session.journal.now()
    // The old record notes whether it is retained, because it may only go in a later run.
    const old = this.#session.records.named(resource.name)
    const holder = old && policyForOld(this.#deployment.resource, old)
    const aside = insteadOfHolder(resource, { holder, now })
    return [...aside, { kind: 'resource', resource: { ...resource, replaced: false, updatedAt: now } }]
  }
}

/** Forgets a resource that no longer exists, and its members, when its successor begins. */
function leftover({ missing }: Deployment, session: Pick<Session, 'records' | 'members'>): StateChange[] {
  const record = missing === undefined ? undefined : session.records.get(missing.id)
  return record === undefined
    ? []
    : [{ kind: 'forget', resourceId: record.id }, ...session.members.goneWith(record, true)]
}

function holdingNothing(record: ResourceRecord): ResourceRecord {
  if (record.mayHold === undefined) return record
  const { mayHold: _, ...rest } = record
  return rest
}
