import type { Place } from './seal/place.ts'
import type { SealedTeam } from './seal/team/team.ts'
import type { TeamOpener } from './seal/team/team.ts'
import type { DamagedRecord, InstanceState, LockHolder, RunRecord, StateChange } from './records.ts'

/** A right to write one instance. The fence grows with every new holder; a commit under an older fence is refused. */
export interface Lease {
  readonly instance: string
  readonly fence: number
}

export type LockAnswer =
  | {
      readonly acquired: true
      readonly lease: Lease
      /** The holder it was taken from because that one was gone. */ readonly takenFrom?: LockHolder
    }
  | { readonly acquired: false; readonly holder: LockHolder; readonly leaseEndsAt: number }

/**
 * A store of state. One driver per kind; each passes `conformance.ts`.
 *
 * Commits are durable when their promise resolves; a driver may group those of one turn of the event loop into one
 * transaction. The cost of a commit does not depend on how many resources there are. Values reach a driver with
 * secrets marked: it writes them through the Sealer that it was given.
 */
export interface StateStore {
  /** Fails, and touches nothing, when the stored version is newer than ours (`state/newer-version`) or the store is broken (`state/corrupt`). */
  open(): Promise<void>
  close(): Promise<void>

  /** In the order of their names. One whose own record cannot be read is there too: a state must not lose it in silence. */
  instances(): Promise<readonly KnownInstance[]>
  /** Fails with `state/damaged-record` or `state/wrong-key` when a record cannot be read, unless asked to go on with the others. */
  load(instance: string, options?: LoadOptions): Promise<InstanceState | undefined>
  /** Of all instances. */
  seals(): Promise<StoredSeals>
  /** Seals and opens as the state does: of its team, where it has one. */
  sealer(): Promise<Sealer>
  /** Drawn when a backup was put back last; empty: never. */
  restored(): Promise<string>
  /** Ids of the keys that anything in a record is sealed with. Reads them all. */
  keysInUse(): Promise<readonly string[]>
  /**
   * Gives the state other recipients, and another key where that says so. Fails with `state/busy` when somebody has done that meanwhile.
   *
   * @param from what it was made from; absent: there was no team
   */
  changeTeam(from: SealedTeam | undefined, to: SealedTeam): Promise<void>
  /** Newest first. Records that cannot be read are left out, and told to who wants to know; secrets may stay sealed. */
  runs(instance: string, limit: number, onDamaged?: (record: DamagedRecord) => void): Promise<readonly RunRecord[]>

  /**
   * Takes the lock, also from a holder of which `isGone` says so, or whose lease has run out. Never waits. Like `renew`
   * and `holder` it fails with `state/damaged-lock` when nobody can tell who holds it.
   */
  lock(instance: string, holder: LockHolder, options: LockOptions): Promise<LockAnswer>
  /** Fails with `state/fenced` when somebody else has taken the lock. */
  renew(lease: Lease, leaseMs: number): Promise<void>
  unlock(lease: Lease): Promise<void>
  /** Takes the lock away from whoever holds it, and fences that holder, also where nobody can tell who that is. */
  breakLock(instance: string): Promise<LockHolder | undefined>
  holder(instance: string): Promise<LockHolder | undefined>

  /**
   * Applies all changes or none. Fails with `state/fenced` when the lease is not the current one, and with `state/key-changed` when something in
   * it is sealed with a key that is not the one of the state any more.
   *
   * @param beside changes of another instance that are applied with them, or not at all
   */
  commit(lease: Lease, changes: readonly StateChange[], beside?: Commit): Promise<void>
}

/** Changes to the state of one instance, written together. */
export interface Commit {
  readonly lease: Lease
  readonly changes: readonly StateChange[]
}

export interface KnownInstance {
  readonly name: string
  /** Why its own record cannot be read; absent when it can. */
  readonly damage?: string
}

export interface LoadOptions {
  /**
   * Leaves out records that cannot be read, names them in `damaged`, and leaves secrets sealed whose key is not here: for
   * people who look or repair, never for a run.
   */
  readonly skipDamaged?: boolean
  /**
   * Leaves out records whose secrets do not open, and what those need, and names them in `damaged`: for a run that only
   * takes down. What the instance exports stays sealed.
   */
  readonly skipSealed?: boolean
  /** Leaves secrets of a team sealed for who is no recipient: for a plan, in which they are unknown. */
  readonly leaveSealed?: boolean
}

export interface LockOptions {
  readonly leaseMs: number
  /** Tells of a holder whether its process is certainly gone from this machine. */
  readonly isGone: (holder: LockHolder) => boolean
}

/** Encrypts texts that must not be written in plain text. A caller names the place of a text: it opens nowhere else. */
export interface Sealer {
  /** Names the key, so that a reader can say which one it lacks. */
  readonly keyId: string
  seal(plain: string, place: Place): string
  /** Fails with `state/wrong-key`, or with `state/damaged-record` where the text was changed, or sealed for another place. */
  unseal(sealed: string, place: Place): string
  /** Opens a text of the first form, which is bound to no place: only for whoever has made sure that there may be one. */
  unsealUnbound(sealed: string): string
  /** Opens the key of a team with a private key of this user's. Absent: there is none here. */
  readonly openTeam?: TeamOpener
}

/** What is known of the sealed texts of a store. */
export interface StoredSeals {
  /** What they are bound to: an id that was drawn when the state was made. Empty where there is none yet. */
  readonly state: string
  /** How many records have a text of the first form, which is bound to nothing. */
  readonly unbound: number
  /** The people who can open them. Absent: anybody with the key that sealed them. */
  readonly team?: SealedTeam
}
