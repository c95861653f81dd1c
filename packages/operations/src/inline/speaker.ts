import type { Clock } from '@slipway/engine'
import type { Diagnostic, Value } from '@slipway/model'
import type { ToldCheckOutcome } from './outside/checks.ts'
import type { Resources } from './resources.ts'

export interface StackOptions {
  readonly instance: string
  readonly isPlan: boolean
  readonly resources: Resources
  readonly clock: Pick<Clock, 'sleep'>
  readonly warn: (diagnostic: Diagnostic) => void
  /** Aborted: the program is not waited for any longer. */
  readonly stop: AbortSignal
  /** Whether something is about to go that the program has not asked for. `aliases`: former names of what it has asked for. */
  readonly isAnythingGoing: (aliases: ReadonlySet<string>) => boolean | Promise<boolean>
  /** Told the first failure at once. */
  readonly failed?: (thrown: unknown) => void
}

/** The side of a program in one run, whether its function is called in this process or in another one. */
export interface Speaker {
  /** Resolves when the program has said all, and all of it is there. */
  run(): Promise<void>
  /** `undefined`: what it comes from is left out, and it stays as it was. */
  exports(): Promise<ReadonlyMap<string, Value | undefined>>
  /** @param deadlineMs how long all of them may take; absent: what only checks read is not read, and they are open */
  checks(deadlineMs?: number): Promise<readonly ToldCheckOutcome[]>
  /** The first that went wrong, other than that something could not be had. */
  readonly failure: { readonly thrown: unknown } | undefined
  endAsking(): void
  /** The whole run is over. */
  end(): void | Promise<void>
}
