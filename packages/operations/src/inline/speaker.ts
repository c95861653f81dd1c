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
  /** Aborting it ends the wait for the program. */
  readonly stop: AbortSignal
  /** Whether a resource that the program has not asked for is about to be destroyed. `aliases`: former names of requested resources. */
  readonly isAnythingGoing: (aliases: ReadonlySet<string>) => boolean | Promise<boolean>
  /** Called with the first failure at once. */
  readonly failed?: (thrown: unknown) => void
}

/** A program in one run, whether its function runs in this process or in another one. */
export interface Speaker {
  /** Resolves once all requests of the program are made and settled. */
  run(): Promise<void>
  /** The exports. `undefined`: its source is left out, so the export keeps its old value. */
  exports(): Promise<ReadonlyMap<string, Value | undefined>>
  /** @param deadlineMs time limit for all checks. Absent: their own reads do not happen and they stay open */
  checks(deadlineMs?: number): Promise<readonly ToldCheckOutcome[]>
  /** The first failure, other than an unavailable value. */
  readonly failure: { readonly thrown: unknown } | undefined
  endAsking(): void
  /** The whole run is over. */
  end(): void | Promise<void>
}
