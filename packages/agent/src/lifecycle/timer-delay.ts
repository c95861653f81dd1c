/** The longest delay a timer takes, in milliseconds: 24 days. */
export const longestDelay = 2 ** 31 - 1

/** A time limit for `setTimeout`, which treats a delay that is too long, such as Infinity, as none. */
export function timerDelay(milliseconds: number): number {
  return Math.min(milliseconds, longestDelay)
}
