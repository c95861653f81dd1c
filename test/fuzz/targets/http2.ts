import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { connectChannel, type LocalAddress, type RpcChannel, route, RpcServer, Service } from '@slipway/protocol'
import {
  answer,
  emptyMessage,
  headers,
  data,
  preface,
  request,
  requestTo,
  settings,
  trailers,
} from '../../../packages/protocol/src/wire/http2/rules/case.ts'
import { greetingBytes, Wire } from '../../../packages/protocol/src/wire/http2/rules/wire.ts'
import type { Random } from '../../soak/random.ts'
import { mutatedBytes, randomBytes } from '../mutate.ts'
import type { Target } from '../target.ts'
import { randomFrames } from './frames.ts'

const beginning = Buffer.concat([preface, settings()])
const calls = [request, requestTo(Service.ListFunctions.path), requestTo('/nobody/knows')]

/** Puts a byte before the rest that says in how many pieces the rest is sent. */
function withPieces(random: Random, bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.of(random.pick([1, 1, 1, 2, 3, 7, 200])),
    random.chance(0.3) ? mutatedBytes(random, bytes, 3) : bytes,
  ])
}

function* piecesOf(input: Buffer): Generator<Buffer> {
  const size = Math.max(1, Math.ceil((input.length - 1) / Math.max(1, input[0] ?? 1)))
  for (let at = 1; at < input.length; at += size) yield input.subarray(at, at + size)
}

/** Sends the input piece by piece, then ends the stream. */
async function send(socket: Socket, input: Buffer): Promise<void> {
  for (const piece of piecesOf(input)) {
    if (socket.destroyed) return
    socket.write(piece)
    await new Promise((resolve) => setImmediate(resolve))
  }
  socket.end()
}

let server: Promise<LocalAddress> | undefined

function serverAddress(): Promise<LocalAddress> {
  server ??= new RpcServer([
    route(Service.HasFunction, ({ functionName }) => ({ errorResponse: { message: functionName } })),
    route(
      Service.ListFunctions,
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          // The work ends when its caller no longer waits.
          signal.addEventListener('abort', () => reject(new Error('taken back')))
          if (signal.aborted) reject(new Error('taken back'))
        }),
    ),
  ]).listen()
  return server
}

/** Reads until our side hangs up. An outcome `internal` is a bug of ours. */
async function heardOut(wire: Wire): Promise<void> {
  await wire.find(() => false)
  assert.notDeepEqual(wire.outcome, { connection: 'internal' })
}

/** A client may do anything: the server hangs up on it and serves the next client. */
async function takeAsServer(input: Buffer): Promise<void> {
  const address = await serverAddress()
  assert.ok('port' in address)
  const socket = connect({ port: address.port, host: '127.0.0.1', noDelay: true })
  const wire = new Wire(socket)
  await send(socket, input)
  await heardOut(wire)
  const channel = connectChannel(address)
  const { errorResponse } = await channel.call(Service.HasFunction, { functionName: 'still there' })
  assert.equal(errorResponse?.message, 'still there')
  channel.close()
}

export const http2Server: Target = {
  name: 'http2-server',
  make(random) {
    const frames = randomFrames(random, (id) => [headers(id, random.pick(calls)), data(id, emptyMessage, 1)])
    return withPieces(random, Buffer.concat([random.chance(0.95) ? beginning : randomBytes(random, 30), ...frames]))
  },
  take: takeAsServer,
}

/** A server may do anything: each call ends, and all of them end with the connection. */
async function takeAsClient(input: Buffer): Promise<void> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const channel = connectChannel({ port: (listener.address() as AddressInfo).port })
  const [socket] = (await once(listener, 'connection')) as [Socket]
  const wire = new Wire(socket, { toSkip: greetingBytes })
  try {
    const ended = callsOn(channel)
    await send(socket, input)
    await channel.closed
    await heardOut(wire)
    for (const result of await ended)
      if (result.status === 'rejected') assert.match(String(result.reason.code), /^protocol\//)
  } finally {
    channel.close()
    socket.destroy()
    listener.close()
  }
}

function callsOn(channel: RpcChannel): Promise<PromiseSettledResult<unknown>[]> {
  return Promise.allSettled([
    channel.call(Service.HasFunction, {}),
    channel.call(Service.HasFunction, { functionName: 'x'.repeat(100_000) }),
    channel.call(Service.HasFunction, {}, { deadlineMs: 1 }),
    channel.call(Service.ListFunctions, {}),
  ])
}

export const http2Client: Target = {
  name: 'http2-client',
  make(random) {
    const frames = randomFrames(random, (id) => [headers(id, answer), data(id, emptyMessage), headers(id, trailers, 1)])
    return withPieces(random, Buffer.concat([random.chance(0.95) ? settings() : randomBytes(random, 20), ...frames]))
  },
  take: takeAsClient,
}
