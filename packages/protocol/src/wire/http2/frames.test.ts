import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import fc from 'fast-check'

import { type Frame, frameOf, FrameSplitter } from './frames.ts'

describe('frames', () => {
  test('are the same in any pieces', () => {
    const frame = fc.record(
      {
        type: fc.nat(255),
        flags: fc.nat(255),
        stream: fc.nat(0x7fffffff),
        payload: fc.uint8Array({ maxLength: 40 }),
      },
      { noNullPrototype: true },
    )
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 6 }), fc.array(fc.integer({ min: 1, max: 50 })), (frames, cuts) => {
        const bytes = Buffer.concat(
          frames.map(({ type, flags, stream, payload }) => frameOf(type, flags, stream, payload)),
        )
        const splitter = new FrameSplitter(1000)
        const seen: unknown[] = []
        const take = ({ type, flags, stream, payload }: Frame): void => {
          seen.push({ type, flags, stream, payload: new Uint8Array(payload) })
        }
        let at = 0
        for (const size of [...cuts, bytes.length]) {
          const piece = bytes.subarray(at, at + size)
          at += piece.length
          if (piece.length > 0) splitter.push(piece, take)
        }
        assert.deepEqual(seen, frames)
      }),
    )
  })

  test('that are too large are refused before they are complete', () => {
    const splitter = new FrameSplitter(1000)
    assert.throws(() => splitter.push(frameOf(0, 0, 1, new Uint8Array(1001)).subarray(0, 9), () => {}), /not allowed/)
  })
})
