/** The result of a check. `odd` does no harm yet; `bad` makes commands fail. */
export interface Finding {
  readonly verdict: 'good' | 'odd' | 'bad'
  readonly what: string
  readonly detail: string
  readonly hint?: string
}
