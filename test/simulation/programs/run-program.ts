import {
  type Deadlines,
  gather,
  type Gathered,
  hasChanges,
  hasWork,
  openPlan,
  type Plan,
  type Ports,
  type Program,
} from '@slipway/engine'
import { previewProgram, ProgramParts, runPlan } from '@slipway/engine/run'
import type { Lease } from '@slipway/stores'
import { LateDefinitions } from '../../../packages/operations/src/inline/late-definitions.ts'
import { InlineRun } from '../../../packages/operations/src/inline/program-run.ts'
import { Stack } from '../../../packages/operations/src/inline/stack.ts'
import { emptyBlueprint } from '../../../packages/operations/src/programs/program-source.ts'
import { blueprintOf } from '../command/blueprint.ts'
import type { Command } from '../moves/commands.ts'
import type { Changed, CommandParts, Ending } from '../command/command-parts.ts'
import { Around } from './around-program.ts'
import { goalsProgram } from './goals-program.ts'
import { inlineFunction } from './inline-function.ts'
import { scriptOf } from './script.ts'
import { ToldSteps } from './told-steps.ts'

/** Has the name of an instance. */
const blueprint = emptyBlueprint('harbour (a program)')

type Part = Pick<Command, 'targets' | 'exclude'>

export interface ProgramSurroundings extends CommandParts {
  readonly instance: string
  readonly ports: Ports
  readonly deadlines: Partial<Deadlines>
  /** True if another run is at work: then nothing is settled. */
  readonly live: boolean
}

/** The facts known before a program runs. */
interface Looked {
  readonly gathered: Gathered
  readonly definitions: LateDefinitions
}

/** Takes the part of `plan` for a program. */
export async function planOfProgram(parts: ProgramSurroundings): Promise<Ending> {
  const plan = await preview(parts, await look(parts), parts.command)
  parts.onPlan(plan)
  parts.engine.happen('planned')
  return { how: 'planned', plan }
}

/** Takes the part of `up` for a program, with the lock held. */
export async function upOfProgram(parts: ProgramSurroundings, lease: Lease): Promise<Changed> {
  const { command, engine, store, onPlan, onEvent, ports, deadlines } = parts
  const looked = await look(parts)
  const { gathered } = looked
  let shown: Plan | undefined
  if (command.program?.isShown === true) {
    const plan = await preview(parts, looked, withoutBreaking(command))
    onPlan(plan)
    engine.happen('planned')
    if (!hasWork(plan) && !hasChanges(plan) && gathered.changes.length === 0)
      return { ending: { how: 'nothing to do', plan }, gathered }
    shown = plan
  }
  engine.stop.signal.throwIfAborted()
  const plan = openPlan(blueprint, gathered, partOf(command))
  const told = new ToldSteps(plan, gathered.state, command.replace ?? [])
  if (command.program?.isShown !== true) onPlan(told.plan)
  const result = await runPlan({
    plan,
    blueprint,
    gathered,
    ports,
    store,
    lease,
    run: { id: engine.holder.runId, user: engine.holder.user, host: engine.holder.host },
    events: (event) => {
      told.take(event)
      onEvent(event)
    },
    deadlines,
    stop: engine.stop.signal,
    cancel: engine.cancel.signal,
    program: { program: programOf(parts, looked, command, false), shown },
  })
  return { ending: { how: 'ran', plan: told.plan, result }, gathered }
}

async function look({ command, store, engine, ...parts }: ProgramSurroundings): Promise<Looked> {
  const { instance, ports, deadlines, onEvent, verdicts, live } = parts
  const gathered = await gather({
    instance,
    state: await store.load(instance),
    blueprint: undefined,
    options: { operation: 'up' },
    ports,
    deadlines,
    refresh: command.refresh === true,
    settle: verdicts,
    events: onEvent,
    signal: engine.stop.signal,
    ...(live && { live }),
  })
  engine.happen('gathered')
  const definitions = new LateDefinitions(ports.catalog, gathered.providers)
  return { gathered: { ...gathered, providers: definitions.providers }, definitions }
}

async function preview(parts: ProgramSurroundings, looked: Looked, command: Command): Promise<Plan> {
  const { ports, deadlines, engine } = parts
  const { gathered } = looked
  const part = partOf(command)
  const stop = engine.stop.signal
  const program = programOf(parts, looked, command, true)
  return await previewProgram({ gathered, blueprint, program, part, ports, deadlines, stop })
}

function programOf(
  { draft, engine, onProgram }: ProgramSurroundings,
  { gathered, definitions }: Looked,
  command: Command,
  isPlan: boolean,
): Program {
  const script = scriptOf(draft, command)
  const parts = new ProgramParts({ ...partOf(command), replace: command.replace ?? [] })
  const { state } = gathered
  const told = onProgram(isPlan)
  const onPatienceEnds = (): void => told.interrupted()
  const around = new Around({ engine, parts, state, definitions, onPatienceEnds })
  const { stop } = engine
  const program =
    command.program?.speaks === 'goals'
      ? goalsProgram(draft, script, around)
      : new InlineRun({
          unmet: new Set(),
          listen: (about) => new Stack(about, inlineFunction(script, around)),
          instance: gathered.instance,
          isPlan,
          definitions,
          installed: ['sim'],
          howToInstall: () => undefined,
          configurations: () => [],
          tags: undefined,
          read: () => Promise.reject(new Error('nothing is read')),
          parts,
          state,
          clock: engine.clock,
          warn: () => undefined,
          redact: (text) => text,
          stop: stop.signal,
        }).program
  return async (want, saying) => {
    await program(
      (resource, how) => {
        told.asks(resource.name)
        return want(resource, how)
      },
      { ...saying, links: () => undefined },
    )
    // Labels decide which resources are linked; another part plays the messages about links.
    saying.links(blueprintOf(draft).links ?? [])
    told.endsWell()
  }
}

function partOf({ targets, exclude }: Command): Part {
  return { ...(targets !== undefined && { targets }), ...(exclude !== undefined && { exclude }) }
}

function withoutBreaking(command: Command): Command {
  const { breaks: _, ...program } = command.program ?? { speaks: 'goals' }
  return { ...command, program }
}
