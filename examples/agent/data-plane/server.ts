/**
 * A local data plane, small enough to read: a process of its own that keeps network interfaces and obeys whoever connects
 * to its socket. It stands where a packet processor such as VPP would.
 *
 *     node examples/agent/data-plane/server.ts SOCKET
 *
 * One JSON value per line: `{"id", "call", ...}` in, `{"id", "result"}` or `{"id", "error"}` out. Ends with its stdin, so
 * that it never outlives the program that started it.
 */
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { DataPlaneRequest, InterfaceConfig } from './protocol.ts'

const interfaces = new Map<string, InterfaceConfig & { readonly up: boolean; readonly index: number }>()
let lastIndex = 0

function answer(request: DataPlaneRequest): unknown {
  switch (request.call) {
    case 'set': {
      const { name, config } = request
      if (!Number.isInteger(config.mtu) || config.mtu < 68)
        throw new Error(`mtu ${config.mtu} is too small for ${name}`)
      const index = interfaces.get(name)?.index ?? ++lastIndex
      interfaces.set(name, { ...config, up: config.enabled, index })
      return interfaces.get(name)
    }
    case 'remove':
      return interfaces.delete(request.name)
    case 'list':
      return Object.fromEntries(interfaces)
    default:
      throw new Error(`unknown call ${JSON.stringify(request)}`)
  }
}

function serve(socket: Socket): void {
  createInterface(socket).on('line', (line) => {
    const request = JSON.parse(line) as DataPlaneRequest
    const { id } = request
    try {
      socket.write(`${JSON.stringify({ id, result: answer(request) })}\n`)
    } catch (error) {
      socket.write(`${JSON.stringify({ id, error: String(error) })}\n`)
    }
  })
  socket.on('error', () => socket.destroy())
}

const [path] = process.argv.slice(2)
if (path === undefined) {
  console.error('usage: server.ts SOCKET')
  process.exit(1)
}
createServer(serve).listen(path)
process.stdin.resume().on('end', () => process.exit())
