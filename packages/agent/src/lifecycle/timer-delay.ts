/** The longest delay a timer takes, in milliseconds: 24 days. */
export const longestDelay = 2 ** 31 - 1

/** A time limit for `setTimeout`, which takes what is too long for it, such as Infinity, for no time at all. */
export function timerDelay(milliseconds: number): number {
  return Math.min(milliseconds, longestDelay)
}
