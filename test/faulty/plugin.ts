/**
 * A provider that misbehaves as its first argument orders, under the id in its second: `node plugin.ts wrong-id acme/a`. sandbox.ts lays it
 * out on disk. The spec orders its behaviour in a call: `{ do: "hang" }`.
 */
import { fork, spawn } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallControl, DeployRequest, Provider, ProviderDefinition } from '@slipway/model'
import {
  connectChannel,
  hostAddress,
  openSocket,
  ProviderMethods,
  providerRoutes,
  route,
  RpcServer,
  servePlugin,
  Service,
  type LocalAddress,
  type Route,
} from '@slipway/protocol'
import { launchVariable } from '@slipway/protocol/launch-files'

const [behaviour = 'good', id = 'acme/faulty', file = ''] = process.argv.slice(2)
const namespace = id.split('/').at(-1) ?? id

const definition: ProviderDefinition = {
  pluginId: id,
  pluginVersion: '1.0.0',
  namespace,
  config: { fields: { token: { type: 'string', secret: true } }, allowAdditionalFields: true },
  resourceTypeNames: [`${namespace}/thing`],
  dataSourceTypeNames: [],
  functionNames: [],
  resourceTypes: {
    [`${namespace}/thing`]: {
      type: `${namespace}/thing`,
      label: 'Thing',
      schema: {
        type: 'object',
        attributes: { do: { type: 'string' }, pid: { type: 'integer', computed: true } },
      },
      destroyBeforeCreate: false,
      settlement: 'ask',
      stabilisedDependencies: [],
    },
  },
  dataSourceTypes: {},
  functions: {},
}

/** Connections that others have opened to us. */
const inbound: Socket[] = []
subscribe('net.server.socket', (message) => inbound.push((message as { socket: Socket }).socket))

const provider: Provider = {
  define: async () => definition,
  validateResource: async () => [],
  deploy,
  hasStabilised: async () => ({ stabilised: true, computed: {} }),
  externalState: async () => undefined,
  destroy: async () => undefined,
  fetch: async () => ({}),
  callFunction: async () => null,
}

async function deploy({ spec, context }: DeployRequest, { signal }: CallControl = {}) {
  switch (spec['do']) {
    case 'wait':
      while (!existsSync(file)) await sleep(5)
      break
    case 'heed':
      signal?.addEventListener('abort', () => appendFileSync(file, 'told to stop\n'))
      await new Promise(() => undefined)
      break
    case 'hang up and go on':
      inbound.forEach((socket) => socket.destroy())
      await new Promise(() => setInterval(() => undefined, 1000))
      break
    case 'hang':
      await new Promise(() => setInterval(() => undefined, 1000))
      break
    case 'block':
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
      break
    case 'exit':
      console.error('about to exit')
      process.exit(3)
      break
    case 'kill':
      process.kill(process.pid, 'SIGKILL')
      await new Promise(() => undefined)
      break
    case 'hang up':
      setTimeout(() => inbound.forEach((socket) => socket.destroy()), 1)
      break
    case 'blurt':
      console.error(`my token is ${String(context.config['token'])}`)
      throw new Error(`the service does not like "${String(context.config['token'])}"`)
    case 'extra':
      return { 'spec.surprise': 'nobody asked' }
    case 'mistype':
      return { 'spec.pid': 'many' }
    case 'leave':
      setTimeout(() => process.kill(process.pid, 'SIGTERM'), 1)
      break
    default:
  }
  return { 'spec.pid': process.pid }
}

/** An error that no SDK sends: a code that does not exist, a text of megabytes that steers the terminal. */
const rude = {
  code: 99 as never,
  message: `rude \u001b[2J${'words '.repeat(500_000)}`,
  details: { typeUrl: 'nonsense', value: Buffer.from('not json') },
}

