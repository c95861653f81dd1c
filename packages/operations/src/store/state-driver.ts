import { existsSync } from 'node:fs'
import { Failure } from '@slipway/model'
import type { Sealer, StateStore } from '@slipway/stores'
import { sqliteStore } from '@slipway/stores/sqlite'
import type { SharedPlace } from '@slipway/stores/postgres'
import { isSurelyGone } from './surely-gone.ts'

/** The location of a state. */
export interface StatePlace {
  /** The absolute folder of the state. For a state in a database, the folder of this machine's part. */
  readonly state: string
  /** The place of the state in a database. Absent: the state lies in its folder. */
  readonly shared?: SharedPlace
}

export interface DriverOptions {
  readonly access: 'read' | 'write'
  readonly sealer: Sealer
  /** Called once when a state in a database is first sealed with this user's own key. */
  readonly onNewKey?: ((key: string) => void) | undefined
}

/** Returns the store of a state, not open yet. Only this function chooses the driver. */
export async function stateDriver(
  { state: directory, shared }: StatePlace,
  { access, sealer, onNewKey }: DriverOptions,
): Promise<StateStore> {
  if (shared === undefined) return sqliteStore({ directory, access, sealer, isGone: isSurelyGone })
  const { postgresStore } = await import('@slipway/stores/postgres')
  return postgresStore({ ...shared, access, sealer, onNewKey })
}

/** True if the state certainly has no records, so that it need not be opened. */
export function isSurelyEmpty({ state, shared }: StatePlace): boolean {
  return shared === undefined && !existsSync(state)
}

/** Returns the place as a text for messages. */
export function statePlaceText({ state, shared }: StatePlace): string {
  return shared?.address.text ?? state
}

/**
 * Returns the folder of a state, for work on its files.
 *
 * @param command for messages: `slipway state backup`
 * @throws Failure `state/in-database`
 */
export function folderOfState({ state, shared }: StatePlace, command: string): string {
  if (shared === undefined) return state
  throw new Failure(
    'state/in-database',
    `${command} works on a state in a folder, but this state is in ${shared.address.text}`,
    {
      hint: 'slipway state key rotate seals it again for its recipients',
    },
  )
}
