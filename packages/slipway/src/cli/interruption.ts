import { Failure } from '@slipway/model'
import { exitCodes } from './exit-codes.ts'

/** A run that a signal ended. Everything has been said already, but for a `cause`; what is left is the exit code. */
export class Interrupted extends Error {
  readonly exitCode: number

  constructor(signal: NodeJS.Signals, cause?: unknown) {
    super(`stopped by ${signal}`, { cause })
    this.exitCode = signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated
  }
}

/** What a signal cuts short fails in many ways, which are no news; any other failure is still told. */
export function interruptedBy(signal: NodeJS.Signals, error: unknown): Interrupted {
  return error instanceof Interrupted ? error : new Interrupted(signal, isAbort(error) ? undefined : error)
}

function isAbort(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof Failure && /cancelled$|^host\/stopped$/.test(error.code)) return true
  return error.name === 'AbortError' || error.message.startsWith('stopped by') || isAbort(error.cause)
}
