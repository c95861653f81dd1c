import type { RunEvent } from '@slipway/engine'
import type { TaskEvent } from '@slipway/stages'
import type { Console } from '../console.ts'
import { jsonEvents } from './json-events.ts'
import { liveProgress } from './live-progress.ts'
import { plainProgress } from './plain-progress.ts'

/** Of the steps of a run, and of the stage tasks around them. */
export type ProgressEvent = RunEvent | TaskEvent

/** Shows a run while it goes on. `close` takes away what is only of the moment. */
export interface Progress {
  readonly sink: (event: ProgressEvent) => void
  /** A sentence in between, that stays. */
  say(text: string): void
  /** Keeps still while somebody is asked something. */
  pause(): void
  resume(): void
  close(): void
}

export interface ProgressOptions {
  readonly json?: boolean
  readonly showSecrets?: boolean
}

/** Lines that move on a terminal, lines that stay anywhere else, JSON lines on stdout when asked. */
export function progressFor(console: Console, { json = false, showSecrets = false }: ProgressOptions): Progress {
  if (json) return jsonEvents(console, { showSecrets })
  return console.err.isTerminal && console.env['TERM'] !== 'dumb'
    ? liveProgress(console.err)
    : plainProgress(console.err)
}
