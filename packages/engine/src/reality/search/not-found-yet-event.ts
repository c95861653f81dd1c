/** The event for a resource that was made or changed a moment ago and is not found yet. Other resources may share the wait. */
export interface NotFoundYet {
  readonly type: 'not-found-yet'
  readonly name: string
  readonly resourceType: string
  /** The maximum time of the search, in milliseconds. */
  readonly waitMs: number
  /** Unix milliseconds. */
  readonly at: number
}
