import type { RunEvent } from '@slipway/engine'
import type { TaskEvent } from '@slipway/stages'

/** Events of the steps of a run, and of the stage tasks around it. */
export type ProgressEvent = RunEvent | TaskEvent

/** Shows a run while it goes on. `close` removes everything that is only temporary. */
export interface Progress {
  readonly sink: (event: ProgressEvent) => void
  /** Prints a permanent sentence in between. */
  say(text: string): void
  /** Pauses while a question is open. */
  pause(): void
  resume(): void
  close(): void
}
