import assert from 'node:assert/strict'
import { createServer, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, test, type TestContext } from 'node:test'
import fc from 'fast-check'
import { type ListResponse, ResourceProvider } from '../../pulumi/gen/provider.ts'
import { encode } from '../codec/message.ts'
import type { RpcChannel } from './channel.ts'
import { connectChannel } from './client.ts'
import { prefixBytes, putPrefix } from './prefixed-message.ts'
import { Status } from './status.ts'

const { List } = ResourceProvider
const maxMessageBytes = 300_000

function message(id: string): Buffer {
  const bytes = encode(List.response, { result: { id } }, prefixBytes)
  putPrefix(bytes, 0, bytes.length - prefixBytes)
  return Buffer.from(bytes)
}

/** Opens a channel to a server of Node's, which answers each call with this function. */
async function channelTo(t: TestContext, answer: (stream: ServerHttp2Stream) => unknown): Promise<RpcChannel> {
  const server = createServer()
  server.on('stream', (stream) => {
    stream.on('error', () => {})
    stream.resume()
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
    void answer(stream)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const channel = connectChannel({ port: (server.address() as AddressInfo).port }, { maxMessageBytes })
  t.after(() => {
    channel.close()
    server.close()
  })
  return channel
}

function endsWith(stream: ServerHttp2Stream, status: string): void {
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': status, 'grpc-message': 'so it is' }))
}

async function idsOf(messages: AsyncIterable<ListResponse>): Promise<string[]> {
  return (await Array.fromAsync(messages)).map(({ result }) => result?.id ?? '')
}

describe('an answer of several messages', () => {
  test('arrives whole and in order, in any pieces', async (t) => {
    let bytes = Buffer.alloc(0)
    let cuts: readonly number[] = []
    const channel = await channelTo(t, async (stream) => {
      endsWith(stream, '0')
      let at = 0
      for (const cut of cuts) {
        stream.write(bytes.subarray(at, at + cut))
        at += cut
        await turn()
      }
      stream.end(bytes.subarray(at))
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('x'.repeat(70_000), 'y'.repeat(200_000))), {
          maxLength: 8,
        }),
        fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 10 }),
        async (ids, pieces) => {
          bytes = Buffer.concat(ids.map(message))
          cuts = pieces
          assert.deepEqual(await idsOf(channel.stream(List, {})), ids)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('waits at the peer as long as nobody takes it', async (t) => {
    const large = message('z'.repeat(10_000))
    let sent = 0
    const channel = await channelTo(t, async (stream) => {
      endsWith(stream, '0')
      for (; sent < 200; sent++) if (!stream.write(large)) await new Promise((resolve) => stream.once('drain', resolve))
      stream.end()
    })
    const messages = channel.stream(List, {})[Symbol.asyncIterator]()
    await messages.next()
    for (let idle = 0; idle < 200; idle++) await turn()
    assert.ok(sent < 100, `${sent} of 200 were sent`)
    let taken = 1
    while ((await messages.next()).done !== true) taken++
    assert.equal(taken, 200)
  })

  test('is cancelled by leaving the loop', async (t) => {
    const cancelled = Promise.withResolvers<number>()
    const channel = await channelTo(t, (stream) => {
      stream.on('close', () => cancelled.resolve(stream.rstCode))
      stream.write(message('one'))
    })
    for await (const { result } of channel.stream(List, {})) {
      assert.equal(result?.id, 'one')
      break
    }
    // CANCEL
    assert.equal(await cancelled.promise, 8)
  })

  test('ends with the peer’s failure, after all earlier messages', async (t) => {
    const channel = await channelTo(t, (stream) => {
      endsWith(stream, '7')
      stream.end(Buffer.concat([message('one'), message('two')]))
    })
    const seen: string[] = []
    const loop = async (): Promise<void> => {
      for await (const { result } of channel.stream(List, {})) seen.push(result?.id ?? '')
    }
    await assert.rejects(loop(), {
      code: 'protocol/refused',
      status: Status.permissionDenied,
      message: /PERMISSION_DENIED: so it is/,
    })
    assert.deepEqual(seen, ['one', 'two'])
  })

  const wrong: readonly [string, Buffer, string][] = [
    ['ends in the middle of a message', message('one').subarray(0, 7), 'protocol/bad-message'],
    ['ends in the middle of a prefix', Buffer.concat([message('one'), Buffer.alloc(3)]), 'protocol/bad-message'],
    ['is no message', Buffer.from([0, 0, 0, 0, 2, 0xff, 0xff]), 'protocol/bad-message'],
    ['is compressed', Buffer.from([1, 0, 0, 0, 0]), 'protocol/compressed-message'],
    ['is too large', Buffer.from([0, 0x7f, 0, 0, 0]), 'protocol/message-too-large'],
  ]
  for (const [what, bytes, code] of wrong) {
    test(`that ${what} fails`, async (t) => {
      const channel = await channelTo(t, (stream) => {
        endsWith(stream, '0')
        stream.end(bytes)
      })
      await assert.rejects(idsOf(channel.stream(List, {})), { code })
    })
  }

  test('ends at its deadline, by its signal, and with its connection', async (t) => {
    const channel = await channelTo(t, (stream) => stream.write(message('one')))
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const late = channel.stream(List, {}, { deadlineMs: 50 })[Symbol.asyncIterator]()
    await late.next()
    t.mock.timers.tick(50)
    await assert.rejects(late.next(), { code: 'protocol/deadline-exceeded' })
    t.mock.timers.reset()
    const stop = new AbortController()
    const messages = channel.stream(List, {}, { signal: stop.signal })[Symbol.asyncIterator]()
    await messages.next()
    stop.abort()
    await assert.rejects(messages.next(), { code: 'protocol/cancelled' })
    await assert.rejects(idsOf(channel.stream(List, {}, { signal: stop.signal })), { code: 'protocol/cancelled' })
    const last = channel.stream(List, {})[Symbol.asyncIterator]()
    await last.next()
    channel.close()
    await assert.rejects(last.next(), { code: 'protocol/connection-lost' })
  })
})