/** Prints the port at which it listens. */
async function serveOnPort(): Promise<void> {
  const { address } = await serve({ listen: { port: 0 } })
  writeFileSync(file, 'port' in address ? String(address.port) : '')
}

interface Changes {
  readonly pluginId?: string
  readonly kind?: 'transformer'
  readonly listen?: LocalAddress
  readonly replace?: (routes: readonly Route[]) => readonly Route[]
}

/** Replaces the answer of one method. */
function instead(other: Route): Changes {
  return { replace: (routes) => [...routes.filter(({ path }) => path !== other.path), other] }
}

async function serve({ replace = (routes) => routes, ...changes }: Changes = {}) {
  const served = await servePlugin({
    kind: 'provider',
    pluginId: id,
    version: '1.0.0',
    routes: (hostId) => replace(providerRoutes(provider, hostId)),
    ...changes,
  })
  process.once('SIGTERM', () => void served.close(100).then(() => process.exit(0)))
  return served
}

/** From here on, it behaves like a plugin that knows only ports of loopback. */
function beForeign(): void {
  delete process.env[launchVariable]
}

/** Registers by hand, with fields that a proper SDK would not send. */
async function register(request: Record<string, unknown>): Promise<void> {
  const host = connectChannel(hostAddress(process.env))
  const proper = {
    pluginType: 1,
    pluginId: id,
    instanceId: String(process.pid),
    protocolVersions: ['1.0'],
    port: 1,
  }
  const answer = await host.call(Service.Register, { ...proper, ...request })
  console.error(`answer: ${answer.success} ${answer.message}`)
  host.close()
}

function child(command: string, detached: boolean, env = process.env): void {
  const sleeper = spawn('/bin/sh', ['-c', command], { detached, stdio: 'ignore', env })
  appendFileSync(file, `${sleeper.pid}\n`)
  sleeper.unref()
}

