import { randomUUID } from 'node:crypto'
import { encodeChange, type InnerKind } from './encoding/encode-change.ts'
import {
  decideLock,
  fenced,
  freeLock,
  isCurrent,
  leaseEnds,
  systemClock,
  type LockRecord,
  type StoreClock,
} from './lock.ts'
import type {
  Commit,
  KnownInstance,
  Lease,
  LoadOptions,
  LockAnswer,
  LockOptions,
  Sealer,
  StateStore,
  StoredSeals,
} from './port.ts'
import { readState } from './encoding/read-state.ts'
import type { DamagedRecord, InstanceState, LockHolder, RunRecord, StateChange } from './records.ts'
import { processSealer } from './seal/process-sealer.ts'
import { keysIn } from './seal/keys-in.ts'
import { markText, StateSeal, type Sealing } from './seal/state-seal.ts'
import type { SealedTeam } from './seal/team/team.ts'
import { StateSealer } from './seal/team/team-sealer.ts'
import { assertTeamIsStill } from './key-changed.ts'
import { decodeRows, knownInstances, leavingSealed, type StoredRow } from './encoding/state-rows.ts'

export interface MemoryStoreOptions {
  readonly sealer?: Sealer
  readonly clock?: StoreClock
}

/** A state in memory, for tests and for runs that must leave nothing behind. */
export function memoryStore({ sealer = processSealer(), clock = systemClock }: MemoryStoreOptions = {}): StateStore {
  return new MemoryStore(sealer, clock)
}

/** All records of one instance as text, as in other drivers, so that no caller shares stored objects. */
interface Shelf {
  instance?: string
  readonly resources: Map<string, string>
  readonly intents: Map<string, string>
  readonly runs: Map<string, string>
  readonly tasks: Map<string, string>
  readonly links: Map<string, string>
  readonly children: Map<string, string>
}

const shelfOf = {
  resource: 'resources',
  intent: 'intents',
  run: 'runs',
  task: 'tasks',
  link: 'links',
  child: 'children',
} as const satisfies Readonly<Record<InnerKind, keyof Shelf>>

class MemoryStore implements StateStore {
  readonly #sealer: StateSealer
  readonly #clock: StoreClock
  readonly #shelves = new Map<string, Shelf>()
  readonly #locks = new Map<string, LockRecord>()
  readonly #state = randomUUID()
  readonly #marks = new Map<string, string>()
  #team: SealedTeam | undefined

  constructor(sealer: Sealer, clock: StoreClock) {
    this.#sealer = new StateSealer(sealer)
    this.#clock = clock
  }

  async open(): Promise<void> {}

  async close(): Promise<void> {}

