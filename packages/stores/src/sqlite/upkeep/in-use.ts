import { Failure } from '@slipway/model'
import { decideLock, describeHolder } from '../../lock.ts'
import type { LockHolder } from '../../records.ts'
import type { HolderCheck } from '../folder/refuse-while-held.ts'
import type { Rows } from '../rows/rows.ts'

/** A command that changes a whole state. */
export interface Keeper extends HolderCheck {
  readonly holder: LockHolder
}

/** Fails with `state/in-use` while a run holds an instance. A damaged lock does not count. */
export function refuseInUse(rows: Rows, { holder, isGone, clock }: Keeper): void {
  for (const instance of rows.locks.instances()) {
    const stored = rows.locks.get(instance)
    if ('damage' in stored) continue
    const { answer } = decideLock(instance, stored.lock, holder, { leaseMs: 0, isGone }, clock)
    if (answer.acquired) continue
    throw new Failure('state/in-use', `${instance} is being changed by ${describeHolder(answer.holder)}`, {
      hint: `wait until it has ended, or remove its lock: slipway state unlock --instance ${instance}`,
    })
  }
}
