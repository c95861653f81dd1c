import assert from 'node:assert/strict'
import { connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2'
import { after, before, describe, test } from 'node:test'

import { encode } from '../codec/message.ts'
import { Service } from '../../deploy-engine/gen/pluginservicev1.ts'
import { prefixBytes, putPrefix } from './prefixed-message.ts'
import { route, RpcServer } from './server.ts'
import type { IncomingCall } from './route.ts'

const method = Service.HasFunction
const frame = encode(method.request, { functionName: 'x' }, prefixBytes)
putPrefix(frame, 0, frame.length - prefixBytes)

describe('foreign clients', () => {
  let server: RpcServer
  let authority: string
  const calls: IncomingCall[] = []

  before(async () => {
    server = new RpcServer(
      [
        route(method, () => ({ functionCheckResult: { hasFunction: true } })),
        route(Service.ListFunctions, (_, call) => {
          calls.push(call)
          return new Promise<never>(() => {})
        }),
      ],
      { maxMessageBytes: 1000 },
    )
    const address = await server.listen()
    assert.ok('port' in address)
    authority = `http://127.0.0.1:${address.port}`
  })
  after(() => server.close())

  /** Sends one request and returns its whole answer, headers and trailers together. */
  async function send(pieces: readonly Uint8Array[], headers: OutgoingHttpHeaders = {}): Promise<IncomingHttpHeaders> {
    const session = connect(authority)
    const answered: IncomingHttpHeaders = {}
    const stream = session.request({
      ':method': 'POST',
      ':path': method.path,
      'content-type': 'application/grpc+proto',
      te: 'trailers',
      ...headers,
    })
    const done = new Promise<void>((resolve) => {
      stream.on('close', resolve)
    })
    stream.on('error', () => {})
    stream.on('response', (response) => Object.assign(answered, response))
    stream.on('trailers', (trailers) => Object.assign(answered, trailers))
    stream.resume()
    for (const piece of pieces) stream.write(piece)
    stream.end()
    await done
    session.close()
    return answered
  }

  test('get an answer with a status behind it', async () => {
    const answered = await send([frame])
    assert.equal(answered[':status'], 200)
    assert.equal(answered['content-type'], 'application/grpc')
    assert.equal(answered['grpc-status'], '0')
  })

  test('may send byte by byte', async () => {
    assert.equal((await send([...frame].map((byte) => Uint8Array.of(byte))))['grpc-status'], '0')
  })

  const compressed = Buffer.from(frame)
  compressed[0] = 1
  const wrong: readonly [string, string, readonly Uint8Array[], OutgoingHttpHeaders?][] = [
    ['an unknown method', '12', [frame], { ':path': '/pluginservicev1.Service/Nothing' }],
    ['a compressed request', '12', [compressed]],
    ['a request that says that it is too large', '8', [Uint8Array.of(0, 0xff, 0, 0, 0), new Uint8Array(2000)]],
    ['no request', '13', []],
    ['half a request', '13', [frame.subarray(0, -1)]],
    ['two requests', '13', [frame, frame]],
    ['a request that is no message', '3', [Uint8Array.of(0, 0, 0, 0, 1, 0xff)]],
  ]
  for (const [what, status, pieces, headers] of wrong)
    test(`get an error: ${what}`, async () => {
      assert.equal((await send(pieces, headers))['grpc-status'], status)
    })

  test('that do not speak gRPC are refused', async () => {
    assert.equal((await send([frame], { 'content-type': 'application/json' }))[':status'], 415)
  })

  test('set the time for the handler', async () => {
    const session = connect(authority)
    const stream = session.request({
      ':method': 'POST',
      ':path': Service.ListFunctions.path,
      'content-type': 'application/grpc',
      'grpc-timeout': '5m',
    })
    stream.on('error', () => {})
    stream.end(Buffer.alloc(prefixBytes))
    while (calls.length === 0) await new Promise((resolve) => setImmediate(resolve))
    const { signal } = calls[0] as IncomingCall
    if (!signal.aborted)
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve)
      })
    session.destroy()
  })
})
