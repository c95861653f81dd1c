import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, test } from 'node:test'
import { type LocalAddress, ProviderMethods, route, RpcServer } from '@slipway/protocol'
import { make } from '../report.ts'
import { faultChecks, type FaultSubject } from './faults.ts'

function subjectAt(address: LocalAddress): FaultSubject {
  return { process: { hostId: 'testkit', ended: new Promise(() => {}) }, kind: 'provider', address, answerMs: 60_000 }
}

describe('misbehaving callers', () => {
  test('are survived by a plugin that reads its input', async () => {
    const server = new RpcServer([route(ProviderMethods.GetNamespace, () => ({ namespace: { namespace: 'sturdy' } }))])
    const subject = subjectAt(await server.listen())
    for (const check of faultChecks) assert.ok((await make(check, subject)).ok, check.name)
    await server.close()
  })

  test('are not survived by a plugin that stops listening', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', () => server.close())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    assert.ok(typeof address === 'object' && address !== null)
    const garbage = faultChecks.at(-1) ?? assert.fail()
    const result = await make(garbage, { ...subjectAt({ port: address.port }), answerMs: 500 })
    assert.equal(result.ok, false)
    assert.match(result.detail, /does not answer the next caller/)
  })
})
