import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAddress } from './address.ts'
import { NotConnected } from './link.ts'
import { Session } from './session.ts'

async function unknown(): Promise<undefined> {
  // The answer is unknown.
}

test('a commit is not retried beyond its lease', async () => {
  const session = new Session(parseAddress('postgres://ada@127.0.0.1:1/d'), { env: {}, home: '' })
  let tries = 0
  const send = async (): Promise<never> => {
    tries++
    throw new NotConnected(new Error('nobody listens'))
  }
  await assert.rejects(session.once(send, unknown, performance.now()), { code: 'state/unreachable' })
  assert.equal(tries, 1)
  await session.close()
})

test('a starting server is waited for', async () => {
  const patient = { pauseMs: 1, againMs: 600_000 }
  const session = new Session(parseAddress('postgres://ada@127.0.0.1:1/d'), { env: {}, home: '' }, patient)
  const starting = Object.assign(new Error('the database system is starting up'), { code: '57P03', severity: 'FATAL' })
  const answers = [new NotConnected(starting), new NotConnected(starting)]
  const work = async (): Promise<string> => {
    const trouble = answers.pop()
    if (trouble !== undefined) throw trouble
    return 'there'
  }
  assert.equal(await session.repeatable(work), 'there')
  // If no server listens, the address is wrong.
  const other = new Session(parseAddress('postgres://ada@127.0.0.1:1/d'), { env: {}, home: '' }, patient)
  answers.push(new NotConnected(new Error('nobody listens')))
  await assert.rejects(other.repeatable(work), { code: 'state/unreachable' })
  // If the state was seen there before, the server is only away for a moment.
  const seen = new Session(parseAddress('postgres://ada@127.0.0.1:1/d'), { env: {}, home: '' }, patient, true)
  answers.push(new NotConnected(new Error('nobody listens')))
  assert.equal(await seen.repeatable(work), 'there')
})
