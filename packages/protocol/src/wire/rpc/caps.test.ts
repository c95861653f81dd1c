import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { describe, test } from '../../../../../test/cases.ts'

import { Service } from '../../deploy-engine/gen/pluginservicev1.ts'
import { Flag, type Frame, FrameType } from '../http2/frames.ts'
import { HeaderDecoder } from '../http2/header-decoder.ts'
import { maxAnswerHeaderBytes, maxOpenStreams, streamWindow } from '../http2/limits.ts'
import {
  data,
  emptyMessage,
  headers,
  ping,
  preface,
  request,
  requestTo,
  reset,
  setting,
  settings,
  windowUpdate,
} from '../http2/rules/case.ts'
import { greetingBytes, Wire } from '../http2/rules/wire.ts'
import { Setting } from '../http2/settings.ts'
import type { LocalAddress } from './address.ts'
import { connectChannel } from './client.ts'
import { prefixBytes, putPrefix } from './prefixed-message.ts'
import { route, RpcServer, type ServerOptions } from './server.ts'
import type { Route } from './route.ts'

const method = Service.HasFunction
const megabyte = 1024 * 1024

async function serve(t: TestContext, routes: readonly Route[], options?: ServerOptions): Promise<LocalAddress> {
  const server = new RpcServer(routes, options)
  t.after(() => server.close())
  return server.listen()
}

async function client(t: TestContext, address: LocalAddress): Promise<Wire> {
  assert.ok('port' in address)
  const wire = new Wire(connect(address.port, '127.0.0.1'))
  t.after(() => wire.destroy())
  await wire.write([preface, settings()])
  return wire
}

function call(id: number): readonly Buffer[] {
  return [headers(id, request), data(id, emptyMessage, Flag.endStream)]
}

/** Makes the beginning of a request of this many bytes. */
function beginning(id: number, bytes: number): readonly Buffer[] {
  const prefix = Buffer.alloc(prefixBytes)
  putPrefix(prefix, 0, bytes)
  return [headers(id, request), data(id, prefix)]
}

const ends = (id: number) => (frame: Frame) => frame.stream === id && (frame.flags & Flag.endStream) !== 0
const opensWindow = (id: number) => (frame: Frame) => frame.stream === id && frame.type === FrameType.windowUpdate
const refuses = (id: number) => (frame: Frame) => frame.stream === id && frame.type === FrameType.resetStream

