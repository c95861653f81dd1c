/** The event that reports the fate of a call in doubt, or that nobody knows it. */
export interface DoubtSettled {
  readonly type: 'doubt-settled'
  readonly name: string
  readonly resourceType: string
  readonly action: 'create' | 'update' | 'delete'
  readonly verdict: string
  /** Unix milliseconds. */
  readonly at: number
}
