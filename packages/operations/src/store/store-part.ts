import type { Plugin } from '@slipway/agent'
import { Failure } from '@slipway/model'
import type { Sealer, StateStore } from '@slipway/stores'
import type { ProjectFiles } from '../trust/project-files.ts'
import { stateDriver, type StatePlace } from './state-driver.ts'
import { refuseForeignState } from './state-place.ts'

export interface StoreOptions {
  readonly place: StatePlace
  readonly access: 'read' | 'write'
  readonly sealer: Sealer
  /** Tell whose files count as the user's. */
  readonly files: ProjectFiles
  /** In the place of a driver's. */
  readonly store?: StateStore | undefined
}

/** The state store, open for as long as the agent runs. */
export class StorePart implements Plugin {
  readonly name = 'store'
  readonly #access: StoreOptions['access']
  readonly #assertOurs: () => void
  readonly #sealer: Sealer
  readonly #driver: () => Promise<StateStore>
  #store: StateStore | undefined
  #refusal: Failure | undefined

  constructor({ place, access, sealer, files, store }: StoreOptions) {
    this.#assertOurs = () => refuseForeignState(files, place.state)
    this.#access = access
    this.#sealer = sealer
    this.#driver = async () => store ?? (await stateDriver(place, { access, sealer }))
  }

  /** Fails when it could not be opened. */
  get store(): StateStore {
    if (this.#refusal !== undefined) throw this.#refusal
    if (this.#store === undefined) throw new Error('the state is not open')
    return this.#store
  }

  /** No property: the agent looks for plugins in those, and to ask the sealer for its key id is to make the key. */
  get sealer(): Sealer {
    return this.#sealer
  }

  /**
   * Reads the key, or makes it, before anything is done: if that fails only when a secret comes back, calls are under way.
   *
   * @throws Failure `state/key-unwritable`, or `state/wrong-key` for who is no recipient of the state
   */
  async readyKey(): Promise<void> {
    const sealer = await this.store.sealer()
    sealer.seal('', { purpose: 'mark', state: '', instance: '', record: '', path: [] })
  }

  /** A command that only looks at a blueprint needs no state: why it cannot be read is told to whoever asks for it. */
  async init(): Promise<void> {
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
