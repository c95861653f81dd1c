import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Outbox } from './outbox.ts'

test('a burst leaves in parts, so that the peer can begin with the first; all of it leaves, in order', async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  t.after(() => {
    socket.destroy()
    server.close()
  })
  await once(socket, 'connect')
  const written: string[] = []
  t.mock.method(socket, 'write', (bytes: Buffer) => written.push(bytes.toString()) > 0)
  const outbox = new Outbox(
    socket,
    () => {},
    () => {},
  )
  const letters = 'abcdefghijklmnopqrstuvwxyzabcdefghijklmn'
  for (const letter of letters) outbox.put(Buffer.from(letter))
  assert.ok(written.length > 0, 'nothing has left while more is being put')
  await new Promise(setImmediate)
  assert.equal(written.join(''), letters)
  assert.ok(written.length > 1 && written.length < 5, `it left in ${written.length} writes`)
})
