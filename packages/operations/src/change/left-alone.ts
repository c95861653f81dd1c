import { Failure } from '@slipway/model'
import { damageText, missingKeys, type InstanceState, type LoadOptions } from '@slipway/stores'
import { isTeamKey } from '@slipway/stores/sealer'
import type { Observer } from '../events.ts'
import { missingKeyHint } from '../store/missing-key.ts'
import type { StatePlace } from '../store/state-driver.ts'

/** Returns the load options for an operation. A destroy needs the records, but skips records that do not open and destroys the others. */
export function loadOptionsFor(operation: string): LoadOptions {
  return operation === 'destroy' ? { skipSealed: true } : {}
}

/** Returns the load options for a plan. A plan changes nothing, so a user who is no recipient can make a plan with unknown secrets. */
export function loadOptionsToPlan(operation: string): LoadOptions {
  return { ...loadOptionsFor(operation), ...(operation === 'up' && { leaveSealed: true }) }
}

/** Reports records whose team secrets the plan could not open. */
export function tellUnseen(state: InstanceState | undefined, observe: Observer): void {
  if (state === undefined || state.damaged !== undefined || !isUnseen(state)) return
  const { instance, resources, links = [], children = [] } = state
  const names = [...resources, ...links, ...children].filter(isUnseen).map(({ name }) => name)
  if (isUnseen(instance)) names.push(`${instance.name} itself`)
  const shown = names.length > 10 ? `${names.slice(0, 10).join(', ')} and ${names.length - 10} more` : names.join(', ')
  const message = `you are not a recipient of this state, so the secrets of ${shown} count as unknown; to become one, give a recipient the key that "slipway key show" prints`
  observe({ type: 'notice', message })
}

function isUnseen(record: object): boolean {
  return missingKeys([record]).some(isTeamKey)
}

/** Reports records that a destroy leaves alone because their secrets do not open. */
export function tellLeftAlone(state: InstanceState | undefined, observe: Observer): void {
  const records = state?.damaged ?? []
  if (records.length > 0) observe({ type: 'left-alone', records })
}

/** Fails a destroy that has left records alone. */
export function refuseWhatIsLeft(state: InstanceState | undefined, place: StatePlace): void {
  const left = state?.damaged ?? []
  if (state === undefined || left.length === 0) return
  const { name } = state.instance
  const what =
    left.length === 1 ? `a record of ${name} stays unchanged` : `${left.length} records of ${name} stay unchanged`
  throw new Failure('state/wrong-key', what, {
    details: left.map(damageText),
    hint: missingKeyHint(
      place,
      'restore the key (slipway doctor says which), or forget a resource: slipway state rm NAME',
    ),
  })
}
