import { Unknown } from '@slipway/model'
import { isSamePlace, type Place } from './place.ts'
import { keyIdOf, wrongKey } from './sealed-text.ts'
import { isTeamKey } from './team/team-key.ts'

/**
 * A secret that stays sealed because its key is not at hand. It can be shown as such and written back as it was, where it was, and it is no
 * value: whoever wants to work with it meets an unknown.
 */
export class UnopenedSecret extends Unknown {
  readonly keyId: string
  /** As it was written. */
  readonly sealed: string
  readonly #place: Place

  constructor(sealed: string, place: Place) {
    const keyId = keyIdOf(sealed)
    super(isTeamKey(keyId) ? 'you are a recipient of the state' : `the key ${keyId} is back`)
    this.keyId = keyId
    this.sealed = sealed
    this.#place = place
  }

  /** The text, for the place where it lies. Elsewhere nobody could open it. */
  sealedAt(place: Place): string {
    if (isSamePlace(this.#place, place)) return this.sealed
    throw wrongKey(
      `a secret that is sealed with the key ${this.keyId}, which is not here, cannot be moved: it only opens where it lies`,
      'bring the key back; "slipway doctor" says which one is missing, and where it was looked for',
    )
  }

  override toJSON(): string {
    return isTeamKey(this.keyId) ? '(sealed for others)' : `(sealed with key ${this.keyId}, which is not here)`
  }
}
