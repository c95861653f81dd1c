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
 * The state of an address, made where there is none; `undefined` where there is none and nothing may be made.
 *
 * @throws Failure `state/lost-commits` where another one was seen before, or one that is gone
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
  // Several engines may make the first state at once: the first one's id counts for all of them.
  if (found.id === machine.id || machine.becomes(found.id)) return found
  // The data of this machine lies in a folder that this run does not use.
  throw new Failure('state/busy', `somebody else has made the state in ${address.text} at this moment`, {
    hint: 'nothing was changed; run the command again',
  })
}

/** Why a state is not the one that this machine has seen at the address. */
export function refusalOf(there: KnownState | undefined, machine: MachineFolder): string | undefined {
  if (there?.id === machine.id || !machine.hasSeen) return undefined
  return there === undefined
    ? `no state is there any more; this machine has seen the state ${machine.id} there`
    : `it is the state ${there.id}; this machine has seen the state ${machine.id} there`
}

/**
 * What belongs to this machine of the state that an address leads to. The id is known from before, or asked for; where nobody answers, or there
 * is no state yet, it is a new one.
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
    // A command that needs the state is told why when it opens it; other commands need not know.
    if (error instanceof Failure) return new MachineFolder(top, noted ?? draw(16))
    throw error
  } finally {
    await session.close()
  }
}
