import assert from 'node:assert/strict'
import { HeaderDecoder } from '../../../packages/protocol/src/wire/http2/header-decoder.ts'
import { encodeHeaders } from '../../../packages/protocol/src/wire/http2/header-encoder.ts'
import { Http2Error } from '../../../packages/protocol/src/wire/http2/http2-error.ts'
import { maxAnswerHeaderBytes } from '../../../packages/protocol/src/wire/http2/limits.ts'
import type { Random } from '../../soak/random.ts'
import { mutatedBytes, randomBytes } from '../mutate.ts'
import type { Target } from '../target.ts'

/** The blocks of RFC 7541, appendix C: in plain and in Huffman code, with tables that grow and evict. */
const blocks = [
  '828684410f7777772e6578616d706c652e636f6d',
  '828684be58086e6f2d6361636865',
  '828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565',
  '828684418cf1e3c2e5f23a6ba0ab90f4ff',
  '828684be5886a8eb10649cbf',
  '828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf',
  '3fe101488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8e9ae82ae43d3',
  '4883640effc1c0bf',
].map((hex) => Buffer.from(hex, 'hex'))

function randomBlock(random: Random): Buffer {
  if (random.chance(0.1)) return randomBytes(random, random.between(0, 60))
  const block = random.chance(0.3) ? Buffer.concat([random.pick(blocks), random.pick(blocks)]) : random.pick(blocks)
  return mutatedBytes(random, block, 2)
}

/** Makes blocks of one connection, each after two bytes with its length. */
function make(random: Random): Buffer {
  const list = Array.from({ length: random.between(1, 12) }, () => randomBlock(random))
  if (random.chance(0.02))
    list.push(Buffer.concat(Array.from({ length: 60_000 }, () => Buffer.of(random.between(128, 255)))))
  return Buffer.concat(list.flatMap((block) => [Buffer.of(block.length >> 8, block.length & 255), block]))
}

/** Headers that are read are bounded, and writing and reading them again gives the same. */
function take(input: Buffer): void {
  const decoder = new HeaderDecoder(maxAnswerHeaderBytes)
  for (let at = 0; at + 2 <= input.length;) {
    const end = at + 2 + input.readUInt16BE(at)
    const block = input.subarray(at + 2, end)
    at = end
    try {
      const { headers, problem } = decoder.decode(block)
      const size = [...headers].reduce((sum, [name, value]) => sum + name.length + value.length, 0)
      assert.ok(size <= maxAnswerHeaderBytes, `${size} bytes`)
      const again = new HeaderDecoder(maxAnswerHeaderBytes).decode(encodeHeaders([...headers]))
      assert.deepEqual([...again.headers], [...headers])
      if (problem === undefined) assert.equal(again.problem, undefined)
    } catch (error) {
      if (error instanceof Http2Error) return
      throw error
    }
  }
}

export const hpack: Target = { name: 'hpack', make, take }
