import type { ResourceRecord } from '@slipway/stores'

/** The outcome of a create that was made again. */
export type MadeAgain =
  /** It is there, as it was asked for the first time, or as far as its provider got. */
  | { readonly kind: 'there'; readonly record: ResourceRecord }
  /** Its provider says that nothing was made, now or before. */
  | { readonly kind: 'refused' }
  /** It failed once more, with an answer: nobody knows, as before. */
  | { readonly kind: 'failed' }
