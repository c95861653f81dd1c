import { Failure } from '@slipway/model'
import { describeHolder } from '../lock.ts'
import type { PostgresAddress } from './address.ts'
import { holderIn } from './heads.ts'
import type { Session } from './session.ts'

/** Fails with `state/in-use` while any lease is valid, because a change of the whole state must not overlap a run. */
export async function refuseHeld(session: Session, { schema, text }: PostgresAddress): Promise<void> {
  const [row] = await session.query(
    `SELECT instance, holder FROM ${schema}.heads WHERE holder IS NOT NULL AND ends_at > clock_timestamp() ORDER BY instance LIMIT 1`,
    [],
  )
  if (row === undefined) return
  const [instance, holder] = [String(row['instance']), holderIn(row['holder'])]
  const by = holder === undefined || holder === 'damaged' ? 'somebody' : describeHolder(holder)
  throw new Failure('state/in-use', `${instance} in ${text} is being changed by ${by}`, {
    hint: `wait until it has ended; or remove its lock: slipway state unlock --instance ${instance}`,
  })
}
