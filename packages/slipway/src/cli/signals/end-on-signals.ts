import { exitCodes } from '../console/exit-codes.ts'

/** Until a command watches signals itself, they end it with an exit code: the caller may look at nothing else. */
export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (process.listenerCount(signal) > 1) return
      process.exit(signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated)
    })
  }
}
