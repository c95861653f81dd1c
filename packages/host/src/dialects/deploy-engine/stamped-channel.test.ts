import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CallControl } from '@slipway/model'
import { type Method, ProviderMethods, type RpcChannel, type StreamMethod } from '@slipway/protocol'
import { CallsUnderWay } from '../../gateway/calls-under-way.ts'
import { stampedChannel } from './stamped-channel.ts'

test('the tag of an abandoned call is not used again, since the plugin may still use it', async () => {
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

/** The requests as they reach the plugin. */
async function reaching(
  knowsTags: boolean,
  method: Method<object, object>,
  ...requests: readonly object[]
): Promise<readonly object[]> {
  const sent: object[] = []
  const answering = {
    call: async (_method: unknown, request: object) => {
      sent.push(request)
      return {}
    },
  } as unknown as RpcChannel
  const calls = new CallsUnderWay({ id: 'acme/a', kind: 'provider', namespace: 'a' })
  const channel = stampedChannel(answering, { hostId: 'host', calls, knowsTags })
  for (const request of requests) await channel.call(method, request)
  return sent
}

describe('a call carries', () => {
  const callFunction = { name: 'CallFunction' } as Method<object, object>
  const getNamespace = { name: 'GetNamespace' } as Method<object, object>

  test('the host id that the plugin knows', async () => {
    for (const knowsTags of [true, false])
      assert.deepEqual(await reaching(knowsTags, getNamespace, {}, { hostId: '' }, { hostId: 'host', a: 1 }), [
        { hostId: 'host' },
        { hostId: 'host' },
        { hostId: 'host', a: 1 },
      ])
  })

  test('the call stack of a function for a plugin without tags', async () => {
    const request = { functionName: 'f', callContext: { currentLocation: 'x' } }
    const [sent, ...others] = (await reaching(false, callFunction, request)) as readonly {
      readonly functionName: string
      readonly callContext: { readonly currentLocation: string; readonly callStack: readonly object[] }
    }[]
    assert.deepEqual(others, [])
    assert.equal(sent?.functionName, 'f')
    assert.equal(sent?.callContext.currentLocation, 'x')
    assert.ok(sent.callContext.callStack.length > 0)
    assert.deepEqual(await reaching(true, callFunction, request), [{ ...request, hostId: 'host' }])
  })
})

test('a stream carries the host id, and closing the channel closes the connection', async () => {
  const sent: unknown[] = []
  const closed = Promise.resolve()
  let isClosed = false
  const answering = {
    closed,
    stream: async function* (_method: unknown, request: object) {
      sent.push(request)
      yield 'one'
    },
    close: () => (isClosed = true),
  } as unknown as RpcChannel
  const calls = new CallsUnderWay({ id: 'acme/a', kind: 'provider', namespace: 'a' })
  const channel = stampedChannel(answering, { hostId: 'host', calls, knowsTags: false })
  const got: unknown[] = []
  for await (const piece of channel.stream({ name: 'Watch' } as StreamMethod<object, object>, { a: 1 })) got.push(piece)
  assert.deepEqual([got, sent], [['one'], [{ a: 1, hostId: 'host' }]])
  assert.equal(channel.closed, closed)
  channel.close()
  assert.equal(isClosed, true)
})
