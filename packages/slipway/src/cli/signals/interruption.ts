import { exitCodes } from '../console/exit-codes.ts'

/** A run that a signal ended. All its output is already written, except for a `cause`; only the exit code is left. */
export class Interrupted extends Error {
  readonly exitCode: number

  constructor(signal: NodeJS.Signals, cause?: unknown) {
    super(`stopped by ${signal}`, { cause })
    this.exitCode = signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated
  }
}
