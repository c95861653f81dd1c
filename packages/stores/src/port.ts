import type { Place } from './seal/place.ts'
import type { SealedTeam } from './seal/team/team.ts'
import type { TeamOpener } from './seal/team/team.ts'
import type { DamagedRecord, InstanceState, LockHolder, RunRecord, StateChange } from './records.ts'

/** The right to write one instance. The fence grows with every new holder; a commit under an older fence is refused. */
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
 * Commits are durable when their promise resolves. A driver may group commits that come close together into one transaction. The cost
 * of a commit does not depend on the number of resources. Secrets in values are marked; the driver writes them through its Sealer.
 */
export interface StateStore {
  /**
   * Opens the store. Fails and changes nothing if the stored version is newer than ours (`state/newer-version`) or the store is broken
   * (`state/corrupt`).
   */
  open(): Promise<void>
  close(): Promise<void>

  /** All instances, sorted by name. Includes those with an unreadable record, so that none gets lost silently. */
  instances(): Promise<readonly KnownInstance[]>
  /**
   * Loads an instance. Fails with `state/damaged-record` or `state/wrong-key` if a record is unreadable, unless the options say to skip it.
   */
  load(instance: string, options?: LoadOptions): Promise<InstanceState | undefined>
  /** Facts about the sealed texts of all instances. */
  seals(): Promise<StoredSeals>
  /**
   * The sealer of the state: that of its team, if any. From this call on, a state in a database that is open for changes refuses to be
   * sealed with a second key: sealing fails with `state/wrong-key` if the state has secrets and none of their keys is here.
   */
  sealer(): Promise<Sealer>
  /** The mark of the last restore; empty: never restored. */
  restored(): Promise<string>
  /** Ids of the keys in use by any record. Reads all records. */
  keysInUse(): Promise<readonly string[]>
  /**
   * Changes the recipients of the state, and its key if `to` has another one. Fails with `state/busy` after a concurrent change.
   *
   * @param from the team that the change is based on. `undefined`: there was none
   */
  changeTeam(from: SealedTeam | undefined, to: SealedTeam): Promise<void>
  /** The history, newest first. Leaves out unreadable records, but reports them to `onDamaged`. Secrets may stay sealed. */
  runs(instance: string, limit: number, onDamaged?: (record: DamagedRecord) => void): Promise<readonly RunRecord[]>

  /**
   * Takes the lock, even from a holder that is gone according to `isGone` or whose lease has expired. Never waits. Like `renew` and
   * `holder`, fails with `state/damaged-lock` if the lock's record is unreadable.
   */
  lock(instance: string, holder: LockHolder, options: LockOptions): Promise<LockAnswer>
  /** Renews a lease. Fails with `state/fenced` if another holder has taken the lock. */
  renew(lease: Lease, leaseMs: number): Promise<void>
  unlock(lease: Lease): Promise<void>
  /** Takes the lock from its holder and fences that holder, even if the holder is unknown. */
  breakLock(instance: string): Promise<LockHolder | undefined>
  holder(instance: string): Promise<LockHolder | undefined>

  /**
   * Applies all changes or none. Fails with `state/fenced` if the lease is not the current one, and with `state/key-changed` if a text in
   * the changes is sealed with a key that the state no longer uses.
   *
   * @param beside changes of another instance, applied in the same transaction
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
  /** The reason why its own record is unreadable. Absent if it is readable. */
  readonly damage?: string
}

export interface LoadOptions {
  /**
   * Leaves out unreadable records, lists them in `damaged`, and leaves secrets sealed whose key is missing. For users who inspect or repair
   * a state, never for a run.
   */
  readonly skipDamaged?: boolean
  /**
   * Leaves out records whose secrets do not open, and records that these need, and lists them in `damaged`. For a run that only destroys.
   * The exports of the instance stay sealed.
   */
  readonly skipSealed?: boolean
  /** Leaves the team's secrets sealed if the user is no recipient. For a plan, in which they are unknown. */
  readonly leaveSealed?: boolean
}

export interface LockOptions {
  readonly leaseMs: number
  /** Returns true if a holder's process is certainly gone from this machine. */
  readonly isGone: (holder: LockHolder) => boolean
}

/** Encrypts texts that must not be stored in plain text. The caller names the place of each text, and the text opens only there. */
export interface Sealer {
  /** The id of the key, so that a reader can name a missing one. */
  readonly keyId: string
  seal(plain: string, place: Place): string
  /** Fails with `state/wrong-key`, or with `state/damaged-record` if the text was changed or was sealed for another place. */
  unseal(sealed: string, place: Place): string
  /** Opens a text of the first form, which is bound to no place. Only for callers that have made sure that such a text may exist. */
  unsealUnbound(sealed: string): string
  /** Opens the key of a team with a private key of this user. Absent: the user has none here. */
  readonly openTeam?: TeamOpener
}

/** Facts about the sealed texts of a store. */
export interface StoredSeals {
  /** The id of the state, which all sealed texts are bound to. Drawn when the state was made; empty if there is no state yet. */
  readonly state: string
  /** The number of records with a text of the first form, which is bound to nothing. */
  readonly unbound: number
  /** The recipients who can open them. Absent: any holder of the key that sealed them. */
  readonly team?: SealedTeam
}
