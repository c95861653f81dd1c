import { hostname, userInfo } from 'node:os'
import { Failure } from '@slipway/model'
import {
  fingerprintOf,
  freshDataKey,
  ownPair,
  pairFinder,
  parsePublicKey,
  recipientName,
  sealTeam,
  shownName,
  type Recipient,
  type Team,
} from '@slipway/stores/sealer'
import type { ProjectRequest } from '../../project/project.ts'
import { pairPlaces } from '../../settings/sealer.ts'
import type { Slipway } from '../../slipway.ts'
import { withState } from '../open-state.ts'
import { formerInUse, openedTeam, refuseForeign, resealAll, withWholeState, type WholeState } from './whole-state.ts'

export interface ListedRecipient extends Recipient {
  readonly fingerprint: string
  /** True if this machine has the recipient's private key. */
  readonly isOwn: boolean
  /** True for an entry in the state's list that no key holder added. Absent: unknown, because this user lacks the key. */
  readonly isForeign?: boolean
}

export interface ListedKeys {
  /** The recipients of the state. Absent: the state has none. */
  readonly recipients?: readonly ListedRecipient[]
  /** Ids of the keys that seal secrets of the state. */
  readonly keysInUse: readonly string[]
  /** Id of the key for new seals. Absent for a state without recipients. */
  readonly key?: string
}

/** Lists the recipients who can open the secrets of the state. */
export function listKeys(slipway: Slipway, request: ProjectRequest = {}): Promise<ListedKeys> {
  return withState(slipway, request, 'read', async ({ store, sealer }) => {
    const { team: sealed, state } = await store.seals()
    const keysInUse = await store.keysInUse()
    const team = sealer.openTeam?.(sealed, state)
    if (sealed === undefined) return { keysInUse }
    const pairFor = pairFinder(pairPlaces(slipway.env))
    const recipients = sealed.recipients.map(({ name, publicKey }) => ({
      name: shownName(name),
      publicKey: shownName(publicKey),
      fingerprint: fingerprintOf(publicKey),
      isOwn: pairFor(publicKey) !== undefined,
      ...(team && { isForeign: !isListed(team, { name, publicKey }) }),
    }))
    return { recipients, keysInUse, key: sealed.key }
  })
}

function isListed({ recipients }: Team, { name, publicKey }: Recipient): boolean {
  return recipients.some((each) => each.name === name && each.publicKey === publicKey)
}

export interface AddedKey {
  readonly outcome: 'added' | 'there-already'
  readonly recipient: Recipient
  /** All recipients after the call. */
  readonly recipients: readonly Recipient[]
  /** The number of records sealed anew, after a state got its own key or an interrupted resealing was finished. */
  readonly sealedAnew?: number
  /** The file with the caller's private key, if this call made the key. */
  readonly madeKey?: string
}

/** Lets a recipient open the secrets of the state. A state without recipients gets its own key, for this user and the new recipient. */
export function addKey(
  slipway: Slipway,
  name: string,
  publicKey: string,
  request: ProjectRequest = {},
): Promise<AddedKey> {
  assertName(name)
  parsePublicKey(publicKey)
  const recipient = { name, publicKey }
  return withWholeState(slipway, request, 'slipway state key add', async (state) => {
    const team = openedTeam(slipway, state)
    if (team === undefined) return await firstTeam(slipway, state, recipient)
    refuseForeign(team)
    const there = team.recipients.find((each) => each.name === name)
    if (there?.publicKey === publicKey) return await thereAlready(state, team, recipient)
    if (there !== undefined)
      throw new Failure('state/recipient-exists', `${name} is already a recipient, with another key`, {
        hint: `choose another name, or remove that key first: slipway state key remove ${name}`,
      })
    refuseTwice(team, publicKey)
    const recipients = [...team.recipients, recipient]
    await state.store.changeTeam(state.sealed, sealTeam({ ...team, recipients }, state.id))
    return { outcome: 'added', recipient, recipients }
  })
}

/** Refuses a second name for a key, because removing one name must remove the recipient. */
function refuseTwice({ recipients }: Team, publicKey: string): void {
  const key = parsePublicKey(publicKey).bytes
  const other = recipients.find((each) => parsePublicKey(each.publicKey).bytes.equals(key))
  if (other === undefined) return
  throw new Failure('state/recipient-exists', `this key already belongs to ${other.name}`, {
    hint: `to give it another name, remove that one first: slipway state key remove ${other.name}`,
  })
}

/** Finishes an interrupted `addKey`, which may have left records under a former key. */
async function thereAlready(state: WholeState, team: Team, recipient: Recipient): Promise<AddedKey> {
  const already = { outcome: 'there-already', recipient, recipients: team.recipients } as const
  if ((await formerInUse(state, team.key.id)).length === 0) return already
  return { ...already, sealedAnew: await resealAll(state.store, await state.lockAll()) }
}

async function firstTeam(slipway: Slipway, state: WholeState, other: Recipient): Promise<AddedKey> {
  const { recipient: own, madeKey } = ownRecipient(slipway, other)
  const recipients = own.publicKey === other.publicKey ? [other] : [own, other]
  const records = await makeTeam(state, recipients)
  return {
    outcome: 'added',
    recipient: other,
    recipients,
    sealedAnew: records,
    ...(madeKey !== undefined && { madeKey }),
  }
}

/** Gives a state its own key and seals everything with it. */
export async function makeTeam(state: WholeState, recipients: readonly Recipient[]): Promise<number> {
  const leases = await state.lockAll()
  await state.store.changeTeam(undefined, sealTeam({ key: freshDataKey(), former: [], recipients }, state.id))
  return await resealAll(state.store, leases)
}

/** Returns this user as a recipient, under a name different from the other recipient's. */
export function ownRecipient(
  { env }: Slipway,
  other?: Recipient,
): { readonly recipient: Recipient; readonly madeKey?: string } {
  const { pair, file, isNew } = ownPair(pairPlaces(env))
  const user = userName()
  const name = user === other?.name ? `${user}@${hostname()}`.replaceAll(/[^A-Za-z0-9._@-]/g, '-').slice(0, 64) : user
  const recipient = { name, publicKey: pair.publicKey.text }
  return { recipient, ...(isNew && file !== undefined && { madeKey: file }) }
}

function userName(): string {
  try {
    const { username } = userInfo()
    return recipientName.test(username) ? username : 'owner'
  } catch {
    // The user id has no entry in the passwd file.
    return 'owner'
  }
}

function assertName(name: string): void {
  if (recipientName.test(name)) return
  throw new Failure('state/bad-recipient', 'this cannot be the name of a recipient', {
    hint: 'use at most 64 letters, digits and . _ @ -, and begin with a letter or a digit',
  })
}

/** Returns the recipient with this name, if any. */
export function named(recipients: readonly Recipient[], name: string): Recipient | undefined {
  return recipients.find((each) => each.name === name)
}
