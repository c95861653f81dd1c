import { Failure } from '@slipway/model'
import type { Lease, LockHolder, LockOptions, LoadOptions, Sealer, StateChange, StateStore } from '@slipway/stores'
import type { SimulatedClock } from '../clock.ts'
import type { EngineProcess } from '../engine-process.ts'

/** The way in which one commit fails. */
export interface StoreFault {
  /** True if the failed commit took effect. */
  readonly isKept: boolean
}

export interface StoreOptions {
  readonly store: StateStore
  readonly clock: SimulatedClock
  readonly engine: EngineProcess
  /** The fault of the nth commit, counted from 1; `undefined` if it works. */
  readonly fault: (commit: number) => StoreFault | undefined
  readonly onCommitted: (changes: readonly StateChange[]) => void
}

/**
 * The store as one engine process sees it. A commit takes time: data that has not arrived when the process is killed never arrives; data that has
 * arrived stays.
 */
export class StoreOfProcess implements StateStore {
  readonly #options: StoreOptions
  #commits = 0

  constructor(options: StoreOptions) {
    this.#options = options
  }

  async open(): Promise<void> {}

  async close(): Promise<void> {}

  instances() {
    return this.#ask((store) => store.instances())
  }

  load(instance: string, options?: LoadOptions) {
    return this.#ask((store) => store.load(instance, options))
  }

  seals() {
    return this.#ask((store) => store.seals())
  }

  sealer() {
    return this.#ask((store) => store.sealer())
  }

  restored() {
    return this.#ask((store) => store.restored())
  }

  keysInUse() {
    return this.#ask((store) => store.keysInUse())
  }

  changeTeam(...change: Parameters<StateStore['changeTeam']>) {
    return this.#ask((store) => store.changeTeam(...change))
  }

  runs(instance: string, limit: number) {
    return this.#ask((store) => store.runs(instance, limit))
  }

  lock(instance: string, holder: LockHolder, options: LockOptions) {
    return this.#ask((store) => store.lock(instance, holder, options))
  }

  renew(lease: Lease, leaseMs: number) {
    return this.#ask((store) => store.renew(lease, leaseMs))
  }

  unlock(lease: Lease) {
    return this.#ask((store) => store.unlock(lease))
  }

  breakLock(instance: string) {
    return this.#ask((store) => store.breakLock(instance))
  }

  holder(instance: string) {
    return this.#ask((store) => store.holder(instance))
  }

  commit(lease: Lease, changes: readonly StateChange[]): Promise<void> {
    return this.#options.engine.ask(() => this.#commit(lease, changes))
  }

  async #commit(lease: Lease, changes: readonly StateChange[]): Promise<void> {
    const { store, clock, engine, fault, onCommitted } = this.#options
    const fails = fault(++this.#commits)
    engine.happen('commit')
    await clock.sleep(1)
    if (engine.isDead) return
    if (fails === undefined || fails.isKept) {
      await store.commit(lease, changes)
      onCommitted(changes)
    }
    engine.happen('committed')
    if (fails !== undefined) throw new Failure('state/disk-full', 'the disk is full')
  }

  #ask<T>(work: (store: StateStore) => Promise<T>): Promise<T> {
    const { store, engine } = this.#options
    return engine.ask(() => work(store))
  }
}

/** Seals without spending time: only the same sealer can open the texts again. */
export function quickSealer(): Sealer {
  const plain: string[] = []
  const opened = (sealed: string): string => plain[Number(sealed.split(':')[2])] ?? ''
  return {
    keyId: 'simulated',
    seal: (text) => `2:simulated:${plain.push(text) - 1}`,
    unseal: opened,
    unsealUnbound: opened,
  }
}
