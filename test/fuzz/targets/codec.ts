import assert from 'node:assert/strict'
import { type Codec, decode, encode } from '../../../packages/protocol/src/wire/codec/message.ts'
import { WireError } from '../../../packages/protocol/src/wire/codec/wire-error.ts'
import * as plugins from '../../../packages/protocol/src/deploy-engine/gen/pluginservicev1.ts'
import * as providers from '../../../packages/protocol/src/deploy-engine/gen/providerserverv1.ts'
import * as schema from '../../../packages/protocol/src/deploy-engine/gen/schema.ts'
import * as shared from '../../../packages/protocol/src/deploy-engine/gen/sharedtypesv1.ts'
import * as transformers from '../../../packages/protocol/src/deploy-engine/gen/transformerserverv1.ts'
import type { Random } from '../../soak/random.ts'
import { mutatedBytes, randomBytes } from '../mutate.ts'
import type { Target } from '../target.ts'

const codecs = [plugins, providers, schema, shared, transformers]
  .flatMap((module) => Object.values(module))
  .filter((each): each is Codec<unknown> => typeof each === 'object' && 'read' in each && 'write' in each)

const whole = encode(shared.DeployResourceRequest, {
  resourceType: { type: 'a/b' },
  resourceId: 'r-1',
  changes: {
    appliedResourceInfo: {
      resourceWithResolvedSubs: {
        spec: { fields: { a: { items: [{ scalar: { intValue: -5 } }, {}, { scalar: { floatValue: 0.5 } }] } } },
      },
    },
    removedFields: ['spec.x', 'ä'],
  },
})
const wholeAt = codecs.indexOf(shared.DeployResourceRequest)

function varint(number: number): Buffer {
  const bytes: number[] = []
  let rest = number
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return Buffer.from([...bytes, rest])
}

/** Fields that may belong to a message, with nested messages. */
function randomMessage(random: Random, depth: number): Buffer {
  return Buffer.concat(
    Array.from({ length: random.between(0, 6) }, () => {
      const type = random.pick([0, 1, 2, 2, 2, 5])
      const tag = varint(random.between(0, 25) * 8 + type)
      if (type === 0) return Buffer.concat([tag, randomBytes(random, random.between(1, 11))])
      if (type !== 2) return Buffer.concat([tag, randomBytes(random, type === 1 ? 8 : 4)])
      const inside =
        depth > 0 && random.chance(0.7) ? randomMessage(random, depth - 1) : randomBytes(random, random.between(0, 30))
      return Buffer.concat([tag, varint(inside.length), inside])
    }),
  )
}

/** Two bytes for the kind of message, then the message. */
function make(random: Random): Buffer {
  const isWhole = random.chance(0.5)
  const kind = Buffer.alloc(2)
  kind.writeUInt16BE(isWhole ? wholeAt : random.between(0, codecs.length - 1))
  const message = isWhole
    ? mutatedBytes(random, whole)
    : mutatedBytes(random, randomMessage(random, random.between(0, 12)), 3)
  return Buffer.concat([kind, random.chance(0.02) ? bloated(random, message) : message])
}

/** Grows a message to the limit by repeating its parts. */
function bloated(random: Random, message: Buffer): Buffer {
  const at = random.between(0, message.length)
  const part = message.subarray(at, at + random.between(2, 12))
  if (part.length === 0) return message
  return Buffer.concat([message.subarray(0, at), ...Array.from({ length: 900_000 / part.length }, () => part)])
}

/** Anything that can be read can be written, and reading that gives the same. */
function take(input: Buffer): void {
  if (input.length < 2) return
  const codec = codecs[input.readUInt16BE(0) % codecs.length]
  if (codec === undefined) return
  let message: unknown
  try {
    message = decode(codec, input.subarray(2))
  } catch (error) {
    if (error instanceof WireError) return
    throw error
  }
  const again = decode(codec, encode(codec, message as never))
  assert.deepStrictEqual(again, message)
}

export const codec: Target = { name: 'codec', make, take }
