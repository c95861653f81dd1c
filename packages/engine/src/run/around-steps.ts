import type { TaskResult } from '@slipway/stores'

/** Work around the steps of a run, such as the tasks of stages. */
export interface AroundSteps {
  /** If it does not succeed, no step is taken. */
  readonly before: () => Promise<PartResult>
  /** Called only if all steps went well. */
  readonly after: () => Promise<PartResult>
}

export interface PartResult {
  readonly outcome: 'succeeded' | 'failed' | 'cancelled'
  /** Why it did not succeed. Ignored if it did. */
  readonly reasons: readonly string[]
  /** What stage tasks did, in order of their start. */
  readonly tasks?: readonly TaskResult[]
}
