import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, test } from 'node:test'
import { Client, credentials } from '@grpc/grpc-js'
import { Etcd3 } from 'etcd3'
import { Relay } from '../../packages/infra/src/testing/relay.ts'
import { missing, startServer } from '../../packages/infra/src/testing/servers.ts'
import { interfacesService } from './my-plugin/service.ts'

const root = join(import.meta.dirname, '../..')
const running: ChildProcess[] = []

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

interface Running {
  readonly order: string
  readonly address: string
  readonly grpcPort: number
  /** Interrupts it and gives its exit code. */
  stop(): Promise<number | null>
  readonly lines: string[]
}

async function run(environment: Record<string, string>): Promise<Running> {
  const child = spawn(process.execPath, ['examples/agent/main.ts', '--rest.port=0', '--grpc.endpoint=127.0.0.1:0'], {
    cwd: root,
    env: { ...process.env, SERVICELABEL_LABEL: 'test', ...environment },
  })
  running.push(child)
  const lines: string[] = []
  const found = {
    order: Promise.withResolvers<string>(),
    ready: Promise.withResolvers<string>(),
    port: Promise.withResolvers<number>(),
  }
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line)
    if (line.startsWith('order: ')) found.order.resolve(line.slice(7))
    if (line.startsWith('ready: ')) found.ready.resolve(line.slice(7))
  })
  createInterface(child.stderr).on('line', (line) => {
    lines.push(line)
    const { logger, port } = JSON.parse(line) as { logger?: string; port?: number }
    if (logger === 'grpc' && port !== undefined) found.port.resolve(port)
  })
  child.once('exit', (code) => {
    for (const { reject } of Object.values(found)) reject(new Error(`exited with ${code}: ${lines.join('\n')}`))
  })
  const [order, address, grpcPort] = await Promise.all([found.order.promise, found.ready.promise, found.port.promise])
  return {
    order,
    address,
    grpcPort,
    lines,
    stop: async () => {
      const exited = new Promise<number | null>((resolve) => {
        child.once('exit', resolve)
      })
      child.kill('SIGINT')
      return exited
    },
  }
}

async function interfaces({ address }: Running): Promise<unknown> {
  return (await fetch(`${address}/interfaces`)).json()
}

async function until<T>(read: () => Promise<T>, fits: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read()
    if (fits(value)) return value
    await new Promise(setImmediate)
  }
}

const eth0 = { enabled: true, mtu: 1500, up: true, index: 1 }

async function putInterface({ address }: Running, name: string): Promise<void> {
  const { status } = await fetch(`${address}/interfaces/${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ enabled: true, mtu: 1500 }),
  })
  assert.equal(status, 202)
}

/** Waits until these are the interfaces, for the data plane and for whoever looks into etcd. */
async function become(app: Running, client: Etcd3, names: readonly string[]): Promise<void> {
  const isSo = (found: readonly string[]): boolean => found.toSorted().join() === names.join()
  await until(async () => Object.keys((await interfaces(app)) as object), isSo)
  for (const kind of ['config', 'state']) {
    const prefix = `/slipway/agent/test/${kind}/interfaces/`
    await until(async () => (await client.getAll().prefix(prefix).keys()).map((key) => key.slice(prefix.length)), isSo)
  }
}

function listByGrpc({ grpcPort }: Running): Promise<unknown> {
  const client = new Client(`127.0.0.1:${grpcPort}`, credentials.createInsecure())
  const { path, requestSerialize, responseDeserialize } = interfacesService.List
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(path, requestSerialize, responseDeserialize, {}, (error, states) =>
      error === null ? resolve(states) : reject(error),
    )
  }).finally(() => client.close())
}

describe('the MyApp example', () => {
  test('runs without etcd: only the top-level plugin is listed, REST and gRPC reach the data plane', async () => {
    const app = await run({})
    assert.equal(
      app.order,
      'config, log, etcd, servicelabel, resync, kvdbsync-etcd, memory, kvdbsync-memory, dataplane, grpc, myplugin, rest, logmanager, health, MyApp',
    )
    await putInterface(app, 'eth0')
    assert.deepEqual(
      await until(
        () => interfaces(app),
        (value) => JSON.stringify(value) !== '{}',
      ),
      { eth0 },
    )
    assert.deepEqual(await listByGrpc(app), { eth0 })
    assert.equal((await fetch(`${app.address}/readiness`)).status, 200)
    assert.equal((await fetch(`${app.address}/log/rest/debug`, { method: 'PUT' })).status, 200)
    assert.equal(await app.stop(), 0)
    assert.ok(
      app.lines.some((line) => /^MyApp +close/.test(line)),
      'the timeline is printed',
    )
  })

  test(
    'with etcd: data goes into etcd and comes back, also after a kill of etcd',
    { skip: missing('etcd') },
    async () => {
      const server = await startServer('etcd')
      const client = new Etcd3({ hosts: `127.0.0.1:${server.port}` })
      const [wanted, state] = ['config', 'state'].map((kind) => `/slipway/agent/test/${kind}/interfaces/eth0`) as [
        string,
        string,
      ]
      try {
        await client.put(wanted).value('{"enabled":true,"mtu":1500}')
        const app = await run({ ETCD_ENDPOINTS: `127.0.0.1:${server.port}` })
        assert.deepEqual(
          await until(
            () => interfaces(app),
            (value) => JSON.stringify(value) !== '{}',
          ),
          { eth0 },
        )
        assert.deepEqual(
          await until(
            () => client.get(state).json(),
            (value) => value !== null,
          ),
          eth0,
        )
        await server.kill()
        await until(
          () => fetch(`${app.address}/readiness`),
          ({ status }) => status === 503,
        )
        await server.start()
        await until(
          () => fetch(`${app.address}/readiness`),
          ({ status }) => status === 200,
        )
        await until(
          async () =>
            client
              .put(wanted)
              .value('{"enabled":false,"mtu":900}')
              .then(
                () => true,
                () => false,
              ),
          Boolean,
        )
        await until(
          () => interfaces(app),
          (value) => JSON.stringify(value).includes('900'),
        )
        assert.equal(await app.stop(), 0)
      } finally {
        client.close()
        await server.remove()
      }
    },
  )

  test(
    'with etcd: a key deleted there does not come back, although a second store has it',
    { skip: missing('etcd') },
    async () => {
      const server = await startServer('etcd')
      const relay = await Relay.to(server.port)
      const client = new Etcd3({ hosts: `127.0.0.1:${server.port}` })
      const remove = (name: string): Promise<unknown> =>
        client.delete().key(`/slipway/agent/test/config/interfaces/${name}`).exec()
      try {
        const app = await run({ ETCD_ENDPOINTS: `127.0.0.1:${relay.port}` })
        for (const name of ['eth0', 'eth1', 'eth2']) await putInterface(app, name)
        await become(app, client, ['eth0', 'eth1', 'eth2'])
        await remove('eth0')
        await become(app, client, ['eth1', 'eth2'])

        relay.cut()
        await until(
          () => fetch(`${app.address}/readiness`),
          ({ status }) => status === 503,
        )
        await remove('eth1')
        relay.clearUp()
        await become(app, client, ['eth2'])
        assert.equal(await app.stop(), 0)
      } finally {
        client.close()
        await relay.close()
        await server.remove()
      }
    },
  )
})
