import { Stopped } from '@slipway/operations/stopped'
import { Interrupted } from './interruption.ts'

/** The signals that end a run: first `stop` (start nothing new, finish running steps), then `cancel` (give up running steps). */
export interface StopSignals {
  readonly stop: AbortSignal
  readonly cancel: AbortSignal
  /** The signal that came first; absent: none came. */
  readonly received: NodeJS.Signals | undefined
  /** From now on, signals stop the run instead of ending the process. */
  watch(tell: (message: string) => void): void
  /** Restores the default effect of the signals. */
  release(): void
}

const watched = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The first Ctrl-C (or TERM, or a closed terminal) stops, the second cancels; further signals lose nothing. */
export function stopSignals(): StopSignals {
  const stop = new AbortController()
  const cancel = new AbortController()
  let received: NodeJS.Signals | undefined
  let say: ((message: string) => void) | undefined
  const onSignal = (signal: NodeJS.Signals): void => {
    if (received === undefined) {
      received = signal
      say?.('Stopping: running steps are finished and saved, no new ones start. Press Ctrl-C again to abandon them.')
      stop.abort(new Error(`stopped by ${signal}`))
    } else if (!cancel.signal.aborted) {
      say?.('Abandoning running steps. The next run finds out their outcome, or says what you can do.')
      cancel.abort(new Error(`cancelled by ${signal}`))
    }
  }
  return {
    stop: stop.signal,
    cancel: cancel.signal,
    get received() {
      return received
    },
    watch: (tell) => {
      say = tell
      for (const signal of watched) process.on(signal, onSignal)
    },
    release: () => {
      for (const signal of watched) process.off(signal, onSignal)
    },
  }
}

/** Turns the error of an operation that a signal stopped into an interruption; returns any other error unchanged. */
export function interruptionOf(error: unknown, { received }: StopSignals): unknown {
  return error instanceof Stopped && received !== undefined ? new Interrupted(received, error.cause) : error
}
