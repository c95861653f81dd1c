import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type ServerHttp2Stream } from 'node:http2'
import { type AddressInfo, connect as connectTcp, createServer as createTcpServer, type Socket } from 'node:net'
import { describe, test } from 'node:test'

import { encode } from '../codec/message.ts'
import { Service } from '../../deploy-engine/gen/pluginservicev1.ts'
import { connectChannel } from '../rpc/client.ts'
import { prefixBytes, putPrefix } from '../rpc/prefixed-message.ts'
import { route, RpcServer } from '../rpc/server.ts'
import { Flag, type Frame, frameOf, FrameSplitter, FrameType, numberFrame } from './frames.ts'
import { HeaderDecoder } from './header-decoder.ts'
import { encodeHeaders } from './header-encoder.ts'
import { maxAnswerHeaderBytes, maxOpenStreams } from './limits.ts'
import { encodeSettings } from './settings.ts'

const method = Service.HasFunction
const large = 'x'.repeat(1_000_000)
const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'

function answerOf(message: string): Buffer {
  const frame = encode(method.response, { errorResponse: { message } }, prefixBytes)
  putPrefix(frame, 0, frame.length - prefixBytes)
  return frame
}

function reply(stream: ServerHttp2Stream, message: string): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
  stream.end(answerOf(message))
}

describe('the limits that a peer sets', () => {
  test('our client sends no more than a server’s small windows allow', async () => {
    const server = createServer({ settings: { initialWindowSize: 1000, maxConcurrentStreams: 3 } })
    let open = 0
    let most = 0
    server.on('stream', (stream) => {
      most = Math.max(most, ++open)
      stream.on('data', () => {})
      stream.on('end', () => reply(stream, 'taken'))
      stream.on('close', () => open--)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const channel = connectChannel({ port: (server.address() as AddressInfo).port })
    // The first answer comes after the server's settings, for which a client need not wait.
    await channel.call(method, {})
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => channel.call(method, { functionName: large.slice(0, 100_000) })),
    )
    assert.ok(answers.every((answer) => answer.errorResponse?.message === 'taken'))
    assert.equal(most, 3)
    channel.close()
    server.close()
  })

  test('headers are read by a peer that keeps no table of them', async () => {
    const settings = { headerTableSize: 0 }
    const server = createServer({ settings })
    server.on('stream', (stream) => stream.resume().on('end', () => reply(stream, 'read')))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const channel = connectChannel({ port: (server.address() as AddressInfo).port })
    for (let times = 0; times < 3; times++)
      assert.equal((await channel.call(method, {})).errorResponse?.message, 'read')
    channel.close()
    server.close()

    const ours = new RpcServer([route(method, () => ({}))])
    const address = await ours.listen()
    assert.ok('port' in address)
    const session = connect(`http://127.0.0.1:${address.port}`, { settings })
    for (let times = 0; times < 3; times++) {
      const stream = session.request({ ':method': 'POST', ':path': method.path, 'content-type': 'application/grpc' })
      stream.end(Buffer.alloc(prefixBytes)).resume()
      const [trailers] = await once(stream, 'trailers')
      assert.equal(trailers['grpc-status'], '0')
    }
    session.close()
    await ours.close()
  })

  test('our server sends no more than a client’s small windows allow', async () => {
    const server = new RpcServer([route(method, () => ({ errorResponse: { message: large } }))])
    const address = await server.listen()
    assert.ok('port' in address)
    const session = connect(`http://127.0.0.1:${address.port}`, { settings: { initialWindowSize: 1000 } })
    const sizes = await Promise.all(
      [1, 2, 3].map(async () => {
        const stream = session.request({ ':method': 'POST', ':path': method.path, 'content-type': 'application/grpc' })
        stream.end(Buffer.alloc(prefixBytes))
        let size = 0
        let status: unknown
        stream.on('data', (piece: Buffer) => {
          size += piece.length
        })
        stream.on('trailers', (trailers) => {
          status = trailers['grpc-status']
        })
        await once(stream, 'close')
        assert.equal(status, '0')
        return size
      }),
    )
    assert.deepEqual(
      sizes,
      Array.from(sizes, () => answerOf(large).length),
    )
    session.close()
    await server.close()
  })
})

