/** The event for a resource that was made or changed a moment ago and is not found yet. The same wait may be for others, too. */
export interface NotFoundYet {
  readonly type: 'not-found-yet'
  readonly name: string
  readonly resourceType: string
  /** The longest time of the search, in milliseconds. */
  readonly waitMs: number
  /** Unix milliseconds. */
  readonly at: number
}
