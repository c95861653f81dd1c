import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock, Ids } from '@slipway/engine'

/** The longest time that Node's timers accept, in milliseconds. */
const longestTimer = 0x7fffffff

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  // With NaN or a longer time, Node would not wait at all.
  sleep: (ms, signal) =>
    sleep(ms <= longestTimer ? ms : longestTimer, undefined, signal === undefined ? {} : { signal }),
}

/** Crockford's alphabet in lower case: it sorts like the numbers and has no similar-looking characters. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Number of random bytes in an id. */
const randomLength = 10

/** Number of ids per read of random bytes. A read per id would double the cost of an id. */
const drawnAtOnce = 64

/** Makes a source of ids with 26 characters: the time in milliseconds, then 80 random bits. Ids of the same millisecond count up. */
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

/** Returns a function that gives fresh random bytes at each call. */
function randomDraws(): () => Uint8Array {
  let bytes = new Uint8Array()
  let used = 0
  return () => {
    if (used === bytes.length) [bytes, used] = [randomBytes(randomLength * drawnAtOnce), 0]
    return bytes.slice(used, (used += randomLength))
  }
}

/** Adds one to a big-endian number. */
function countOn(bytes: Uint8Array): void {
  for (let at = bytes.length - 1; at >= 0; at--) {
    const byte = ((bytes[at] ?? 0) + 1) & 0xff
    bytes[at] = byte
    if (byte !== 0) return
  }
}

/** Writes a time as 50 bits in ten characters. */
function writtenTime(time: number): string {
  let text = ''
  for (let rest = time, digit = 0; digit < 10; digit++, rest = Math.floor(rest / 32))
    text = `${alphabet[rest % 32]}${text}`
  return text
}

/** Writes bytes with five bits per character, highest first. */
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
