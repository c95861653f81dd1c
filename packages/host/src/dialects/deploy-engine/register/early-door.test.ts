import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { EarlyDoor } from './early-door.ts'

function opened(t: TestContext): { readonly door: EarlyDoor; readonly path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-door-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'host')
  const door = EarlyDoor.open(path)
  assert.ok(door !== undefined)
  t.after(() => door.close())
  return { door, path }
}

/** Answers each piece with the same bytes. */
function echo(socket: Socket): void {
  socket.on('data', (piece) => socket.write(piece))
  socket.on('error', () => {})
}

async function answer(client: Socket): Promise<string> {
  const [piece] = (await once(client, 'data')) as [Buffer]
  return piece.toString()
}

test('a connection before the server is ready is served later', async (t) => {
  const { door, path } = opened(t)
  const early = connect(path)
  early.write('early')
  await once(early, 'connect')
  await sleep(20)
  door.serve(echo)
  assert.equal(await answer(early), 'early')
  const late = connect(path)
  late.write('late')
  assert.equal(await answer(late), 'late')
  early.destroy()
  late.destroy()
})

test('a connection that gives up before the server is ready does no harm', async (t) => {
  const { door, path } = opened(t)
  const gone = connect(path)
  await once(gone, 'connect')
  gone.write('x')
  gone.destroy()
  await sleep(20)
  const client = connect(path)
  client.write('hello')
  await once(client, 'connect')
  door.serve(echo)
  assert.equal(await answer(client), 'hello')
  client.destroy()
})

test('a closed door ends waiting connections and frees its path', async (t) => {
  const { door, path } = opened(t)
  const client = connect(path)
  client.on('error', () => {})
  await once(client, 'connect')
  await sleep(20)
  door.close()
  await once(client, 'close')
  assert.equal(existsSync(path), false)
  door.close()
  assert.equal(EarlyDoor.open(join(path, 'not', 'there')), undefined)
})
