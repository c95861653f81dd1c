import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { throwAwayCertificate } from './certificate.ts'
import { connectionTo, standing } from './secure-connection.ts'

/** Connects to a provider that accepts connections and does this with them, and says why there is none. */
async function problemWith(
  t: TestContext,
  does: (socket: Socket) => void,
  { withinMs = 120_000, signal = new AbortController().signal } = {},
): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-secure-'))
  const socketPath = join(folder, 'socket')
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    does(socket)
  }).listen(socketPath)
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
    rmSync(folder, { recursive: true })
  })
  const certificate = Buffer.from(throwAwayCertificate().certificate.replaceAll(/-----[^-]+-----|\n/g, ''), 'base64')
  const socket = connectionTo({ address: { socketPath }, protocolVersion: 6, certificate }, throwAwayCertificate())
  return await standing(socket, { certificate }, withinMs, signal)
}

test('a provider that accepts a connection and says nothing is given up in time', async (t) => {
  const problem = await problemWith(t, () => {}, { withinMs: 100 })
  assert.equal(problem, 'it did not complete the connection in the time that a plugin has to start')
})

test('a provider that ends the connection, or answers garbage, has none', async (t) => {
  const ended = /ended the connection at once|there is no connection to it/
  assert.match((await problemWith(t, (socket) => socket.destroy())) ?? '', ended)
  assert.match((await problemWith(t, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))) ?? '', ended)
})

test('waiting for a connection ends when the launch does', async (t) => {
  assert.equal(await problemWith(t, () => {}, { signal: AbortSignal.abort() }), 'it was stopped while it started')
})
