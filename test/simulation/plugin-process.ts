import type { CallControl, PluginFailure } from '@slipway/model'
import type { Random } from '../soak/random.ts'
import type { SimulatedClock } from './clock.ts'
import type { EngineProcess } from './engine-process.ts'
import { type About, conflict, failure } from './failures.ts'
import { kindOf } from './kinds.ts'
import type { Failing } from './trouble.ts'
import { IsThereAlready, type Thing, type Wish, type World } from './world.ts'

/** One call that a plugin is to make. */
export interface Job<T> {
  readonly about: About
  /** What it is to do outside; nothing for one that only looks. */
  readonly wish?: () => Wish | undefined
  readonly answer: (thing: Thing | undefined) => T
  readonly control: CallControl | undefined
  /** How what it was given makes it fail. */
  readonly breaks?: Failing
}

/** A call that is under way: since it was sent, and until nobody works on it any more. */
interface Call {
  readonly about: About
  readonly wish: (() => Wish | undefined) | undefined
  readonly asked: number
  readonly fail: (why: PluginFailure) => void
  /** It has taken effect, or its plugin will do nothing any more. */
  isDone: boolean
  /** Nobody works on it any more. */
  isOver: boolean
}

/** What all plugin processes of a simulation share. */
export interface Surroundings {
  readonly clock: SimulatedClock
  readonly world: World
  /** Calls that somebody still works on, by resource id: nobody may ask what became of one of them. */
  readonly atWork: Map<string, number>
  /** Called for every question about a resource whose call is still worked on. */
  readonly askedTooEarly: (about: About) => void
  readonly cutShort: (about: About) => void
}

/** What decides in this run how calls end that nobody has decided about. */
export interface Chance {
  readonly random: Random
  /** How late calls that are cut short take effect. */
  readonly late: number | 'never' | undefined
  /** How the next call of this kind is to fail. */
  readonly failing: (about: About) => Failing | undefined
}

/** Who is told of every change that is asked for. */
export interface Witness {
  /** Returns what is to be told how it ended. */
  asks(about: About, wish: Wish | undefined): (end: 'done' | 'failed') => void
}

/** How long a plugin that is told to stop takes for it, in milliseconds. */
const stopMs = 400

/** The plugin processes of one engine: one at a time gets the calls; one that has died or is stopping gets no more. */
export class PluginProcesses {
  readonly #around: Surroundings
  readonly #engine: EngineProcess
  readonly #chance: Chance
  readonly #witness: Witness
  #calls = new Set<Call>()
  /** Of processes that get no new calls and are about to be stopped. */
  #retired: Call[] = []

  constructor(around: Surroundings, engine: EngineProcess, chance: Chance, witness: Witness) {
    this.#around = around
    this.#engine = engine
    this.#chance = chance
    this.#witness = witness
  }

  now(): number {
    return this.#around.clock.now()
  }

  /** Kills them all: with their engine, or after it. */
  kill(): void {
    const calls = [...this.#calls, ...this.#retired]
    this.#calls = new Set()
    this.#retired = []
    for (const call of calls) this.#cut(call)
  }

  call<T>(job: Job<T>): Promise<T> {
    return this.#engine.ask(() => this.#call(job))
  }

  #call<T>(job: Job<T>): Promise<T> {
    const { about, wish } = job
    const { method, name, resourceId } = about
    if (method === 'read' && this.#around.atWork.has(resourceId)) this.#around.askedTooEarly(about)
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const call: Call = { about, wish, asked: this.#around.world.ask(), fail: reject, isDone: false, isOver: false }
    const ends = wish === undefined ? undefined : this.#witness.asks(about, wished(call))
    this.#begin(call)
    this.#engine.happen(`sent ${method} ${name}`)
    if (ends !== undefined)
      promise.then(
        () => ends('done'),
        () => ends('failed'),
      )
    this.#work(call, job).then(resolve, reject)
    return promise
  }

  async #work<T>(call: Call, { about, answer, control, breaks }: Job<T>): Promise<T> {
    const { clock } = this.#around
    const calls = this.#calls
    await clock.sleep(this.#chance.random.between(1, 4))
    if (call.isDone) return await ended()
    const failing = this.#chance.failing(about) ?? breaks
    if (failing === 'hang') return await this.#hang(call, control)
    if (failing === 'die') {
      this.#crash()
      return await ended()
    }
    const early = failing === undefined ? undefined : this.#earlyFailure(call, failing)
    if (early !== undefined) {
      this.#end(calls, call)
      throw early
    }
    const thing = this.#fulfil(call, failing === 'half')
    this.#engine.happen(`done ${about.method} ${about.name}`)
    if (failing === 'die-done') this.#crash()
    await clock.sleep(this.#chance.random.between(0, 3))
    this.#end(calls, call)
    if (failing === 'half') throw failure(about, 'UNEXPECTED', 'it got stuck half-way')
    this.#engine.happen(`answered ${about.method} ${about.name}`)
    return answer(thing)
  }

  /** What is said when nothing was done. */
  #earlyFailure({ about }: Call, failing: Failing): PluginFailure | undefined {
    if (failing === 'transient') return failure(about, 'TRANSIENT', 'too many calls')
    if (failing === 'unexpected') return failure(about, 'UNEXPECTED', 'something went wrong')
    if (failing !== 'refuse') return undefined
    // A service that has accepted a request does not refuse the same one when it comes again.
    const isAccepted = kindOf(about.type).adopts && this.#around.world.isPending(about.resourceId)
    return isAccepted ? undefined : failure(about, 'BAD_INPUT', 'that is not allowed', { refused: true })
  }

  #fulfil(call: Call, isHalf: boolean): Thing | undefined {
    call.isDone = true
    try {
      const wish = call.wish?.()
      if (wish === undefined) return undefined
      return this.#around.world.fulfil(isHalf ? halved(wish) : wish, call.asked)
    } catch (thrown) {
      this.#end(this.#calls, call)
      throw thrown instanceof IsThereAlready ? conflict(call.about) : thrown
    }
  }

  /** The engine's patience ends; then the plugin is stopped, once its other calls have ended. */
  async #hang<T>(call: Call, control: CallControl | undefined): Promise<T> {
    const { clock } = this.#around
    await clock.sleep(control?.deadlineMs ?? 0)
    if (call.isDone) return await ended()
    const over = Promise.withResolvers<void>()
    const calls = this.#calls
    this.#calls = new Set()
    this.#retired.push(...calls)
    void this.#stop(calls, call, over.resolve)
    throw failure(call.about, 'UNEXPECTED', 'no answer in time', { inDoubt: true, over: over.promise })
  }