  async instances(): Promise<readonly KnownInstance[]> {
    return knownInstances(
      [...this.#shelves].flatMap(([name, { instance }]) => (instance === undefined ? [] : [rowOf([name, instance])])),
    )
  }

  async load(instance: string, options?: LoadOptions): Promise<InstanceState | undefined> {
    const shelf = this.#shelves.get(instance)
    if (shelf === undefined) return undefined
    const own = shelf.instance === undefined ? undefined : rowOf([instance, shelf.instance])
    const stored = {
      instance: own,
      resources: Array.from(shelf.resources, rowOf),
      intents: Array.from(shelf.intents, rowOf),
      tasks: Array.from(shelf.tasks, rowOf),
      links: Array.from(shelf.links, rowOf),
      children: Array.from(shelf.children, rowOf),
    }
    return readState(instance, stored, this.#seal(), options)
  }

  async seals(): Promise<StoredSeals> {
    return { ...this.#sealing(), unbound: 0 }
  }

  async sealer(): Promise<Sealer> {
    return this.#sealer.for(this.#sealing())
  }

  async restored(): Promise<string> {
    return ''
  }

  async keysInUse(): Promise<readonly string[]> {
    const keys = new Set<string>()
    for (const { instance = '', ...kinds } of this.#shelves.values()) {
      for (const key of keysIn(instance)) keys.add(key)
      for (const kind of Object.values(kinds))
        for (const body of kind.values()) for (const key of keysIn(body)) keys.add(key)
    }
    return [...keys].sort()
  }

  async changeTeam(from: SealedTeam | undefined, to: SealedTeam): Promise<void> {
    assertTeamIsStill(from, this.#team)
    this.#team = to
  }

  async runs(
    instance: string,
    limit: number,
    onDamaged: (record: DamagedRecord) => void = () => undefined,
  ): Promise<readonly RunRecord[]> {
    const newest = Array.from(this.#shelves.get(instance)?.runs ?? [], rowOf).toReversed()
    const { state, open } = this.#seal()
    const of = { state, instance, open: leavingSealed(open) }
    const { records, unread } = decodeRows('run', newest.slice(0, limit), of)
    for (const { record } of unread) onDamaged(record)
    return records
  }

  async lock(instance: string, holder: LockHolder, options: LockOptions): Promise<LockAnswer> {
    const { answer, record } = decideLock(instance, this.#locks.get(instance), holder, options, this.#clock)
    if (record !== undefined) this.#locks.set(instance, record)
    return answer
  }

  async renew(lease: Lease, leaseMs: number): Promise<void> {
    const current = this.#checkFence(lease)
    this.#locks.set(lease.instance, { ...current, ...leaseEnds(leaseMs, this.#clock) })
  }

  async unlock(lease: Lease): Promise<void> {
    const current = this.#locks.get(lease.instance)
    if (current?.fence === lease.fence) this.#locks.set(lease.instance, freeLock(current.fence))
  }

  async breakLock(instance: string): Promise<LockHolder | undefined> {
    const current = this.#locks.get(instance)
    if (current !== undefined) this.#locks.set(instance, freeLock(current.fence + 1))
    return current?.holder
  }

  async holder(instance: string): Promise<LockHolder | undefined> {
    return this.#locks.get(instance)?.holder
  }

  async commit(lease: Lease, changes: readonly StateChange[], beside?: Commit): Promise<void> {
    const all = [{ lease, changes }, ...(beside === undefined ? [] : [beside])]
    for (const one of all) this.#checkFence(one.lease)
    // Encode before changing anything, because encoding may fail and a commit applies all or none.
    const apply = all.flatMap((one) => one.changes.map((change) => this.#prepare(one.lease.instance, change)))
    for (const step of apply) step()
  }

  #prepare(instance: string, change: StateChange): () => void {
    const encoded = encodeChange(this.#state, instance, change, this.#writer)
    if (encoded.act === 'wipe') return () => this.#shelves.delete(instance)
    const { kind, id } = encoded
    if (encoded.act === 'remove') return () => this.#shelf(instance)[shelfOf[encoded.kind]].delete(id)
    const { body } = encoded
    if (kind === 'instance') return () => void (this.#shelf(instance).instance = body)
    return () => this.#shelf(instance)[shelfOf[kind]].set(id, body)
  }

  #shelf(instance: string): Shelf {
    const known = this.#shelves.get(instance)
    if (known !== undefined) return known
    const shelf: Shelf = {
      resources: new Map(),
      intents: new Map(),
      runs: new Map(),
      tasks: new Map(),
      links: new Map(),
      children: new Map(),
    }
    this.#shelves.set(instance, shelf)
    return shelf
  }

  #checkFence(lease: Lease): LockRecord {
    const current = this.#locks.get(lease.instance)
    if (!isCurrent(current, lease)) throw fenced(lease, current)
    return current
  }

  /** A sealed text has a mark, as in any other driver. */
  readonly #writer: Pick<Sealer, 'seal'> = {
    seal: (plain, place) => {
      const sealer = this.#sealer.for(this.#sealing())
      const { keyId } = sealer
      if (!this.#marks.has(keyId)) this.#marks.set(keyId, markText(sealer, this.#state, []))
      return sealer.seal(plain, place)
    },
  }

  #seal(): StateSeal {
    return new StateSeal(this.#sealing(), this.#sealer.for(this.#sealing()))
  }

  #sealing(): Sealing {
    return { state: this.#state, marks: this.#marks, ...(this.#team && { team: this.#team }) }
  }
}

function rowOf([id, body]: readonly [string, string]): StoredRow {
  return { id, body, intact: true }
}
