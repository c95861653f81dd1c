import { exitCodes } from '../cli/exit-codes.ts'

/** A run that a signal ended. Everything has been said already; only the exit code is left. */
export class Interrupted extends Error {
  readonly exitCode: number

  constructor(signal: NodeJS.Signals) {
    super(`stopped by ${signal}`)
    this.exitCode = signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated
  }
}
