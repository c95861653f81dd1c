/** How long things may take, in milliseconds. All are settings. */
export interface Deadlines {
  readonly deploy: number
  readonly destroy: number
  readonly externalState: number
  readonly validate: number
  readonly diff: number
  readonly fetch: number
  readonly callFunction: number
  /** Of one question whether a resource has stabilised. */
  readonly hasStabilised: number
  /** Until a deployed resource must have stabilised. */
  readonly stabilise: number
  /** The pause after the first question whether a resource has stabilised; each further one is longer. */
  readonly firstPoll: number
  readonly longestPoll: number
  /** How long a `destroy` waits for what a call in doubt may still make, where its type does not say. */
  readonly settle: number
}

const minute = 60_000

export const defaultDeadlines: Deadlines = {
  deploy: 60 * minute,
  destroy: 60 * minute,
  externalState: 5 * minute,
  validate: minute,
  diff: 2 * minute,
  fetch: 5 * minute,
  callFunction: 2 * minute,
  hasStabilised: 5 * minute,
  stabilise: 60 * minute,
  firstPoll: 100,
  longestPoll: 5_000,
  settle: minute,
}
