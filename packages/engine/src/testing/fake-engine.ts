import { memoryStore, type InstanceState, type Lease, type StateStore } from '@slipway/stores'
import type { CheckedBlueprint } from '../check/checked.ts'
import { runPlan } from '../run/run-plan.ts'
import type { RunEvent } from '../run/events/events.ts'
import { gather, type GatherRequest } from '../plan/draft/gather.ts'
import type { Gathered } from '../reality/gathered/gathered.ts'
import { makePlan, openPlan, type PlanOptions } from '../plan/draft/make-plan.ts'
import type { Plan } from '../plan/shape/plan.ts'
import type { Clock, Ports } from '../ports.ts'
import { type BlueprintDraft, fakeBlueprint, ref, text } from './fake-blueprint.ts'
import { FakeCloud } from './fake-cloud.ts'
import { fakeDefinition } from './fake-types.ts'
import type { Program } from '../run/program/program.ts'
import type { RunRequest, RunResult } from '../run/run-request.ts'

/** A clock whose time only passes in sleeps. */
export class FakeClock implements Clock {
  time = 1_000_000
  /** Milliseconds of every sleep, in order. */
  readonly slept: number[] = []

  now(): number {
    return this.time
  }

  monotonic(): number {
    return this.time
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    this.slept.push(ms)
    this.time += ms
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    signal?.throwIfAborted()
  }
}

export interface UpOptions {
  readonly gather?: Partial<GatherRequest>
  readonly run?: Partial<RunRequest>
  readonly plan?: Partial<PlanOptions>
}

export interface Up {
  readonly plan: Plan
  readonly gathered: Gathered
  readonly result: RunResult
  readonly events: readonly RunEvent[]
}

/** An engine in which everything outside is fake. The cloud and the store outlive the engine. */
export class FakeEngine {
  readonly cloud: FakeCloud
  readonly clock = new FakeClock()
  readonly store: StateStore
  #ids = 0
  #runs = 0

  constructor(cloud: FakeCloud = new FakeCloud(), store: StateStore = memoryStore()) {
    this.cloud = cloud
    this.store = store
  }

  ports(more: Partial<Ports> = {}): Ports {
    return {
      catalog: {
        namespaces: () => ['fake'],
        define: (namespace) => Promise.resolve(namespace === 'fake' ? fakeDefinition : undefined),
        provider: () => Promise.resolve(this.cloud.provider()),
        context: () => ({ config: {}, variables: {} }),
      },
      clock: this.clock,
      ids: { next: () => `id${String(++this.#ids).padStart(6, '0')}` },
      random: () => 0.5,
      ...more,
    }
  }

  async state(): Promise<InstanceState | undefined> {
    return await this.store.load('site')
  }

  async lease(): Promise<Lease> {
    await this.store.breakLock('site')
    const holder = {
      runId: 'run',
      pid: 1,
      processStart: 1,
      bootId: 'boot',
      host: 'host',
      user: 'ada',
      command: 'slipway up',
      since: this.clock.now(),
    }
    const answer = await this.store.lock('site', holder, { leaseMs: 60_000, isGone: () => true })
    if (!answer.acquired) throw new Error('the lock is held')
    return answer.lease
  }

  async plan(draft: BlueprintDraft | undefined, { gather: asked = {}, plan = {} }: UpOptions = {}) {
    const blueprint = draft === undefined ? undefined : fakeBlueprint(draft)
    const options: PlanOptions = { operation: 'up', ...plan }
    const state = await this.state()
    const request: GatherRequest = { instance: 'site', state, blueprint, options, ports: this.ports(), ...asked }
    const gathered = await gather(request)
    return { blueprint, gathered, plan: makePlan(blueprint, gathered, options) }
  }

  async up(draft: BlueprintDraft | undefined, options: UpOptions = {}): Promise<Up> {
    const { blueprint, gathered, plan } = await this.plan(draft, options)
    return await this.run(plan, gathered, blueprint, options.run)
  }

  async run(
    plan: Plan,
    gathered: Gathered,
    blueprint: CheckedBlueprint | undefined,
    more: Partial<RunRequest> = {},
  ): Promise<Up> {
    const events: RunEvent[] = []
    const result = await runPlan({
      plan,
      blueprint,
      gathered,
      ports: this.ports(),
      store: this.store,
      lease: await this.lease(),
      run: { id: `run${++this.#runs}`, user: 'ada', host: 'host' },
      events: (event) => events.push(event),
      ...more,
    })
    return { plan, gathered, result, events }
  }

  /** Runs a program, perhaps after its plan was shown. */
  async program(program: Program, { gather: asked = {}, run = {} }: UpOptions = {}, shown?: Plan): Promise<Up> {
    const blueprint = fakeBlueprint({})
    const request = { instance: 'site', state: await this.state(), blueprint: undefined, ports: this.ports() }
    const gathered = await gather({ ...request, options: { operation: 'up' }, ...asked })
    return await this.run(openPlan(blueprint, gathered), gathered, blueprint, { ...run, program: { program, shown } })
  }

  destroy(options: UpOptions = {}): Promise<Up> {
    return this.up(undefined, { ...options, plan: { ...options.plan, operation: 'destroy' } })
  }
}

/** The same store with another `commit`. */
export function withCommits(store: StateStore, commit: StateStore['commit']): StateStore {
  return new Proxy(store, {
    get(target, key: keyof StateStore) {
      if (key === 'commit') return commit
      const member = target[key]
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

/** The steps of a plan that do something: `create web, update db`. */
export function actions(plan: Plan): string[] {
  return plan.steps.filter(({ action }) => action !== 'none').map(({ action, key }) => `${action} ${key}`)
}

/** Events in words, each with its subject: `step-started web`. */
export function told(events: readonly RunEvent[]): string[] {
  return events.map((event) => ('name' in event ? `${event.type} ${event.name}` : event.type))
}

/** Statuses of the recorded resources by name. A replaced resource is listed as `web (old)`. */
export async function statuses(engine: FakeEngine): Promise<Record<string, string>> {
  const state = await engine.state()
  return Object.fromEntries(
    (state?.resources ?? []).map(({ name, status, replaced }) => [replaced ? `${name} (old)` : name, status]),
  )
}

/** A blueprint with two resources, one of which needs the other. */
export const site: BlueprintDraft = {
  resources: {
    web: { spec: { value: text('to ', ref('db.spec.id')) } },
    db: { spec: { value: 'data' } },
  },
  exports: { url: ref('web.spec.echo') },
}
