import { type CheckedResource, mayExist, type PlanStep } from '@slipway/engine'
import { Failure, shellWord, type ValueMap } from '@slipway/model'
import { processIdentity } from '@slipway/processes'
import { didYouMean } from '@slipway/source'
import type { InstanceState, ResourceRecord, StateChange } from '@slipway/stores'
import type { EnginePart } from '../engine/engine-part.ts'
import { attemptsTo, ignore, type Observer } from '../events.ts'
import { checkedOrFail, loadBlueprint, type LoadedBlueprint } from '../loading/load-blueprint.ts'
import { doubtfulRecord, newState } from '../validation/pending-imports.ts'
import type { BlueprintRequest } from '../project/blueprint-request.ts'
import { refuseRecordedElsewhere } from '../state-warnings/recorded-elsewhere.ts'
import { refuseChild } from '../project/child.ts'
import { openProject } from '../project/project.ts'
import { whichInstance } from '../project/which-instance.ts'
import type { Slipway } from '../slipway.ts'
import { checkInstance } from '../instance/check-instance.ts'
import type { InstanceWish } from '../instance/instance-wish.ts'
import { assureInstance } from '../instance/new-instance.ts'
import { refuseFileOfAnother } from '../instance/other-variables.ts'
import { stoppable } from '../stopped.ts'
import { withEngine } from '../with-engine.ts'

export interface ImportRequest extends BlueprintRequest, InstanceWish {
  /** The name of a resource of the blueprint. */
  readonly resource: string
  /** The provider's id for the thing. */
  readonly id: string
  /** The time in milliseconds to wait for another run to release the instance. Default: no wait. */
  readonly waitMs?: number
  readonly stop?: AbortSignal
}

export interface Imported {
  readonly instance: string
  readonly resource: ResourceRecord
}

/**
 * Records an existing thing as a resource of a blueprint, in the state that its provider reports. The next `up` applies any differences
 * from the blueprint.
 */
export function importResource(slipway: Slipway, request: ImportRequest, observe = ignore): Promise<Imported> {
  return stoppable(request.stop, async () => {
    const project = await openProject(slipway, request, 'runs')
    refuseChild(project)
    refuseFileOfAnother(project, request, slipway.cwd)
    await assureInstance(slipway, project, request)
    const loaded = await loadBlueprint(slipway, project, request, observe)
    observe({ type: 'started' })
    return withEngine(slipway, project, { access: 'write', observe }, async (engine) => {
      const instance = await whichInstance(engine.store, project, 'new')
      const undertaking = { operation: 'up', project, wish: request, cwd: slipway.cwd } as const
      await checkInstance(engine.store, await engine.load(instance), undertaking)
      return new Import(engine, instance, request, observe).run(loaded)
    })
  })
}

class Import {
  readonly #engine: EnginePart
  readonly #instance: string
  readonly #request: ImportRequest
  readonly #observe: Observer
  readonly #stop: AbortSignal

  constructor(engine: EnginePart, instance: string, request: ImportRequest, observe: Observer) {
    this.#engine = engine
    this.#instance = instance
    this.#request = request
    this.#observe = observe
    this.#stop = request.stop ?? new AbortController().signal
  }

