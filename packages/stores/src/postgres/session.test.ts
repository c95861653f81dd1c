import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAddress } from './address.ts'
import { NotConnected } from './link.ts'
import { Session } from './session.ts'

test('a commit is not tried any longer than its lease lasts', async () => {
  const session = new Session(parseAddress('postgres://ada@127.0.0.1:1/d'), { env: {}, home: '' })
  let tries = 0
  const send = async (): Promise<never> => {
    tries++
    throw new NotConnected(new Error('nobody listens'))
  }
  const ask = async (): Promise<undefined> => undefined
  await assert.rejects(session.once(send, ask, performance.now()), { code: 'state/unreachable' })
  assert.equal(tries, 1)
  await session.close()
})
