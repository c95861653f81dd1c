/** Work around the steps of a run, such as the tasks of stages. */
export interface AroundSteps {
  /** When it does not succeed, no step is taken. */
  readonly before: () => Promise<PartResult>
  /** Only when all steps went well. */
  readonly after: () => Promise<PartResult>
}

export interface PartResult {
  readonly outcome: 'succeeded' | 'failed' | 'cancelled'
  /** Why it did not succeed. Those of a part that did are of no consequence. */
  readonly reasons: readonly string[]
}
