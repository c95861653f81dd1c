import { type ValueMap, valueMap } from '@slipway/model'
import type { InstanceRecord, InstanceStatus, RunRecord, StateChange } from '@slipway/stores'
import { deploysNothing } from '../plan/shape/plan.ts'
import { ChildRecords, type ChildrenEnd } from './child-records.ts'
import type { RunRequest, RunResult } from './run-request.ts'

/** Records the run itself: its line in the history, and the instance as a whole. */
export class RunRecords {
  readonly instanceId: string
  readonly #request: RunRequest
  readonly #startedAt: number
  #instance: InstanceRecord
  readonly #children: ChildRecords

  constructor(request: RunRequest) {
    const { plan, gathered, ports, blueprint, variableFiles = [] } = request
    const existing = gathered.state?.instance
    const now = ports.clock.now()
    this.#request = request
    this.#startedAt = now
    this.#children = new ChildRecords(request, now)
    this.instanceId = existing?.id ?? ports.ids.next()
    this.#instance = {
      ...(existing ?? { id: this.instanceId, name: plan.instance, exports: valueMap(), createdAt: now }),
      version: (existing?.version ?? 0) + 1,
      status: this.#status('deploying', 'destroying', existing),
      ...(plan.operation === 'up' && blueprint !== undefined
        ? { blueprintFile: blueprint.file, blueprintHash: blueprint.hash(), ...drawnIn(plan.drawn) }
        : {}),
      ...(plan.protect === true && { protect: true }),
      ...(variableFiles.length > 0 && { variableFiles }),
      ...this.#ofProviders(request, existing, true),
      updatedAt: now,
    }
  }

  /**
   * The recorded facts about providers. Stage tasks call no provider and see no resource, so a run of tasks leaves these facts as they are.
   */
  #ofProviders(
    request: RunRequest,
    instance: InstanceRecord | undefined,
    isNeeded: boolean,
  ): Pick<InstanceRecord, 'configured' | 'providerSettings'> {
    if (request.plan.operation === 'tasks') return recordedOfProviders(instance)
    if (!isNeeded) return {}
    return { ...configuredIn(instance, request.ports.catalog.configured?.()), ...settingsIn(request) }
  }

  /** Records which computed values of types are unsteady. The record counts from now on, however the run ends. */
  learned(unsteady: NonNullable<InstanceRecord['unsteady']>): StateChange {
    if (Object.keys(unsteady).length > 0) this.#instance = { ...this.#instance, unsteady }
    return { kind: 'instance', instance: this.#instance }
  }

  /**
   * The changes with which a run begins.
   *
   * @param last the newest line of the history; if it still says `running`, the engine of that run was killed
   */
  start(last: RunRecord | undefined): StateChange[] {
    const run: RunRecord = { ...this.#run(), outcome: 'running', counts: {}, reasons: [] }
    const interrupted: StateChange[] =
      last?.outcome === 'running'
        ? [{ kind: 'run', run: { ...last, outcome: 'interrupted', finishedAt: this.#startedAt } }]
        : []
    return [
      ...interrupted,
      { kind: 'instance', instance: this.#instance },
      ...this.#request.gathered.changes,
      ...this.#request.plan.regrouped,
      ...this.#children.start(),
      { kind: 'run', run },
    ]
  }

  /**
   * The changes with which a run ends.
   *
   * @param left how many resources are recorded at the end
   */
  finish(
    result: RunResult & Pick<RunRecord, 'attempts' | 'tasks'>,
    left: number,
    children: ChildrenEnd,
  ): StateChange[] {
    const { outcome, counts, failures, reasons, attempts, tasks } = result
    const now = this.#request.ports.clock.now()
    const because = [...failures.map(({ name, reasons: why }) => `${name}: ${why.join('; ')}`), ...reasons]
    return [
      { kind: 'instance', instance: this.#finished(result, left, now) },
      ...this.#children.finish(outcome, children, now),
      {
        kind: 'run',
        run: {
          ...this.#run(),
          outcome,
          counts,
          reasons: because.slice(0, 100),
          ...(attempts && { attempts }),
          ...(tasks && { tasks }),
          finishedAt: now,
        },
      },
    ]
  }

  #finished({ outcome, exports }: RunResult, left: number, now: number): InstanceRecord {
    // Protection counts from the beginning of a run, but only a successful run lifts it.
    const isLifted = outcome === 'succeeded' && this.#request.plan.protect === false
    return {
      ...withoutConfigured(this.#instance),
      ...(isLifted && { protect: false }),
      ...this.#ofProviders(this.#request, this.#instance, left > 0),
      status: this.#endStatus(outcome, left),
      exports: this.#exports(exports),
      // Some calls of `uuid` and `datetime` are only evaluated once more values are known.
      ...drawnIn({ ...this.#instance.drawn, ...this.#request.gathered.answers.newlyDrawn() }),
      updatedAt: now,
    }
  }

  #endStatus(outcome: RunResult['outcome'], left: number): InstanceStatus {
    const { plan, gathered } = this.#request
    const before = gathered.state?.instance
    if (deploysNothing(plan.operation)) return this.#status('deployed', 'destroyed', before)
    if (outcome === 'cancelled') return 'interrupted'
    if (outcome === 'failed') return this.#status('deploy-failed', 'destroy-failed', before)
    return left === 0 ? this.#status('deployed', 'destroyed', before) : 'deployed'
  }

  /** The recorded exports. A run that deploys nothing leaves them as they are. */
  #exports(exports: ValueMap): ValueMap {
    return deploysNothing(this.#request.plan.operation) ? this.#instance.exports : exports
  }

  /** The recorded status. A refresh or a run of tasks leaves the status of the last deployment as it is. */
  #status(up: InstanceStatus, destroy: InstanceStatus, before: InstanceRecord | undefined): InstanceStatus {
    const { operation } = this.#request.plan
    if (deploysNothing(operation)) return before?.status ?? 'deployed'
    return operation === 'destroy' ? destroy : up
  }

  #run(): Omit<RunRecord, 'outcome' | 'counts' | 'reasons'> {
    const { run, plan } = this.#request
    const { id, user, host, notes } = run
    const startedAt = this.#startedAt
    const names = [...this.#children.touched]
    const touched = names.length === 0 ? {} : { children: names }
    return {
      id,
      operation: plan.operation,
      user,
      host,
      startedAt,
      ...touched,
      ...(notes === undefined ? {} : { notes }),
    }
  }
}

/** The field for drawn values; left out if there are none. */
function drawnIn(drawn: ValueMap = {}): Pick<InstanceRecord, 'drawn'> {
  return Object.keys(drawn).length === 0 ? {} : { drawn }
}

/** The configurations of providers. A provider that was not needed this time keeps its recorded configuration. */
function configuredIn(instance: InstanceRecord | undefined, now: ValueMap = {}): Pick<InstanceRecord, 'configured'> {
  const configured = valueMap([...Object.entries(instance?.configured ?? {}), ...Object.entries(now)])
  return Object.keys(configured).length === 0 ? {} : { configured }
}

/** The settings of providers that records refer to. They are written before the first such record, and once more at the end. */
function settingsIn({ ports, gathered }: RunRequest): Pick<InstanceRecord, 'providerSettings'> {
  const used = new Set(gathered.state?.resources.flatMap(({ seenWith }) => seenWith ?? []))
  const providerSettings = ports.catalog.providerSettings?.(used)
  return providerSettings === undefined ? {} : { providerSettings }
}

function recordedOfProviders({ configured, providerSettings }: Partial<InstanceRecord> = {}) {
  return { ...(configured && { configured }), ...(providerSettings !== undefined && { providerSettings }) }
}

function withoutConfigured(instance: InstanceRecord): InstanceRecord {
  const { configured: _, providerSettings: __, ...rest } = instance
  return rest
}
