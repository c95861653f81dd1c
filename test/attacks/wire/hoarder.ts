/**
 * A client of HTTP/2 that makes its peer hold as much as it can: after a call as it should be, streams that announce a
 * message, send half of it, and stay. `node hoarder.ts '{"port":1,"connections":1,"streams":3000,"bytes":1048576,"path":"/a.B/C"}' [file]`; without a
 * port it goes to the host that started it. Writes to `file` when all has left, or the peer takes no more; then it stays.
 */
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { Flag } from '../../../packages/protocol/src/wire/http2/frames.ts'
import {
  data,
  emptyMessage,
  headers,
  preface,
  requestTo,
  settings,
} from '../../../packages/protocol/src/wire/http2/rules/case.ts'

interface Hoard {
  readonly port?: number
  readonly socketPath?: string
  /** A method that the peer has. */
  readonly path: string
  readonly connections: number
  readonly streams: number
  /** Bytes on each stream; the announced message is twice as large. */
  readonly bytes: number
}

const pieceBytes = 16_384

/** The bytes of half a request, for any stream. */
function halfRequest({ bytes, path }: Hoard): readonly Buffer[] {
  const message = Buffer.alloc(bytes, 1)
  message[0] = 0
  message.writeUInt32BE(bytes * 2, 1)
  const pieces = [headers(1, requestTo(path))]
  for (let at = 0; at < bytes; at += pieceBytes) pieces.push(data(1, message.subarray(at, at + pieceBytes)))
  return pieces
}

function ofStream(frames: readonly Buffer[], id: number): Buffer {
  for (const frame of frames) frame.writeUInt32BE(id, 5)
  return Buffer.concat(frames)
}

/** Resolves when the peer takes the written bytes, hangs up, or has taken nothing for a second. */
async function taken(socket: Socket): Promise<void> {
  for (let waited = 0, left = socket.writableLength; socket.writableNeedDrain && waited < 100; waited++) {
    await sleep(10)
    if (socket.writableLength < left) waited = 0
    left = socket.writableLength
  }
}

async function hoardOn(socket: Socket, hoard: Hoard): Promise<void> {
  socket.on('error', () => {})
  socket.resume()
  const call = [headers(1, requestTo(hoard.path)), data(1, emptyMessage, Flag.endStream)]
  socket.write(Buffer.concat([preface, settings(), ...call]))
  const frames = halfRequest(hoard)
  for (let index = 0; index < hoard.streams && !socket.destroyed; index++)
    if (!socket.write(ofStream(frames, 2 * index + 3))) await taken(socket)
}

const task = JSON.parse(process.argv[2] ?? '{}') as Hoard
const { connections, port = Number(process.env['SLIPWAY_PLUGIN_SERVICE_PORT']), socketPath } = task
const sockets = Array.from({ length: connections }, () =>
  socketPath === undefined ? connect(port, '127.0.0.1') : connect(socketPath),
)
await Promise.all(sockets.map((socket) => hoardOn(socket, task)))
writeFileSync(process.argv[3] ?? '/dev/stdout', 'done\n')
setInterval(() => undefined, 1000)
