import type { ResourceRecord } from '@slipway/stores'

/** The outcome of a repeated create. */
export type MadeAgain =
  /** It exists, as it was asked for the first time, or as far as its provider got. */
  | { readonly kind: 'there'; readonly record: ResourceRecord }
  /** Its provider says that nothing was made, neither now nor before. */
  | { readonly kind: 'refused' }
  /** It failed again, with an answer: as before, nobody knows. */
  | { readonly kind: 'failed' }
