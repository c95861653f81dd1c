import { isGone } from '@slipway/host'
import { endLeftovers } from '../../daemon/end-leftovers.ts'
import { holderText } from '../../daemon/lease-part.ts'
import type { Console } from '../console.ts'
import { exitCodes } from '../exit-codes.ts'
import type { BlueprintOptions } from '../options.ts'
import { withState } from '../with-state.ts'
import { agreed } from './change-state.ts'

/** `slipway state unlock`: whoever held the lock can write no more, and its plugins can do no more, even if it still runs. */
export function unlockInstance(console: Console, file: string | undefined, options: BlueprintOptions): Promise<number> {
  return withState(console, file, options, 'write', async ({ store, name, project }) => {
    const instance = await name()
    const holder = await store.holder(instance)
    if (holder === undefined) {
      console.err.write(`${instance} is not locked.\n`)
      return exitCodes.ok
    }
    const question = `${instance} is held by ${holderText(holder)}. Take the lock away?`
    if (!isGone(holder) && !(await agreed(console, options, question))) return exitCodes.failed
    await store.breakLock(instance)
    await endLeftovers(project.places.runtime, holder)
    console.err.write(`${instance} is unlocked; ${holderText(holder)} can write no more.\n`)
    return exitCodes.ok
  })
}