const behaviours: Readonly<Record<string, () => unknown>> = {
  good: () => serve(),
  async garbage() {
    const noise = Buffer.alloc(1 << 20).map((_, index) => (index * 7919) % 256)
    process.stdout.write(noise)
    await serve()
    process.stdout.write(noise)
  },
  async flood() {
    await serve()
    const line = `${'x'.repeat(1000)}\n`.repeat(1000)
    const flood = (): void => void process.stderr.write(line, flood)
    flood()
  },
  async 'long-line'() {
    process.stdout.write('y'.repeat(50 << 20))
    await serve()
  },
  rude: () => serve(instead(route(ProviderMethods.DeployResource, () => ({ errorResponse: rude })))),
  'rude-name': () => serve(instead(route(ProviderMethods.GetNamespace, () => ({ errorResponse: rude })))),
  refuses: () =>
    serve(
      instead(
        route(ProviderMethods.DeployResource, () => {
          throw new Error('not today')
        }),
      ),
    ),
  // Sends a text in place of a message.
  unreadable: () =>
    serve(
      instead(
        route({ ...ProviderMethods.DeployResource, response: Service.Register.response }, () => ({ message: 'words' })),
      ),
    ),
  'rude-versions': () => register({ protocolVersions: [`\u001b[2J${'9'.repeat(1 << 20)}`] }),
  'wrong-id': () => serve({ pluginId: 'acme/somebody-else' }),
  'wrong-kind': () => serve({ kind: 'transformer' }),
  async foreign() {
    beForeign()
    await serve()
  },
  'on-a-port': serveOnPort,
  /** Claims to listen where another process does. */
  async squatted() {
    const listen = `require('net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })`
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    const squatter = spawn(process.execPath, ['-e', listen], {
      ...user,
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    appendFileSync(file, `${squatter.pid}\n`)
    const [port] = (await once(squatter.stdout, 'data')) as [Buffer]
    await register({ port: Number(String(port)) })
    setInterval(() => undefined, 1000)
  },
  /** Opens a port, and lets a process answer there that was not launched. */
  async 'hand-over'() {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const heir = fork(import.meta.filename, ['heir', id], { detached: true, stdio: 'ignore' })
    appendFileSync(file, `${heir.pid}\n`)
    heir.send('the port', server)
    await once(heir, 'message')
    // A process in our group has the port open and never accepts a connection.
    // oxlint-disable-next-line no-underscore-dangle
    const { fd } = (server as unknown as { readonly _handle: { readonly fd: number } })._handle
    spawn('sleep', ['600'], { stdio: ['ignore', 'ignore', 'ignore', fd] })
    server.close()
    await register({ port })
    setInterval(() => undefined, 1000)
  },
  async heir() {
    const [, port] = (await once(process, 'message')) as [string, Server]
    const proxied = new RpcServer([route(ProviderMethods.GetNamespace, () => ({ namespace: { namespace } }))])
    const address = await proxied.listen()
    port.on('connection', (socket) => socket.pipe(openSocket(address)).pipe(socket))
    process.send?.('ready')
  },
  async twice() {
    beForeign()
    await serve()
    await register({ port: 2 })
  },
  async insistent() {
    beForeign()
    await serve()
    const host = connectChannel(hostAddress(process.env))
    const again = { pluginType: 1, pluginId: id, instanceId: '1', protocolVersions: ['1.0'], port: 1 }
    for (let times = 0; times < 2000; times++) await host.call(Service.Register, again)
    writeFileSync(file, 'enough')
  },
  stranger: async () => {
    beForeign()
    await register({ instanceId: '1' })
    await serve()
  },
  newer: () => register({ protocolVersions: ['1.7', '2.0'] }),
  older: () => register({ protocolVersions: ['0.9'] }),
  'no-address': () => register({ port: 0 }),
  'far-socket': () => register({ port: 0, unixSocket: 'relative.sock' }),
  'silent-port': async () => {
    await register({ port: 9 })
    setInterval(() => undefined, 1000)
  },
  async silent() {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    await register({ port: (server.address() as AddressInfo).port })
    writeFileSync(file, 'registered')
  },
  async socket() {
    await serve({ listen: { socketPath: file } })
  },
  async 'socket-then-mute'() {
    const server = createServer().listen(file)
    await once(server, 'listening')
    await register({ port: 0, unixSocket: file })
    process.on('SIGTERM', () => undefined)
  },
  async stubborn() {
    process.on('SIGTERM', () => undefined)
    await servePlugin({
      kind: 'provider',
      pluginId: id,
      version: '1.0.0',
      routes: (hostId) => providerRoutes(provider, hostId),
    })
    process.stdin.on('error', () => undefined)
  },
  async family() {
    child('trap "" TERM; exec sleep 600', false)
    await serve()
  },
  async emigrant() {
    const marks = ['SLIPWAY_PLUGIN_HOST', 'SLIPWAY_PLUGIN_RUN', 'SLIPWAY_PLUGIN_ID']
    child('exec sleep 600', true, { ...process.env, ...Object.fromEntries(marks.map((name) => [name, undefined])) })
    await serve()
  },
  /** Starts a process that leaves its session, although nobody has asked for it. It names itself when it has a child. */
  async runaway() {
    const named = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')
    const before = named()
    const command = `trap "" TERM; sleep 600 & echo $$ >> '${file}'; wait`
    spawn('/bin/sh', ['-c', command], { detached: true, stdio: 'ignore' }).unref()
    while (named() === before) await sleep(5)
    await serve()
  },
  async environment() {
    writeFileSync(file, JSON.stringify(process.env))
    await serve()
  },
  async 'third-time'() {
    const before = existsSync(file) ? readFileSync(file, 'utf8').length : 0
    appendFileSync(file, 'x')
    if (before < 2) process.exit(9)
    await serve()
  },
}

const behave = behaviours[behaviour]
if (behave === undefined) throw new Error(`no such behaviour: ${behaviour}`)
await behave()
