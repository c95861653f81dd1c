/** The port of the demo's website. */
import { once } from 'node:events'
import { createServer } from 'node:net'

/** The wanted port of this machine, or the next above it that nobody listens on. */
export async function freePort(wanted: number): Promise<number> {
  // After several taken ports in a row something else is wrong, so any free port will do.
  for (let port = wanted; port < Math.min(wanted + 20, 65_536); port += 1) {
    if ((await listenOn(port)) !== undefined) return port
  }
  const port = await listenOn(0)
  if (port === undefined) throw new Error('this machine has no port left')
  return port
}

/** Listens on `port`, or on any free port for 0. `undefined`: the port is taken. */
async function listenOn(port: number): Promise<number | undefined> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return undefined
  }
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : undefined
}
