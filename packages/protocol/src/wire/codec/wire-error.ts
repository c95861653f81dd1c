import { Failure } from '@slipway/model'

export type WireProblem = 'malformed' | 'too-deep' | 'too-many'

/** Bytes that are not the message they should be, or a value that cannot be made into bytes. */
export class WireError extends Failure {
  override readonly name = 'WireError'
  readonly problem: WireProblem

  constructor(problem: WireProblem, message: string) {
    super('protocol/bad-message', message)
    this.problem = problem
  }
}
