import { Failure } from '@slipway/model'
import { decideLock, describeHolder } from '../../lock.ts'
import type { LockHolder } from '../../records.ts'
import type { HolderCheck } from '../refuse-while-held.ts'
import type { Rows } from '../rows.ts'

/** Somebody about to change a state as a whole. */
export interface Keeper extends HolderCheck {
  readonly holder: LockHolder
}

/** Fails with `state/in-use` while somebody changes an instance. A lock that is damaged tells of nobody. */
export function refuseInUse(rows: Rows, { holder, isGone, clock }: Keeper): void {
  for (const instance of rows.locks.instances()) {
    const stored = rows.locks.get(instance)
    if ('damage' in stored) continue
    const { answer } = decideLock(instance, stored.lock, holder, { leaseMs: 0, isGone }, clock)
    if (answer.acquired) continue
    throw new Failure('state/in-use', `${instance} is being changed by ${describeHolder(answer.holder)}`, {
      hint: `wait until it has ended, or take the lock away from it: slipway state unlock --instance ${instance}`,
    })
  }
}
