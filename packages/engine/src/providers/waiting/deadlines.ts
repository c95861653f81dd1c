/** Time limits in milliseconds. All of them are settings. */
export interface Deadlines {
  readonly deploy: number
  readonly destroy: number
  readonly externalState: number
  readonly validate: number
  readonly diff: number
  readonly upgrade: number
  readonly fetch: number
  readonly callFunction: number
  /** The limit for one question whether a resource has stabilised. */
  readonly hasStabilised: number
  /** The limit for the time that a deployed resource takes to stabilise. */
  readonly stabilise: number
  /** The pause after the first question whether a resource has stabilised. Each further pause is longer. */
  readonly firstPoll: number
  readonly longestPoll: number
  /** The time that a `destroy` waits for the late effect of a call in doubt, if its type gives none. */
  readonly settle: number
}
