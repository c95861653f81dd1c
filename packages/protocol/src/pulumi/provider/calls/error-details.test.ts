import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Codec, encode, type Init } from '../../../wire/codec/message.ts'
import { RpcFailure } from '../../../wire/rpc/channel.ts'
import { Status as GrpcStatus } from '../../../wire/rpc/status.ts'
import { ErrorCause, ErrorResourceInitFailed, Status } from '../../gen/errors.ts'
import { reasonsIn, toldAsByPulumi } from './error-details.ts'

function details<T>(name: string, codec: Codec<T>, value: Init<T>): Uint8Array {
  const found = { typeUrl: `type.googleapis.com/pulumirpc.${name}`, value: encode(codec, value) }
  return encode(Status, { code: GrpcStatus.unknown, message: 'no', details: [found] })
}

/** Returns the error that the client of a plugin throws. */
function failed(statusDetails?: Uint8Array): Error {
  const about = { status: GrpcStatus.unknown, delivered: true, ended: true, statusMessage: 'quota exceeded' }
  const cause = new RpcFailure('protocol/refused', 'Create failed with UNKNOWN: quota exceeded', {
    ...about,
    ...(statusDetails !== undefined && { statusDetails }),
  })
  return new Error('in our words', { cause })
}

function half(reasons: string[]): string {
  return toldAsByPulumi(failed(details('ErrorResourceInitFailed', ErrorResourceInitFailed, { id: 'x', reasons })))
}

describe('the error of a plugin', () => {
  test('reaches programs in its own words, with its cause', () => {
    const cause = details('ErrorCause', ErrorCause, { message: 'the disk is full' })
    assert.equal(toldAsByPulumi(failed()), 'quota exceeded')
    assert.equal(toldAsByPulumi(failed(cause)), 'quota exceeded: the disk is full')
    assert.deepEqual(reasonsIn(cause), ['the disk is full'])
    assert.equal(toldAsByPulumi(failed(Buffer.from([255]))), 'quota exceeded')
    assert.equal(toldAsByPulumi(new Error('in our words')), 'in our words')
  })

  test('that has left half a resource lists the problems, as Go does', () => {
    assert.equal(half(['a']), '1 error occurred:\n\t* a\n\n')
    assert.equal(half(['a', 'b']), '2 errors occurred:\n\t* a\n\t* b\n\n')
    assert.equal(half([]), 'resource init failed')
  })
})
