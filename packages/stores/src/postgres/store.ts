import { movedState } from '../content.ts'
import { encodeChange } from '../encoding/encode-change.ts'
import { checksumOf } from '../losses/checksum.ts'
import { systemClock, type StoreClock } from '../lock.ts'
import { lostAmong, pastRuns } from '../losses/lost-rows.ts'
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
} from '../port.ts'
import { readState } from '../encoding/read-state.ts'
import type { DamagedRecord, InstanceState, LockHolder, RunRecord, StateChange } from '../records.ts'
import { damagedSecret } from '../seal/sealed-text.ts'
import { markText, StateSeal, type Sealing } from '../seal/state-seal.ts'
import type { SealedTeam } from '../seal/team/team.ts'
import { StateSealer } from '../seal/team/team-sealer.ts'
import { decodeRows, knownInstances, leavingSealed, type StoredRow } from '../encoding/state-rows.ts'
import type { PostgresAddress } from './address.ts'
import type { PreparedCommit, PreparedPart } from './commit/commit-content.ts'
import { CommitQueue } from './commit/commit-queue.ts'
import { CommitWriter } from './commit/commit-writer.ts'
import { isAboutContent } from './errors.ts'
import { Locks } from './locks.ts'
import type { SqlRow } from './link.ts'
import { lossBetween, lostCommits } from './lost-commits.ts'
import type { MachineFolder } from './machine-folder.ts'
import type { Migration } from './migrations.ts'
import { openedState } from './open-state.ts'
import type { PasswordPlaces } from './password.ts'
import type { KnownState } from './schema.ts'
import { Session, type SessionTimes } from './session.ts'
import { Statements } from './statements.ts'
import { teamIn, writeTeam } from './team-rows.ts'

export interface PostgresStoreOptions {
  readonly address: PostgresAddress
  readonly places: PasswordPlaces
  readonly sealer: Sealer
  /** `read`: creates and changes nothing in the database. */
  readonly access?: 'read' | 'write'
  /** Called once when this store has recorded the first text that is sealed with this user's own key. */
  readonly onNewKey?: ((key: string) => void) | undefined
  /** The machine folder of the expected state. */
  readonly machine: MachineFolder
  /** `$XDG_STATE_HOME/slipway`, for notes about the state found at an address. */
  readonly top: string
  /** The present time as SQL. Default: the server's clock, shared by all. */
  readonly now?: () => string
  /** The clock of this machine, only for messages. */
  readonly clock?: StoreClock
  readonly times?: Partial<SessionTimes>
  /** Default: those of this release. */
  readonly migrations?: readonly Migration[]
}

/** State in a schema of a PostgreSQL database: on the server's disk when a commit resolves. */
export function postgresStore(options: PostgresStoreOptions): StateStore {
  return new PostgresStore(options)
}

interface KeptRow extends StoredRow {
  readonly kind: string
  readonly checksum: number
}

class PostgresStore implements StateStore {
  readonly #options: PostgresStoreOptions
  readonly #session: Session
  readonly #sealer: StateSealer
  readonly #statements: Statements
  readonly #writer: CommitWriter
  readonly #commits: CommitQueue
  readonly #locks: Locks
  #state: KnownState | 'empty' | undefined
  #isNewKeyTold = false

