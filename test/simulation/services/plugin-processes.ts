import type { CallControl } from '@slipway/model'
import type { EngineProcess } from '../engine-process.ts'
import { type About, failure } from './failures.ts'
import { type Call, type Chance, earlyFailure, PluginProcess, type Surroundings, wishOf } from './plugin-process.ts'
import type { Failing } from '../moves/trouble.ts'
import type { Thing, Wish } from './world.ts'

/** One call that a plugin is to make. */
export interface Job<T> {
  readonly about: About
  /** The change to make outside; absent for a call that only reads. */
  readonly wish?: () => Wish | undefined
  readonly answer: (thing: Thing | undefined) => T
  readonly control: CallControl | undefined
  /** The failure that its input causes. */
  readonly breaks?: Failing
}

/** Learns of every requested change. */
export interface Witness {
  /** Returns a function that receives the outcome of the call. */
  asks(about: About, wish: Wish | undefined): (end: 'done' | 'failed') => void
}

/** The plugin processes of one engine. One process at a time gets the calls; a process that has died or is being stopped gets no more. */
export class PluginProcesses {
  readonly #around: Surroundings
  readonly #engine: EngineProcess
  readonly #chance: Chance
  readonly #witness: Witness
  readonly #all = new Set<PluginProcess>()
  #current: PluginProcess

  constructor(around: Surroundings, engine: EngineProcess, chance: Chance, witness: Witness) {
    this.#around = around
    this.#engine = engine
    this.#chance = chance
    this.#witness = witness
    this.#current = this.#start()
  }

  now(): number {
    return this.#around.clock.now()
  }

  /** Kills all processes, with their engine or after it. */
  kill(): void {
    for (const process of this.#all) process.die()
  }

  call<T>(job: Job<T>): Promise<T> {
    return this.#engine.ask(() => this.#call(job))
  }

  #start(): PluginProcess {
    const process = new PluginProcess(this.#around, this.#chance)
    this.#all.add(process)
    return process
  }

  #call<T>(job: Job<T>): Promise<T> {
    const { about, wish, control } = job
    const { method, name, resourceId } = about
    if (method === 'read' && this.#around.atWork.has(resourceId)) this.#around.askedTooEarly(about)
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    if (wish !== undefined) {
      const ends = this.#witness.asks(about, wishOf({ wish }))
      promise.then(
        () => ends('done'),
        () => ends('failed'),
      )
    }
    const process = this.#current
    const call = process.begin(about, wish, reject)
    control?.signal?.addEventListener('abort', () => process.giveUp(call))
    this.#engine.happen(`sent ${method} ${name}`)
    this.#work(call, job, process).then(resolve, reject)
    return promise
  }

  async #work<T>(call: Call, { about, answer, control, breaks }: Job<T>, process: PluginProcess): Promise<T> {
    const { clock } = this.#around
    const { random } = this.#chance
    await clock.sleep(random.between(1, 4))
    if (call.isDone) return await ended()
    const failing = this.#chance.failing(about) ?? breaks
    if (failing === 'hang') return await this.#hang(call, control, process)
    if (failing === 'die') this.#crash(process)
    if (call.isDone) return await ended()
    const early = earlyFailure(about, failing, this.#around)
    if (early !== undefined) {
      process.end(call)
      throw early
    }
    const thing = process.fulfil(call, failing === 'half' || failing === 'deny-half')
    this.#engine.happen(`done ${about.method} ${about.name}`)
    if (failing === 'die-done') this.#crash(process)
    await clock.sleep(random.between(0, 3))
    process.end(call)
    if (failing === 'half') throw failure(about, 'UNEXPECTED', 'it got stuck half-way')
    if (failing === 'deny-half') throw failure(about, 'BAD_INPUT', 'that is not allowed')
    this.#engine.happen(`answered ${about.method} ${about.name}`)
    return answer(thing)
  }

  /** Waits until the engine's patience ends; then the plugin gets no new calls, and is stopped. */
  async #hang<T>(call: Call, control: CallControl | undefined, process: PluginProcess): Promise<T> {
    call.isHanging = true
    await this.#around.clock.sleep(control?.deadlineMs ?? 0)
    if (call.isDone) return await ended()
    if (process === this.#current) this.#current = this.#start()
    throw failure(call.about, 'UNEXPECTED', 'no answer in time', { inDoubt: true, over: process.retire() })
  }

  /** The plugin dies by itself. The next call starts another process. */
  #crash(process: PluginProcess): void {
    if (process === this.#current) this.#current = this.#start()
    for (const { about, fail } of process.die()) {
      fail(failure(about, 'UNEXPECTED', 'the plugin has died', { inDoubt: true }))
    }
  }
}

/** Never resolves: the call was cut short, and its caller knows that or is dead. */
function ended(): Promise<never> {
  return new Promise(() => {})
}
