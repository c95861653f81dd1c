import type { Console } from '../../console/console.ts'
import { firstOf, jsonBounds } from '../bounds.ts'
import { jsonLine, jsonObject, type JsonOptions } from '../values/json-value.ts'
import type { Progress, ProgressEvent } from './progress-sink.ts'

/** Prints each event of a run as a JSON line on stdout; messages go to stderr. */
export function jsonEvents(console: Pick<Console, 'out' | 'err'>, options: JsonOptions): Progress {
  return {
    sink: (event) => console.out.write(jsonLine(contentOf(event, options))),
    say: (text) => console.err.write(`${text}\n`),
    pause: () => undefined,
    resume: () => undefined,
    close: () => undefined,
  }
}

function contentOf(event: ProgressEvent, options: JsonOptions): object {
  if (event.type === 'run-finished') {
    const { reasons } = event
    return { ...event, ...(reasons && { reasons: firstReasons(reasons) }), exports: jsonObject(event.exports, options) }
  }
  if (event.type === 'attempt-failed') {
    const { mostAttempts: _, ...attempt } = event
    return { ...attempt, reasons: firstReasons(event.reasons) }
  }
  if (event.type !== 'step-failed') return event
  return { ...event, reasons: firstReasons(event.reasons) }
}

function firstReasons(reasons: readonly string[]): readonly string[] {
  return firstOf(reasons, jsonBounds.reasons, jsonBounds.words)
}
