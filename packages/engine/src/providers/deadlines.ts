/** How long things may take, in milliseconds. All are settings. */
export interface Deadlines {
  readonly deploy: number
  readonly destroy: number
  readonly externalState: number
  readonly validate: number
  readonly diff: number
  readonly upgrade: number
  readonly fetch: number
  readonly callFunction: number
  /** For one question whether a resource has stabilised. */
  readonly hasStabilised: number
  /** How long a deployed resource may take to stabilise. */
  readonly stabilise: number
  /** The pause after the first question whether a resource has stabilised. Each further pause is longer. */
  readonly firstPoll: number
  readonly longestPoll: number
  /** How long a `destroy` waits for what a call in doubt may still make, if its type does not say. */
  readonly settle: number
}
