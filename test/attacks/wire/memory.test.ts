import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import {
  closedGatewayRoutes,
  type PluginRegistrationRequest,
  ProviderMethods,
  route,
  RpcServer,
  Service,
} from '@slipway/protocol'

import { describe, test } from '../../cases.ts'
import { answer, data, headers, settings } from '../../../packages/protocol/src/wire/http2/rules/case.ts'
import { FrameType } from '../../../packages/protocol/src/wire/http2/frames.ts'
import { greetingBytes, Wire } from '../../../packages/protocol/src/wire/http2/rules/wire.ts'
import { type Sandbox, sandbox } from '../../faulty/sandbox.ts'

const limit = { timeout: 240_000 }
const mostMegabytes = 500

/**
 * More than a gigabyte of half messages, in less time than a launch has: on one connection, on many, and up to the limit of every window.
 */
const hoards = [
  { connections: 1, streams: 1200, bytes: 1 << 20 },
  { connections: 100, streams: 12, bytes: 1 << 20 },
  { connections: 24, streams: 1000, bytes: 65_000 },
]

function start(t: TestContext, args: readonly string[], environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  t.after(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  return child
}

/** The peak memory of a process, in megabytes. */
function peakOf({ pid }: ChildProcess): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000
}

/** Resolves when the hoarder has done its work, however long that takes. */
async function written(box: Sandbox): Promise<void> {
  while (box.read() === '') await sleep(20)
}

function script(name: string): string {
  return join(import.meta.dirname, name)
}

/** A first-party plugin as a process, registered with a host that is this test. */
async function startPlugin(t: TestContext) {
  const registered = Promise.withResolvers<PluginRegistrationRequest>()
  const server = new RpcServer([
    route(Service.Register, (request) => {
      registered.resolve(request)
      return { success: true, hostId: 'host' }
    }),
    ...closedGatewayRoutes(),
  ])
  const address = await server.listen()
  assert.ok('port' in address)
  const child = start(t, [script('../../../plugins/local/src/main.ts')], {
    SLIPWAY_PLUGIN_SERVICE_PORT: String(address.port),
  })
  t.after(() => server.close())
  const { port, unixSocket } = await registered.promise
  return { child, at: unixSocket === '' ? { port } : { socketPath: unixSocket } }
}

describe('unfinished messages', limit, () => {
  for (const hoard of hoards) {
    const { connections, streams, bytes } = hoard
    const what = `${connections} x ${streams} streams of ${bytes} bytes`

    test(`from a plugin do not exhaust the engine’s memory (${what})`, async (t) => {
      const box = sandbox(t)
      const task = JSON.stringify({ ...hoard, path: Service.CallFunction.path })
      box.installScript('acme/hoarder', `exec node ${script('hoarder.ts')} '${task}' ${box.file}`)
      const engine = start(t, [script('../../faulty/engine.ts'), box.dir, 'acme/hoarder'])
      await written(box)
      assert.ok(peakOf(engine) < mostMegabytes, `${peakOf(engine)} MB`)
    })
  }

  test('from any caller do not exhaust a plugin’s memory', async (t) => {
    const box = sandbox(t)
    const { child, at } = await startPlugin(t)
    const task = { ...hoards[0], ...at, path: ProviderMethods.DeployResource.path }
    start(t, [script('hoarder.ts'), JSON.stringify(task), box.file])
    await written(box)
    assert.ok(peakOf(child) < mostMegabytes, `${peakOf(child)} MB`)
  })

  for (const bytes of [1 << 20, 65_000])
    test(`in answers of a plugin do not exhaust the engine’s memory (3000 answers of ${bytes} bytes)`, async (t) => {
      const server = createServer().listen(0, '127.0.0.1')
      t.after(() => server.close())
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const caller = start(t, [script('caller.ts'), String(port), '3000'])
      const [socket] = (await once(server, 'connection')) as [Socket]
      await answerHalf(socket, bytes, 1000)
      assert.ok(peakOf(caller) < mostMegabytes, `${peakOf(caller)} MB`)
    })
})

/** Answers the first calls with half of each message. */
async function answerHalf(socket: Socket, bytes: number, calls: number): Promise<void> {
  const wire = new Wire(socket, { toSkip: greetingBytes })
  await wire.write([settings()])
  const half = Buffer.alloc(bytes, 1)
  half[0] = 0
  half.writeUInt32BE(bytes * 2, 1)
  for (let index = 0; index < calls; index++) {
    const id = 2 * index + 1
    await wire.find(({ type, stream }) => type === FrameType.data && stream === id)
    await wire.write([headers(id, answer)])
    for (let at = 0; at < bytes; at += 16_384) await wire.write([data(id, half.subarray(at, at + 16_384))])
  }
}
