import type { UserVerdict, UserVerdicts } from '@slipway/engine'
import { Failure } from '@slipway/model'
import { protecting } from '@slipway/operations/state/by-hand/protecting'
import { renaming } from '@slipway/operations/state/by-hand/renaming'
import {
  type InstanceState,
  memoryStore,
  type ResourceRecord,
  type StateChange,
  type StateStore,
} from '@slipway/stores'
import { randomOf } from '../../soak/random.ts'
import { blueprintOf } from './blueprint.ts'
import { SimulatedClock } from '../clock.ts'
import type { Command } from '../moves/commands.ts'
import type { SavedPlan } from './command-parts.ts'
import { Committed } from './committed.ts'
import { ImportedThings } from './imported-things.ts'
import { draftOf } from './recorded-draft.ts'
import { doubtsToldBy, type ToldDoubt } from './doubts.ts'
import { type Draft, wantedOf } from '../moves/draft.ts'
import type { About } from '../services/failures.ts'
import { EngineProcess } from '../engine-process.ts'
import type { Asked, Run } from '../model/facts.ts'
import { Model } from '../model/model.ts'
import { recordedToStay } from '../model/retained.ts'
import { changeLine, planLines } from '../log.ts'
import type { Surroundings } from '../services/plugin-process.ts'
import { kindOf } from '../services/kinds.ts'
import { PluginProcesses, type Witness } from '../services/plugin-processes.ts'
import { listenerOf } from '../programs/told-program.ts'
import { SimulatedProvider } from '../services/provider.ts'
import { instance, planOptions, slipway } from './slipway.ts'
import { quickSealer, StoreOfProcess } from './store.ts'
import { Troubles } from './troubles.ts'
import { type Thing, type Wish, World } from '../services/world.ts'

/** Milliseconds until everything that was on its way outside has arrived and can be seen. */
const timeToLook = 10_000

/** Everything that outlives a command: time, the world, the store, and the messages to the user. */
export class Harbour {
  readonly clock = new SimulatedClock()
  readonly committed = new Committed()
  readonly #imported: ImportedThings
  readonly world: World
  readonly model: Model
  /** Doubts that the last command reported. */
  doubts: readonly ToldDoubt[] = []
  /** How many commands have run, including those of rivals. */
  commands = 0
  readonly #around: Surroundings
  readonly #store: StateStore
  #saved: SavedPlan | undefined
  /** Processes that have ended. */
  readonly #gone = new Set<number>()
  readonly #log: (line: string) => void

