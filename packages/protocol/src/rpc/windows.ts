/** What a stream may carry before its receiver has to say more: any message, so that nobody waits for that. */
export function streamWindow(maxMessageBytes: number): number {
  return Math.min(Math.max(8 * 1024 * 1024, maxMessageBytes + 64 * 1024), 0x7fffffff)
}
