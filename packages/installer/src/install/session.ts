import { type Failure, Semaphore } from '@slipway/model'
import type { Descriptor } from '../descriptor/descriptor.ts'
import { descriptorKey } from '../descriptor/write.ts'
import type { Lock } from '../store/locks.ts'
import type { InstallRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { isApart } from '../store/store-paths.ts'
import { cycle, neededFailed, shownName } from './failures.ts'
import type { InstallerParts, InstallOptions } from './installer.ts'
import { type Brought, broughtBy, noteInLock, refuseFrozen } from './lock-entry.ts'
import type { Installed, Outcome } from './outcome.ts'
import { isLocal, recordOf, resolve, type Resolved } from './resolve.ts'
import { failureOf, runSteps } from './run-steps.ts'
import { WaitGraph } from './wait-graph.ts'
import { Work } from './work.ts'

const defaultParallel = 8

/** The number of archives that are unpacked at once: one thread does most of the work, and each archive takes memory. */
const mostUnpacking = 2

/** The number of times that an installation starts again because other processes keep replacing the plugin. */
const maxAttempts = 5

type Ending = Omit<Outcome, 'descriptor'>

type Success = Ending & { readonly installed: Installed; readonly brought?: Brought }

/** One call of `install`: installs each plugin once, however many plugins need it, and works on independent plugins in parallel. */
export class Session {
  readonly #parts: InstallerParts
  readonly #options: InstallOptions
  readonly #store: Store
  readonly #turns: Readonly<Record<'network' | 'processor', Semaphore>>
  /**
   * Limits the number of wanted plugins in progress, because each holds locks, which take memory. Their dependencies begin at once; otherwise the
   * plugins would wait for each other.
   */
  readonly #begun: Semaphore
  readonly #waits = new WaitGraph()
  readonly #resolved = new Map<string, Promise<Resolved>>()
  readonly #endings = new Map<string, Promise<Ending>>()
  #records: readonly InstallRecord[] | undefined
  /** A lock that keeps other processes from pruning the store meanwhile. */
  #storeLock: Promise<Lock> | undefined

  constructor(parts: InstallerParts, options: InstallOptions, store: Store) {
    this.#parts = parts
    this.#options = options
    this.#store = store
    const { parallel = defaultParallel } = options
    this.#begun = new Semaphore(parallel * 3)
    this.#turns = { network: new Semaphore(parallel), processor: new Semaphore(Math.min(parallel, mostUnpacking)) }
  }

  /** Returns the outcomes in the order of the request, and saves the lock file. */
  async installAll(wanted: readonly Descriptor[]): Promise<readonly Outcome[]> {
    const outcomes = await Promise.all(wanted.map((descriptor) => this.#begun.run(() => this.install(descriptor))))
    const failure = this.#saveLock()
    if (failure === undefined) return outcomes
    // The plugins are on the disk, but not in the lock file, so the call has not succeeded.
    return outcomes.map((outcome): Outcome => {
      const { descriptor, installed } = outcome
      return outcome.action === 'failed' || installed === undefined
        ? outcome
        : { descriptor, action: 'failed', installed, failure }
    })
  }

  #saveLock(): Failure | undefined {
    const { lock, frozen } = this.#options
    if (lock?.isChanged !== true || frozen === true) return undefined
    try {
      lock.save()
      return undefined
    } catch (error) {
      return failureOf(error, lock.file, this.#parts.access.signal)
    }
  }

  async end(): Promise<void> {
    const lock = await this.#storeLock?.catch(() => undefined)
    lock?.release()
  }

  /**
   * Installs one plugin. Never fails: a failure is an outcome. `neededBy` is the key of the plugin that waits for this one; absent: the user wants
   * it.
   */
  async install(descriptor: Descriptor, neededBy?: string): Promise<Outcome> {
    const { signal } = this.#parts.access
    try {
      const resolved = await this.#resolve(descriptor, neededBy !== undefined)
      const key = shownName(resolved)
      const chain = neededBy === undefined ? undefined : this.#waits.wait(neededBy, key)
      if (chain !== undefined) throw cycle(chain)
      let ending = this.#endings.get(key)
      if (ending === undefined) {
        ending = this.#run(resolved)
        this.#endings.set(key, ending)
      }
      return { descriptor, ...(await ending) }
    } catch (error) {
      return this.#failed(descriptor, failureOf(error, descriptorKey(descriptor), signal))
    }
  }

  #failed(descriptor: Descriptor, failure: Failure): Outcome {
    this.#options.observe?.({ descriptor, step: 'failed', line: failure.message })
    return { descriptor, action: 'failed', failure }
  }

  /** Returns the records at the start of this call. */
  #knownRecords(): readonly InstallRecord[] {
    this.#records ??= this.#foundRecords()
    return this.#records
  }

  /** Returns the records of plugins that discovery finds. A plugin on another plugin path, or in another home, is of no use here. */
  #foundRecords(): readonly InstallRecord[] {
    return this.#store.records.all().filter(({ identity: { ecosystem }, place: { folder } }) => {
      const own = this.#parts.ecosystems.find(({ name }) => name === ecosystem)
      return isApart(this.#parts.home, folder) || own?.isSearched(folder) === true
    })
  }

  /**
   * Chooses the version. The lock file decides for the plugins that another plugin needs; without an entry, the version that the other plugin names
   * decides.
   */
  #resolve(descriptor: Descriptor, isNeeded: boolean): Promise<Resolved> {
    const options = isNeeded ? { ...this.#options, exact: true, anew: false, update: false } : this.#options
    const key = `${isNeeded} ${JSON.stringify(descriptor)}`
    let resolved = this.#resolved.get(key)
    if (resolved === undefined) {
      this.#options.observe?.({ descriptor, step: 'resolve' })
      resolved = resolve(descriptor, this.#parts, options, this.#knownRecords())
      this.#resolved.set(key, resolved)
    }
    return resolved
  }

  async #run(resolved: Resolved): Promise<Ending> {
    try {
      refuseFrozen(resolved, this.#parts, this.#options)
      const { brought, ...ending } =
        (await this.#present(resolved, this.#knownRecords())) ?? (await this.#brought(resolved))
      noteInLock(resolved, ending.installed, brought, this.#parts, this.#options)
      this.#options.observe?.({ descriptor: resolved.descriptor, step: 'done' })
      return ending
    } catch (error) {
      const failure = failureOf(error, shownName(resolved), this.#parts.access.signal)
      this.#options.observe?.({ descriptor: resolved.descriptor, step: 'failed', line: failure.message })
      return { action: 'failed', failure }
    }
  }

  /** Returns the success for a plugin that is already installed. Works without a lock and without the network. */
  async #present(resolved: Resolved, records: readonly InstallRecord[]): Promise<Success | undefined> {
    const record = recordOf(resolved, records)
    if (record === undefined || isLocal(resolved.descriptor)) return undefined
    const state = await this.#store.look(record.place)
    if (state.as !== 'installed') return undefined
    const { sha256, level, signer } = state.record
    const { descriptor, origin, signer: pinned } = resolved
    const proof = { descriptor, origin, sha256, level, signer, pinned }
    if (this.#parts.verifier.stillAccepts?.(proof) === false) return undefined
    return { action: 'present', installed: this.#installedOf(state.record) }
  }

  async #brought(resolved: Resolved): Promise<Success> {
    const { signal } = this.#parts.access
    this.#storeLock ??= this.#store.locks.share('store', { signal })
    await this.#storeLock
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const work = this.#work(resolved)
      await work.hold.take()
      const present = await this.#present(resolved, this.#foundRecords())
      if (present !== undefined) {
        work.hold.release()
        return present
      }
      const action = await runSteps(work)
      if (action === 'again') continue
      const installed = this.#installedOf(work.record.get())
      const brought = broughtBy(work)
      if (action !== 'present-only') return { action, installed, brought }
      return { action: 'installed', installed: { ...installed, partial: 'it was only downloaded' }, brought }
    }
    signal.throwIfAborted()
    throw new Error(`other processes replace ${shownName(resolved)} all the time`)
  }

  #work(resolved: Resolved): Work {
    const key = shownName(resolved)
    return new Work(
      {
        parts: this.#parts,
        options: this.#options,
        store: this.#store,
        turn: (kind, work) => this.#turns[kind].run(work),
        installNeeded: (needed) => this.#installNeeded(key, needed),
      },
      resolved,
    )
  }

  /** Installs all needed plugins, and lets each run to its end even when another one fails. */
  async #installNeeded(key: string, needed: readonly Descriptor[]): Promise<readonly string[]> {
    const outcomes = await Promise.all(needed.map((each) => this.install(each, key)))
    const failures = outcomes.flatMap(({ descriptor, failure }) =>
      failure === undefined ? [] : [[descriptorKey(descriptor), failure] as const],
    )
    // A cycle is the reason at every place where it shows: all its members report the same failure.
    const found = failures.find(([, { code }]) => code === 'install/cycle')
    if (found !== undefined) throw found[1]
    if (failures.length > 0) throw neededFailed(key, failures)
    return outcomes.flatMap(({ installed }) => installed?.folder ?? [])
  }

  #installedOf({ identity, place: { folder }, origin, sha256, size, level, signer }: InstallRecord): Installed {
    const known = { identity, folder, origin, sha256, size, level, ...(signer !== undefined && { signer }) }
    return isApart(this.#parts.home, folder) ? { ...known, isApart: true } : known
  }
}
