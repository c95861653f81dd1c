import { Unknown } from '@slipway/model'

/**
 * A secret that stays sealed because its key is not at hand. It can be shown as such and written back as it was, and it is
 * no value: whoever wants to work with it meets an unknown.
 */
export class UnopenedSecret extends Unknown {
  readonly keyId: string
  /** As it was written: `1:<key id>:<cipher text>`. */
  readonly sealed: string

  constructor(sealed: string, keyId: string) {
    super(`the key ${keyId} is back`)
    this.keyId = keyId
    this.sealed = sealed
  }

  override toJSON(): string {
    return `(sealed with key ${this.keyId}, which is not here)`
  }
}
