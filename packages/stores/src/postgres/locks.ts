import { isDeepStrictEqual } from 'node:util'
import { Failure } from '@slipway/model'
import { fenced, type LockRecord, type StoreClock } from '../lock.ts'
import type { Lease, LockAnswer, LockOptions } from '../port.ts'
import type { LockHolder } from '../records.ts'
import type { PostgresAddress } from './address.ts'
import { headOf, holderIn, type Head } from './heads.ts'
import type { MachineFolder } from './machine-folder.ts'
import type { Session } from './session.ts'
import type { Statements } from './statements.ts'

interface LocksOptions {
  readonly session: Session
  readonly statements: Statements
  readonly address: PostgresAddress
  readonly machine: MachineFolder
  readonly clock: StoreClock
}

interface Taken {
  readonly answer: LockAnswer
  /** The head of the instance when the lock was taken. */
  readonly head?: Pick<Head, 'commits' | 'latest'>
}

/** The locks of instances. Only the server's clock decides when a lease ends. */
export class Locks {
  readonly #options: LocksOptions
  readonly #held = new Map<string, LockHolder>()
  /** The latest ends of leases, in `performance.now` time. */
  readonly #ends = new Map<string, number>()

  constructor(options: LocksOptions) {
    this.#options = options
  }

  async take(instance: string, holder: LockHolder, { leaseMs, isGone }: LockOptions): Promise<Taken> {
    const { machine } = this.#options
    machine.announce(holder)
    const askedAt = performance.now()
    // A gone holder frees its lock once. If others change the head in between, look again.
    for (let goneFence = 0, attempt = 1; attempt <= 5; attempt++) {
      const asked = await this.#ask(instance, holder, leaseMs, goneFence)
      if (asked === undefined) continue
      if (asked.head !== undefined) {
        this.#ends.set(keyOf(asked.lease), askedAt + leaseMs)
        return this.#taken(holder, asked)
      }
      const { present, fence, leaseEndsAt } = asked
      // Either our own answer was lost and we hold the lock, or the holder's process is certainly gone.
      const isFree = isDeepStrictEqual(present, holder) || isGone(present)
      if (fence === goneFence || !isFree) {
        machine.forget(holder)
        return { answer: { acquired: false, holder: present, leaseEndsAt } }
      }
      goneFence = fence
    }
    throw new Failure('state/busy', `the lock of ${instance} changes hands too fast`, { hint: 'run the command again' })
  }

  async renew(lease: Lease, leaseMs: number): Promise<void> {
    const { session, statements } = this.#options
    const askedAt = performance.now()
    const rows = await session.query(statements.renew(), [lease.instance, lease.fence, leaseMs])
    if (rows.length === 0) throw await this.fencedBy(lease)
    this.#ends.set(keyOf(lease), askedAt + leaseMs)
  }

  /** The end of a lease; infinite for one that this process did not take. */
  endOf(lease: Lease): number {
    return this.#ends.get(keyOf(lease)) ?? Number.POSITIVE_INFINITY
  }

  async release(lease: Lease): Promise<void> {
    const { session, statements, machine } = this.#options
    await session.query(statements.unlock(), [lease.instance, lease.fence])
    const holder = this.#held.get(keyOf(lease))
    if (holder !== undefined) machine.forget(holder)
    this.#held.delete(keyOf(lease))
    this.#ends.delete(keyOf(lease))
  }

  /** Breaks a lock. Always raises the fence of a known instance. */
  async break(instance: string): Promise<LockHolder | undefined> {
    const { session, statements } = this.#options
    const [row] = await session.query(statements.breakLock(), [instance])
    const holder = holderIn(row?.['holder'])
    return holder === 'damaged' || holder === undefined ? undefined : this.#asSeenHere(holder)
  }

  async holder(instance: string): Promise<LockHolder | undefined> {
    const { session, statements } = this.#options
    const [row] = await session.query(statements.head(), [instance])
    return this.#readable(instance, headOf(row)?.holder)
  }

  async fencedBy(lease: Lease): Promise<Failure> {
    const { session, statements } = this.#options
    const [row] = await session.query(statements.head(), [lease.instance])
    return fencedBy(lease, headOf(row))
  }

  #taken(holder: LockHolder, { lease, former, head }: TakenLock): Taken {
    this.#held.set(keyOf(lease), holder)
    if (former === undefined || isDeepStrictEqual(former, holder)) return { answer: { acquired: true, lease }, head }
    this.#options.machine.forget(former)
    return { answer: { acquired: true, lease, takenFrom: former }, head }
  }

  async #ask(
    instance: string,
    holder: LockHolder,
    leaseMs: number,
    goneFence: number,
  ): Promise<TakenLock | RefusedLock | undefined> {
    const { session, statements, clock } = this.#options
    const [row = {}] = await session.query(statements.lock(), [instance, JSON.stringify(holder), leaseMs, goneFence])
    const head = headOf(row)
    const former = this.#readable(instance, holderIn(row['former']))
    if (head !== undefined) return { lease: { instance, fence: head.fence }, former, head }
    // Another process created the head between our two reads.
    if (former === undefined) return undefined
    const leaseEndsAt = clock.now() + Math.max(0, Number(row['left_ms']))
    return { head: undefined, present: former, fence: Number(row['former_fence']), leaseEndsAt }
  }

  #readable(instance: string, holder: Head['holder']): LockHolder | undefined {
    if (holder === 'damaged') throw damagedHead(this.#options.address, instance)
    return holder === undefined ? undefined : this.#asSeenHere(holder)
  }

  /** The holder as seen from this machine. Without a note here, its boot and pid prove nothing. */
  #asSeenHere(holder: LockHolder): LockHolder {
    return this.#options.machine.isOfThisMachine(holder) ? holder : { ...holder, bootId: '' }
  }
}

interface TakenLock {
  readonly lease: Lease
  readonly former: LockHolder | undefined
  readonly head: Head
}

interface RefusedLock {
  readonly head: undefined
  readonly present: LockHolder
  readonly fence: number
  readonly leaseEndsAt: number
}

export function fencedBy(lease: Lease, head: Head | undefined): Failure {
  const holder = head?.holder === 'damaged' ? undefined : head?.holder
  const current: LockRecord | undefined =
    head === undefined ? undefined : { fence: head.fence, endsAt: 0, endsAtMonotonic: 0, ...(holder && { holder }) }
  return fenced(lease, current)
}

/** The failure for a damaged lock, whose holder must not be guessed. */
function damagedHead({ text }: PostgresAddress, instance: string): Failure {
  return new Failure('state/damaged-lock', `the lock of ${instance} in ${text} is damaged, so its holder is unknown`, {
    details: ['Slipway did not write its holder'],
    hint: `make sure that no slipway works on ${instance}, then remove the lock: slipway state unlock --instance ${instance}`,
  })
}

function keyOf({ instance, fence }: Lease): string {
  return `${fence} ${instance}`
}