  async run(loaded: LoadedBlueprint): Promise<Imported> {
    const { resource: name, id, waitMs = 0 } = this.#request
    const observe = this.#observe
    const lease = await this.#engine.deps.lease.acquire({
      instance: this.#instance,
      runId: this.#engine.runId,
      command: 'slipway import',
      waitMs,
      signal: this.#stop,
      onWaiting: (holder) => observe({ type: 'waiting', holder }),
      onLost: () => undefined,
    })
    // Import only this thing; the next up does the blueprint's other imports.
    const { imports: _, ...blueprint } = await checkedOrFail(this.#engine, loaded, observe)
    const state = await this.#engine.load(this.#instance)
    const common = {
      instance: this.#instance,
      blueprint,
      options: { operation: 'up', targets: [], replace: [] },
      refresh: false,
      events: attemptsTo(observe),
      signal: this.#stop,
    } as const
    const { plan, gathered: before } = await this.#engine.plan({ ...common, state })
    const { step, spec } = this.#stepOf(name, plan.steps)
    const { ids, clock } = this.#engine.ports
    const about = { id: ids.next(), now: clock.now(), gathered: { ...before, state } }
    const wanted = step.within === undefined ? blueprint.resources.get(name) : partIn(step.within, state)
    const doubtful = doubtfulRecord(step, spec, wanted ?? {}, about)
    // Record the resource like an interrupted create whose result the user knows.
    const known = withResource(state ?? newState(this.#instance, blueprint.file, ids.next(), clock.now()), doubtful)
    const settle = new Map([[name, `exists:${id}`]] as const)
    const { gathered } = await this.#engine.plan({ ...common, state: known, settle })
    const resource = gathered.state?.resources.find((each) => each.id === doubtful.id)
    if (resource === undefined || !mayExist(resource))
      throw new Failure('engine/no-such-id', `${name} was not recorded: its provider finds no id "${id}"`)
    await refuseRecordedElsewhere(gathered, [resource], this.#engine)
    const { changes, asRecorded } = gathered
    const written = asRecorded?.written(changes, () => undefined) ?? changes
    await this.#engine.store.commit(lease, [...madeNothing(name, state), ...this.#changes(known, written)])
    return { instance: this.#instance, resource }
  }

  #stepOf(name: string, steps: readonly PlanStep[]): { readonly step: PlanStep; readonly spec: ValueMap } {
    const step = steps.find((each) => each.name === name && each.wish?.spec !== undefined)
    const spec = step?.wish?.spec
    if (step === undefined || spec === undefined) {
      const names = steps.filter((each) => each.wish?.spec !== undefined).map((each) => each.name)
      throw new Failure('cli/no-such-resource', `the blueprint has no resource called ${name}`, {
        hint: didYouMean(name, names) ?? `add it to the blueprint first, with its real properties`,
      })
    }
    if (step.current !== undefined && mayExist(step.current))
      throw new Failure('cli/already-recorded', `${name} is already recorded, and cannot become something else`, {
        hint: `slipway state show ${shellWord(name)} shows what is known about it; slipway state rm ${shellWord(name)} forgets it`,
      })
    return { step, spec }
  }

  #changes({ instance }: InstanceState, changes: readonly StateChange[]): readonly StateChange[] {
    const now = this.#engine.ports.clock.now()
    const { user, host } = processIdentity()
    const run = { id: this.#engine.runId, operation: 'import', outcome: 'succeeded', user, host } as const
    const providerSettings = this.#engine.catalog.providerSettings()
    const counts = { create: 0, update: 0, replace: 0, delete: 0, import: 1 }
    return [
      { kind: 'instance', instance: { ...instance, version: instance.version + 1, providerSettings, updatedAt: now } },
      ...changes,
      { kind: 'run', run: { ...run, counts, reasons: [], startedAt: now, finishedAt: now } },
    ]
  }
}

/** Returns the component of a part. The component must be recorded already. */
function partIn(whole: string, state: InstanceState | undefined): Pick<CheckedResource, 'madeFor'> {
  const record = state?.resources.find(({ name, replaced }) => name === whole && !replaced)
  if (record === undefined)
    throw new Failure('cli/no-such-resource', `${whole}, the component of this part, is not recorded`, {
      hint: `slipway up creates ${whole} with all its parts; then forget the part (slipway state rm) and import it`,
    })
  return { madeFor: { pluginId: record.pluginId, id: record.id } }
}

/** Forgets attempts that certainly made nothing, to free the name. */
function madeNothing(name: string, state: InstanceState | undefined): readonly StateChange[] {
  const rows = state?.resources.filter((record) => record.name === name && !mayExist(record)) ?? []
  return rows.map(({ id }) => ({ kind: 'forget', resourceId: id }))
}

function withResource(state: InstanceState, resource: ResourceRecord): InstanceState {
  return { ...state, resources: [...state.resources.filter(({ name }) => name !== resource.name), resource] }
}
