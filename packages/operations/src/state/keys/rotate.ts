import { Failure } from '@slipway/model'
import type { Lease } from '@slipway/stores'
import { freshDataKey, pairFinder, sealTeam, type Recipient, type Team } from '@slipway/stores/sealer'
import { pairPlaces } from '../../settings/sealer.ts'
import type { Slipway } from '../../slipway.ts'
import { agreed, type Agree } from '../change-state.ts'
import { rekeyState, type RekeyRequest, type Rekeyed } from '../rekey.ts'
import { makeTeam, named, ownRecipient } from './recipients.ts'
import { formerInUse, openedTeam, refuseForeign, resealAll, withWholeState, type WholeState } from './whole-state.ts'

/** A question whether to encrypt a new key for these recipients. */
export interface RotateQuestion {
  readonly recipients: readonly Recipient[]
  /** The recipient who loses access. */
  readonly without?: Recipient
}

export interface Rotated extends RotateQuestion {
  /** The outcome. `resumed`: an earlier rotation had not finished sealing, and this call finished it without a new key. */
  readonly outcome: 'rotated' | 'resumed' | 'declined' | 'taken-out'
  readonly records: number
  /** Ids of earlier keys still in use. Empty when everything is resealed. */
  readonly left: readonly string[]
}

export interface RotateRequest extends RekeyRequest {
  /** Asks the user to confirm the new key. Absent: no confirmation is needed. */
  readonly agree?: Agree<RotateQuestion> | undefined
}

/** Gives the state a new key and seals every secret anew. A state without recipients is sealed anew with a key file or a passphrase. */
export async function rotateKey(
  slipway: Slipway,
  request: RotateRequest = {},
): Promise<Rotated | { readonly outcome: 'rekeyed'; readonly rekeyed: Rekeyed }> {
  const { agree, to, newPassphrase, ...where } = request
  const rotated = await withWholeState(slipway, where, 'slipway state key rotate', async (state) => {
    const team = openedTeam(slipway, state)
    if (team === undefined)
      return state.project.folders.shared === undefined ? undefined : await teamOfOne(slipway, state, agree)
    if (to !== undefined)
      throw new Failure('state/has-recipients', `this state is sealed for its recipients, not with a ${to}`, {
        hint: 'a passphrase can be a recipient: SLIPWAY_PASSPHRASE=... slipway key show, then slipway state key add NAME PUBLIC',
      })
    refuseForeign(team)
    if (!(await mayWrap(agree, { recipients: team.recipients })))
      return { outcome: 'declined', recipients: team.recipients, records: 0, left: [] } as const
    const leases = await state.lockAll()
    return (await resumed(state, team, leases)) ?? (await rotate(state, team, team.recipients, leases))
  })
  if (rotated !== undefined) return rotated
  return { outcome: 'rekeyed', rekeyed: await rekeyState(slipway, { ...where, to, newPassphrase }) }
}

/** Removes a recipient and gives the state a key that this recipient never sees. */
export function removeKey(slipway: Slipway, name: string, request: RotateRequest = {}): Promise<Rotated> {
  const { agree, ...where } = request
  return withWholeState(slipway, where, 'slipway state key remove', async (state) => {
    const team = openedTeam(slipway, state)
    if (team === undefined) throw unknownRecipient(name, [])
    const { recipients, foreign } = team
    const without = named(recipients, name)
    if (foreign.includes(name) && !isAlsoListed(state, without)) return await takeOut(state, team)
    if (without === undefined) throw unknownRecipient(name, recipients)
    refuseForeign(team)
    const others = recipients.filter((each) => each !== without)
    assertStays(slipway, without, others)
    if (!(await mayWrap(agree, { recipients: others, without })))
      return { outcome: 'declined', recipients, records: 0, left: [] }
    return { ...(await rotate(state, team, others, await state.lockAll())), without }
  })
}

/** True if the state's list also has this recipient, with the same key. */
function isAlsoListed({ sealed }: WholeState, listed: Recipient | undefined): boolean {
  return (
    listed !== undefined &&
    sealed?.recipients.some((row) => row.name === listed.name && row.publicKey === listed.publicKey) === true
  )
}