describe('a server’s memory for its clients', () => {
  test('large requests arrive a few at a time, the others wait for room; small ones pass', async (t) => {
    const address = await serve(t, [route(method, () => ({}))])
    const wire = await client(t, address)
    const ids = Array.from({ length: 9 }, (_, index) => 2 * index + 1)
    for (const id of ids) await wire.write(beginning(id, 4 * megabyte))
    for (const id of ids.slice(0, -1)) {
      const { payload } = (await wire.find(opensWindow(id))) as Frame
      // Some peers need the extra byte to end their stream.
      assert.equal(payload.readUInt32BE(0), 4 * megabyte + prefixBytes - streamWindow + 1)
    }
    await wire.write(call(101))
    await wire.find(ends(101))
    assert.deepEqual(wire.filter(opensWindow(17)), [])
    await wire.write([reset(3)])
    assert.ok(await wire.find(opensWindow(17)))
  })

  test('large requests of our own client get through, however many', async (t) => {
    const address = await serve(t, [
      route(method, ({ functionName }) => ({ errorResponse: { message: String(functionName.length) } })),
    ])
    const channel = connectChannel(address)
    const functionName = 'x'.repeat(2 * megabyte)
    const answers = await Promise.all(Array.from({ length: 60 }, () => channel.call(method, { functionName })))
    assert.deepEqual(new Set(answers.map((answer) => answer.errorResponse?.message)), new Set([String(2 * megabyte)]))
    channel.close()
  })

  test('large answers get through to our own client, however many', async (t) => {
    const message = 'x'.repeat(2 * megabyte)
    const address = await serve(t, [route(method, () => ({ errorResponse: { message } }))])
    const channel = connectChannel(address)
    const answers = await Promise.all(Array.from({ length: 60 }, () => channel.call(method, {})))
    assert.ok(answers.every((answer) => answer.errorResponse?.message.length === message.length))
    channel.close()
  })

  test('while handlers are busy, further requests wait, also cancelled ones', async (t) => {
    const work: (() => void)[] = []
    const address = await serve(t, [
      route(method, async () => {
        await new Promise<void>((resolve) => work.push(resolve))
        return {}
      }),
    ])
    const channel = connectChannel(address)
    const functionName = 'x'.repeat(4 * megabyte - 100)
    const abort = new AbortController()
    const calls = Array.from({ length: 20 }, (_, index) =>
      channel.call(method, { functionName }, index === 17 ? { signal: abort.signal } : {}).then(
        () => 'done',
        (error: { code: string }) => error.code,
      ),
    )
    while (work.length < 16) await new Promise((resolve) => setImmediate(resolve))
    abort.abort()
    assert.equal(await calls[17], 'protocol/cancelled')
    assert.equal(work.length, 16)
    const rest = Promise.all(calls.toSpliced(17, 1))
    for (let done = 0; done < 19; done++) {
      while (work.length <= done) await new Promise((resolve) => setImmediate(resolve))
      work[done]?.()
    }
    assert.deepEqual(new Set(await rest), new Set(['done']))
    channel.close()
  })

  test('handlers that go on after their calls were reset count', async (t) => {
    const release = Promise.withResolvers<void>()
    const address = await serve(t, [
      route(method, async () => {
        await release.promise
        return {}
      }),
    ])
    const wire = await client(t, address)
    for (let index = 0; index < maxOpenStreams; index++) {
      const id = 2 * index + 1
      await wire.write([...call(id), reset(id)])
    }
    await wire.write(call(10_001))
    assert.equal((await wire.find(refuses(10_001)))?.payload.readUInt32BE(0), 7)
    release.resolve()
    for (let id = 10_003; ; id += 2) {
      await wire.write(call(id))
      const answer = await wire.find((frame) => frame.stream === id)
      if (answer?.type === FrameType.headers) break
      await new Promise((resolve) => setImmediate(resolve))
    }
  })

  test('answers that a client leaves unread fail its further calls, and are gone with it', async (t) => {
    const message = 'x'.repeat(megabyte)
    const address = await serve(t, [route(method, () => ({ errorResponse: { message } }))], {
      maxUnsentBytes: 3.5 * megabyte,
    })
    const wire = await client(t, address)
    await wire.write([setting(Setting.initialWindowSize, 0), ...call(1), ...call(3), ...call(5), ...call(7)])
    const answer = (await wire.find(ends(7))) as Frame
    const decoder = new HeaderDecoder(maxAnswerHeaderBytes)
    assert.equal(decoder.decode(answer.payload).headers.get('grpc-status'), '8')
    wire.destroy()
    const other = connectChannel(address)
    while ((await other.call(method, {}).catch(() => undefined)) === undefined);
    other.close()
  })

  test('a client that connects and never calls makes room for others', async (t) => {
    const address = await serve(t, [route(method, () => ({}))])
    const caller = connectChannel(address)
    await caller.call(method, {})
    const silent: Wire[] = []
    for (let count = 0; count < 40; count++) silent.push(await client(t, address))
    await caller.call(method, {})
    const other = connectChannel(address)
    await other.call(method, {})
    for (const wire of silent.slice(0, 9)) assert.equal(await wire.find(() => false), undefined)
    caller.close()
    other.close()
  })

  test('unknown clients have few calls each, and do not use up those of others', async (t) => {
    const known = new WeakSet<object>()
    const never = new Promise<never>(() => {})
    const routes = [
      route(method, ({ functionName }, { socket }) => {
        known.add(socket)
        return functionName === '' ? {} : never
      }),
    ]
    const address = await serve(t, routes, {
      maxConnections: Number.POSITIVE_INFINITY,
      isKnown: (socket) => known.has(socket),
    })
    for (let index = 0; index < 40; index++) {
      const wire = await client(t, address)
      for (let id = 1; id <= 2 * 32; id += 2) await wire.write(beginning(id, 100))
      await wire.write(call(65))
      assert.ok(await wire.find(refuses(65)))
    }
    const channel = connectChannel(address)
    t.after(() => channel.close())
    await channel.call(method, {})
    for (let index = 0; index < 40; index++) channel.call(method, { functionName: 'x' }).catch(() => {})
    assert.ok(await channel.call(method, {}))
  })

  test('a client that asks and never reads is hung up on', async (t) => {
    const address = await serve(t, [])
    assert.ok('port' in address)
    // The socket has no data listener, so it reads nothing.
    const socket = connect(address.port, '127.0.0.1')
    t.after(() => socket.destroy())
    const closed = once(socket, 'close').catch(() => {})
    socket.on('error', () => {})
    socket.write(Buffer.concat([preface, settings()]))
    const unknown = requestTo(`/${'x'.repeat(2000)}`)
    for (let id = 1; !socket.destroyed; id += 200) {
      const asks = Array.from({ length: 100 }, (_, index) => headers(id + 2 * index, unknown, Flag.endStream))
      if (!socket.write(Buffer.concat([...asks, ping()])))
        await Promise.race([once(socket, 'drain'), closed]).catch(() => {})
    }
    await closed
  })

  test('connections beyond the limit are turned away', async (t) => {
    const address = await serve(t, [route(method, () => ({}))])
    const wires = await Promise.all(Array.from({ length: 32 }, () => client(t, address)))
    for (const wire of wires) {
      await wire.write(call(1))
      await wire.find(ends(1))
    }
    const refused = await client(t, address)
    assert.equal(await refused.find(() => true), undefined)
    wires[0]?.destroy()
    for (let answer; answer === undefined;) {
      const channel = connectChannel(address)
      answer = await channel.call(method, {}).catch(() => undefined)
      channel.close()
      await channel.closed
    }
  })
})

