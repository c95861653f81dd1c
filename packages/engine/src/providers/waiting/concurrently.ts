/** Does some work for every item, at most `limit` items at a time. After a failure, it takes no more items, and fails with that failure. */
export async function concurrently<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0
  let hasFailed = false
  const worker = async (): Promise<void> => {
    while (next < items.length && !hasFailed) {
      try {
        await work(items[next++] as T)
      } catch (thrown) {
        hasFailed = true
        throw thrown
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
}
