import { test, type TestContext } from 'node:test'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Refusal } from './refusal.ts'
import { PortVisitors } from './port-visitors.ts'

const foreign: Refusal = { code: 'host/registration-refused', refusal: 'it comes from elsewhere', stranger: true }

/** A port where all visitors but one are strangers; the check finds them. */
async function portWith(t: TestContext, isPlugin: (socket: Socket) => boolean) {
  const inside: Socket[] = []
  const looks: Socket[] = []
  let turnedAway = 0
  const visitors = new PortVisitors({
    peers: {
      async refusalOf(ends) {
        looks.push(ends as Socket)
        return isPlugin(ends as Socket) ? undefined : foreign
      },
    },
    group: () => 1,
    onTurnedAway: () => turnedAway++,
  })
  const server = createServer((socket) => {
    inside.push(socket)
    visitors.enter(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const outside: Socket[] = []
  t.after(() => {
    for (const socket of [...inside, ...outside]) socket.destroy()
    server.close()
  })
  return {
    visitors,
    inside,
    looks,
    turnedAway: () => turnedAway,
    async visit(): Promise<Socket> {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
      outside.push(socket)
      await Promise.all([once(server, 'connection'), once(socket, 'connect')])
      return socket
    },
  }
}

test('a visitor is checked once, at its first request', async (t) => {
  const port = await portWith(t, () => true)
  await port.visit()
  assert.equal(port.looks.length, 0)
  const [socket] = port.inside
  assert.ok(socket)
  assert.equal(await port.visitors.refusalOf(socket, 5), undefined)
  assert.equal(await port.visitors.refusalOf(socket, 5), undefined)
  assert.equal(port.looks.length, 1)
})

test('the plugin has a limited number of connections at a time', async (t) => {
  const port = await portWith(t, () => true)
  for (let count = 0; count < 34; count++) await port.visit()
  const [first, ...others] = port.inside
  const last = others.pop()
  const beyond = others.pop()
  assert.ok(first && beyond && last)
  for (const socket of [first, ...others]) assert.equal(await port.visitors.refusalOf(socket, 5), undefined)
  assert.match((await port.visitors.refusalOf(beyond, 5))?.refusal ?? '', /32 connections already/)
  first.destroy()
  await once(first, 'close')
  assert.equal(port.visitors.isAdmitted(first), false)
  assert.equal(await port.visitors.refusalOf(last, 5), undefined)
})

test('idle visitors are disconnected, and the plugin stays', async (t) => {
  const port = await portWith(t, (socket) => socket === port.inside[20])
  const visits: Socket[] = []
  for (let count = 0; count < 100; count++) visits.push(await port.visit())
  const strangers = visits.filter((_, index) => index !== 20 && index < 64)
  await Promise.all(strangers.filter(({ destroyed }) => !destroyed).map((socket) => once(socket, 'close')))
  assert.equal(port.inside[20]?.destroyed, false)
  assert.ok(port.turnedAway() >= 63, `${port.turnedAway()}`)
  assert.ok(port.inside.filter((socket) => !socket.destroyed).length <= 40)
})
