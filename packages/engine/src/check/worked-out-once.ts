/** Works a value out when it is first asked for, and keeps it from then on. */
export function workedOutOnce<T>(work: () => T): () => T {
  let known: { readonly value: T } | undefined
  return () => (known ??= { value: work() }).value
}
