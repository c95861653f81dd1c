import type { Clock, Ids } from '@slipway/engine'
import type { LockHolder } from '@slipway/stores'
import type { SimulatedClock } from './clock.ts'
import type { Moment } from './moves/trouble.ts'

interface Appointment {
  readonly at: Moment
  readonly keep: () => void
  isOver: boolean
}

/**
 * One process of the engine. All that it wants of the outside goes through here, so that it can be killed between any two
 * such things: a dead engine may still compute, but nothing it wants comes to pass, and it hears of nothing any more.
 */
export class EngineProcess {
  readonly holder: LockHolder
  /** Settles when the process is killed. */
  readonly killed: Promise<void>
  readonly stop = new AbortController()
  readonly cancel = new AbortController()
  /** All events in order, for a reader who looks for the moment of a mistake. */
  readonly moments: string[] = []
  readonly ids: Ids
  isDead = false
  readonly #clock: SimulatedClock
  readonly #appointments: Appointment[] = []
  readonly #die: () => void

  constructor(clock: SimulatedClock, pid: number, command: string) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#clock = clock
    this.killed = promise
    this.#die = resolve
    this.ids = idsOf(pid)
    this.holder = {
      runId: `run-${pid}`,
      pid,
      processStart: pid,
      bootId: 'boot',
      host: 'harbour',
      user: 'ada',
      command: `slipway ${command}`,
      since: clock.now(),
    }
  }

  /** Does something at a given moment, before anything else can happen. */
  when(at: Moment, keep: () => void): void {
    this.#appointments.push({ at, keep, isOver: false })
  }

  /** Does something after some more moments. */
  soon(moments: number, keep: () => void): void {
    this.when(this.moments.length + moments, keep)
  }

  happen(what: string): void {
    if (this.isDead) return
    this.moments.push(what)
    for (const appointment of this.#appointments) {
      if (appointment.isOver || (appointment.at !== what && appointment.at !== this.moments.length)) continue
      appointment.isOver = true
      appointment.keep()
    }
  }

  /** Sends a signal between two steps, never in the middle of one. */
  signal(controller: AbortController): void {
    this.#clock.after(0, () => controller.abort())
  }

  kill(): void {
    this.isDead = true
    this.#die()
    // Node keeps signals that are derived from these, and have listeners, for ever, with everything that the listeners refer to.
    this.stop.abort()
    this.cancel.abort()
  }

  /** Lets the engine hear an answer, unless it is dead. */
  async hears<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work
      return this.isDead ? await never() : result
    } catch (thrown) {
      if (this.isDead) await never()
      throw thrown
    }
  }

  /** Does work for the engine, as long as it lives. */
  ask<T>(work: () => Promise<T>): Promise<T> {
    return this.isDead ? never() : this.hears(work())
  }

  get clock(): Clock {
    return {
      now: () => this.#clock.now(),
      monotonic: () => this.#clock.monotonic(),
      sleep: (ms, signal) => this.ask(() => this.#clock.sleep(ms, signal)),
    }
  }
}

/** A promise of its own for each waiting caller; a shared one would keep all of them alive. */
function never(): Promise<never> {
  return new Promise(() => {})
}

/** Ids that name their process: `003-007` is the seventh id of process 3. */
function idsOf(pid: number): Ids {
  let made = 0
  return { next: () => `${String(pid).padStart(3, '0')}-${String(++made).padStart(3, '0')}` }
}