/** Rewrites the list without rows that no key holder wrote. The recipients in these rows never had access to the key. */
async function takeOut(state: WholeState, team: Team): Promise<Rotated> {
  await state.store.changeTeam(state.sealed, sealTeam(team, state.id))
  return { outcome: 'taken-out', recipients: team.recipients, records: 0, left: [] }
}

/** Continues an interrupted rotation. Records that cannot be resealed do not count as an interrupted rotation, or the key could never change again. */
async function resumed(state: WholeState, team: Team, leases: readonly Lease[]): Promise<Rotated | undefined> {
  const { id } = team.key
  const before = await formerInUse(state, id)
  if (before.length === 0) return undefined
  const records = await resealAll(state.store, leases)
  const left = await formerInUse(state, id)
  if (left.length < before.length) await close(state, team, left)
  return left.length < before.length ? { outcome: 'resumed', recipients: team.recipients, records, left } : undefined
}

async function rotate(
  state: WholeState,
  team: Team,
  recipients: readonly Recipient[],
  leases: readonly Lease[],
): Promise<Rotated> {
  const { store, id } = state
  const next = { key: freshDataKey(), former: [...team.former, team.key], recipients }
  const sealed = sealTeam(next, id)
  await store.changeTeam(state.sealed, sealed)
  const records = await resealAll(store, leases)
  const left = await formerInUse(state, next.key.id)
  await close({ ...state, sealed }, next, left)
  return { outcome: 'rotated', recipients, records, left }
}

/** Closes keys that are no longer in use, so that texts sealed with them no longer open. Only a former recipient could still write such texts. */
async function close(state: WholeState, team: Omit<Team, 'foreign'>, left: readonly string[]): Promise<void> {
  const former = team.former.map((key) => ({ ...key, isClosed: key.isClosed === true || !left.includes(key.id) }))
  await state.store.changeTeam(state.sealed, sealTeam({ ...team, former }, state.id))
}

async function teamOfOne(
  slipway: Slipway,
  state: WholeState,
  agree: Agree<RotateQuestion> | undefined,
): Promise<Rotated> {
  const { recipient } = ownRecipient(slipway)
  if (!(await mayWrap(agree, { recipients: [recipient] })))
    return { outcome: 'declined', recipients: [recipient], records: 0, left: [] }
  const records = await makeTeam(state, [recipient])
  return { outcome: 'rotated', recipients: [recipient], records, left: [] }
}

async function mayWrap(agree: Agree<RotateQuestion> | undefined, question: RotateQuestion): Promise<boolean> {
  return agree === undefined || (await agreed(agree, question))
}

/** Refuses to remove the last recipient, because nobody could ever open the secrets again. */
function assertStays({ env }: Slipway, without: Recipient, others: readonly Recipient[]): void {
  if (others.length === 0)
    throw new Failure(
      'state/last-key',
      `${without.name} is the only recipient: without that key nobody could open the secrets of this state`,
      {
        details: ['every secret in it would be lost, and resources that need one could not be changed or destroyed'],
        hint: 'add another recipient first: slipway state key add NAME PUBLIC',
      },
    )
  const pairFor = pairFinder(pairPlaces(env))
  if (others.some(({ publicKey }) => pairFor(publicKey) !== undefined)) return
  throw new Failure('state/own-key', `${without.name} is you, and the maker of the new key knows it`, {
    hint: `let another recipient do it: ${others.map(({ name }) => name).join(', ')}`,
  })
}

function unknownRecipient(name: string, recipients: readonly Recipient[]): Failure {
  const names = recipients.map((each) => each.name).join(', ')
  return new Failure(
    'state/unknown-recipient',
    `no recipient of this state is called ${JSON.stringify(name.slice(0, 64))}`,
    {
      hint: names === '' ? 'it has no recipients: slipway state key add NAME PUBLIC' : `there are: ${names}`,
    },
  )
}
