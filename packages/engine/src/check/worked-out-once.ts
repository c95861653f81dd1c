/** Computes a value on demand, once. */
export function workedOutOnce<T>(work: () => T): () => T {
  let known: { readonly value: T } | undefined
  return () => (known ??= { value: work() }).value
}
