/** How a run is told to end: first `stop` (start nothing new, finish what runs), then `cancel` (give up what runs). */
export interface StopSignals {
  readonly stop: AbortSignal
  readonly cancel: AbortSignal
  /** The signal that came first; absent: none came. */
  readonly received: NodeJS.Signals | undefined
  /** Ends the run at once for a reason of our own. */
  abort(reason: unknown): void
  /** Puts the signals back to what they do by default. */
  release(): void
}

const watched = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The first Ctrl-C (or TERM, or a closed terminal) stops, the second cancels; whatever comes then, nothing is lost. */
export function watchSignals(tell: (message: string) => void): StopSignals {
  const stop = new AbortController()
  const cancel = new AbortController()
  let received: NodeJS.Signals | undefined
  const onSignal = (signal: NodeJS.Signals): void => {
    if (received === undefined) {
      received = signal
      tell(
        'Stopping: what runs is finished and saved, nothing new is started. Press Ctrl-C again to give up what runs.',
      )
      stop.abort(new Error(`stopped by ${signal}`))
    } else if (!cancel.signal.aborted) {
      tell('Giving up what runs. The next run asks the plugins what became of it.')
      cancel.abort(new Error(`cancelled by ${signal}`))
    }
  }
  for (const signal of watched) process.on(signal, onSignal)
  return {
    stop: stop.signal,
    cancel: cancel.signal,
    get received() {
      return received
    },
    abort: (reason) => {
      stop.abort(reason)
      cancel.abort(reason)
    },
    release: () => {
      for (const signal of watched) process.off(signal, onSignal)
    },
  }
}
