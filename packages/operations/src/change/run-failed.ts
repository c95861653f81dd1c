import { Failure } from '@slipway/model'
import { atPlace, type CallPlace, placeOfCall } from '../inline/call-place.ts'
import { stoppable } from '../stopped.ts'
import type { ChangeResult, RunEnd } from './change-request.ts'

/** The maximum number of reasons in the message; the result has all of them. */
const mostShown = 5

/** A run that started and failed. A caller that does not catch it ends with an error, not silently. */
export class RunFailed extends Failure {
  override readonly name = 'RunFailed'
  readonly #result: ChangeResult & RunEnd
  /** The call of the operation in the user's program. */
  readonly place: CallPlace | undefined

  constructor(result: ChangeResult & RunEnd, place: CallPlace | undefined) {
    const { operation, instance, outcome } = result
    const reasons = reasonsOf(result)
    const more = reasons.length > mostShown ? [`and ${reasons.length - mostShown} more`] : []
    const shown = [...reasons.slice(0, mostShown), ...more].map((reason) => `\n  ${reason}`).join('')
    super(
      'programs/run-failed',
      `${atPlace(place)}${operation} of ${instance} ${outcome === 'failed' ? 'failed' : 'was interrupted'}${shown}`,
      {
        details: reasons,
        hint: 'finished steps are recorded: the next run continues from there',
      },
    )
    this.#result = result
    this.place = place
  }

  /** The complete result of the run. It is a getter, so that printing the error does not print the whole result. */
  get result(): ChangeResult & RunEnd {
    return this.#result
  }
}

export interface Throwing {
  /** False: a failed run is an ordinary result with the outcome `failed`. */
  readonly throws?: boolean
  readonly stop?: AbortSignal
  readonly cancel?: AbortSignal
}

/**
 * Does the work of an operation that its caller may stop. Throws if the run failed.
 *
 * @param called our function that the caller called
 */
export function throwing(
  { throws = true, stop, cancel }: Throwing,
  called: (...args: never[]) => unknown,
  work: () => Promise<ChangeResult>,
): Promise<ChangeResult> {
  // Find the place now, because the trace of a later failure lacks it.
  const place = throws ? placeOfCall(called) : undefined
  return stoppable(stop, async () => {
    const result = await work()
    const isAsked = stop?.aborted === true || cancel?.aborted === true
    const isBad = result.outcome === 'failed' || (result.outcome === 'cancelled' && !isAsked)
    if (throws && isBad && 'run' in result) throw new RunFailed(result, place)
    return result
  })
}

function reasonsOf({ run }: RunEnd): readonly string[] {
  return [...run.failures.map(({ name, reasons }) => `${name}: ${reasons.join('; ')}`), ...run.reasons]
}
