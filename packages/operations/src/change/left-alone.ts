import { Failure } from '@slipway/model'
import { damageText, type InstanceState, type LoadOptions } from '@slipway/stores'
import type { Observer } from '../events.ts'

/** To take something down, what it is must be known; for what does not open, others can go all the same. */
export function loadOptionsFor(operation: string): LoadOptions {
  return operation === 'destroy' ? { skipSealed: true } : {}
}

/** Reports what a destroy leaves as it is, because secrets do not open. */
export function tellLeftAlone(state: InstanceState | undefined, observe: Observer): void {
  const records = state?.damaged ?? []
  if (records.length > 0) observe({ type: 'left-alone', records })
}

/** A destroy that has left something has not done what it was asked for. */
export function refuseWhatIsLeft(state: InstanceState | undefined): void {
  const left = state?.damaged ?? []
  if (state === undefined || left.length === 0) return
  const { name } = state.instance
  const what =
    left.length === 1
      ? `a record of ${name} is left as it is`
      : `${left.length} records of ${name} are left as they are`
  throw new Failure('state/wrong-key', what, {
    details: left.map(damageText),
    hint: 'bring the key back (slipway doctor says which), or forget a resource: slipway state rm NAME',
  })
}
