import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, test } from 'node:test'

import { encode } from '../codec/message.ts'
import { Service } from '../../deploy-engine/gen/pluginservicev1.ts'
import { streamWindow } from '../http2/limits.ts'
import { connectChannel } from './client.ts'
import { prefixBytes, putPrefix } from './prefixed-message.ts'
import { Status } from './status.ts'

const method = Service.HasFunction
const frame = encode(method.response, { functionCheckResult: { hasFunction: true } }, prefixBytes)
putPrefix(frame, 0, frame.length - prefixBytes)
const head = { ':status': 200, 'content-type': 'application/grpc' }

/** Makes one call to a server that answers with `answer`. */
async function ask(
  answer: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => unknown,
  maxMessageBytes = 1000,
): Promise<unknown> {
  const server = createServer()
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {})
    stream.resume()
    void answer(stream, headers)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const channel = connectChannel({ port: (server.address() as AddressInfo).port }, { maxMessageBytes })
  try {
    return await channel.call(method, { functionName: 'x' }, { deadlineMs: 90_000 })
  } finally {
    channel.close()
    server.close()
  }
}

function withTrailers(stream: ServerHttp2Stream, trailers: Record<string, string>): void {
  stream.respond(head, { waitForTrailers: true })
  stream.on('wantTrailers', () => stream.sendTrailers(trailers))
}

describe('foreign servers', () => {
  test('get standard gRPC requests', async () => {
    let seen: IncomingHttpHeaders = {}
    await ask((stream, headers) => {
      seen = headers
      withTrailers(stream, { 'grpc-status': '0' })
      stream.end(frame)
    })
    assert.equal(seen[':method'], 'POST')
    assert.equal(seen[':path'], '/pluginservicev1.Service/HasFunction')
    assert.equal(seen['content-type'], 'application/grpc')
    assert.equal(seen['te'], 'trailers')
    assert.equal(seen['grpc-timeout'], '91000m')
  })

  test('may send their answer byte by byte', async () => {
    const answer = await ask(async (stream) => {
      withTrailers(stream, { 'grpc-status': '0' })
      for (const byte of frame) {
        stream.write(Uint8Array.of(byte))
        await turn()
      }
      stream.end()
    })
    assert.equal((answer as { functionCheckResult: { hasFunction: boolean } }).functionCheckResult.hasFunction, true)
  })

  test('may fill the window with their answer to the last byte: Node’s servers end it only while they could send another', async () => {
    for (const size of [streamWindow, 1_048_576]) {
      const large = Buffer.alloc(size)
      putPrefix(large, 0, size - prefixBytes)
      // The whole message is one unknown field; its length takes three bytes.
      const length = size - prefixBytes - 4
      large.set([122, (length & 127) | 128, ((length >> 7) & 127) | 128, length >> 14], prefixBytes)
      await ask((stream) => {
        withTrailers(stream, { 'grpc-status': '0' })
        stream.end(large)
      }, 2 * size)
    }
  })

  test('may answer with a status alone', async () => {
    const answer = ask((stream) =>
      stream.respond({ ...head, 'grpc-status': '7', 'grpc-message': 'not%20you%3A %zz' }, { endStream: true }),
    )
    await assert.rejects(answer, {
      code: 'protocol/refused',
      status: Status.permissionDenied,
      message: 'HasFunction failed with PERMISSION_DENIED: not you: %zz',
    })
  })

  const wrong: readonly [string, string, (stream: ServerHttp2Stream) => unknown][] = [
    [
      'a status after an answer',
      'protocol/refused',
      (stream) => {
        withTrailers(stream, { 'grpc-status': '13' })
        stream.end(frame)
      },
    ],
    [
      'compressed answers',
      'protocol/compressed-message',
      (stream) => {
        withTrailers(stream, { 'grpc-status': '0' })
        const compressed = Buffer.from(frame)
        compressed[0] = 1
        stream.end(compressed)
      },
    ],
    [
      'answers that say that they are too large',
      'protocol/message-too-large',
      (stream) => {
        stream.respond(head)
        stream.write(Buffer.from([0, 0xff, 0xff, 0xff, 0xff]))
      },
    ],
    [
      'two answers',
      'protocol/bad-message',
      (stream) => {
        withTrailers(stream, { 'grpc-status': '0' })
        stream.end(Buffer.concat([frame, frame]))
      },
    ],
    [
      'half an answer',
      'protocol/bad-message',
      (stream) => {
        withTrailers(stream, { 'grpc-status': '0' })
        stream.end(frame.subarray(0, -1))
      },
    ],
    [
      'no answer, and all is well',
      'protocol/bad-message',
      (stream) => stream.respond({ ...head, 'grpc-status': '0' }, { endStream: true }),
    ],
    [
      'an answer that is no message',
      'protocol/bad-message',
      (stream) => {
        withTrailers(stream, { 'grpc-status': '0' })
        stream.end(Buffer.from([0, 0, 0, 0, 1, 0xff]))
      },
    ],
    [
      'an answer without a status',
      'protocol/refused',
      (stream) => {
        stream.respond(head)
        stream.end(frame)
      },
    ],
    ['HTTP errors', 'protocol/refused', (stream) => stream.respond({ ':status': 503 }, { endStream: true })],
    [
      'web pages',
      'protocol/refused',
      (stream) => {
        stream.respond({ ':status': 200, 'content-type': 'text/html' })
        stream.end('<p>hello</p>')
      },
    ],
    ['a reset', 'protocol/refused', (stream) => stream.close(2)],
    ['a refused stream', 'protocol/refused', (stream) => stream.close(7)],
    ['the end of the connection', 'protocol/connection-lost', (stream) => stream.session?.destroy()],
  ]
  for (const [what, code, answer] of wrong)
    test(`are told apart: ${what}`, async () => {
      await assert.rejects(ask(answer), { code })
    })

  test('that do not speak HTTP/2 fail the call', async () => {
    const server = createTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const channel = connectChannel({ port: (server.address() as AddressInfo).port })
    await assert.rejects(channel.call(method, {}), (error: { code: string }) => error.code.startsWith('protocol/'))
    await channel.closed
    server.close()
  })
})
