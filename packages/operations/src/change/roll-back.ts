import {
  existenceOf,
  hasSurvived,
  type Plan,
  type Providers,
  blueprintFromState,
  type RunEvent,
  type RunResult,
} from '@slipway/engine'
import { Failure } from '@slipway/model'
import type { InstanceState, Lease, ResourceRecord } from '@slipway/stores'
import type { EnginePart } from '../engine/engine-part.ts'
import type { Observer } from '../events.ts'
import type { RolledBack } from './change-request.ts'
import { takenBack } from './taken-back.ts'

export interface WayBack {
  readonly engine: EnginePart
  readonly instance: string
  readonly lease: Lease
  /** The state before the run. */
  readonly before: InstanceState | undefined
  readonly providers: Providers
  /** The plan of the run; `done` is the result of the run. */
  readonly plan: Plan
  readonly done: RunResult
  readonly stop: AbortSignal
  readonly cancel: AbortSignal
  readonly observe: Observer
}

/** Restores the recorded state before a run with an ordinary plan. Never fails: the answer lists what could not be restored. */
export async function rollBack(way: WayBack): Promise<RolledBack> {
  const startedAt = performance.now()
  const durationMs = (): number => performance.now() - startedAt
  try {
    return { ...(await goBack(way)), durationMs: durationMs() }
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    const left = [thrown.message, ...thrown.details]
    return { outcome: 'failed', counts: {}, left, durationMs: durationMs() }
  }
}

async function goBack(way: WayBack): Promise<Omit<RolledBack, 'durationMs'>> {
  const { engine, instance, lease, providers, stop, cancel, observe } = way
  const { changes, before, lost } = takenBack({ ...way, state: await engine.load(instance) })
  // The conversion may throw. It comes before the commit, so that a failed rollback leaves the records alone.
  const blueprint = blueprintFromState(before, providers)
  if (changes.length > 0) await engine.store.commit(lease, changes)
  const state = await engine.load(instance)
  const isOfBefore = ({ name, madeFor }: ResourceRecord): boolean =>
    madeFor !== undefined || blueprint.resources.has(name)
  const goneBefore = new Set(remade(before, state))
  const prepared = await engine.plan({
    instance,
    state,
    blueprint,
    options: { operation: 'up', isWayBack: true },
    events: observe,
    signal: stop,
  })
  const { plan } = prepared
  observe({ type: 'notice', message: `Restoring ${instance} to what existed before this run.` })
  observe({ type: 'plan', plan })
  const runId = engine.ports.ids.next()
  const skipped: Skipped[] = []
  const events: Observer = (event) => {
    if (event.type === 'step-skipped') skipped.push(event)
    observe(event)
  }
  const run = await engine.run({ ...prepared, blueprint, lease, runId, events, stop, cancel })
  const failed = run.failures.map(({ name, type, reasons, code }) => `${name} (${type}): ${reasons[0] ?? code}`)
  const now = await engine.load(instance)
  const leftOutside = new Set(run.leftOutside?.map(({ id }) => id))
  const gone = remade(before, now).filter((record) => isOfBefore(record) && !leftOutside.has(record.id))
  const half = new Set(state?.resources.flatMap((record) => (isHalfGone(record) ? [record.id] : [])))
  const isByRun = (record: ResourceRecord): boolean =>
    goneBefore.has(record) || (half.has(record.id) && !isHalfGone(record))
  return {
    outcome: run.outcome,
    plan,
    counts: run.counts,
    left: [
      ...failed,
      ...run.reasons,
      ...skipped.filter((step) => isThere(step) || !gone.some(({ name }) => name === step.name)).map(skippedText),
      ...stays(plan),
      ...gone.map((record) => remadeText(record, now, isByRun(record) ? 'by the run' : 'on the way back')),
      ...lost.map(takenInAndLost),
      ...partsLeft(before, now),
    ],
  }
}

type Skipped = RunEvent & { readonly type: 'step-skipped' }

/** Returns a sentence about a step that the rollback skipped after another failure. */
function skippedText(step: Skipped): string {
  const { name, resourceType, because } = step
  return `${name} (${resourceType}) ${isThere(step) ? 'stays' : 'differs from before'}: ${because}`
}

function isThere({ action }: Skipped): boolean {
  return action === 'delete' || action === 'forget'
}

/** Lists earlier records that are gone, whose things must be created again. */
function remade(before: InstanceState | undefined, state: InstanceState | undefined): readonly ResourceRecord[] {
  const left = new Set(state?.resources.map(({ id }) => id))
  return (before?.resources ?? []).filter(
    (record) => !record.replaced && existenceOf(record) === 'there' && !left.has(record.id),
  )
}

/** After a failed destroy, only a read of the real thing shows the result. */
function isHalfGone(record: ResourceRecord): boolean {
  return hasSurvived(record) || existenceOf(record) === 'going'
}

function remadeText({ name, type }: ResourceRecord, now: InstanceState | undefined, how: string): string {
  const isMade = now?.resources.some((one) => one.name === name && !one.replaced && existenceOf(one) === 'there')
  const end = isMade === true ? 'it is created again' : 'it could not be created again'
  return `${name} (${type}) was destroyed ${how}: ${end}, and its contents are lost`
}

/**
 * Returns resources that the run made for an earlier resource. They stay, because only the plugin that requested them knows whether they are still
 * needed.
 */
function partsLeft(before: InstanceState | undefined, now: InstanceState | undefined): readonly string[] {
  const known = new Map(before?.resources.map((record) => [record.id, record.name]))
  return (now?.resources ?? []).flatMap(({ id, name, type, madeFor }) => {
    const maker = known.has(id) ? undefined : known.get(madeFor?.id ?? '')
    return maker === undefined ? [] : [`${name} (${type}) stays: the run created it for ${maker}`]
  })
}

function takenInAndLost({ name, type }: ResourceRecord): string {
  return `${name} (${type}) was imported by the run and then destroyed: its contents are lost`
}

/** Returns sentences about things that the run may have made but nobody can confirm. */
function stays({ steps }: Plan): readonly string[] {
  return steps.flatMap(({ action, name, type, reason }) =>
    action === 'none' && reason !== undefined ? [`${name} (${type}) stays: ${reason}`] : [],
  )
}
