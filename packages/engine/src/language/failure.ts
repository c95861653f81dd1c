import { Failure } from '@slipway/model'
import type { Origin } from './expression.ts'

/** An expression that has no value: a function refused its arguments, a list has no such item. */
export class EvaluationFailure extends Failure {
  override readonly name = 'EvaluationFailure'
  readonly origin: Origin

  constructor(code: string, origin: Origin, message: string, hint?: string) {
    super(code, message, hint === undefined ? {} : { hint })
    this.origin = origin
  }
}
