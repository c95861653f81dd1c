import type { Plugin } from '@slipway/agent'
import { Failure } from '@slipway/model'
import type { Sealer, StateStore } from '@slipway/stores'
import type { ProjectFiles } from '../trust/project-files.ts'
import { stateDriver, type DriverOptions, type StatePlace } from './state-driver.ts'
import { refuseForeignState } from './state-place.ts'

export interface StoreOptions extends DriverOptions {
  readonly place: StatePlace
  /** Decides whether files count as the user's own. */
  readonly files: ProjectFiles
  /** Resolves when the state may be opened to change it. */
  readonly ready?: Promise<unknown> | undefined
  /** A store that replaces the driver's store. */
  readonly store?: StateStore | undefined
}

/** The state store, open while the agent runs. */
export class StorePart implements Plugin {
  readonly name = 'store'
  readonly #access: StoreOptions['access']
  readonly #assertOurs: () => void
  readonly #sealer: Sealer
  readonly #ready: Promise<unknown> | undefined
  readonly #driver: () => Promise<StateStore>
  #store: StateStore | undefined
  #refusal: Failure | undefined

  constructor({ place, access, sealer, onNewKey, files, ready, store }: StoreOptions) {
    this.#assertOurs = () => refuseForeignState(files, place.state)
    this.#access = access
    this.#sealer = sealer
    this.#ready = access === 'write' ? ready : undefined
    this.#driver = async () => store ?? (await stateDriver(place, { access, sealer, onNewKey }))
  }

  /** Returns the open store. Fails if it could not be opened. */
  get store(): StateStore {
    if (this.#refusal !== undefined) throw this.#refusal
    if (this.#store === undefined) throw new Error('the state is not open')
    return this.#store
  }

  /** A method instead of a property: the agent searches properties for plugins, and reading the sealer's key id would create the key. */
  get sealer(): Sealer {
    return this.#sealer
  }

  /**
   * Reads or creates the key before anything changes. Otherwise the failure would come only with the first secret, while calls are running.
   *
   * @throws Failure `state/key-unwritable`, or `state/wrong-key` if the user is no recipient of the state, or would add a second key to a
   *   state that others share
   */
  async readyKey(): Promise<void> {
    const sealer = await this.store.sealer()
    sealer.seal('', { purpose: 'mark', state: '', instance: '', record: '', path: [] })
  }

  /** Finds out whether this user may seal in the state, for a run that learns only later whether it meets secrets. */
  async askWhetherToSeal(): Promise<void> {
    await this.store.sealer()
  }

  /** Opens the store. A failure surfaces only at its first use, because a command that only reads a blueprint needs no state. */
  async init(): Promise<void> {
    await this.#ready
    try {
      this.#assertOurs()
      this.#store = await this.#driver()
      await this.#store.open()
    } catch (error) {
      if (this.#access === 'write' || !(error instanceof Failure)) throw error
      this.#refusal = error
    }
  }

  async close(): Promise<void> {
    await this.#store?.close()
  }
}
