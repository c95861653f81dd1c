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
  /** Aborting this signal ends the wait for the program. */
  readonly stop: AbortSignal
  /** Returns whether a resource that the program has not asked for is about to be destroyed. `aliases`: former names of requested resources. */
  readonly isAnythingGoing: (aliases: ReadonlySet<string>) => boolean | Promise<boolean>
  /** Returns what the program has left open, such as `a timer`. Absent: nobody can tell. */
  readonly leftOpen?: () => Promise<readonly string[]>
  /** Called at once with the first failure. */
  readonly failed?: (thrown: unknown) => void
}

/** A program in one run. Its function may run in this process or in another process. */
export interface Speaker {
  /** Resolves once all requests of the program are made and settled. */
  run(): Promise<void>
  /** Returns the exports by name. `undefined`: the source of the export is left out, so the export keeps its old value. */
  exports(): Promise<ReadonlyMap<string, Value | undefined>>
  /**
   * Returns the outcomes of the checks. @param deadlineMs the time limit for all checks. Absent: the reads of the checks do not happen and the
   * checks stay open
   */
  checks(deadlineMs?: number): Promise<readonly ToldCheckOutcome[]>
  /** The first failure, other than an unavailable value. */
  readonly failure: { readonly thrown: unknown } | undefined
  endAsking(): void
  /** Ends the program when the whole run is over. */
  end(): void | Promise<void>
}
