import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { holdersIn, nobodyAsked, systemLsof } from './lsof.ts'
import { PeerCheck } from './peer.ts'

const noLsof = spawnSync('lsof', ['-v']).error !== undefined

test('the fields of lsof are read, even with others in between', () => {
  const text = 'p12\ng10\nu0\nf3\nn127.0.0.1:5000->127.0.0.1:4000\nf4\nn127.0.0.1:5000\np13\ng13\nu7\nf1\nn*:80\n'
  assert.deepEqual(holdersIn(text), [
    { group: 10, uid: 0, name: '127.0.0.1:5000->127.0.0.1:4000' },
    { group: 10, uid: 0, name: '127.0.0.1:5000' },
    { group: 13, uid: 7, name: '*:80' },
  ])
})

test('lsof finds the peer and the listener without /proc', { skip: noLsof }, async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  const [accepted] = (await once(server, 'connection')) as [Socket]
  t.after(() => {
    client.destroy()
    accepted.destroy()
    server.close()
  })
  const own = (await systemLsof.connections(port))?.[0]?.group ?? 0
  const check = new PeerCheck(false, systemLsof)
  assert.equal(await check.refusalOf(accepted, { group: own }), undefined)
  assert.match((await check.refusalOf(accepted, { group: own + 1 }))?.refusal ?? '', /was not launched as this plugin/)
  assert.equal(check.problemOfPort(port, { group: own }), undefined)
  assert.match(check.problemOfPort(port, { group: own + 1 }) ?? '', /listens at/)
})

test('lsof tells a plugin of another user from a stranger without /proc', () => {
  const group = 7
  const as = (uid: number): PeerCheck =>
    new PeerCheck(false, { ...nobodyAsked, listeners: () => [{ group, uid, name: '*:80' }] })
  const own = process.geteuid?.() ?? 0
  assert.equal(as(own).problemOfPort(80, { group }), undefined)
  assert.match(as(own + 1).problemOfPort(80, { group }) ?? '', /^the plugin, which runs as another user than Slipway/)
  assert.match(as(own + 1).problemOfPort(80, { group: 8 }) ?? '', /^a process of another user/)
})

test('lsof finds the listener of a unix socket without /proc', { skip: noLsof }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-lsof-'))
  const path = join(folder, 'plugin.sock')
  const server = createServer().listen(path)
  await once(server, 'listening')
  t.after(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const own = systemLsof.sockets(path)?.[0]?.group ?? 0
  const check = new PeerCheck(false, systemLsof)
  assert.equal(check.problemOfSocket(path, { group: own }), undefined)
  assert.match(check.problemOfSocket(path, { group: own + 1 }) ?? '', /was not launched as this plugin listens at/)
  assert.equal(check.problemOfSocket(`${path}2`, { group: own }), `no process listens at ${path}2`)
})
