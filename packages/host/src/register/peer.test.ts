import { test } from 'node:test'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { isOwnPeer, socketOwner } from './peer.ts'

async function listening(): Promise<[Server, number]> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return [server, (server.address() as AddressInfo).port]
}

for (const host of ['127.0.0.1', '::ffff:127.0.0.1']) {
  test(`a connection of our own from ${host} is ours`, async () => {
    const [server, port] = await listening()
    const client = connect({ host, port })
    const [socket] = (await once(server, 'connection')) as [Socket]
    assert.equal(isOwnPeer(socket), true)
    if (process.platform === 'linux') assert.equal(socketOwner(socket.remotePort ?? 0, port), process.getuid?.())
    client.destroy()
    socket.destroy()
    server.close()
  })
}

test('a connection of another user is not', { skip: process.getuid?.() !== 0 && 'needs root' }, async () => {
  const [server, port] = await listening()
  const script = `require('net').connect(${port}, '127.0.0.1')`
  const client = spawn(process.execPath, ['-e', script], { uid: 65_534, gid: 65_534, cwd: '/' })
  const [socket] = (await once(server, 'connection')) as [Socket]
  assert.equal(socketOwner(socket.remotePort ?? 0, port), 65_534)
  assert.equal(isOwnPeer(socket), false)
  socket.destroy()
  client.kill()
  await once(client, 'exit')
  server.close()
})
