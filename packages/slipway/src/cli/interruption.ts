import { exitCodes } from './exit-codes.ts'

/** A run that a signal ended. Everything has been said already, but for a `cause`; what is left is the exit code. */
export class Interrupted extends Error {
  readonly exitCode: number

  constructor(signal: NodeJS.Signals, cause?: unknown) {
    super(`stopped by ${signal}`, { cause })
    this.exitCode = signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated
  }
}
