import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CallControl } from '@slipway/model'
import { ProviderMethods, type RpcChannel } from '@slipway/protocol'
import { CallsUnderWay } from '../../gateway/calls-under-way.ts'
import { stampedChannel } from './stamped-channel.ts'

test('the tag of a call that was given up names no other call: the plugin may still be at it, and ask for something', async () => {
  const tags: (string | undefined)[] = []
  let isGivenUp = false
  const answering = {
    call: (_method: unknown, _request: unknown, control?: CallControl) => {
      tags.push(control?.tag)
      return isGivenUp ? Promise.reject(new Error('given up')) : Promise.resolve({})
    },
  } as unknown as RpcChannel
  const calls = new CallsUnderWay({ id: 'acme/a', kind: 'provider', namespace: 'a' })
  const channel = stampedChannel(answering, { hostId: 'host', calls, knowsTags: true })
  const ask = () => channel.call(ProviderMethods.GetNamespace, {})
  await ask()
  isGivenUp = true
  await assert.rejects(ask(), /given up/)
  isGivenUp = false
  await ask()
  await ask()
  assert.deepEqual(tags, ['1', '1', '2', '2'])
})
