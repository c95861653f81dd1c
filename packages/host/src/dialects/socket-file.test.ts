import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { SocketFile } from './socket-file.ts'

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'slipway-socket-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function socketAt(t: TestContext, path: string): Promise<void> {
  const server = createServer().listen(path)
  await once(server, 'listening')
  t.after(() => server.close())
}

test('a leftover socket is removed', async (t) => {
  const path = join(folder(t), 'socket')
  await socketAt(t, path)
  const socket = new SocketFile(path)
  socket.remove()
  assert.equal(existsSync(path), false)
  socket.remove()
})

test('a file of others in its place is kept', async (t) => {
  const path = join(folder(t), 'socket')
  await socketAt(t, path)
  const socket = new SocketFile(path)
  renameSync(path, `${path}.old`)
  await socketAt(t, path)
  socket.remove()
  assert.equal(existsSync(path), true)
})

test('a file that is no socket is kept', (t) => {
  const path = join(folder(t), 'file')
  const before = new SocketFile(path)
  writeFileSync(path, 'precious')
  before.remove()
  new SocketFile(path).remove()
  assert.equal(existsSync(path), true)
})
