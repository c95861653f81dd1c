import { frameOf, FrameType } from '../../../packages/protocol/src/wire/http2/frames.ts'
import {
  answer,
  continuation,
  data,
  fields,
  headers,
  openHeaders,
  ping,
  request,
  reset,
  setting,
  settings,
  trailers,
  windowUpdate,
} from '../../../packages/protocol/src/wire/http2/rules/case.ts'
import type { Random } from '../../soak/random.ts'
import { mutatedBytes, randomBytes } from '../mutate.ts'

const blocks = [request, answer, trailers, fields([':status', '103']), fields(['x', 'y']), Buffer.alloc(0)]

/** A conversation of whole calls, with frames between them that may or may not fit. `call` makes the frames of one call. */
export function randomFrames(random: Random, call: (id: number) => readonly Buffer[]): readonly Buffer[] {
  let next = 1
  const frames = Array.from({ length: random.between(1, 30) }, () => {
    if (random.chance(0.2)) return randomFrame(random, idOf(random, next))
    const parts = call(next)
    next += 2
    return Buffer.concat(
      parts.flatMap((part) => (random.chance(0.1) ? [randomFrame(random, idOf(random, next)), part] : [part])),
    )
  })
  return random.chance(0.05) ? [...frames, ...flood(random, next)] : frames
}

function idOf(random: Random, next: number): number {
  return random.pick([0, 1, 1, 2, 3, Math.max(next - 2, 1), next, next + 2, 0x7fffffff, 0x80000001])
}

function flood(random: Random, next: number): readonly Buffer[] {
  const frame = randomFrame(random, idOf(random, next))
  return Array.from({ length: Math.min(20_000, Math.floor(1_000_000 / frame.length)) }, () => frame)
}

function randomFrame(random: Random, id: number): Buffer {
  const flags = random.chance(0.7) ? random.pick([0, 1]) : random.between(0, 255)
  const number = random.pick([0, 1, 5, 65_535, 0x7fff0000, 0x7fffffff, 0xffffffff, random.between(0, 0xffffffff)])
  const block = mutatedBytes(random, random.pick(blocks), 1)
  switch (random.between(0, 12)) {
    case 0:
      return data(id, Buffer.concat([Buffer.alloc(4), randomBytes(random, random.between(0, 50))]), flags)
    case 1:
      return data(id, Buffer.alloc(random.pick([0, 1, 5, 16_384, 65_535, 70_000])), flags)
    case 2:
      return headers(id, block, flags)
    case 3:
      return openHeaders(id, block)
    case 4:
      return continuation(id, block, random.pick([0, 4]))
    case 5:
      return reset(id, number)
    case 6:
      return setting(random.between(0, 8), number)
    case 7:
      return settings(randomBytes(random, random.between(0, 14)), flags, random.chance(0.9) ? 0 : id)
    case 8:
      return ping(randomBytes(random, random.pick([8, 8, 8, 7, 0])), random.chance(0.9) ? 0 : id)
    case 9:
      return frameOf(FrameType.goAway, flags, random.chance(0.9) ? 0 : id, randomBytes(random, random.between(6, 12)))
    case 10:
    case 11:
      return windowUpdate(id, number)
    default:
      return frameOf(random.between(0, 255), flags, id, randomBytes(random, random.between(0, 40)))
  }
}
