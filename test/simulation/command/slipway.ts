import {
  refuseStale,
  type Deadlines,
  gather,
  type Gathered,
  type GatherRequest,
  hasWork,
  makePlan,
  type PlanOptions,
  type Ports,
  blueprintFromState,
} from '@slipway/engine'
import { runPlan } from '@slipway/engine/run'
import { Failure } from '@slipway/model'
import { takenBack } from '@slipway/operations/change/taken-back'
import type { Lease } from '@slipway/stores'
import type { Command } from '../moves/commands.ts'
import { definition } from '../services/definition.ts'
import { planOfProgram, type ProgramSurroundings, upOfProgram } from '../programs/run-program.ts'
import type { Changed, CommandParts, Ending, Ran } from './command-parts.ts'

export const instance = 'harbour'

const deadlines: Partial<Deadlines> = { deploy: 10_000, destroy: 10_000, externalState: 5_000, stabilise: 60_000 }

/** Takes the part of the command line: lock, load, gather, plan, run. The user agrees to every plan. */
export async function slipway(parts: CommandParts): Promise<Ending> {
  const { command, store, engine } = parts
  engine.happen('started')
  const isProgram = command.program !== undefined
  if (command.do === 'plan' && isProgram) return await planOfProgram(await aroundProgram(parts))
  if (command.do === 'plan') return { how: 'planned', plan: (await prepare(parts)).plan }
  const lease = await locked(parts)
  try {
    const { ending, gathered } =
      command.do === 'up' && isProgram
        ? await upOfProgram(await aroundProgram(parts), lease)
        : await change(parts, lease)
    const hasFailed = ending.how === 'ran' && ending.result.outcome === 'failed'
    if (command.rollback !== true || !hasFailed || engine.stop.signal.aborted) return ending
    return await goBack(parts, lease, ending, gathered)
  } finally {
    await store.unlock(lease)
  }
}

async function locked({ store, engine, isGone }: CommandParts): Promise<Lease> {
  const holder = { ...engine.holder, since: engine.clock.now() }
  // No engine here sleeps long enough for its lease to run out.
  const answer = await store.lock(instance, holder, { leaseMs: 1e9, isGone: ({ pid }) => isGone(pid) })
  if (answer.acquired) return answer.lease
  throw new Failure('cli/locked', `${instance} is being changed by pid ${answer.holder.pid}`)
}

async function change(parts: CommandParts, lease: Lease): Promise<Changed> {
  const prepared = await prepare(parts)
  return { ending: await carriedOut(parts, lease, prepared), gathered: prepared.gathered }
}

/** Goes back without the program: only the state knows what was wanted before. */
async function goBack(parts: CommandParts, lease: Lease, ending: Ran, gathered: Gathered): Promise<Ending> {
  const { command, store, onRollback } = parts
  const { providers } = gathered
  const { plan, result: done } = ending
  const state = await store.load(instance)
  const { changes, before } = takenBack({ before: gathered.state, state, plan, done, providers })
  if (changes.length > 0) await store.commit(lease, changes)
  onRollback(ending, before)
  const back: CommandParts = {
    ...parts,
    command: { do: 'up', luck: command.luck },
    blueprint: blueprintFromState(before, providers),
    verdicts: new Map(),
    saved: undefined,
  }
  return await carriedOut(back, lease, await prepare(back, true))
}

type Prepared = Awaited<ReturnType<typeof prepare>>

async function carriedOut(parts: CommandParts, lease: Lease, { plan, gathered, blueprint }: Prepared): Promise<Ending> {
  const { engine, store, onEvent } = parts
  if (!hasWork(plan) && gathered.changes.length === 0) return { how: 'nothing to do', plan }
  engine.stop.signal.throwIfAborted()
  const result = await runPlan({
    plan,
    blueprint,
    gathered,
    ports: portsOf(parts),
    store,
    lease,
    run: { id: engine.holder.runId, user: engine.holder.user, host: engine.holder.host },
    events: onEvent,
    deadlines,
    stop: engine.stop.signal,
    cancel: engine.cancel.signal,
  })
  return { how: 'ran', plan, result }
}

async function prepare(parts: CommandParts, isWayBack = false) {
  const { command, store, engine, verdicts, saved, onPlan, onEvent } = parts
  const options = saved?.options ?? { ...planOptions(command), isWayBack }
  const blueprint = options.operation === 'up' ? parts.blueprint : undefined
  const live = await isLive(parts)
  const request: GatherRequest = {
    instance,
    state: await store.load(instance),
    blueprint,
    options,
    ports: portsOf(parts),
    refresh: command.refresh === true,
    settle: verdicts,
    deadlines,
    events: onEvent,
    signal: engine.stop.signal,
    ...(live && { live }),
  }
  const gathered = await gather(request)
  engine.happen('gathered')
  if (saved !== undefined) refuseStale(saved.plan, gathered.state, blueprint)
  const plan = saved?.plan ?? makePlan(blueprint, gathered, options)
  onPlan(plan)
  engine.happen('planned')
  return { plan, gathered, blueprint }
}

/** Whether a run is at work: then a plan settles nothing. */
async function isLive({ command, store, isGone }: CommandParts): Promise<boolean> {
  const holder = command.do === 'plan' ? await store.holder(instance) : undefined
  return holder !== undefined && !isGone(holder.pid)
}

async function aroundProgram(parts: CommandParts): Promise<ProgramSurroundings> {
  return { ...parts, instance, deadlines, ports: portsOf(parts), live: await isLive(parts) }
}

export function planOptions({ do: operation, targets = [], exclude = [], replace = [] }: Command): PlanOptions {
  return { operation: operation === 'plan' ? 'up' : operation, targets, exclude, replace }
}

function portsOf({ engine, provider, random }: CommandParts): Ports {
  return {
    catalog: {
      namespaces: () => ['sim'],
      define: (namespace) => Promise.resolve(namespace === 'sim' ? definition : undefined),
      provider: () => Promise.resolve(provider),
      context: () => ({ config: {}, variables: {} }),
    },
    clock: engine.clock,
    ids: engine.ids,
    random: () => random.next(),
    failpoint: (moment, step) => engine.happen(`${moment} ${step}`),
  }
}
