import { Failure } from '@slipway/model'

/** A resource could not be had: why, events have told. */
export class NotHad extends Failure {
  override readonly name = 'NotHad'

  constructor(resource: string) {
    super('programs/not-had', `${resource} could not be made or read`)
  }
}

/** A resource is not there, and the run leaves it out; or it needs one of these. */
export class LeftOut extends Failure {
  override readonly name = 'LeftOut'
  readonly resource: string

  constructor(resource: string) {
    super('programs/left-out', `${resource} does not exist, and this run leaves it out`)
    this.resource = resource
  }
}
