import { Unknown } from '@slipway/model'
import { isSamePlace, type Place } from './place.ts'
import { keyIdOf, wrongKey } from './sealed-text.ts'
import { isTeamKey } from './team/team-key.ts'

/**
 * A secret that stays sealed because its key is missing. It can be shown as such and written back unchanged to its place, but has no value:
 * code that uses it gets an unknown.
 */
export class UnopenedSecret extends Unknown {
  readonly keyId: string
  /** The sealed text as stored. */
  readonly sealed: string
  readonly #place: Place

  constructor(sealed: string, place: Place) {
    const keyId = keyIdOf(sealed)
    super(isTeamKey(keyId) ? 'you are a recipient of the state' : `the key ${keyId} is back`)
    this.keyId = keyId
    this.sealed = sealed
    this.#place = place
  }

  /** The sealed text for its own place. It would not open elsewhere. */
  sealedAt(place: Place): string {
    if (isSamePlace(this.#place, place)) return this.sealed
    throw wrongKey(
      `a secret that is sealed with the key ${this.keyId}, which this machine does not have, cannot be moved: it opens only in its place`,
      'restore the key; "slipway doctor" names the missing key, and where Slipway looked for it',
    )
  }

  override toJSON(): string {
    return isTeamKey(this.keyId) ? '(sealed for others)' : `(sealed with key ${this.keyId}, which is not here)`
  }
}
