import type { Plugin } from '@slipway/agent'
import { processIdentity } from '@slipway/processes'
import { Failure } from '@slipway/model'
import type { Lease, LockHolder, StateStore } from '@slipway/stores'
import { durationText } from '../duration.ts'
import { endLeftovers, endPluginsOf, type EngineRecords } from './end-leftovers.ts'
import { KeptLease, leaseMs } from './kept-lease.ts'
import { isSurelyGone } from '../store/surely-gone.ts'
import type { StorePart } from '../store/store-part.ts'
import { systemClock } from '../ports/system-ports.ts'

const askAgainEvery = 250

export interface LeaseRequest {
  readonly instance: string
  readonly runId: string
  /** The command for messages: `slipway up`. */
  readonly command: string
  /** The time in milliseconds to wait for a holder to finish. 0: no wait. */
  readonly waitMs: number
  readonly signal: AbortSignal
  readonly onWaiting: (holder: LockHolder) => void
  /** Present if the lock's holder may remove the instance. */
  readonly mayVanish?: true
  /** Called when another run has taken the instance: everything must stop. */
  readonly onLost: (reason: unknown) => void
}

/** The right to write one instance. It is renewed while it is held, and returned at the end. */
export class InstanceLock implements Plugin {
  readonly name = 'lease'
  readonly store: StorePart
  readonly #records: EngineRecords
  readonly #drained: () => Promise<void>
  #lease: Lease | undefined
  #kept: KeptLease | undefined

  /** Makes a lock. `drained` resolves once no plugin can still be working on an abandoned call. Omit it if the caller calls no plugins. */
  constructor(store: StorePart, records: EngineRecords, drained: () => Promise<void> = () => Promise.resolve()) {
    this.store = store
    this.#records = records
    this.#drained = drained
  }

  init(): void {}

  /**
   * Takes the lock. Kills processes left by dead engines or by engines that lost the lock. Fails with `cli/locked`. Fails with
   * `state/unknown-instance` if the previous holder has removed or renamed the instance, because a run would then create everything again.
   */
  async acquire(request: LeaseRequest): Promise<Lease> {
    const holder: LockHolder = {
      ...processIdentity(),
      runId: request.runId,
      command: request.command,
      since: Date.now(),
    }
    const deadline = performance.now() + request.waitMs
    let wasThere = false
    for (let told = false; ; told = true) {
      const answer = await this.store.store.lock(request.instance, holder, { leaseMs, isGone: isSurelyGone })
      if (answer.acquired) {
        if (wasThere && request.mayVanish !== true && !(await this.#isThere(request.instance))) {
          await this.store.store.unlock(answer.lease)
          throw vanished(request.instance)
        }
        await endLeftovers(this.#records, answer.takenFrom)
        return this.#hold(answer.lease, holder, request.onLost)
      }
      if (performance.now() >= deadline) throw lockedBy(answer.holder, request.instance)
      if (!told) {
        request.onWaiting(answer.holder)
        wasThere = await this.#isThere(request.instance)
      }
      await systemClock.sleep(askAgainEvery, request.signal)
    }
  }

  /**
   * Returns the holder of an instance's lock, for a command that plans without the lock. Without a holder, first ends processes left by dead
   * engines, so that the command may settle calls in doubt.
   */
  async look(instance: string): Promise<LockHolder | undefined> {
    const holder = await runningHolder(this.store.store, instance)
    if (holder === undefined) await endLeftovers(this.#records)
    return holder
  }

  /** Keeps the lock until no plugin works on an open call, because the next holder settles calls in doubt at once. */
  async close(): Promise<void> {
    if (this.#lease !== undefined) await this.#drained()
    await this.#kept?.close()
    const lease = this.#lease
    this.#lease = undefined
    if (lease !== undefined) await this.store.store.unlock(lease)
  }

  async #isThere(instance: string): Promise<boolean> {
    return (await this.store.store.instances()).some(({ name }) => name === instance)
  }

  #hold(lease: Lease, holder: LockHolder, onLost: (reason: unknown) => void): Lease {
    this.#lease = lease
    this.#kept = new KeptLease({
      renew: () => this.store.store.renew(lease, leaseMs),
      onLost: (reason) => {
        this.#lease = undefined
        onLost(reason)
      },
      endWork: () => endPluginsOf(this.#records, holder),
    })
    return lease
  }
}

/** Returns the present holder of the lock. A holder whose process has ended does not count. */
export async function runningHolder(store: StateStore, instance: string): Promise<LockHolder | undefined> {
  const holder = await store.holder(instance)
  return holder === undefined || isSurelyGone(holder) ? undefined : holder
}

export function holderText({ command, user, host, pid, since }: LockHolder): string {
  return `${command} of ${user} on ${host} (pid ${pid}, for ${durationText(Date.now() - since)})`
}

function vanished(instance: string): Failure {
  return new Failure('state/unknown-instance', `${instance} was removed or renamed while this command waited for it`, {
    hint: 'slipway instances lists the instances; run the command again to create it again',
  })
}

function lockedBy(holder: LockHolder, instance: string): Failure {
  return new Failure('cli/locked', `${instance} is being changed by ${holderText(holder)}`, {
    hint: `wait until it has ended (--wait SECONDS does that), or remove its lock: slipway state unlock --instance ${instance}`,
  })
}
