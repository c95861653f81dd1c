/** The event of a call in doubt of which it is known now what became of it, or that nobody knows. */
export interface DoubtSettled {
  readonly type: 'doubt-settled'
  readonly name: string
  readonly resourceType: string
  readonly action: 'create' | 'update' | 'delete'
  readonly verdict: string
  /** Unix milliseconds. */
  readonly at: number
}
