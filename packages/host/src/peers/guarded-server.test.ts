import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { doorFor } from './guarded-server.ts'
import type { Refusal } from './refusal.ts'

const foreign: Refusal = { code: 'host/registration-refused', refusal: 'it comes from elsewhere', stranger: true }

test('endless connections of strangers are reported a few times, and then refused silently', async (t) => {
  const told: string[] = []
  const peers = { refusalOf: async () => foreign }
  const door = doorFor([], { peers, group: () => 1, onTurnedAway: ({ refusal }) => told.push(refusal) })
  const at = await door.listen({ port: 0 })
  assert.ok('port' in at)
  const outside: Socket[] = []
  t.after(async () => {
    for (const socket of outside) socket.destroy()
    await door.close()
  })
  const ended = new Set<Socket>()
  for (let count = 0; count < 200; count++) {
    const socket = connect(at.port, '127.0.0.1').on('error', () => {})
    socket.resume().once('close', () => ended.add(socket))
    outside.push(socket)
    await once(socket, 'connect')
  }
  while (ended.size < 150) await sleep(5)
  assert.equal(told.length, 10)
  assert.equal(told.at(-1), 'it comes from elsewhere; further refusals are not shown')
})
