import type { Random } from '../soak/random.ts'

/** Inputs of a megabyte are answered, too: from time to time an input is blown up to about this many bytes. */
const largest = 1_000_000
const bloatChance = 0.01

/** Changes a text in a few places, in ways in which people, editors and attackers do. */
export function mutatedText(random: Random, seeds: readonly string[], tokens: readonly string[]): Buffer {
  let text = random.pick(seeds)
  for (let left = random.between(1, 6); left > 0; left--) text = changedText(random, text, seeds, tokens)
  if (random.chance(bloatChance)) text = bloated(random, text, tokens)
  return Buffer.from(text, 'utf8')
}

function changedText(random: Random, text: string, seeds: readonly string[], tokens: readonly string[]): string {
  const at = random.between(0, text.length)
  const length = Math.min(random.between(0, 60), text.length - at)
  const before = text.slice(0, at)
  const part = text.slice(at, at + length)
  const after = text.slice(at + length)
  switch (random.between(0, 7)) {
    case 0:
      return before + after
    case 1:
      return before + random.pick(tokens) + part + after
    case 2:
      return before + random.pick(tokens) + after
    case 3:
      return before + part.repeat(random.between(2, 20)) + after
    case 4:
      return before + sliceOf(random, random.pick(seeds)) + after
    case 5:
      return before + String.fromCodePoint(codePoint(random)) + after
    case 6:
      return sliceOf(random, text) + before + after
    default:
      return random.chance(0.2) ? before : before + random.pick(tokens).repeat(random.between(1, 50)) + part + after
  }
}

/** A random code point. It may be a lone surrogate, which text from JSON may contain. */
function codePoint(random: Random): number {
  return random.pick([
    0,
    9,
    0xa0,
    0xd800,
    0xfeff,
    0x202e,
    0x1f600,
    random.between(32, 126),
    random.between(0, 0x10ffff),
  ])
}

function bloated(random: Random, text: string, tokens: readonly string[]): string {
  const at = random.between(0, text.length)
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, text.indexOf('\n', at) + 1 || undefined)
  const part = random.pick([line, line, random.pick(tokens), sliceOf(random, text)]) || 'x'
  const isNumbered = random.chance(0.5)
  const parts: string[] = []
  for (let size = 0; size < largest; size += part.length + 5)
    parts.push(isNumbered ? numbered(part, parts.length) : part)
  return text.slice(0, at) + parts.join('') + text.slice(at)
}

/** Makes keys unique: the first word gets a number. */
function numbered(part: string, number: number): string {
  return part.replace(/[a-z]+/i, (word) => word + number)
}

function sliceOf(random: Random, text: string): string {
  const at = random.between(0, text.length)
  return text.slice(at, at + random.between(1, 80))
}

/** Changes bytes in a few places. */
export function mutatedBytes(random: Random, bytes: Buffer, most = 6): Buffer {
  let changed = bytes
  for (let left = random.between(0, most); left > 0; left--) changed = changedBytes(random, changed)
  return changed
}

const tellingBytes = [0, 1, 0x1a, 0x20, 0x3f, 0x40, 0x7f, 0x80, 0x81, 0xfe, 0xff]

function changedBytes(random: Random, bytes: Buffer): Buffer {
  const at = random.between(0, bytes.length)
  const length = Math.min(random.between(0, 20), bytes.length - at)
  const before = bytes.subarray(0, at)
  const part = bytes.subarray(at, at + length)
  const after = bytes.subarray(at + length)
  switch (random.between(0, 4)) {
    case 0:
      return Buffer.concat([before, after])
    case 1:
      return Buffer.concat([before, randomBytes(random, random.between(1, 8)), part, after])
    case 2:
      return Buffer.concat([before, ...Array.from({ length: random.between(2, 12) }, () => part), after])
    case 3:
      return Buffer.concat([before, Buffer.of(random.pick(tellingBytes)), after.subarray(1)])
    default: {
      const flipped = Buffer.from(bytes)
      if (at < flipped.length) flipped[at] = (flipped[at] ?? 0) ^ (1 << random.between(0, 7))
      return flipped
    }
  }
}

export function randomBytes(random: Random, length: number): Buffer {
  return Buffer.from(
    Array.from({ length }, () => (random.chance(0.4) ? random.pick(tellingBytes) : random.between(0, 255))),
  )
}
