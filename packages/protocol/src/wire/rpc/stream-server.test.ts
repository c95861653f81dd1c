import assert from 'node:assert/strict'
import { connect } from 'node:http2'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, test, type TestContext } from 'node:test'
import fc from 'fast-check'
import { type ListResponse, ResourceProvider } from '../../pulumi/gen/provider.ts'
import type { Init } from '../codec/message.ts'
import type { RpcChannel } from './channel.ts'
import { connectChannel } from './client.ts'
import { prefixBytes } from './prefixed-message.ts'
import { RpcServer, streamRoute } from './server.ts'
import type { StreamHandler } from './route.ts'
import { Status, StatusError } from './status.ts'

const { List } = ResourceProvider
const maxMessageBytes = 300_000

type Answer = StreamHandler<unknown, ListResponse>

const named = (id: string): Init<ListResponse> => ({ result: { id } })

async function serve(t: TestContext, answer: Answer): Promise<{ channel: RpcChannel; port: number }> {
  const server = new RpcServer([streamRoute(List, answer)], { maxMessageBytes })
  const address = await server.listen()
  assert.ok('port' in address)
  const channel = connectChannel(address, { maxMessageBytes: 2 * maxMessageBytes })
  t.after(async () => {
    channel.close()
    await server.close()
  })
  return { channel, port: address.port }
}

async function idsOf(messages: AsyncIterable<ListResponse>): Promise<string[]> {
  return (await Array.fromAsync(messages)).map(({ result }) => result?.id ?? '')
}

describe('a server that answers with several messages', () => {
  test('sends them whole and in order, of any number and size', async (t) => {
    let ids: readonly string[] = []
    const { channel } = await serve(t, async function* () {
      for (const id of ids) yield named(id)
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('x'.repeat(70_000), 'y'.repeat(200_000))), {
          maxLength: 8,
        }),
        async (some) => {
          ids = some
          assert.deepEqual(await idsOf(channel.stream(List, {})), some)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('makes the next one when there is room for it', async (t) => {
    let made = 0
    const { channel } = await serve(t, async function* () {
      for (; made < 200; made++) yield named('z'.repeat(10_000))
    })
    const messages = channel.stream(List, {})[Symbol.asyncIterator]()
    await messages.next()
    for (let idle = 0; idle < 200; idle++) await turn()
    assert.ok(made < 100, `${made} of 200 were made`)
    let taken = 1
    while ((await messages.next()).done !== true) taken++
    assert.equal(taken, 200)
  })

  test('tells its handler when a client leaves, and has it end', async (t) => {
    const ended = Promise.withResolvers<string>()
    const { channel } = await serve(t, async function* (_, { signal }) {
      try {
        yield named('one')
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve)
        })
        yield named('nobody hears')
      } finally {
        ended.resolve('left')
      }
    })
    for await (const { result } of channel.stream(List, {})) {
      assert.equal(result?.id, 'one')
      break
    }
    assert.equal(await ended.promise, 'left')
  })

  const failures: readonly [string, Answer, object][] = [
    [
      'after what came before',
      async function* () {
        yield named('one')
        throw new StatusError(Status.unauthenticated, 'so it is')
      },
      { code: 'protocol/refused', status: Status.unauthenticated, message: /so it is/ },
    ],
    [
      'at a message that is too large',
      async function* () {
        yield named('one')
        yield named('x'.repeat(maxMessageBytes))
      },
      { code: 'protocol/refused', status: Status.resourceExhausted },
    ],
  ]
  for (const [when, answer, error] of failures)
    test(`fails ${when}`, async (t) => {
      const { channel } = await serve(t, answer)
      const seen: string[] = []
      const loop = async (): Promise<void> => {
        for await (const { result } of channel.stream(List, {})) seen.push(result?.id ?? '')
      }
      await assert.rejects(loop(), error)
      assert.deepEqual(seen, ['one'])
    })

  test('fails before the first message with nothing but its status', async (t) => {
    const { channel } = await serve(t, () => {
      throw new StatusError(Status.unimplemented, 'not here')
    })
    await assert.rejects(idsOf(channel.stream(List, {})), { code: 'protocol/unimplemented' })
  })

  test('speaks to foreign clients: head, messages, trailers', async (t) => {
    const { port } = await serve(t, async function* () {
      yield named('one')
      yield named('two')
    })
    const session = connect(`http://127.0.0.1:${port}`)
    const stream = session.request({ ':method': 'POST', ':path': List.path, 'content-type': 'application/grpc' })
    stream.end(Buffer.alloc(prefixBytes))
    const seen: unknown[] = []
    stream.on('response', (headers) => seen.push(headers[':status'], headers['content-type']))
    stream.on('trailers', (trailers) => seen.push(trailers['grpc-status'], trailers[':status']))
    const bytes = Buffer.concat(await Array.fromAsync<Buffer>(stream))
    session.close()
    assert.deepEqual(seen, [200, 'application/grpc', '0', undefined])
    assert.equal(
      bytes
        .toString('latin1')
        .match(/one|two/g)
        ?.join(' '),
      'one two',
    )
  })
})
