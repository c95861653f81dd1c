import type { Console } from '../console.ts'
import { jsonEvents } from './json-events.ts'
import { liveProgress } from './live-progress.ts'
import { plainProgress } from './plain-progress.ts'
import type { Progress } from './progress-sink.ts'

export interface ProgressOptions {
  readonly json?: boolean
  readonly showSecrets?: boolean
  /** Show all kept output of stage tasks. */
  readonly verbose?: boolean
}

/** Lines that move on a terminal, lines that stay anywhere else, JSON lines on stdout when asked. */
export function progressFor(console: Console, options: ProgressOptions): Progress {
  const { json = false, showSecrets = false } = options
  if (json) return jsonEvents(console, { showSecrets })
  return console.err.isTerminal && console.env['TERM'] !== 'dumb'
    ? liveProgress(console.err, options)
    : plainProgress(console.err, options)
}
