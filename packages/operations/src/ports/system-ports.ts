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

/** Of an id. */
const randomLength = 10

/** How many ids are drawn from one reading of what is random, which costs as much as all the rest of an id for each. */
const drawnAtOnce = 64

/** Ids of 26 characters: the time in milliseconds, then 80 random bits. Ids of one millisecond count on. */
export function timeSortedIds(now: () => number = Date.now): Ids {
  const draw = randomDraws()
  let lastTime = -1
  let random: Uint8Array = new Uint8Array(randomLength)
  return {
    next: () => {
      const time = Math.max(now(), lastTime)
      if (time === lastTime) countOn(random)
      else random = draw()
      lastTime = time
      return writtenTime(time) + written(random)
    },
  }
}

/** Each gives bytes that nobody else is given. */
function randomDraws(): () => Uint8Array {
  let bytes = new Uint8Array()
  let used = 0
  return () => {
    if (used === bytes.length) [bytes, used] = [randomBytes(randomLength * drawnAtOnce), 0]
    return bytes.slice(used, (used += randomLength))
  }
}

/** One more, as a number whose highest byte is the first. */
function countOn(bytes: Uint8Array): void {
  for (let at = bytes.length - 1; at >= 0; at--) {
    const byte = ((bytes[at] ?? 0) + 1) & 0xff
    bytes[at] = byte
    if (byte !== 0) return
  }
}

/** 50 bits in ten characters. */
function writtenTime(time: number): string {
  let text = ''
  for (let rest = time, digit = 0; digit < 10; digit++, rest = Math.floor(rest / 32))
    text = `${alphabet[rest % 32]}${text}`
  return text
}

/** Five bits in each character, the highest first. */
function written(bytes: Uint8Array): string {
  let text = ''
  let [bits, known] = [0, 0]
  for (const byte of bytes) {
    bits = (bits << 8) | byte
    for (known += 8; known >= 5; known -= 5) text += alphabet[(bits >> (known - 5)) & 31]
    bits &= 31
  }
  return text
}
