import { fingerprintOf, ownPair } from '@slipway/stores/sealer'
import { pairPlaces } from '../../settings/sealer.ts'
import type { Slipway } from '../../slipway.ts'

export interface OwnKey {
  readonly publicKey: string
  readonly fingerprint: string
  /** The place of the private key. */
  readonly from: 'file' | 'environment' | 'passphrase'
  readonly file?: string
  readonly isNew: boolean
}

/** Returns the public key of this user. Creates a key pair if the user has none. */
export function ownKey({ env }: Slipway): OwnKey {
  const places = pairPlaces(env)
  const { pair, file, isNew } = ownPair(places)
  const { text } = pair.publicKey
  const from = places.given !== undefined ? 'environment' : file === undefined ? 'passphrase' : 'file'
  return { publicKey: text, fingerprint: fingerprintOf(text), from, isNew, ...(file !== undefined && { file }) }
}
