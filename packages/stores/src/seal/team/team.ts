import { hkdfSync, randomBytes } from 'node:crypto'
import { Failure } from '@slipway/model'
import { parsePublicKey, type KeyPair } from './key-pair.ts'
import type { Place } from '../place.ts'
import { sealWith, unsealWith, type Key } from '../sealed-text.ts'
import { unwrapWith, wrapFor } from './wrap.ts'

/** Somebody for whom the data key of a state is wrapped. */
export interface Recipient {
  readonly name: string
  /** As `slipway key show` prints it. */
  readonly publicKey: string
}

/** The recipients of a state as they are kept: nothing in it tells the data key. */
export interface SealedTeam {
  /** Id of the data key that seals from now on. */
  readonly key: string
  /** {@link TeamList}, sealed with that key. */
  readonly list: string
  readonly recipients: readonly SealedRecipient[]
}

interface SealedRecipient extends Recipient {
  /** The data key, for this recipient alone. */
  readonly wrapped: string
}

/** A key that has sealed before the present one. */
interface FormerKey extends Key {
  /** Nothing in the state is sealed with it any more: a text that says so was put there by somebody who was a recipient once. */
  readonly isClosed?: boolean
}

/** What a recipient finds when he has opened it. */
export interface Team {
  readonly key: Key
  /** Keys that sealed before it, the latest last. The maker of this key knew them. */
  readonly former: readonly FormerKey[]
  /** Those that somebody who had the data key has put there. */
  readonly recipients: readonly Recipient[]
  /** Names of rows that are in the state, and not in the list. */
  readonly foreign: readonly string[]
}

/**
 * Opens what is wrapped for a user of this machine; `undefined` where nothing is.
 *
 * @param team absent: the state has none, which is refused where this user has seen one
 * @param from `copy`: an older one may be opened, as a backup may be
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
 * @param state id of the state: wrapped keys and the list open in no other
 */
export function sealTeam({ key, former, recipients }: Omit<Team, 'foreign'>, state: string): SealedTeam {
  if (recipients.length > mostRecipients || former.length > mostFormer)
    throw new Failure(
      'state/too-many-keys',
      `a state has at most ${mostRecipients} recipients and ${mostFormer} former keys`,
      {
        hint: 'one key can be for several people, for example for a CI',
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
 * Opens it with the first pair that is one of a recipient's; `undefined` where none is.
 *
 * @throws Failure `state/damaged-record` where the list is not what the holder of the key has written
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
        hint: 'put a backup back with "slipway state restore FILE"; whoever can write the state can do this',
      },
    )
  // Only a holder of the key can have written it.
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

/** Anybody who can write the state can write anything there. */
export function shownName(name: string): string {
  return name.replaceAll(/\p{C}/gu, ' ').slice(0, 64)
}

/** Tells a data key from another without telling what it is. */
export function traceOf({ id, bytes }: Key): string {
  return Buffer.from(hkdfSync('sha256', bytes, '', `slipway trace of ${id}`, 16)).toString('hex')
}

function wrapLabel(state: string, key: string, publicKey: string): string {
  return JSON.stringify(['wrapped', state, key, publicKey])
}

function listPlace(state: string): Place {
  return { purpose: 'recipients', state, instance: '', record: '', path: [] }
}
