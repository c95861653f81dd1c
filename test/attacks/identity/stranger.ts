/**
 * A process that tries to talk to a plugin or its host without being allowed to. Reads commands, one JSON document a line, and answers each with
 * one. Ends with its input.
 */
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { connectChannel, ProviderMethods, route, RpcServer, Service, type RpcChannel } from '@slipway/protocol'
import type { Command, Reply } from './stranger-process.ts'

/** The stranger's own plugin, which accepts every call. */
let visits = 0
const trap = new RpcServer(
  [
    route(ProviderMethods.GetNamespace, () => ({ namespace: { namespace: 'trap' } })),
    route(ProviderMethods.DeployResource, () => ({ completeResponse: {} })),
  ],
  { admit: () => ++visits > 0 },
)
const address = await trap.listen()
const trapPort = 'port' in address ? address.port : 0

/** 127.0.0.2 and ::1 are also addresses of this machine. */
function open(port: number, from: string): Socket {
  const socket = from.includes(':')
    ? connect({ port, host: from })
    : connect({ port, host: '127.0.0.1', localAddress: from })
  return socket.on('error', () => {})
}

function settled(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('connect', () => resolve()).once('close', () => resolve())
  })
}

function asPlugin({ pluginId = '', instanceId = '' }: Command) {
  return { pluginType: 1, pluginId, instanceId, protocolVersions: ['1.0'], port: trapPort }
}

async function answerOf(call: Promise<object>, channel: RpcChannel): Promise<Reply> {
  try {
    return { answer: await call }
  } catch (error) {
    return { error: String(error) }
  } finally {
    channel.close()
  }
}

const manners: Readonly<Record<Command['do'], (command: Command) => Promise<Reply>>> = {
  register(command) {
    const { port = 0, from = '127.0.0.1' } = command
    const channel = connectChannel({ port }, { socket: open(port, from) })
    return answerOf(channel.call(Service.Register, asPlugin(command), { deadlineMs: 10_000 }), channel)
  },
  /** Sends its whole conversation and disconnects before anybody can look. */
  async 'hit and run'(command) {
    const { port = 0, from = '127.0.0.1' } = command
    const socket = open(port, from)
    const channel = connectChannel({ port }, { socket })
    channel.call(Service.Register, asPlugin(command)).catch(() => {})
    socket.once('connect', () => setImmediate(() => socket.destroySoon()))
    await channel.closed
    return {}
  },
  /** Sends half a greeting, and stays connected. */
  async 'hang around'({ port = 0, from = '127.0.0.1', count = 1 }) {
    const sockets = Array.from({ length: count }, () => open(port, from))
    for (const socket of sockets) socket.once('connect', () => socket.write('PRI * HTTP/2'))
    await Promise.all(sockets.map(settled))
    return {}
  },
  call({ port = 0, hostId = '' }) {
    const channel = connectChannel({ port })
    return answerOf(channel.call(ProviderMethods.GetNamespace, { hostId }, { deadlineMs: 60_000 }), channel)
  },
  async report() {
    return { visits }
  },
}

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line) as Command
  console.log(JSON.stringify(await manners[command.do](command)))
}
process.exit()
