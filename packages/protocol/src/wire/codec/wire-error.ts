import { Failure } from '@slipway/model'

export type WireProblem = 'malformed' | 'too-deep' | 'too-many'

/** An error for bytes that do not form the expected message, or for a value that cannot be encoded. */
export class WireError extends Failure {
  override readonly name = 'WireError'
  readonly problem: WireProblem

  constructor(problem: WireProblem, message: string) {
    super('protocol/bad-message', message)
    this.problem = problem
  }
}
