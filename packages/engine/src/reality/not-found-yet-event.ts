/** The event that tells what is looked for, since it was made or changed a moment ago. Others may be waited for with it. */
export interface NotFoundYet {
  readonly type: 'not-found-yet'
  readonly name: string
  readonly resourceType: string
  /** How long it is looked for at most, in milliseconds. */
  readonly waitMs: number
  /** Unix milliseconds. */
  readonly at: number
}
