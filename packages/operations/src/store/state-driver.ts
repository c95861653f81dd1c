import { existsSync } from 'node:fs'
import { Failure } from '@slipway/model'
import type { Sealer, StateStore } from '@slipway/stores'
import { sqliteStore } from '@slipway/stores/sqlite'
import type { SharedPlace } from '@slipway/stores/postgres'
import { isSurelyGone } from './surely-gone.ts'

/** Where a state lies. */
export interface StatePlace {
  /** Absolute: the folder of the state; of one in a database, what belongs to this machine. */
  readonly state: string
  /** Absent: the state lies in its folder. */
  readonly shared?: SharedPlace
}

/** The store of a state, not open yet: the only place that decides which driver it is. */
export async function stateDriver(
  { state: directory, shared }: StatePlace,
  { access, sealer }: { readonly access: 'read' | 'write'; readonly sealer: Sealer },
): Promise<StateStore> {
  if (shared === undefined) return sqliteStore({ directory, access, sealer, isGone: isSurelyGone })
  const { postgresStore } = await import('@slipway/stores/postgres')
  return postgresStore({ ...shared, access, sealer })
}

/** Whether nobody can have recorded anything: then it need not be opened. */
export function isSurelyEmpty({ state, shared }: StatePlace): boolean {
  return shared === undefined && !existsSync(state)
}

/** For people. */
export function statePlaceText({ state, shared }: StatePlace): string {
  return shared?.address.text ?? state
}

/**
 * The folder of a state, for what is done to its files.
 *
 * @param command for people: `slipway state backup`
 * @throws Failure `state/in-database`
 */
export function folderOfState({ state, shared }: StatePlace, command: string): string {
  if (shared === undefined) return state
  throw new Failure(
    'state/in-database',
    `${command} works on a state in a folder, and this one lies in ${shared.address.text}`,
    {
      hint: 'slipway state key rotate seals it anew for its recipients',
    },
  )
}