  /** @param log receives a line for each plan, question and write, for a reader who examines a sequence */
  constructor(log: (line: string) => void = () => undefined) {
    this.#log = log
    this.world = new World(
      this.clock,
      (thing) => this.model.made(thing),
      (thing, isByHand) => {
        if (isByHand) this.model.facts.lost.add(thing)
      },
    )
    this.#imported = new ImportedThings(this.world)
    this.model = new Model(this.world, this.committed)
    this.#store = memoryStore({ sealer: quickSealer(), clock: this.clock })
    this.#around = {
      clock: this.clock,
      world: this.world,
      atWork: new Map(),
      askedTooEarly: (about) => this.model.askedTooEarly(about),
      cutShort: ({ method, resourceId }) => {
        if (method === 'deploy') this.model.facts.cut.add(resourceId)
      },
    }
  }

  /** Runs a command to its end, whether or not it succeeds. */
  async run(command: Command, draft: Draft): Promise<Run> {
    this.clock.pass(command.pause ?? 0)
    const rivals: Promise<Run>[] = []
    const run = await this.#start(command, draft, (does) => {
      const { program } = command
      const said = program === undefined ? {} : { program: { speaks: program.speaks } }
      rivals.push(this.#start({ do: does, luck: command.luck + 1, ...said }, draft, () => undefined))
    })
    await Promise.all(rivals)
    this.doubts = doubtsToldBy(run.ending, run.thrown)
    if (run.ending?.how === 'planned') this.#saved = { plan: run.ending.plan, options: planOptions(command) }
    return run
  }

  /** Lifts the recorded protection of one resource, or of all. */
  async unprotect(name?: string): Promise<void> {
    let meant: readonly ResourceRecord[] = []
    const isLifted = await this.#changeState('state unprotect', (state) => {
      const known = [...state.resources, ...state.intents.map(({ resource }) => resource)]
      meant = known.filter((one) => name === undefined || one.name === name)
      return [...new Set(meant.map(({ id }) => id))].flatMap((id) => protecting(state, id, false))
    })
    for (const one of isLifted ? meant : []) this.model.lifted(one)
  }

  /** Renames a record, if the new name is free. */
  async move(name: string, to: string): Promise<void> {
    const isMoved = await this.#changeState('state mv', (state) => {
      try {
        return renaming(state, name, to)
      } catch (thrown) {
        if (thrown instanceof Failure) return []
        throw thrown
      }
    })
    if (isMoved) this.model.moved(to)
  }

  /** A user changes the record while no command runs. Returns false if there is nothing to change. */
  async #changeState(command: string, work: (state: InstanceState) => readonly StateChange[]): Promise<boolean> {
    const state = await this.#store.load(instance)
    const changes = state === undefined ? [] : work(state)
    if (state === undefined || changes.length === 0) return false
    const { holder } = new EngineProcess(this.clock, ++this.commands, command)
    const answer = await this.#store.lock(instance, holder, { leaseMs: 1e9, isGone: ({ pid }) => this.#gone.has(pid) })
    if (!answer.acquired) throw new Error('somebody is still at work')
    const version = state.instance.version + 1
    await this.#store.commit(answer.lease, [...changes, { kind: 'instance', instance: { ...state.instance, version } }])
    await this.#store.unlock(answer.lease)
    for (const change of changes) this.#log(`${command} writes ${changeLine(change)}`)
    this.committed.apply(changes)
    return true
  }

  async #start(command: Command, draft: Draft, onRival: (does: 'up' | 'plan') => void): Promise<Run> {
    const pid = ++this.commands
    const engine = new EngineProcess(this.clock, pid, command.do)
    let run = this.#newRun(pid, command, draft)
    const now = (): Run => run
    const troubles = new Troubles(command.trouble ?? [])
    const random = randomOf(command.luck)
    const failing = troubles.failing.bind(troubles)
    const chance = { random, late: troubles.late, failing }
    const plugins = new PluginProcesses(this.#around, engine, chance, this.#witness(now))
    const end = (): void => {
      this.#gone.add(pid)
      engine.kill()
      plugins.kill()
    }
    const kill = (): void => {
      run.isCutShort = true
      end()
    }
    const cutShort = (): void => void (run.isCutShort = true)
    troubles.arm({ engine, kill, rival: onRival, cutShort })
    const work = slipway({
      command,
      blueprint: blueprintOf(draft),
      engine,
      store: this.#storeOf(engine, troubles, now),
      provider: new SimulatedProvider(plugins, this.world),
      random,
      verdicts: command.settle === true ? this.#lookOutside(command) : new Map(),
      saved: command.saved === true ? this.#saved : undefined,
      isGone: (holder) => this.#gone.has(holder),
      onPlan: (plan) => {
        run.plan = plan
        for (const line of planLines(plan)) this.#log(`${pid} plans ${line}`)
      },
      onRollback: (failed, before) => {
        run.ending = failed
        this.model.ended(run, undefined)
        run = this.#wayBack(run, before)
        this.#log(`${pid} goes back`)
      },
      onEvent: (event) => this.model.told(event),
      draft,
      onProgram: (isPlan) => listenerOf(run, isPlan),
    }).then(
      (ending) => void (engine.isDead || (run.ending = ending)),
      (thrown: unknown) => void (engine.isDead || (run.thrown = thrown)),
    )
    const stuck = await this.clock.until(Promise.race([work, engine.killed]))
    end()
    this.model.ended(run, stuck)
    return run
  }

  /**
   * Goes back to the earlier record: the last deployed blueprint, if all was well then. A user who refreshes goes back to the real values;
   * forgotten or renamed resources are not what they were.
   */
  #wayBack({ pid, command, isCutShort }: Run, before: InstanceState | undefined): Run {
    const { luck, trouble } = command
    const resources = before?.resources ?? []
    const deployed = this.model.deployedBefore
    const known = deployed !== undefined && isRecorded(deployed, resources) ? deployed : undefined
    const back: Command = { do: 'up', luck, ...(trouble !== undefined && { trouble }) }
    const run = this.#newRun(pid, back, known ?? draftOf(resources))
    const wayBack = known === undefined || command.refresh === true ? 'guessed' : 'known'
    return { ...run, isCutShort, wayBack, retainedByFailed: recordedToStay(this.committed) }
  }

  #newRun(pid: number, command: Command, draft: Draft): Run {
    return {
      pid,
      command,
      draft,
      plan: undefined,
      asked: [],
      takenAlong: [],
      condemned: new Set(this.model.facts.condemned),
      retained: new Set(this.model.facts.retained),
      asItWas: this.model.begins(command, draft),
      hadDoubt: [...this.committed.rows.values()].some((row) => this.committed.isInDoubt(row)),
      isCutShort: false,
      ending: undefined,
      thrown: undefined,
    }
  }

  #storeOf(engine: EngineProcess, troubles: Troubles, now: () => Run): StateStore {
    return new StoreOfProcess({
      store: this.#store,
      clock: this.clock,
      engine,
      fault: (commit) => {
        const fault = troubles.storeFault(commit)
        if (fault !== undefined) now().isCutShort = true
        return fault
      },
      onCommitted: (changes) => {
        for (const change of changes) this.#log(`${now().pid} writes ${changeLine(change)}`)
        this.model.commits(changes, now())
        this.committed.apply(changes)
        this.#imported.note(changes)
      },
    })
  }

  #witness(now: () => Run): Witness {
    return {
      asks: (about, wish) => {
        const run = now()
        const { type, name, resourceId, method } = about
        if (wish?.kind === 'wire') return this.#witnessWire(about, wish, run)
        const kind = wish?.kind ?? (method === 'destroy' ? 'destroy' : 'change')
        const thing = wish === undefined || wish.kind === 'make' ? undefined : wish.thing
        this.#log(`${run.pid} asks to ${kind} ${name} ${resourceId}`)
        const properties = wish !== undefined && 'properties' in wish ? wish.properties : undefined
        const asked: Asked = { kind, type, name, resourceId, thing, properties, end: 'open' }
        this.model.asks(asked, run)
        return (end) => {
          this.#log(`${run.pid} is answered for ${kind} ${name}: ${end}`)
          asked.end = end
        }
      },
    }
  }

  #witnessWire(about: About, wish: Extract<Wish, { kind: 'wire' }>, run: Run): (end: 'done' | 'failed') => void {
    const what = `${wish.isUndone ? 'unwire' : 'wire'} ${wish.phase} of ${about.name} ${wish.owner}`
    this.#log(`${run.pid} asks to ${what} ${wish.to ?? ''}`)
    this.model.wires(wish, about, run)
    return (end) => this.#log(`${run.pid} is answered for ${what}: ${end}`)
  }

  /** The findings of a user who waits until nothing is on its way any more. */
  #lookOutside(command: Command): UserVerdicts {
    const verdicts = new Map<string, UserVerdict>()
    for (const { name, resourceId } of this.doubts) {
      const id = resourceId ?? this.#doubtedOf(name)
      if (id === undefined) continue
      this.clock.pass(timeToLook)
      const thing = this.world.ownedBy(id)
      verdicts.set(name, thing === undefined ? 'missing' : verdictOn(thing, command))
    }
    return verdicts
  }

  /** A bare name means the resource that has it; others are called by their ids. */
  #doubtedOf(name: string): string | undefined {
    const named = [...this.committed.rows.values()].filter((row) => row.name === name)
    const rows = named.toSorted((a, b) => Number(a.replaced) - Number(b.replaced))
    return (rows.find((row) => this.committed.isInDoubt(row)) ?? rows.find(({ status }) => status.endsWith('failed')))
      ?.id
  }
}

/** Not every user thinks of the id before Slipway asks for it. */
function verdictOn({ type, id }: Thing, { luck, do: what }: Command): UserVerdict {
  const isHasty = what === 'up' && luck % 2 === 1
  return kindOf(type).finds === 'id' && !isHasty ? `exists:${id}` : 'exists'
}

function isRecorded(draft: Draft, resources: readonly ResourceRecord[]): boolean {
  const names = new Set(resources.flatMap(({ name, replaced }) => (replaced ? [] : [name])))
  return wantedOf(draft).every(({ name }) => names.has(name))
}
