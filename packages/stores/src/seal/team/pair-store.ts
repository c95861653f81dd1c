import { readFileSync, renameSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure } from '@slipway/model'
import {
  freshPrivateKey,
  pairOfPassphrase,
  parsePrivateKey,
  parsePublicKey,
  privateText,
  type KeyPair,
} from './key-pair.ts'
import { wrongKey } from '../sealed-text.ts'
import { makeSecretFile, readSecretFile, writeBeside, written } from '../secret-file.ts'
import { openTeam, traceOf, type Team } from './team.ts'
import type { TeamOpener } from './team.ts'

/** The places of a user's private keys. */
export interface PairPlaces {
  readonly configDirectory: string
  /** The text of a private key from SLIPWAY_STATE_KEY. */
  readonly given?: string | undefined
  readonly passphrase?: string | undefined
}

export interface OwnPair {
  readonly pair: KeyPair
  /** Absent: no file has it. */
  readonly file?: string
  readonly isNew: boolean
}

/** `<config>/private-key`, 0600. */
export function privateKeyPath(configDirectory: string): string {
  return join(configDirectory, 'private-key')
}

/** The user's key pair: the given one, or derived from the passphrase, or from the file, which is created if missing. */
export function ownPair({ configDirectory, given, passphrase }: PairPlaces): OwnPair {
  if (given !== undefined) return { pair: givenPair(given), isNew: false }
  if (passphrase !== undefined) return { pair: pairOfPassphrase(passphrase), isNew: false }
  const file = privateKeyPath(configDirectory)
  const known = filePair(file)
  if (known !== undefined) return { pair: known, file, isNew: false }
  makeSecretFile(file, `${privateText(freshPrivateKey())}\n`)
  const made = filePair(file)
  if (made !== undefined) return { pair: made, file, isNew: true }
  throw wrongKey(`the private key in ${file} vanished while it was being made`, 'run the command again')
}

/** Maximum number of keys derived from a passphrase, because the writer of a state could name a thousand. */
const mostDerived = 4

/** Opens the keys of teams with the user's matching private key, and remembers them: see {@link assertSucceeds}. */
export function teamOpener(places: PairPlaces): TeamOpener {
  const pairFor = pairFinder(places)
  return (sealed, state, from = 'state') => {
    if (sealed === undefined) {
      assertNeverHadOne(places.configDirectory, state)
      return undefined
    }
    const team = openTeam(sealed, state, pairFor)
    if (team !== undefined && from === 'state') assertSucceeds(places.configDirectory, state, team)
    return team
  }
}

/** The pair that belongs to a public key, if the user has it. */
export function pairFinder({
  configDirectory,
  given,
  passphrase,
}: PairPlaces): (publicKey: string) => KeyPair | undefined {
  const derived = new Map<string, KeyPair>()
  let plain: readonly KeyPair[] | undefined
  const plainPairs = (): readonly KeyPair[] =>
    (plain ??= [given === undefined ? undefined : givenPair(given), filePair(privateKeyPath(configDirectory))].filter(
      (pair) => pair !== undefined,
    ))
  return (publicKey) => {
    const known = plainPairs().find((pair) => pair.publicKey.text === publicKey) ?? derived.get(publicKey)
    if (known !== undefined || passphrase === undefined) return known
    const derivation = derivationOf(publicKey)
    if (derivation === undefined || derived.size >= mostDerived) return undefined
    const pair = pairOfPassphrase(passphrase, derivation)
    derived.set(pair.publicKey.text === publicKey ? publicKey : `wrong ${publicKey}`, pair)
    return derived.get(publicKey)
  }
}

function derivationOf(publicKey: string): ReturnType<typeof parsePublicKey>['derived'] {
  try {
    return parsePublicKey(publicKey).derived
  } catch {
    // The list may have been written by anyone with write access to the state.
    return undefined
  }
}

function givenPair(given: string): KeyPair {
  return parsePrivateKey(given, 'SLIPWAY_STATE_KEY')
}

function filePair(file: string): KeyPair | undefined {
  const text = readSecretFile(file)
  return text === undefined ? undefined : parsePrivateKey(text, file)
}

/**
 * Anybody who can write a state can put a key of their own in it, wrapped for everybody. So a user remembers the last key that they saw,
 * and accepts a new one only if its list holds that one: its maker then knew it.
 *
 * @throws Failure `state/other-key`
 */
function assertSucceeds(configDirectory: string, state: string, { key, former }: Team): void {
  const file = knownKeyPath(configDirectory, state)
  const trace = traceOf(key)
  const known = readTrace(file)
  if (known === trace) return
  if (known !== undefined && !former.some((each) => traceOf(each) === known))
    throw new Failure(
      'state/other-key',
      'the key of this state is not the last one that you have seen, and its maker did not know that one',
      {
        hint: `ask another recipient whether the state was created again or an old copy was restored; to continue with this state, remove ${file}`,
      },
    )
  remember(file, trace)
}

/**
 * Refuses a state that has lost its recipients. It would be sealed with a key that former and removed recipients may have.
 *
 * @throws Failure `state/other-key`
 */
function assertNeverHadOne(configDirectory: string, state: string): void {
  const file = knownKeyPath(configDirectory, state)
  if (readTrace(file) === undefined) return
  throw new Failure('state/other-key', 'this state had recipients when you last saw it, but has none now', {
    hint: `ask another recipient whether the state was created again or an old copy was restored; to continue with this state, remove ${file}`,
  })
}

/** @param state id of the state */
export function knownKeyPath(configDirectory: string, state: string): string {
  return join(configDirectory, 'known-keys', state.replaceAll(/[^A-Za-z0-9-]/g, '_'))
}

function readTrace(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

/** Remembers a trace. A machine that keeps no files remembers nothing, as the guide states. */
function remember(file: string, trace: string): void {
  try {
    written(file, () => {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      renameSync(writeBeside(file, `${trace}\n`), file)
    })
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'state/key-unwritable') throw error
  }
}
