import type { Plan } from '@slipway/engine'
import { Failure } from '@slipway/model'
import type { InstanceState, Lease, StateStore } from '@slipway/stores'
import type { Observer } from '../events.ts'
import type { MayExistQuestion } from './change-request.ts'
import { agreed, type Agree } from '../state/change-state.ts'

/**
 * The mark that the last restore of the state left, until an instance has had one whole `up`: things made after the backup are in no
 * record, and no refresh finds them.
 */
export async function openRestore(store: StateStore, state: InstanceState | undefined): Promise<string | undefined> {
  const restored = await store.restored()
  return restored === '' || state?.instance.wholeSince === restored ? undefined : restored
}

/** Names each resource that a plan makes, and that may be there. */
export function tellMayExist(plan: Plan, observe: Observer): readonly string[] {
  const creates = plan.steps.filter(({ action }) => action === 'create').map(({ name }) => name)
  if (creates.length > 0)
    observe({
      type: 'notice',
      message: `may exist already: ${shown(creates)}. A backup of the state was put back, and what was made after it is in no record`,
    })
  return creates
}

/**
 * Nothing is made before somebody has said that he has looked.
 *
 * @returns false where he says no
 * @throws Failure `state/may-exist` where nobody can be asked
 */
export async function mayCreate(
  agree: Agree<MayExistQuestion> | undefined,
  question: MayExistQuestion,
): Promise<boolean> {
  if (question.creates.length === 0) return true
  if (agree !== undefined) return await agreed(agree, question)
  throw new Failure(
    'state/may-exist',
    `a backup of the state was put back, and ${shown(question.creates)} may exist already: made after the backup, it is in no record`,
    {
      hint: 'nothing was changed; look outside, adopt what is there (slipway import), then say so: slipway up --after-restore',
    },
  )
}

/** From now on the records of the instance are whole again. */
export async function noteWhole(store: StateStore, lease: Lease, restore: string): Promise<void> {
  const state = await store.load(lease.instance)
  if (state === undefined) return
  await store.commit(lease, [{ kind: 'instance', instance: { ...state.instance, wholeSince: restore } }])
}

function shown(names: readonly string[]): string {
  return names.length > 10 ? `${names.slice(0, 10).join(', ')} and ${names.length - 10} more` : names.join(', ')
}
