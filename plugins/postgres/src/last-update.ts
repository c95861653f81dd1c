/**
 * Whether nobody knows if the last update took effect, as after one without an answer. Then the record is as before it, and what cannot
 * be read back is set again, also where the record says what is wanted.
 */
export function isUnsure(current: { readonly status: string } | undefined): boolean {
  return current !== undefined && /^updat(ing|e-)/.test(current.status)
}
