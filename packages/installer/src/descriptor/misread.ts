import { Failure } from '@slipway/model'

/** Why a text is not what it should be, from one row of the grammar. `parseDescriptor` tells it together with the whole text. */
export class Misread extends Failure {
  /** `hint`: what to write instead. */
  constructor(why: string, hint?: string) {
    super('install/bad-descriptor', why, hint === undefined ? {} : { hint })
  }
}
