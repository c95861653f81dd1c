import type { Console } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import { Interrupted } from '../signals/interruption.ts'
import { stopSignals } from '../signals/stop-signals.ts'

/** Does work that a signal stops, and that then leaves nothing half done. A second signal ends it at once. */
export async function stoppable<T>(
  { err }: Console,
  message: string,
  work: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const signals = stopSignals()
  let said = message
  signals.watch(() => {
    err.write(`${said}\n`)
    said = 'Ending at once.'
  })
  signals.cancel.addEventListener('abort', () => {
    process.exit(signals.received === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated)
  })
  try {
    return await work(signals.stop)
  } catch (error) {
    if (signals.received !== undefined) throw new Interrupted(signals.received)
    throw error
  } finally {
    signals.release()
  }
}
