import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock, Ids } from '@slipway/engine'

/** Node's timers know no longer time, in milliseconds. */
const longestTimer = 0x7fffffff

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  // Not a number, or more than a timer knows: Node would not wait at all.
  sleep: (ms, signal) =>
    sleep(ms <= longestTimer ? ms : longestTimer, undefined, signal === undefined ? {} : { signal }),
}

/** Crockford's alphabet in lower case: sorts as the number does, and none of it looks like another. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ids of 26 characters: the time in milliseconds, then 80 random bits. Those of one millisecond count on. */
export function timeSortedIds(now: () => number = Date.now): Ids {
  let lastTime = -1
  let random = 0n
  return {
    next: () => {
      const time = Math.max(now(), lastTime)
      random = time === lastTime ? random + 1n : BigInt(`0x${randomBytes(10).toString('hex')}`)
      lastTime = time
      return written(BigInt(time), 10) + written(random, 16)
    },
  }
}

function written(number: bigint, digits: number): string {
  let text = ''
  for (let rest = number, digit = 0; digit < digits; digit++, rest >>= 5n)
    text = `${alphabet[Number(rest & 31n)]}${text}`
  return text
}