  async #stop(calls: Set<Call>, hanging: Call, over: () => void): Promise<void> {
    const { clock } = this.#around
    // It may still do what it was asked for.
    if (this.#chance.random.chance(0.3)) {
      await clock.sleep(stopMs / 2)
      if (!hanging.isDone) this.#fulfilQuietly(hanging)
    }
    while ([...calls].some((call) => !call.isDone && call !== hanging)) await clock.sleep(stopMs / 4)
    await clock.sleep(stopMs)
    this.#retired = this.#retired.filter((call) => !calls.has(call))
    for (const call of calls) this.#cut(call)
    over()
  }

  #fulfilQuietly(call: Call): void {
    try {
      this.#fulfil(call, false)
    } catch {
      // Nobody is there to hear it.
    }
  }

  /** The plugin dies by itself. The next call starts another. */
  #crash(): void {
    const calls = this.#calls
    this.#calls = new Set()
    for (const call of calls) {
      this.#cut(call)
      call.fail(failure(call.about, 'UNEXPECTED', 'the plugin has died', { inDoubt: true }))
    }
  }

  /** Nobody works on a call any more. What was sent and is not done may still be done by the service that got it. */
  #cut(call: Call): void {
    if (call.isOver) return
    this.#over(call)
    this.#around.cutShort(call.about)
    if (call.isDone) return
    call.isDone = true
    const { lateMs } = kindOf(call.about.type)
    const { late, random } = this.#chance
    const ms = late ?? (random.chance(0.5) ? random.between(0, lateMs) : 'never')
    if (lateMs === 0 || ms === 'never') return
    const wish = wished(call)
    if (wish !== undefined) this.#around.world.fulfilLate(wish, call.asked, Math.min(ms, lateMs))
  }

  #begin(call: Call): void {
    this.#calls.add(call)
    if (call.wish === undefined) return
    const { atWork } = this.#around
    const { resourceId } = call.about
    atWork.set(resourceId, (atWork.get(resourceId) ?? 0) + 1)
  }

  #end(calls: Set<Call>, call: Call): void {
    call.isDone = true
    calls.delete(call)
    if (!call.isOver) this.#over(call)
  }

  #over(call: Call): void {
    call.isOver = true
    if (call.wish === undefined) return
    const { atWork } = this.#around
    const { resourceId } = call.about
    const left = (atWork.get(resourceId) ?? 1) - 1
    if (left > 0) atWork.set(resourceId, left)
    else atWork.delete(resourceId)
  }
}

/** Half of what was asked for: a new thing is there, a change is begun. */
function halved(wish: Wish): Wish {
  if (wish.kind !== 'change') return wish
  const { value } = wish.properties
  return { ...wish, properties: { ...wish.thing.properties, ...(value !== undefined && { value }) } }
}

function wished(call: Call): Wish | undefined {
  try {
    return call.wish?.()
  } catch {
    return undefined
  }
}

/** Of a call that has been cut short: who waits for it has been told, or is dead. */
function ended(): Promise<never> {
  return new Promise(() => {})
}