  constructor(options: PostgresStoreOptions) {
    const { address, places, machine, now, times, clock = systemClock } = options
    this.#options = options
    this.#sealer = new StateSealer(options.sealer)
    this.#session = new Session(address, places, times, machine.hasSeen)
    this.#statements = new Statements(address.schema, now)
    const through = { session: this.#session, statements: this.#statements }
    this.#locks = new Locks({ ...through, address, machine, clock })
    this.#writer = new CommitWriter({
      ...through,
      onCommitted: (instance, count) => machine.note(instance, { origin: this.#opened().origin, count }),
      endOf: (lease) => this.#locks.endOf(lease),
    })
    this.#commits = new CommitQueue((group) => this.#writer.write(group), isAboutContent)
  }

  async open(): Promise<void> {
    try {
      this.#state = (await openedState(this.#session, this.#options)) ?? 'empty'
    } catch (error) {
      // Close the session here: an unopened store is never closed, and the connection would keep the process alive.
      await this.#session.close()
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#commits.drained()
    await this.#session.close()
    this.#state = undefined
  }

  async instances(): Promise<readonly KnownInstance[]> {
    if (this.#state === 'empty') return []
    const rows = await this.#session.longQuery(this.#statements.instances(), [])
    const all = rows.map((row) => keptRow('', row))
    const gone = all.filter(({ kind }) => kind === '#gone').map(({ id }) => id)
    return knownInstances(
      all.filter(({ kind }) => kind === 'instance'),
      gone,
    )
  }

  async load(instance: string, options?: LoadOptions): Promise<InstanceState | undefined> {
    if (this.#state === 'empty') return undefined
    const rows = await this.#session.longQuery(this.#statements.load(), [instance])
    const all = rows.map((row) => keptRow(instance, row))
    const of = (kind: string): readonly KeptRow[] => all.filter((row) => row.kind === kind)
    const [head] = of('#head')
    const [count = 0, sum = 0, commits = 0] = (head?.body ?? '').split(' ').map(Number)
    this.#compareWithSeen(instance, commits)
    const [known] = of('#team')
    // The state may have moved elsewhere during the wait for its lock.
    if (known !== undefined && known.id !== '') throw movedState(this.#options.address.text, known.id)
    const team = teamIn(jsonIn(known?.body))
    const sealing = {
      state: this.#opened().id,
      marks: new Map(of('#mark').map(({ id, body }) => [id, body])),
      ...(team && { team }),
    }
    // Kept for `runs` and `commit`.
    const { id, origin, restored } = this.#opened()
    this.#state = { id, origin, restored, marks: sealing.marks, ...(team && { team }) }
    const records = all.filter(({ kind }) => !kind.startsWith('#'))
    const stored = {
      instance: of('instance')[0],
      resources: of('resource'),
      intents: of('intent'),
      tasks: of('task'),
      links: of('link'),
      children: of('child'),
      lost: lostAmong(records, { rows: count, sum }),
    }
    return readState(instance, stored, this.#seal(sealing), options)
  }

  /** The facts about sealed texts. Texts of the first form were never written here, so any such text is refused. */
  async seals(): Promise<StoredSeals> {
    return { ...this.#sealing(), unbound: 0 }
  }

  async sealer(): Promise<Sealer> {
    const sealing = this.#sealing()
    if (this.#options.access === 'read') return this.#sealer.for(sealing)
    return await this.#sealer.forShared(sealing, () => this.keysInUse())
  }

  async restored(): Promise<string> {
    return this.#state === 'empty' ? '' : this.#opened().restored
  }

  async keysInUse(): Promise<readonly string[]> {
    if (this.#state === 'empty') return []
    const rows = await this.#session.longQuery(this.#statements.keysInUse(), [])
    return rows.map((row) => String(row['key']))
  }

  async changeTeam(from: SealedTeam | undefined, to: SealedTeam): Promise<void> {
    await this.#commits.drained()
    await writeTeam(this.#session, this.#options.address.schema, from, to)
    this.#state = { ...this.#opened(), team: to }
  }

  async runs(
    instance: string,
    limit: number,
    onDamaged?: (record: DamagedRecord) => void,
  ): Promise<readonly RunRecord[]> {
    if (this.#state === 'empty') return []
    const rows = await this.#session.longQuery(this.#statements.runs(), [instance, limit])
    const newest = rows.filter(({ id }) => id !== null).map((row) => keptRow(instance, { ...row, kind: 'run' }))
    const { state, open } = this.#seal(this.#sealing())
    const { records, unread } = decodeRows('run', newest, { state, instance, open: leavingSealed(open) })
    for (const { record } of unread) onDamaged?.(record)
    const gone = Number(rows[0]?.['expected'] ?? 0) - Number(rows[0]?.['there'] ?? 0)
    if (gone > 0) onDamaged?.({ kind: 'run', reason: `${pastRuns(gone)} gone from the history of ${instance}` })
    return records
  }

  async lock(instance: string, holder: LockHolder, options: LockOptions): Promise<LockAnswer> {
    const { answer, head } = await this.#locks.take(instance, holder, options)
    if (head === undefined || !answer.acquired) return answer
    try {
      this.#compareWithSeen(instance, head.commits)
    } catch (error) {
      await this.unlock(answer.lease)
      throw error
    }
    this.#writer.follow(answer.lease, head.latest)
    return answer
  }

  async renew(lease: Lease, leaseMs: number): Promise<void> {
    await this.#locks.renew(lease, leaseMs)
  }

  async unlock(lease: Lease): Promise<void> {
    await this.#commits.drained()
    await this.#locks.release(lease)
  }

  async breakLock(instance: string): Promise<LockHolder | undefined> {
    return await this.#locks.break(instance)
  }

  async holder(instance: string): Promise<LockHolder | undefined> {
    return this.#state === 'empty' ? undefined : await this.#locks.holder(instance)
  }

  async commit(lease: Lease, changes: readonly StateChange[], beside?: Commit): Promise<void> {
    const prepared = this.#prepared([{ lease, changes }, ...(beside === undefined ? [] : [beside])])
    await this.#commits.add(prepared)
    if (prepared.mark !== undefined && prepared.sealedWith === '') this.#tellNewKey(prepared.mark[0])
  }

  #tellNewKey(key: string): void {
    if (!this.#isNewKeyTold) this.#options.onNewKey?.(key)
    this.#isNewKeyTold = true
  }

  #prepared(commits: readonly Commit[]): PreparedCommit {
    const { id, marks, team } = this.#opened()
    const sealer = this.#sealer.for(this.#sealing())
    const sealed = new Set<string>()
    const seal: Sealer['seal'] = (plain, place) => {
      sealed.add(team?.key ?? '')
      return sealer.seal(plain, place)
    }
    const parts: readonly PreparedPart[] = commits.map(({ lease, changes }) => {
      return { lease, changes: changes.map((change) => encodeChange(id, lease.instance, change, { seal })) }
    })
    const [sealedWith] = sealed
    if (sealedWith === undefined) return { parts }
    if (marks.has(sealer.keyId)) return { parts, sealedWith }
    return { parts, sealedWith, mark: [sealer.keyId, markText(sealer, id, [])] }
  }

  #sealing(): Sealing {
    if (this.#state === 'empty') return { state: '', marks: new Map() }
    const { id: state, marks, team } = this.#opened()
    return { state, marks, ...(team && { team }) }
  }

  #seal(sealing: Sealing): StateSeal {
    const sealer = this.#sealer.for(sealing)
    return new StateSeal(sealing, {
      unseal: (sealed, place) => sealer.unseal(sealed, place),
      unsealUnbound: refuseUnbound,
    })
  }

  #compareWithSeen(instance: string, count: number): void {
    const { machine, address } = this.#options
    const { origin } = this.#opened()
    const loss = lossBetween(instance, machine.seen(instance), { origin, count })
    if (loss !== undefined) throw lostCommits(address.text, loss)
    machine.note(instance, { origin, count })
  }

  #opened(): KnownState {
    if (this.#state === undefined || this.#state === 'empty')
      throw new Error(`the store ${this.#options.address.text} is not open for this`)
    return this.#state
  }
}

function jsonIn(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}

function refuseUnbound(): never {
  throw damagedSecret('a secret is of the form of Slipway 0.1.0, and no state in PostgreSQL ever held one')
}

/** The checksum covers the place, too: a row under another name is not the row that was written. */
function keptRow(instance: string, row: SqlRow): KeptRow {
  const [kind, id, body] = [String(row['kind']), String(row['id']), String(row['body'])]
  const checksum = Number(row['checksum'])
  const of = kind === 'instance' ? id : instance
  return { kind, id, body, checksum, intact: checksum === checksumOf(kind, of, id, body) }
}