/** Starts a server that is only a socket; `onFrame` answers each frame of the client. */
async function rawServer(onFrame: (frame: Frame, socket: Socket) => void) {
  const server = createTcpServer((socket) => {
    const splitter = new FrameSplitter(2 ** 24)
    let toSkip = preface.length
    socket.on('error', () => {})
    socket.write(encodeSettings([]))
    socket.on('data', (piece: Buffer) => {
      const rest = piece.subarray(toSkip)
      toSkip = Math.max(0, toSkip - piece.length)
      if (rest.length > 0) splitter.push(rest, (frame) => onFrame(frame, socket))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const channel = connectChannel({ port: (server.address() as AddressInfo).port })
  const close = (): void => {
    channel.close()
    server.close()
  }
  return { channel, close }
}

const head = encodeHeaders([
  [':status', '200'],
  ['content-type', 'application/grpc'],
])
const tail = encodeHeaders([['grpc-status', '0']])

describe('difficult servers', () => {
  test('pad, split headers, set priorities, send pings', async () => {
    const pinged = Promise.withResolvers<Frame>()
    const { channel, close } = await rawServer((frame, socket) => {
      if (frame.type === FrameType.ping) pinged.resolve(frame)
      if (frame.type !== FrameType.data) return
      const body = answerOf('read')
      const padded = Buffer.concat([Buffer.of(3), body, Buffer.alloc(3)])
      const prioritised = Buffer.concat([Buffer.alloc(5), head.subarray(0, 2)])
      socket.write(
        Buffer.concat([
          frameOf(FrameType.ping, 0, 0, Buffer.from('12345678')),
          frameOf(FrameType.priority, 0, 1, Buffer.alloc(5)),
          frameOf(200, 0, 0, Buffer.from('a later version')),
          frameOf(FrameType.headers, Flag.endHeaders, 1, encodeHeaders([[':status', '103']])),
          frameOf(FrameType.headers, Flag.priority, 1, prioritised),
          frameOf(FrameType.continuation, 0, 1, head.subarray(2, 5)),
          frameOf(FrameType.continuation, Flag.endHeaders, 1, head.subarray(5)),
          frameOf(FrameType.data, Flag.padded, 1, padded),
          frameOf(FrameType.headers, Flag.endHeaders | Flag.endStream, 1, tail),
        ]),
      )
    })
    assert.equal((await channel.call(method, {})).errorResponse?.message, 'read')
    const { flags, payload } = await pinged.promise
    assert.deepEqual([flags, payload.toString()], [Flag.ack, '12345678'])
    close()
  })

  test('that go away may finish their answers; other calls fail as not delivered', async () => {
    let calls = 0
    const { channel, close } = await rawServer((frame, socket) => {
      if (frame.type !== FrameType.data || ++calls < 2) return
      const lastStream = Buffer.alloc(8)
      lastStream.writeUInt32BE(1, 0)
      socket.write(
        Buffer.concat([
          frameOf(FrameType.goAway, 0, 0, lastStream),
          frameOf(FrameType.headers, Flag.endHeaders, 1, head),
          frameOf(FrameType.data, 0, 1, answerOf('done')),
          frameOf(FrameType.headers, Flag.endHeaders | Flag.endStream, 1, tail),
        ]),
      )
    })
    const [first, second] = await Promise.allSettled([channel.call(method, {}), channel.call(method, {})])
    assert.equal(first.status, 'fulfilled')
    assert.equal(second.status === 'rejected' && second.reason.delivered, false)
    await assert.rejects(channel.call(method, {}), { delivered: false })
    close()
  })

  test('that go away because of us say why, in words that cannot control a terminal', async () => {
    const { channel, close } = await rawServer((frame, socket) => {
      if (frame.type !== FrameType.data) return
      const payload = Buffer.concat([Buffer.alloc(8), Buffer.from('too many \u001b[2Jpings')])
      payload.writeUInt32BE(11, 4)
      socket.end(frameOf(FrameType.goAway, 0, 0, payload))
    })
    await assert.rejects(channel.call(method, {}), {
      code: 'protocol/connection-lost',
      message: /: the peer has ended it \(HTTP\/2 error 11: too many \[2Jpings\)$/,
    })
    close()
  })

  test('that go away and never close are left, so that another connection can be made', async () => {
    const { channel, close } = await rawServer((frame, socket) => {
      if (frame.type !== FrameType.data) return
      const nobody = Buffer.alloc(8)
      nobody.writeUInt32BE(1, 0)
      socket.write(frameOf(FrameType.goAway, 0, 0, nobody))
      socket.write(frameOf(FrameType.headers, Flag.endHeaders | Flag.endStream, 1, Buffer.concat([head, tail])))
    })
    await assert.rejects(channel.call(method, {}), { code: 'protocol/bad-message' })
    await channel.closed
    close()
  })

  test('that send an answer byte by byte, with empty frames between, are read without keeping the empty ones', async () => {
    const body = answerOf('in drops')
    const nothing = Buffer.concat(Array.from({ length: 700 }, () => frameOf(FrameType.data, 0, 1, Buffer.alloc(0))))
    const { channel, close } = await rawServer((frame, socket) => {
      if (frame.type !== FrameType.data) return
      socket.write(frameOf(FrameType.headers, Flag.endHeaders, 1, head))
      for (const byte of body)
        socket.write(Buffer.concat([frameOf(FrameType.data, 0, 1, Buffer.of(byte)), ...(byte % 8 ? [] : [nothing])]))
      socket.write(frameOf(FrameType.headers, Flag.endHeaders | Flag.endStream, 1, tail))
    })
    assert.equal((await channel.call(method, {})).errorResponse?.message, 'in drops')
    close()
  })
})

describe('broken clients', () => {
  test('are hung up on', async () => {
    const server = new RpcServer([])
    const address = await server.listen()
    assert.ok('port' in address)
    const socket = connectTcp(address.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.resume()
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'close')
    await server.close()
  })

  test('that cancel a call get no answer, and others do', async () => {
    const begun = Promise.withResolvers<AbortSignal>()
    const server = new RpcServer([
      route(Service.ListFunctions, (_, { signal }) => {
        begun.resolve(signal)
        return new Promise<never>(() => {})
      }),
      route(method, () => ({ errorResponse: { message: 'other' } })),
    ])
    const address = await server.listen()
    assert.ok('port' in address)
    const socket = connectTcp(address.port, '127.0.0.1')
    socket.write(Buffer.concat([Buffer.from(preface), encodeSettings([]), request(1, Service.ListFunctions.path)]))
    const signal = await begun.promise
    socket.write(Buffer.concat([numberFrame(FrameType.resetStream, 1, 8), request(3, method.path)]))
    const decoder = new HeaderDecoder(maxAnswerHeaderBytes)
    const splitter = new FrameSplitter(2 ** 24)
    const status = new Promise<string | undefined>((resolve) => {
      socket.on('data', (piece: Buffer) =>
        splitter.push(piece, ({ type, flags, stream, payload }) => {
          if (type !== FrameType.headers) return
          const { headers } = decoder.decode(payload)
          assert.equal(stream, 3)
          if ((flags & Flag.endStream) !== 0) resolve(headers.get('grpc-status'))
        }),
      )
    })
    assert.equal(await status, '0')
    assert.equal(signal.aborted, true)
    socket.destroy()
    await server.close()
  })
})

/** Connects a client that is only a socket, and receives the server's frames one by one. */
function rawClient(port: number, onFrame: (frame: Frame) => void): Socket {
  const socket = connectTcp(port, '127.0.0.1')
  const splitter = new FrameSplitter(2 ** 24)
  socket.on('error', () => {})
  socket.on('data', (piece: Buffer) => splitter.push(piece, onFrame))
  socket.write(Buffer.concat([Buffer.from(preface), encodeSettings([])]))
  return socket
}

describe('greedy clients', () => {
  test('have a limited number of open calls: the next is refused, the others go on', async () => {
    const server = new RpcServer([route(method, () => ({}))])
    const address = await server.listen()
    assert.ok('port' in address)
    const refused = Promise.withResolvers<Frame>()
    const answered = Promise.withResolvers<number>()
    const socket = rawClient(address.port, (frame) => {
      if (frame.type === FrameType.resetStream) refused.resolve(frame)
      if (frame.type === FrameType.headers) answered.resolve(frame.stream)
    })
    const [begin] = splitRequest(1)
    const streams = Array.from({ length: maxOpenStreams + 1 }, (_, index) => 2 * index + 1)
    socket.write(Buffer.concat(streams.map((stream) => withStream(begin, stream))))
    const { stream, payload } = await refused.promise
    assert.deepEqual([stream, payload.readUInt32BE(0)], [streams.at(-1), 7])
    socket.write(splitRequest(1)[1])
    assert.equal(await answered.promise, 1)
    socket.destroy()
    await server.close()
  })

  test('that end a request twice get it done once', async () => {
    let calls = 0
    const both = Promise.withResolvers<void>()
    const server = new RpcServer([
      route(method, async () => {
        calls++
        await both.promise
        return {}
      }),
      route(Service.ListFunctions, () => ({})),
    ])
    const address = await server.listen()
    assert.ok('port' in address)
    const answered = Promise.withResolvers<number>()
    const socket = rawClient(address.port, ({ type, stream }) => {
      if (type === FrameType.headers) answered.resolve(stream)
    })
    const again = frameOf(FrameType.data, Flag.endStream, 1, Buffer.alloc(0))
    socket.write(Buffer.concat([request(1, method.path), again, again, request(3, Service.ListFunctions.path)]))
    assert.equal(await answered.promise, 3)
    assert.equal(calls, 1)
    both.resolve()
    socket.destroy()
    await server.close()
  })
})

/** Makes the headers of an empty request, and the frame that ends it. */
function splitRequest(stream: number): readonly [Buffer, Buffer] {
  const whole = request(stream, method.path)
  const end = whole.length - prefixBytes - 9
  return [whole.subarray(0, end), whole.subarray(end)]
}

function withStream(frame: Buffer, stream: number): Buffer {
  const copy = Buffer.from(frame)
  copy.writeUInt32BE(stream, 5)
  return copy
}

/** Makes an empty request. */
function request(stream: number, path: string): Buffer {
  const headers = encodeHeaders([
    [':method', 'POST'],
    [':scheme', 'http'],
    [':path', path],
    ['content-type', 'application/grpc'],
  ])
  return Buffer.concat([
    frameOf(FrameType.headers, Flag.endHeaders, stream, headers),
    frameOf(FrameType.data, Flag.endStream, stream, Buffer.alloc(prefixBytes)),
  ])
}