describe('a client’s memory', () => {
  test('requests that the peer does not take are not encoded, cancelled ones never, and all others in turn', async (t) => {
    const server = createServer().listen(0, '127.0.0.1')
    t.after(() => server.close())
    await once(server, 'listening')
    const channel = connectChannel({ port: (server.address() as AddressInfo).port })
    t.after(() => channel.close())
    const written: number[] = []
    const counted = (n: number) => ({
      ...method,
      request: {
        ...method.request,
        write: (...[writer, message]: Parameters<typeof method.request.write>) => {
          written.push(n)
          method.request.write(writer, message)
        },
      },
    })
    const stop = new AbortController()
    const functionName = 'x'.repeat(megabyte)
    for (let n = 0; n < 40; n++) {
      const control = n >= 20 && n < 30 ? { signal: stop.signal } : {}
      channel.call(counted(n), { functionName }, control).catch(() => {})
    }
    const [socket] = (await once(server, 'connection')) as [Socket]
    t.after(() => socket.destroy())
    assert.ok(written.length > 0 && written.length < 12, `${written.length} requests`)
    stop.abort()
    const wire = new Wire(socket, { toSkip: greetingBytes })
    await wire.write([setting(Setting.initialWindowSize, 2 * megabyte), windowUpdate(0, 100 * megabyte)])
    await wire.find(ends(2 * 39 + 1))
    const wanted = Array.from({ length: 40 }, (_, n) => n).filter((n) => n < 20 || n >= 30)
    assert.deepEqual(written, wanted)
  })

  test('a cancelled request stops halfway: the rest of it does not leave', async (t) => {
    const server = createServer().listen(0, '127.0.0.1')
    t.after(() => server.close())
    await once(server, 'listening')
    const channel = connectChannel({ port: (server.address() as AddressInfo).port })
    t.after(() => channel.close())
    const [socket] = (await once(server, 'connection')) as [Socket]
    const wire = new Wire(socket, { toSkip: greetingBytes })
    await wire.write([settings()])
    const abort = new AbortController()
    const taken = channel.call(method, { functionName: 'x'.repeat(megabyte) }, { signal: abort.signal })
    await wire.find(({ type }) => type === FrameType.data)
    abort.abort()
    await assert.rejects(taken, { code: 'protocol/cancelled' })
    await wire.find(refuses(1))
    await wire.write([windowUpdate(0, 4 * megabyte), windowUpdate(1, 4 * megabyte)])
    channel.call(method, {}).catch(() => {})
    await wire.find(ends(3))
    const sent = wire.filter(({ type, stream }) => type === FrameType.data && stream === 1)
    assert.equal(
      sent.reduce((size, { payload }) => size + payload.length, 0),
      streamWindow,
    )
    assert.ok(sent.every(({ flags }) => (flags & Flag.endStream) === 0))
  })
})
