import { hkdfSync, randomBytes } from 'node:crypto'
import { Failure } from '@slipway/model'
import { parsePublicKey, type KeyPair } from './key-pair.ts'
import type { Place } from '../place.ts'
import { sealWith, unsealWith, type Key } from '../sealed-text.ts'
import { unwrapWith, wrapFor } from './wrap.ts'

/** A user or machine that the data key of a state is wrapped for. */
export interface Recipient {
  readonly name: string
  /** In the form that `slipway key show` prints. */
  readonly publicKey: string
}

/** The recipients of a state as stored. It reveals nothing about the data key. */
export interface SealedTeam {
  /** Id of the present data key. */
  readonly key: string
  /** {@link TeamList}, sealed with that key. */
  readonly list: string
  readonly recipients: readonly SealedRecipient[]
}

interface SealedRecipient extends Recipient {
  /** The data key, wrapped for this recipient only. */
  readonly wrapped: string
}

/** A key that sealed before the present one. */
interface FormerKey extends Key {
  /** The state no longer uses it. A text under it was planted by a former recipient. */
  readonly isClosed?: boolean
}

/** The team as opened by a recipient. */
export interface Team {
  readonly key: Key
  /** Earlier keys, the latest last. The maker of the present key knew them. */
  readonly former: readonly FormerKey[]
  /** The recipients that a holder of the data key has entered. */
  readonly recipients: readonly Recipient[]
  /** Names of rows in the state that are missing in the list. */
  readonly foreign: readonly string[]
}

/**
 * Opens a team for a user of this machine; `undefined` if the user is no recipient.
 *
 * @param team `undefined`: the state has no team, which is refused if this user has seen one before
 * @param from `copy`: an older team is accepted, as in a backup
 */
export type TeamOpener = (team: SealedTeam | undefined, state: string, from?: 'state' | 'copy') => Team | undefined

const closed = 'closed'

const mostRecipients = 200
const mostFormer = 1_000
const longestText = 64 * 1024 * 1024

export const recipientName = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/

export function freshDataKey(): Key {
  return { id: `team-${randomBytes(8).toString('hex')}`, bytes: randomBytes(32) }
}

/**
 * Wraps the data key for each recipient.
 *
 * @param state id of the state; wrapped keys and the list open only there
 */
export function sealTeam({ key, former, recipients }: Omit<Team, 'foreign'>, state: string): SealedTeam {
  if (recipients.length > mostRecipients || former.length > mostFormer)
    throw new Failure(
      'state/too-many-keys',
      `a state has at most ${mostRecipients} recipients and ${mostFormer} former keys`,
      {
        hint: 'several people can share one key, for example for a CI',
      },
    )
  const list = {
    recipients: recipients.map(({ name, publicKey }) => [name, publicKey]),
    former: former.map(({ id, bytes, isClosed = false }) => [
      id,
      bytes.toString('base64url'),
      ...(isClosed ? [closed] : []),
    ]),
  }
  return {
    key: key.id,
    list: sealWith(key, JSON.stringify(list), listPlace(state)),
    recipients: recipients.map(({ name, publicKey }) => {
      const wrapped = wrapFor(parsePublicKey(publicKey), key.bytes, wrapLabel(state, key.id, publicKey))
      return { name, publicKey, wrapped }
    }),
  }
}

/**
 * Opens a team with the first key pair that belongs to a recipient; `undefined` if none does.
 *
 * @throws Failure `state/damaged-record` if the list is not as a key holder wrote it
 */
export function openTeam(
  sealed: SealedTeam,
  state: string,
  pairFor: (publicKey: string) => KeyPair | undefined,
): Team | undefined {
  for (const { publicKey, wrapped } of sealed.recipients) {
    const pair = pairFor(publicKey)
    const bytes = pair && unwrapWith(pair, wrapped, wrapLabel(state, sealed.key, publicKey))
    if (bytes !== undefined) return opened(sealed, state, { id: sealed.key, bytes })
  }
  return undefined
}

function opened(sealed: SealedTeam, state: string, key: Key): Team {
  const plain = sealed.list.length > longestText ? undefined : unsealWith(key, sealed.list, listPlace(state))
  if (plain === undefined)
    throw new Failure(
      'state/damaged-record',
      'the list of recipients of this state was changed by somebody without its key',
      {
        hint: 'restore a backup with "slipway state restore FILE"; anyone who can write the state can do this',
      },
    )
  // Only a holder of the key can have written the list.
  const list = JSON.parse(plain) as {
    readonly recipients: [string, string][]
    readonly former: [string, string, string?][]
  }
  const known = new Set(list.recipients.map((pair) => pair.join(' ')))
  return {
    key,
    former: list.former.map(([id, bytes, mark]) => ({
      id,
      bytes: Buffer.from(bytes, 'base64url'),
      isClosed: mark === closed,
    })),
    recipients: list.recipients.map(([name, publicKey]) => ({ name, publicKey })),
    foreign: sealed.recipients
      .filter(({ name, publicKey }) => !known.has(`${name} ${publicKey}`))
      .map(({ name }) => shownName(name)),
  }
}

/** Cleans a name for display, because anyone with write access to the state can put anything there. */
export function shownName(name: string): string {
  return name.replaceAll(/\p{C}/gu, ' ').slice(0, 64)
}

/** A fingerprint that distinguishes data keys without revealing them. */
export function traceOf({ id, bytes }: Key): string {
  return Buffer.from(hkdfSync('sha256', bytes, '', `slipway trace of ${id}`, 16)).toString('hex')
}

function wrapLabel(state: string, key: string, publicKey: string): string {
  return JSON.stringify(['wrapped', state, key, publicKey])
}

function listPlace(state: string): Place {
  return { purpose: 'recipients', state, instance: '', record: '', path: [] }
}
