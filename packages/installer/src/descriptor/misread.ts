import { Failure } from '@slipway/model'

/** The reason why one row of the grammar rejects a text. `parseDescriptor` reports it with the whole text. */
export class Misread extends Failure {
  /** @param hint what to write instead */
  constructor(why: string, hint?: string) {
    super('install/bad-descriptor', why, hint === undefined ? {} : { hint })
  }
}
