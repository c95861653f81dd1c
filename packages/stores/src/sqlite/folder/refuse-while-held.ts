import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '@slipway/model'
import { describeHolder, type StoreClock } from '../../lock.ts'
import type { LockHolder } from '../../records.ts'

/** The check for holders before a change of the schema. */
export interface HolderCheck {
  readonly isGone: (holder: LockHolder) => boolean
  readonly clock: StoreClock
}

/**
 * Fails with `state/in-use` while an engine of an earlier version is at work: it would go on writing in a form that is not
 * the present one any more. Reads locks as the first version wrote them.
 */
export function refuseWhileHeld(database: DatabaseSync, { isGone, clock }: HolderCheck): void {
  const held = database.prepare('SELECT instance, holder FROM locks WHERE holder IS NOT NULL AND ends_at > ?')
  for (const row of held.all(clock.now())) {
    const holder = holderIn(String(row['holder']))
    if (holder === undefined || isGone(holder)) continue
    throw new Failure('state/in-use', `${String(row['instance'])} is being changed by ${describeHolder(holder)}`, {
      hint: 'that is an earlier version of Slipway: this version upgrades the state when that run has ended',
    })
  }
}

/** The holder in a lock; `undefined` for a damaged one. */
export function holderIn(text: string): LockHolder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<LockHolder> | null
    return typeof holder?.runId === 'string' ? (holder as LockHolder) : undefined
  } catch {
    return undefined
  }
}
