import { Failure } from '@slipway/model'
import type { PostgresAddress } from './address.ts'
import { lostCommits } from './lost-commits.ts'
import { MachineFolder, noteDrawn, noteState, notedState } from './machine-folder.ts'
import type { Migration } from './migrations.ts'
import type { PasswordPlaces } from './password.ts'
import { draw, makeState, readKnownState, type KnownState } from './schema.ts'
import { Session } from './session.ts'

interface Opening {
  readonly address: PostgresAddress
  readonly access?: 'read' | 'write'
  readonly machine: MachineFolder
  readonly top: string
  readonly migrations?: readonly Migration[]
}

/**
 * The state at an address, created if missing; `undefined` if missing and read-only.
 *
 * @throws Failure `state/lost-commits` if this machine has seen another state there before, or a state that is gone
 */
export async function openedState(
  session: Session,
  { address, access = 'write', machine, top, migrations }: Opening,
): Promise<KnownState | undefined> {
  const there = await session.repeatable((link) => readKnownState(link, address, migrations))
  const refusal = refusalOf(there, machine)
  if (refusal !== undefined) throw lostCommits(address.text, refusal)
  const found =
    there ??
    (access === 'read'
      ? undefined
      : await session.repeatable((link) => makeState(link, address, machine.id, migrations)))
  if (found === undefined) return undefined
  noteState(top, address, found.id)
  // Several engines may create the first state at once. The id of the first one wins.
  if (found.id === machine.id || machine.becomes(found.id)) return found
  // This machine's data is in a different folder than this run's.
  throw new Failure('state/busy', `somebody else created the state in ${address.text} at the same moment`, {
    hint: 'nothing was changed; run the command again',
  })
}

/** The reason why the state differs from the one that this machine has seen at the address. */
export function refusalOf(there: KnownState | undefined, machine: MachineFolder): string | undefined {
  if (there?.id === machine.id || !machine.hasSeen) return undefined
  return there === undefined
    ? `the state is gone; this machine has seen the state ${machine.id} there`
    : `it is the state ${there.id}; this machine has seen the state ${machine.id} there`
}

/**
 * This machine's folder for the state at an address. Uses the noted id or asks the server. Draws a new id if no server answers or there is
 * no state yet.
 *
 * @param top `$XDG_STATE_HOME/slipway`
 */
export async function machineFolderFor(
  top: string,
  address: PostgresAddress,
  places: PasswordPlaces,
): Promise<MachineFolder> {
  const noted = notedState(top, address)
  if (noted !== undefined) {
    const known = new MachineFolder(top, noted)
    if (known.hasSeen) return known
  }
  const session = new Session(address, places)
  try {
    const there = await session.repeatable((link) => readKnownState(link, address))
    if (there === undefined) return new MachineFolder(top, noteDrawn(top, address, draw(16)))
    noteState(top, address, there.id)
    return new MachineFolder(top, there.id)
  } catch (error) {
    // A command that needs the state gets the failure when it opens the state. Others do not need it.
    if (error instanceof Failure) return new MachineFolder(top, noted ?? draw(16))
    throw error
  } finally {
    await session.close()
  }
}
