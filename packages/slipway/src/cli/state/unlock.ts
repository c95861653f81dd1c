import { endLeftovers } from '@slipway/operations/lease/end-leftovers'
import { holderText } from '@slipway/operations/lease/lease-part'
import { isGone } from '@slipway/processes'
import { Failure } from '@slipway/model'
import type { LockHolder, StateStore } from '@slipway/stores'
import type { Console } from '../console.ts'
import { exitCodes } from '../exit-codes.ts'
import type { BlueprintOptions } from '../options.ts'
import { withState } from '../with-state.ts'
import { agreed } from './change-state.ts'

/** `slipway state unlock`: whoever held the lock can write no more, and its plugins can do no more, even if it still runs. */
export function unlockInstance(console: Console, file: string | undefined, options: BlueprintOptions): Promise<number> {
  return withState(console, file, options, 'write', async ({ store, name, project }) => {
    const instance = await name()
    const holder = await holderOf(store, instance)
    if (holder === 'unknown') return await takeUnknown(console, options, store, instance)
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

/** `unknown` where the lock is damaged: that somebody may hold it is all that can be told. */
async function holderOf(store: StateStore, instance: string): Promise<LockHolder | 'unknown' | undefined> {
  try {
    return await store.holder(instance)
  } catch (error) {
    if (error instanceof Failure && error.code === 'state/damaged-lock') return 'unknown'
    throw error
  }
}

async function takeUnknown(
  console: Console,
  options: BlueprintOptions,
  store: StateStore,
  instance: string,
): Promise<number> {
  const question = `The lock of ${instance} is damaged: nobody can tell who holds it. Take it away?`
  if (!(await agreed(console, options, question))) return exitCodes.failed
  await store.breakLock(instance)
  console.err.write(`${instance} is unlocked; whoever held the lock can write no more; if it still runs, end it.\n`)
  return exitCodes.ok
}
