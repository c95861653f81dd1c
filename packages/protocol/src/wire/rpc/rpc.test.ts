import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'

import { Service } from '../../deploy-engine/gen/pluginservicev1.ts'
import type { LocalAddress } from './address.ts'
import type { RpcChannel } from './channel.ts'
import { connectChannel } from './client.ts'
import { route, RpcServer } from './server.ts'
import { Status, StatusError } from './status.ts'
import type { IncomingCall } from './route.ts'

/** Stands for any method: the requested name comes back as the only entry of the list. */
const echo = Service.HasFunction
const silent = Service.ListFunctions
const failing = Service.Deregister
const counted = Service.AcquireResourceLock

describe('calls between our client and our server', () => {
  let server: RpcServer
  let address: LocalAddress
  let channel: RpcChannel
  let lastSilent = Promise.withResolvers<IncomingCall>()
  let running = 0

  before(async () => {
    server = new RpcServer([
      route(echo, ({ functionName }) => ({ errorResponse: { message: functionName } })),
      route(silent, (_, call) => {
        lastSilent.resolve(call)
        return new Promise<never>(() => {})
      }),
      route(failing, () => {
        throw new Error('100% broken: ä\nb')
      }),
      route(counted, async () => {
        running++
        await new Promise((resolve) => setImmediate(resolve))
        return { result: { acquired: true } }
      }),
    ])
    address = await server.listen()
    channel = connectChannel(address)
  })
  after(async () => {
    channel.close()
    await server.close()
  })

  test('carry messages of any size up to the limit', async () => {
    for (const size of [0, 1, 16_384, 65_536, 4_000_000]) {
      const text = 'x'.repeat(size)
      assert.equal((await channel.call(echo, { functionName: text })).errorResponse?.message, text)
    }
  })

  test('refuse larger ones by name, on both sides', async () => {
    const text = 'x'.repeat(4 * 1024 * 1024)
    await assert.rejects(channel.call(echo, { functionName: text }), {
      code: 'protocol/message-too-large',
      delivered: false,
      hint: 'keep large content in a file, and give the resource the path of the file if its type takes one; else split the resource',
    })
    const generous = connectChannel(address, { maxMessageBytes: 8 * 1024 * 1024 })
    await assert.rejects(generous.call(echo, { functionName: text }), {
      code: 'protocol/refused',
      status: Status.resourceExhausted,
    })
    generous.close()
    const narrow = connectChannel(address, { maxMessageBytes: 1000 })
    await assert.rejects(narrow.call(echo, { functionName: 'x'.repeat(995) }), {
      code: 'protocol/message-too-large',
      delivered: true,
    })
    narrow.close()
  })

  test('go on side by side', async () => {
    const answers = await Promise.all(Array.from({ length: 500 }, () => channel.call(counted, {})))
    assert.ok(answers.every((answer) => answer.result?.acquired))
    assert.equal(running, 500)
  })

  test('fail with the status and the words of the other side', async () => {
    await assert.rejects(channel.call(failing, {}), {
      code: 'protocol/refused',
      status: Status.internal,
      message: 'Deregister failed with INTERNAL: 100% broken: ä\nb',
      ended: true,
    })
    await assert.rejects(channel.call(Service.Register, {}), {
      code: 'protocol/unimplemented',
      status: Status.unimplemented,
    })
  })

  test('may go on although the other side claims that they were cancelled or late, as some servers do', async () => {
    for (const status of [Status.cancelled, Status.deadlineExceeded]) {
      const hasty = new RpcServer([route(echo, () => Promise.reject(new StatusError(status, 'too late')))])
      const other = connectChannel(await hasty.listen())
      await assert.rejects(other.call(echo, {}), { code: 'protocol/refused', status, delivered: true, ended: false })
      other.close()
      await hasty.close()
    }
  })

  test('end at their deadline, and the other side is told', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const call = assert.rejects(channel.call(silent, {}, { deadlineMs: 20 }), {
      code: 'protocol/deadline-exceeded',
      delivered: true,
      ended: false,
    })
    await lastSilent.promise
    t.mock.timers.tick(20)
    await call
    await aborted(await lastSilent.promise)
  })

  test('end when they are cancelled, and the other side is told', async () => {
    lastSilent = Promise.withResolvers()
    const controller = new AbortController()
    const call = assert.rejects(channel.call(silent, {}, { signal: controller.signal }), {
      code: 'protocol/cancelled',
      delivered: true,
    })
    await lastSilent.promise
    controller.abort()
    await call
    await aborted(await lastSilent.promise)
    await assert.rejects(channel.call(echo, {}, { signal: controller.signal }), {
      code: 'protocol/cancelled',
      delivered: false,
    })
  })

  test('all fail at once when the connection ends', async () => {
    const doomed = new RpcServer([route(silent, () => new Promise<never>(() => {}))])
    const other = connectChannel(await doomed.listen())
    const calls = Array.from({ length: 10 }, () => other.call(silent, {}))
    const all = Promise.allSettled(calls)
    await assert.rejects(other.call(echo, {}), { code: 'protocol/unimplemented' })
    await doomed.close()
    for (const result of await all) {
      assert.equal(result.status, 'rejected')
      assert.equal(result.reason.code, 'protocol/connection-lost')
      assert.equal(result.reason.delivered, true)
    }
    await other.closed
    await assert.rejects(other.call(echo, {}), { code: 'protocol/connection-lost', delivered: false })
  })

  test('cannot be made where nobody listens', async () => {
    const nobody = connectChannel({ port: 1 })
    await assert.rejects(nobody.call(echo, {}), { code: 'protocol/not-reachable', delivered: false })
    await nobody.closed
  })

  test('under way may end while the server closes', async () => {
    const released = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const closing = new RpcServer([
      route(echo, async () => {
        begun.resolve()
        await released.promise
        return { functionCheckResult: { hasFunction: true } }
      }),
    ])
    const client = connectChannel(await closing.listen())
    const call = client.call(echo, {})
    await begun.promise
    const closed = closing.close(60_000)
    released.resolve()
    await closed
    assert.equal((await call).functionCheckResult?.hasFunction, true)
    client.close()
  })

  test('go over a unix socket, which is removed afterwards', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-rpc-'))
    try {
      const socketPath = join(folder, 'host.sock')
      const local = new RpcServer([route(echo, () => ({ functionCheckResult: { hasFunction: true } }))])
      const client = connectChannel(await local.listen({ socketPath }))
      assert.equal((await client.call(echo, {})).functionCheckResult?.hasFunction, true)
      client.close()
      await local.close()
      assert.equal(existsSync(socketPath), false)
      await assert.rejects(new RpcServer([]).listen({ socketPath: join(folder, 'missing', 'x.sock') }), {
        syscall: 'listen',
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

async function aborted({ signal }: IncomingCall): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => {
    signal.addEventListener('abort', resolve)
  })
}
