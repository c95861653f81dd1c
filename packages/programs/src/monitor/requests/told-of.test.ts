import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RpcFailure, Status } from '@slipway/protocol'
import { toldOf } from './told-of.ts'

test('a failing function is reported to the program in the words of Pulumi', () => {
  const about = { status: Status.unknown, delivered: true, ended: true, statusMessage: 'no such image' }
  const cause = new RpcFailure('protocol/refused', 'Invoke failed with UNKNOWN: no such image', about)
  const { message } = toldOf('invocation', 'aws:ec2/getAmi:getAmi', new Error('in our words', { cause }))
  assert.equal(message, 'invocation of aws:ec2/getAmi:getAmi returned an error: no such image')
})
