import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { holdersIn, systemLsof } from './lsof.ts'
import { PeerCheck } from './peer.ts'

const noLsof = spawnSync('lsof', ['-v']).error !== undefined

test('the fields of lsof are read, whatever comes between them', () => {
  const text = 'p12\ng10\nu0\nf3\nn127.0.0.1:5000->127.0.0.1:4000\nf4\nn127.0.0.1:5000\np13\ng13\nu7\nf1\nn*:80\n'
  assert.deepEqual(holdersIn(text), [
    { group: 10, uid: 0, name: '127.0.0.1:5000->127.0.0.1:4000' },
    { group: 10, uid: 0, name: '127.0.0.1:5000' },
    { group: 13, uid: 7, name: '*:80' },
  ])
})

test('without /proc, lsof says who is at the other end, and who listens', { skip: noLsof }, async (t) => {
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
