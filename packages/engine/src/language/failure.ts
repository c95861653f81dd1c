import { Failure } from '@slipway/model'
import type { Origin } from './expression.ts'

/** An expression that cannot be evaluated: a function refused its arguments, or a list has no such item. */
export class EvaluationFailure extends Failure {
  override readonly name = 'EvaluationFailure'
  readonly origin: Origin
  /** True if a secret caused the failure, so that the message must not reveal it. */
  readonly isOfSecret: boolean

  constructor(code: string, origin: Origin, message: string, hint?: string, isOfSecret = false) {
    super(code, message, hint === undefined ? {} : { hint })
    this.origin = origin
    this.isOfSecret = isOfSecret
  }
}
