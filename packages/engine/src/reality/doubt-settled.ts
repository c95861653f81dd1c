/** The event that tells what has become of a call in doubt, or that nobody knows. */
export interface DoubtSettled {
  readonly type: 'doubt-settled'
  readonly name: string
  readonly resourceType: string
  readonly action: 'create' | 'update' | 'delete'
  readonly verdict: string
  /** Unix milliseconds. */
  readonly at: number
}
