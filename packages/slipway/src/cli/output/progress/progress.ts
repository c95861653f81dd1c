import type { Console } from '../../console/console.ts'
import { jsonEvents } from './json-events.ts'
import { liveProgress } from './live-progress.ts'
import { plainProgress } from './plain-progress.ts'
import type { Progress } from './progress-sink.ts'

export interface ProgressOptions {
  readonly json?: boolean
  readonly showSecrets?: boolean
  /** Shows all kept output of stage tasks. */
  readonly verbose?: boolean
}

/** Shows moving lines on a terminal, permanent lines elsewhere, and JSON lines on stdout on request. */
export function progressFor(console: Console, options: ProgressOptions): Progress {
  const { json = false, showSecrets = false } = options
  if (json) return jsonEvents(console, { showSecrets })
  return console.err.isTerminal && console.env['TERM'] !== 'dumb'
    ? liveProgress(console.err, options)
    : plainProgress(console.err, options)
}
